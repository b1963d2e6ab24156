import LaurelDomain
import LaurelMatches
import LaurelStorage
import Synchronization
import Testing

@testable import LaurelScores
@testable import LaurelService

@Suite("What players of a match are told", .timeLimit(.minutes(15))) struct MatchNoticeTests {
    private func unread(_ player: PlayerNumber, _ world: MatchWorld) async throws -> [NoticeKind] {
        try await world.play.store.directory.notices(after: .start, limit: 10_000)
            .filter { $0.content.player == player && !$0.isRead }.map(\.content.kind)
    }

    /// A match of Ada and Zoe, in which Zoe has the first turn that was handed over.
    private func handedOver(_ world: MatchWorld, timeout: MatchTimeout = .turnDefault) async throws -> MatchNumber {
        let request = try MatchRequest(recipients: [world.zoe], takesStrangers: false)
        let number = try await world.find(request, by: world.ada, key: 1).match.number
        try await world.turn(.end(MatchWorld.next(1, 0, timeout: timeout)), number, by: world.ada, key: 2)
        return number
    }

    @Test("rule 12.19: an invitation and a turn are unread for as long as they ask for something")
    func state() async throws {
        let world = try await MatchWorld()
        let number = try await handedOver(world)
        #expect(try await unread(world.zoe, world) == [.matchInvited])
        try await world.write(.accept, number, by: world.zoe, key: 3)
        #expect(try await unread(world.zoe, world).isEmpty)
        try await world.turn(.end(MatchWorld.next(0)), number, by: world.zoe, key: 4)
        #expect(try await unread(world.ada, world) == [.matchTurn])
        let seat = try #require(Seat(0))
        try await world.write(.remind([seat], .empty), number, by: world.zoe, key: 5)
        #expect(try await unread(world.ada, world) == [.matchTurn, .matchReminder])
        // What is saved in turn leaves it what it is.
        try await world.turn(.save, data: [1], number, by: world.ada, key: 6)
        #expect(try await unread(world.ada, world) == [.matchTurn, .matchReminder])
        try await world.turn(.end(MatchWorld.next(1)), number, by: world.ada, key: 7)
        #expect(try await unread(world.ada, world).isEmpty)
        #expect(try await unread(world.zoe, world) == [.matchTurn])
        try await world.write(.quitOutOfTurn(.lost), number, by: world.ada, key: 8)
        try await world.turn(.endMatch([try #require(Seat(1)): .won]), number, by: world.zoe, key: 9)
        #expect(try await unread(world.zoe, world).isEmpty)
        #expect(try await unread(world.ada, world) == [.matchEnded])
        let ended = try await world.play.store.directory.notices(after: .start, limit: 10_000).last?.content
        #expect(ended?.about == world.zoe)
        #expect(ended?.details == #"{"outcome":3,"otherOutcome":2,"players":2}"#)
    }

    @Test("rule 12.19: time passes a turn on, and takes its notices; a turn that comes again is told again")
    func time() async throws {
        let world = try await MatchWorld()
        let number = try await handedOver(world, timeout: try MatchTimeout(.minutes(10)))
        try await world.write(.accept, number, by: world.zoe, key: 3)
        world.play.time.advance(.minutes(6))
        #expect(world.play.keeper.fireMatches())
        #expect(try await unread(world.zoe, world) == [.matchTurnEnding])
        world.play.time.advance(.minutes(5))
        #expect(world.play.keeper.fireMatches())
        #expect(try await unread(world.zoe, world).isEmpty)
        #expect(try await unread(world.ada, world) == [.matchTurn])
        world.play.time.advance(.minutes(1))
        // To oneself: another turn of the same seat, of which nobody needs to be told.
        try await world.turn(.end(MatchWorld.next(0)), number, by: world.ada, key: 4)
        #expect(try await unread(world.ada, world).isEmpty)
    }

    @Test("rule 12.19: after an outage nobody is told that a turn ends soon which is over")
    func outage() async throws {
        let world = try await MatchWorld()
        let number = try await handedOver(world, timeout: try MatchTimeout(.minutes(10)))
        try await world.write(.accept, number, by: world.zoe, key: 3)
        // Warning and timeout came due while nobody looked.
        world.play.time.advance(.minutes(11))
        #expect(world.play.keeper.fireMatches())
        #expect(try await unread(world.zoe, world).isEmpty)
        #expect(try await unread(world.ada, world) == [.matchTurn])
    }

    @Test("rule 12.11: a match that ends by time tells who won against whom, and who was never in it doesn't count")
    func endByTime() async throws {
        let world = try await MatchWorld()
        let request = try MatchRequest(maxPlayers: 3, recipients: [world.zoe, world.bob], takesStrangers: false)
        let number = try await world.find(request, by: world.ada, key: 1).match.number
        try await world.turn(.end(MatchWorld.next(1)), number, by: world.ada, key: 2)
        try await world.write(.accept, number, by: world.zoe, key: 3)
        world.play.time.advance(.days(100))
        #expect(world.play.keeper.fireMatches())
        let ended = try await world.play.store.directory.notices(after: .start, limit: 10_000).map(\.content)
            .filter { $0.kind == .matchEnded }.sorted { $0.player < $1.player }
        #expect(ended.map(\.player) == [world.ada, world.zoe].sorted())
        #expect(ended.first { $0.player == world.ada }?.about == world.zoe)
        #expect(
            ended.first { $0.player == world.ada }?.details == #"{"outcome":2,"otherOutcome":5,"players":2}"#)
        #expect(
            ended.first { $0.player == world.zoe }?.details == #"{"outcome":5,"otherOutcome":2,"players":2}"#)
    }

    /// What the player was told last of the end of a match.
    private func ending(_ player: PlayerNumber, _ world: MatchWorld) async throws -> NewNotice? {
        try await world.play.store.directory.notices(after: .start, limit: 10_000).map(\.content)
            .last { $0.player == player && $0.kind == .matchEnded }
    }

    /// Ada has invited zoe and bob, and handed the turn to zoe.
    private func ofThree(_ world: MatchWorld, key: UInt64) async throws -> MatchNumber {
        let request = try MatchRequest(
            minPlayers: 3, maxPlayers: 3, recipients: [world.zoe, world.bob], takesStrangers: false)
        let number = try await world.find(request, by: world.ada, key: key).match.number
        try await world.turn(.end(MatchWorld.next(1, 2)), number, by: world.ada, key: key + 1)
        return number
    }

    @Test("rule 12.19: a turn names who had it before, and says how many play where there are more")
    func turnAgainst() async throws {
        let world = try await MatchWorld()
        let number = try await ofThree(world, key: 1)
        func turn(_ player: PlayerNumber) async throws -> NewNotice? {
            try await world.play.store.directory.notices(after: .start, limit: 10_000).map(\.content)
                .last { $0.player == player && $0.kind == .matchTurn }
        }
        try await world.write(.accept, number, by: world.zoe, key: 3)
        try await world.turn(.end(MatchWorld.next(0)), number, by: world.zoe, key: 4)
        let told = try await turn(world.ada)
        #expect(told?.about == world.zoe && told?.details == #"{"players":3}"#)
        try await world.turn(.end(MatchWorld.next(1)), number, by: world.ada, key: 5)
        #expect(try await turn(world.zoe)?.about == world.ada)
        // Who has quit is nobody to play against.
        try await world.turn(.quit(.quit, MatchWorld.next(0)), number, by: world.zoe, key: 6)
        let last = try await turn(world.ada)
        #expect(last?.about == nil && last?.details == "")
    }

    private func outcomes(_ list: [MatchOutcome]) -> [Seat: MatchOutcome] {
        var outcomes: [Seat: MatchOutcome] = [:]
        for (index, outcome) in list.enumerated() { if let seat = Seat(index) { outcomes[seat] = outcome } }
        return outcomes
    }

    @Test("the end tells who did best: won or first to fourth, tied, the others by seat, then who was late or quit")
    func best() async throws {
        let world = try await MatchWorld()
        let players = [world.ada, world.zoe, world.bob]
        // What ada, zoe and bob came to, and of whom zoe and bob hear.
        let cases: [(outcomes: [MatchOutcome], zoe: Int, bob: Int)] = [
            ([.lost, .tied, .tied], 2, 1), ([.tied, .fourth, .fourth], 2, 1), ([.fourth, .third, .second], 2, 1),
            ([.third, .second, .first], 2, 1), ([.lost, .fourth, .won], 2, 1), ([.lost, .lost, .lost], 0, 0),
            ([.timeExpired, .lost, .won], 2, 1), ([.quit, .timeExpired, .won], 2, 1),
        ]
        for (index, game) in cases.enumerated() {
            let key = UInt64(10 * index)
            let number = try await ofThree(world, key: key)
            try await world.write(.accept, number, by: world.zoe, key: key + 2)
            try await world.turn(.end(MatchWorld.next(2)), number, by: world.zoe, key: key + 3)
            try await world.write(.accept, number, by: world.bob, key: key + 4)
            try await world.turn(.end(MatchWorld.next(0)), number, by: world.bob, key: key + 5)
            try await world.turn(.endMatch(outcomes(game.outcomes)), number, by: world.ada, key: key + 6)
            let codes = game.outcomes.map(\.rawValue)
            for (seat, other) in [(1, game.zoe), (2, game.bob)] {
                let told = try await ending(players[seat], world)
                #expect(told?.about == players[other], "\(codes), seat \(seat)")
                #expect(
                    told?.details == #"{"outcome":\#(codes[seat]),"otherOutcome":\#(codes[other]),"players":3}"#)
            }
        }
    }

    @Test("the end doesn't tell of who declined or was never asked, nor of a seat that no stranger took")
    func absent() async throws {
        let world = try await MatchWorld()
        let declined = try await ofThree(world, key: 1)
        try await world.write(.decline, declined, by: world.zoe, key: 3)
        try await world.write(.accept, declined, by: world.bob, key: 4)
        try await world.turn(.end(MatchWorld.next(0)), declined, by: world.bob, key: 5)
        try await world.turn(.endMatch(outcomes([.lost, .won, .tied])), declined, by: world.ada, key: 6)
        var told = try await ending(world.bob, world)
        #expect(told?.about == world.ada && told?.details == #"{"outcome":4,"otherOutcome":3,"players":2}"#)

        let unasked = try await ofThree(world, key: 11)
        try await world.write(.accept, unasked, by: world.zoe, key: 13)
        try await world.turn(.endMatch(outcomes([.lost, .tied, .won])), unasked, by: world.zoe, key: 14)
        told = try await ending(world.ada, world)
        #expect(told?.about == world.zoe && told?.details == #"{"outcome":3,"otherOutcome":4,"players":2}"#)

        let request = try MatchRequest(maxPlayers: 3, recipients: [world.zoe])
        let open = try await world.find(request, by: world.ada, key: 21).match.number
        try await world.turn(.end(MatchWorld.next(1)), open, by: world.ada, key: 22)
        try await world.write(.accept, open, by: world.zoe, key: 23)
        try await world.turn(.end(MatchWorld.next(2)), open, by: world.zoe, key: 24)
        #expect(try await world.read(open, by: world.zoe).match.participants.count == 3)
        try await world.write(.quitOutOfTurn(.lost), open, by: world.ada, key: 25)
        try await world.write(.quitOutOfTurn(.quit), open, by: world.zoe, key: 26)
        told = try await ending(world.ada, world)
        #expect(told?.about == world.zoe && told?.details == #"{"outcome":3,"otherOutcome":1,"players":2}"#)

        // Who was best and is gone from the server is nobody to be told of.
        let erased = try await ofThree(world, key: 31)
        try await world.write(.accept, erased, by: world.zoe, key: 33)
        try await world.turn(.quit(.won, MatchWorld.next(2)), erased, by: world.zoe, key: 34)
        try await world.play.keeper.erase([world.zoe])
        try await world.write(.accept, erased, by: world.bob, key: 35)
        let left = outcomes([.lost, .none, .tied]).filter { $0.value != .none }
        try await world.turn(.endMatch(left), erased, by: world.bob, key: 36)
        told = try await ending(world.ada, world)
        #expect(told?.about == world.bob && told?.details == #"{"outcome":3,"otherOutcome":4,"players":3}"#)
    }

    @Test("rule 11.10: what is said with an invitation waits for who is called late, and goes with who said it")
    func invitationMessage() async throws {
        var world = try await MatchWorld()
        let request = try MatchRequest(
            minPlayers: 3, maxPlayers: 3, recipients: [world.zoe, world.bob], takesStrangers: false,
            invitation: #"Say "yes""#)
        let number = try await world.find(request, by: world.ada, key: 1).match.number
        try await world.turn(.end(MatchWorld.next(1)), number, by: world.ada, key: 2)
        #expect(try await world.read(number, by: world.zoe).match.invitation == request.invitation)
        try await world.write(.accept, number, by: world.zoe, key: 3)
        #expect(try await world.read(number, by: world.zoe).match.invitation == nil, "zoe has answered")
        #expect(try await world.read(number, by: world.ada).match.invitation == request.invitation)
        world = try await world.killed()
        try await world.turn(.end(MatchWorld.next(2)), number, by: world.zoe, key: 4)
        let told = try await world.play.store.directory.notices(after: .start, limit: 10_000).last?.content
        #expect(told?.player == world.bob && told?.kind == .matchInvited)
        // Zoe has handed the turn over. Ada has asked for the match, and what is said is hers.
        #expect(told?.about == world.ada)
        #expect(told?.details == #"{"message":{"key":"","arguments":[],"text":"Say \"yes\""}}"#)
        #expect(try await world.read(number, by: world.bob).match.invitation == request.invitation)
        #expect(try await world.list(world.bob).first?.invitation == request.invitation)
        try await world.play.keeper.erase([world.ada])
        #expect(try await world.read(number, by: world.bob).match.invitation == nil)
        let kept = try world.play.store.journal.matches()[world.game]
        #expect(kept?.count == 1 && kept?.first?.invitation == nil)
    }

    @Test("rules 11.10 and 12.26: what a banned player said isn't sent on with an invitation that goes out later")
    func bannedInviter() async throws {
        let world = try await MatchWorld()
        let request = try MatchRequest(
            minPlayers: 3, maxPlayers: 3, recipients: [world.zoe, world.bob], takesStrangers: false,
            invitation: "Come and play")
        let number = try await world.find(request, by: world.ada, key: 1).match.number
        try await world.turn(.end(MatchWorld.next(1)), number, by: world.ada, key: 2)
        try await world.write(.accept, number, by: world.zoe, key: 3)
        let ban = Ban(player: world.ada, scope: .team(world.play.app.team), reason: "", author: nil, created: .first)
        try await world.play.keeper.perform(
            BanStep(.ban(ban), audit: NewAuditEntry(.playerBan, by: .operator, time: .first)))
        try await world.turn(.end(MatchWorld.next(2)), number, by: world.zoe, key: 4)
        let told = try await world.play.store.directory.notices(after: .start, limit: 10_000).last?.content
        #expect(told?.player == world.bob && told?.kind == .matchInvited && told?.details == "")
        #expect(try await world.read(number, by: world.bob).match.invitation == nil)
    }

    @Test(
        "rules 11.10 and 12.20: nobody reads what a player says whom they block, or who blocks them",
        arguments: [true, false])
    func blockedInviter(isByReader: Bool) async throws {
        let world = try await MatchWorld()
        let request = try MatchRequest(
            recipients: [world.zoe], takesStrangers: false, invitation: "Come and play")
        let number = try await world.find(request, by: world.ada, key: 1).match.number
        let message = try MatchMessage(text: "Your move")
        let turn = TurnWrite(.end(MatchWorld.next(1)), data: [1], message: message)
        try await world.write(.turn(turn, seen: MatchVersion(1)), number, by: world.ada, key: 2)
        var read = try await world.read(number, by: world.zoe)
        #expect(read.match.invitation == request.invitation && read.message == message)
        let (other, reader) = isByReader ? ("ada", world.zoe) : ("zoe", world.ada)
        _ = try await BlockPlayer(world.friends)(.alias(try Alias(other)), by: reader)
        read = try await world.read(number, by: world.zoe)
        #expect(read.match.invitation == nil && read.message == nil && read.data == [1])
        let listed = try #require(try await world.list(world.zoe).first)
        #expect(listed.number == number && listed.invitation == nil)
        // One's own words stay.
        read = try await world.read(number, by: world.ada)
        #expect(read.match.invitation == request.invitation && read.message == message)
        #expect(try await world.list(world.ada).first?.invitation == request.invitation)
    }

    @Test("rule 12.19: an invitation that is declined, or whose match is gone, asks for nothing")
    func gone() async throws {
        let world = try await MatchWorld()
        let number = try await handedOver(world)
        try await world.write(.decline, number, by: world.zoe, key: 3)
        #expect(try await unread(world.zoe, world).isEmpty)
        #expect(try await unread(world.ada, world) == [.matchTurn])
        try await world.play.keeper.perform { [game = world.game] (draft) throws(MatchStepError) in
            _ = draft.wipeMatches(of: nil, in: game, limit: 10)
        }
        #expect(try await unread(world.ada, world).isEmpty)
    }

    @Test("rule 12.20: a reminder, an exchange and its end carry what was said, its text alone where all is too long")
    func words() async throws {
        let world = try await MatchWorld()
        let number = try await handedOver(world)
        try await world.write(.accept, number, by: world.zoe, key: 3)
        let (ada, zoe) = (try #require(Seat(0)), try #require(Seat(1)))
        let quoted = try MatchMessage(key: "GO", arguments: ["a\\b"], text: #"Say "go""#)
        try await world.write(.remind([zoe], quoted), number, by: world.ada, key: 4)
        func last() async throws -> NewNotice? {
            try await world.play.store.directory.notices(after: .start, limit: 10_000).last?.content
        }
        let reminder = try await last()
        #expect(reminder?.kind == .matchReminder && reminder?.about == world.ada)
        #expect(reminder?.details == #"{"message":{"key":"GO","arguments":["a\\b"],"text":"Say \"go\""}}"#)
        let long = String(repeating: "\u{1F335}", count: 255)
        let all = try MatchMessage(key: long, arguments: Array(repeating: long, count: 16), text: long)
        let sent = try await WriteMatch(world.matches).send(
            to: [ada], data: [1], quoted, timeout: .exchangeDefault, of: number, key: world.key(5), in: world.game,
            by: world.zoe)
        let offer = try await last()
        #expect(offer?.kind == .matchExchange && offer?.player == world.ada)
        #expect(
            offer?.details
                == #"{"exchange":{"id":1},"message":{"key":"GO","arguments":["a\\b"],"text":"Say \"go\""}}"#)
        let time = world.play.keeper.now().milliseconds
        try await world.write(.cancel(sent.exchange, all), number, by: world.zoe, key: 6)
        let canceled = try await last()
        #expect(canceled?.kind == .matchExchangeCanceled && canceled?.player == world.ada)
        let exchange = #"{"id":1,"sender":1,"recipients":[0],"sent":\#(time),"due":\#(time + 86_400_000)}"#
        #expect(
            canceled?.details == #"{"exchange":\#(exchange),"message":{"key":"","arguments":[],"text":"\#(long)"}}"#)
        #expect(try await unread(world.ada, world) == [.matchExchangeCanceled], "the request asks for nothing any more")
    }

    @Test("rule 12.15: recipients hear of an exchange; its sender and the turn's holder hear that it is complete")
    func exchanges() async throws {
        let world = try await MatchWorld()
        let number = try await handedOver(world)
        try await world.write(.accept, number, by: world.zoe, key: 3)
        try await world.turn(.end(MatchWorld.next(0)), number, by: world.zoe, key: 4)
        let ada = try #require(Seat(0))
        func send(_ key: UInt64) async throws -> ExchangeNumber {
            try await WriteMatch(world.matches).send(
                to: [ada], data: [], .empty, timeout: .exchangeDefault, of: number, key: world.key(key),
                in: world.game, by: world.zoe
            ).exchange
        }
        let first = try await send(5)
        #expect(try await unread(world.ada, world) == [.matchTurn, .matchExchange])
        try await world.write(.reply(first, data: [], .empty), number, by: world.ada, key: 6)
        // Who replied last and holds the turn needs no notice of it.
        #expect(try await unread(world.ada, world) == [.matchTurn])
        #expect(try await unread(world.zoe, world) == [.matchExchangeCompleted])
        try await world.turn(.saveMerged([first]), number, by: world.ada, key: 7)
        #expect(try await unread(world.zoe, world).isEmpty)
        _ = try await send(8)
        world.play.time.advance(.days(2))
        #expect(world.play.keeper.fireMatches())
        #expect(try await unread(world.ada, world) == [.matchTurn, .matchExchangeCompleted])
        #expect(try await unread(world.zoe, world) == [.matchExchangeCompleted])
    }

    @Test("rule 12.18: each write is told in order, with the match as it was, to all who see it")
    func news() async throws {
        let world = try await MatchWorld()
        let heard = Heard()
        world.play.keeper.matchNews.listen { heard.add($0) }
        let request = try MatchRequest(recipients: [world.zoe], takesStrangers: false)
        let number = try await world.find(request, by: world.ada, key: 1).match.number
        try await world.turn(.save, data: [1], number, by: world.ada, key: 2)
        #expect(heard.take().map(\.players) == [[world.ada], [world.ada]], "an invitation goes out with the turn")
        try await world.turn(.end(MatchWorld.next(1)), number, by: world.ada, key: 3)
        try await world.write(.accept, number, by: world.zoe, key: 4)
        try await world.turn(.save, data: [1], number, by: world.zoe, key: 5)
        try await world.write(.quitOutOfTurn(.lost), number, by: world.ada, key: 6)
        try await world.turn(.endMatch([try #require(Seat(1)): .won]), number, by: world.zoe, key: 7)
        let events = heard.take()
        #expect(events.map(\.match.version.rawValue) == [3, 4, 5, 6, 7])
        #expect(
            events.map(\.changes) == [
                [.data, .turn], [.participants], [.data], [.participants], [.data, .turn, .end],
            ])
        #expect(events.map(\.key) == (3...7 as ClosedRange<UInt64>).map { world.key($0) })
        #expect(events.allSatisfy { $0.players == [world.ada, world.zoe] })
        let listed = try await world.list(world.zoe).first
        #expect(events.last?.match == listed)
        // What concerns one player alone.
        try await world.write(.remove, number, by: world.ada, key: 8)
        #expect(heard.take().isEmpty)
    }
}

/// What was told since somebody asked.
private final class Heard: Sendable {
    private let events = Mutex<[MatchNews.Event]>([])

    func add(_ event: MatchNews.Event) { events.withLock { $0.append(event) } }

    func take() -> [MatchNews.Event] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
