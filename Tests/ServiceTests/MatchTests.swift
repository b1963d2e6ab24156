import LaurelDomain
import LaurelMatches
import LaurelStorage
import LaurelTestSupport
import Testing

@testable import LaurelScores
@testable import LaurelService

@Suite("Turn-based matches", .timeLimit(.minutes(15))) struct MatchTests {
    @Test("rules 12.4, 12.22 and 12.24: a match of two strangers goes on after a kill, and a write counts once")
    func strangers() async throws {
        var world = try await MatchWorld()
        let made = try await world.find(by: world.ada, key: 1)
        #expect(made.match.turn?.seat == Seat(0) && made.data.isEmpty && made.match.participants.count == 2)
        let number = made.match.number
        try await world.turn(.end(MatchWorld.next(1, 0)), data: [1], number, by: world.ada, key: 2)
        let found = try await world.find(by: world.bob, key: 3)
        #expect(found.match.number == number && found.match.turn?.seat == Seat(1) && found.data == [1])

        world = try await world.killed()
        #expect(try await world.read(number, by: world.bob) == found)
        #expect(try await world.list(world.ada) == [found.match])
        #expect(try await world.list(world.zoe).isEmpty)
        let turn = MatchCommand.turn(TurnWrite(.end(MatchWorld.next(0)), data: [2]), seen: found.match.version)
        let ended = try #require(try await world.write(turn, number, by: world.bob, key: 4))
        #expect(ended.match.turn?.seat == Seat(0) && ended.data == [2])

        world = try await world.killed()
        // The same again: nothing new happens. Another write under the key, or one from before: neither.
        #expect(try await world.write(turn, number, by: world.bob, key: 4) == ended)
        await #expect(throws: MatchError.refused(.keyUsed)) {
            try await WriteMatch(world.matches)(
                .accept, of: number, key: world.key(4, 9), in: world.game, by: world.bob)
        }
        await #expect(throws: MatchError.refused(.notTheTurn)) {
            try await world.write(turn, number, by: world.bob, key: 5)
        }
        // Whose match it is not sees none.
        await #expect(throws: MatchError.refused(.noMatch)) { try await world.read(number, by: world.zoe) }
    }

    @Test("rule 12.22: of two writes at once that have seen the same match, one is done, in one batch too")
    func atOnce() async throws {
        let (store, journal) = try PlayStore.make().held()
        let world = try await MatchWorld(store)
        var numbers: [MatchNumber] = []
        for index in 0..<8 {
            let request = try MatchRequest(group: Int64(index))
            numbers.append(try await world.find(request, by: world.ada, key: UInt64(index)).match.number)
        }
        let seen = MatchVersion(1)
        // Whatever comes while a commit is under way is one batch.
        try await world.play.board()
        journal.hold()
        let score = Task { try await world.play.submit(1, by: world.ada.rawValue) }
        await journal.commitIsPending()
        let outcomes = await withTaskGroup(of: Result<[UInt8], MatchError>.self) { group in
            for (index, number) in numbers.enumerated() {
                for device in 0..<2 {
                    let data = [UInt8(index), UInt8(device)]
                    let key = UInt64(100 + 2 * index + device)
                    group.addTask {
                        do throws(MatchError) {
                            let turn = TurnWrite(.end(MatchWorld.next(1)), data: data)
                            let done = try await world.write(
                                .turn(turn, seen: seen), number, by: world.ada, key: key)
                            return .success(done?.data ?? [])
                        } catch {
                            return .failure(error)
                        }
                    }
                }
            }
            await wait { world.play.keeper.queue.waitingCount == 2 * numbers.count }
            journal.release()
            return await group.reduce(into: [Result<[UInt8], MatchError>]()) { $0.append($1) }
        }
        _ = try await score.value
        #expect(outcomes.count { if case .success = $0 { true } else { false } } == numbers.count)
        #expect(outcomes.count { $0 == .failure(.refused(.notTheTurn)) } == numbers.count)
        for number in numbers {
            let record = try await world.read(number, by: world.ada)
            #expect(outcomes.contains(.success(record.data)) && record.match.version == MatchVersion(2))
        }
    }

    @Test("a turn whose commit fails never was, and can be sent again")
    func failure() async throws {
        let (store, journal) = try PlayStore.make().held()
        let world = try await MatchWorld(store)
        let made = try await world.find(by: world.ada, key: 1)
        let turn = MatchCommand.turn(TurnWrite(.save, data: [1]), seen: made.match.version)
        journal.failNext(.full)
        await #expect(throws: MatchError.unavailable) {
            try await world.write(turn, made.match.number, by: world.ada, key: 2)
        }
        #expect(try await world.read(made.match.number, by: world.ada) == made)
        #expect(try await world.list(world.ada) == [made.match])
        await world.play.keeper.ready()
        #expect(try await world.write(turn, made.match.number, by: world.ada, key: 2)?.data == [1])
    }

    @Test("rules 12.2, 12.6 and 12.11: time passes the turn on, also that which fell due while the server was down")
    func time() async throws {
        var world = try await MatchWorld()
        let request = try MatchRequest(
            minPlayers: 3, maxPlayers: 3, recipients: [world.zoe, world.bob], takesStrangers: false)
        let number = try await world.find(request, by: world.ada, key: 1).match.number
        #expect(try await world.list(world.zoe).isEmpty, "an invitation goes out with the turn")
        try await world.turn(.end(MatchWorld.next(1, 2, 0)), number, by: world.ada, key: 2)
        #expect(try await world.list(world.zoe).map(\.number) == [number])
        try await world.write(.accept, number, by: world.zoe, key: 3)
        world.play.time.advance(.days(6))
        #expect(world.play.keeper.fireMatches())
        world.play.keeper.stop()
        world.play.time.advance(.days(2))
        world = try await world.killed()
        #expect(world.play.keeper.fireMatches())
        let match = try await world.read(number, by: world.ada).match
        #expect(match.turn?.seat == Seat(2) && match.turn?.fallback == [Seat(0)].compactMap(\.self))
        // Bob never comes, and then Ada neither: the last of the list keeps the turn.
        world.play.time.advance(.days(7))
        #expect(world.play.keeper.fireMatches())
        #expect(try await world.read(number, by: world.ada).match.turn?.seat == Seat(0))
        world.play.time.advance(.days(8))
        await #expect(throws: MatchError.refused(.notTheTurn)) {
            try await world.write(.claim, number, by: world.zoe, key: 4)
        }
        world.play.time.advance(.days(14))
        #expect(try await world.write(.claim, number, by: world.zoe, key: 4)?.match.turn?.seat == Seat(1))
        world.play.time.advance(.days(60))
        #expect(world.play.keeper.fireMatches())
        let over = try await world.read(number, by: world.ada).match
        #expect(over.ended != nil && over.participants[1].outcome == .timeExpired)
    }

    @Test(
        "rule 12.2: a turn passes on by itself, also one that was due while the server was down",
        arguments: [0, 1] as [Int64])
    func timer(left: Int64) async throws {
        var world = try await MatchWorld()
        let request = try MatchRequest(recipients: [world.zoe], takesStrangers: false)
        let number = try await world.find(request, by: world.ada, key: 1).match.number
        let timeout = try MatchTimeout(.minutes(1))
        try await world.turn(.end(MatchWorld.next(1, 0, timeout: timeout)), number, by: world.ada, key: 2)
        try await world.write(.accept, number, by: world.zoe, key: 3)
        world.play.keeper.stop()
        world.play.time.advance(Timestamp.Span(milliseconds: 60_000 - left))
        world = try await world.killed()
        world.play.time.advance(Timestamp.Span(milliseconds: left))
        // Only the server's own thread passes it on.
        while try await world.read(number, by: world.ada).match.turn?.seat != Seat(0) { await Task.yield() }
        let told = "\(world.ada.rawValue) matchTurn"
        #expect(try await world.play.notices().contains { $0.hasPrefix(told) })
    }

    @Test("rules 11.4 and 12.1: a player who is blocked, banned or unknown isn't invited, and nobody learns why")
    func invitations() async throws {
        let world = try await MatchWorld()
        _ = try await BlockPlayer(world.friends)(.alias(try Alias("ada")), by: world.zoe)
        func invite(_ player: PlayerNumber, key: UInt64) async throws {
            _ = try await world.find(
                try MatchRequest(recipients: [player], takesStrangers: false), by: world.ada, key: key)
        }
        for player in [world.zoe, PlayerNumber(9_999)] {
            await #expect(throws: MatchError.refused(.cannotMeet)) { try await invite(player, key: 1) }
        }
        // Nor do they meet by chance.
        let open = try await world.find(by: world.zoe, key: 2).match.number
        try await world.turn(.end(MatchWorld.next(1)), open, by: world.zoe, key: 3)
        #expect(try await world.find(by: world.ada, key: 4).match.number != open)
        let ban = Ban(player: world.bob, scope: .server, reason: "", author: nil, created: world.play.time.moment)
        try await world.play.keeper.perform(
            BanStep(.ban(ban), audit: NewAuditEntry(.playerBan, by: .operator, time: world.play.time.moment)))
        await #expect(throws: MatchError.refused(.cannotMeet)) { try await invite(world.bob, key: 5) }
        await #expect(throws: MatchError.banned) { try await world.find(by: world.bob, key: 6) }
    }

    @Test("rules 12.8, 12.9, 12.12 and 12.13: a quit before the first turn, an end with outcomes, one rematch for both")
    func ends() async throws {
        let world = try await MatchWorld()
        let lonely = try await world.find(by: world.ada, key: 1).match.number
        #expect(try await world.turn(.quit(.quit, MatchWorld.next(1)), lonely, by: world.ada, key: 2) == nil)
        #expect(try await world.list(world.ada).isEmpty)

        let request = try MatchRequest(recipients: [world.bob], takesStrangers: false)
        let number = try await world.find(request, by: world.ada, key: 3).match.number
        #expect(number > lonely)
        try await world.turn(.end(MatchWorld.next(1)), number, by: world.ada, key: 4)
        try await world.write(.accept, number, by: world.bob, key: 5)
        await #expect(throws: MatchError.refused(.invalidState)) {
            try await world.write(.remove, number, by: world.bob, key: 6)
        }
        let seats = [0, 1].compactMap { Seat($0) }
        await #expect(throws: MatchError.refused(.outcomeMissing(seats[0]))) {
            try await world.turn(.endMatch([seats[1]: .won]), number, by: world.bob, key: 7)
        }
        let ended = try #require(
            try await world.turn(
                .endMatch([seats[0]: .lost, seats[1]: .won]), data: [7], number, by: world.bob, key: 8))
        #expect(ended.match.participants.map(\.outcome) == [.lost, .won] && ended.data == [7])
        let again = try await FindMatch(world.matches).rematch(
            of: number, key: world.key(9), in: world.game, by: world.bob)
        #expect(again.match.participants.map(\.player) == [world.bob, world.ada])
        let same = try await FindMatch(world.matches).rematch(
            of: number, key: world.key(10), in: world.game, by: world.ada)
        #expect(same.match.number == again.match.number)
        #expect(same.match.participants.map(\.status) == [.active, .active])
        #expect(try await world.write(.remove, number, by: world.bob, key: 11) == nil)
        #expect(try await world.list(world.bob).map(\.number) == [again.match.number])
        #expect(try await world.list(world.ada).map(\.number) == [again.match.number, number])
    }

    @Test("rule 11.10: finding and rematches take of a player's invitations; a rematch that is there takes none")
    func invitationLimit() async throws {
        let world = try await MatchWorld()
        func take(_ count: Int, by player: PlayerNumber) throws {
            try world.matches.sending.take(.matchInvitation, count: count, by: player)
        }
        func isRefused(_ body: () async throws -> Void) async throws -> Bool {
            do { try await body() } catch MatchError.sentEnough { return true }
            return false
        }
        let request = try MatchRequest(recipients: [world.bob], takesStrangers: false)
        let number = try await world.find(request, by: world.ada, key: 1).match.number
        try await world.turn(.end(MatchWorld.next(1)), number, by: world.ada, key: 2)
        try await world.write(.accept, number, by: world.bob, key: 3)
        let outcomes = [try #require(Seat(0)): MatchOutcome.lost, try #require(Seat(1)): .won]
        try await world.turn(.endMatch(outcomes), number, by: world.bob, key: 4)
        func rematch(by player: PlayerNumber, key: UInt64) async throws -> MatchNumber {
            try await FindMatch(world.matches).rematch(
                of: number, key: world.key(key), in: world.game, by: player
            ).match.number
        }
        try take(20, by: world.bob)
        #expect(try await isRefused { _ = try await rematch(by: world.bob, key: 5) })
        // The first one counted, and so does the rematch.
        try take(18, by: world.ada)
        let again = try await rematch(by: world.ada, key: 6)
        #expect(try await isRefused { _ = try await world.find(request, by: world.ada, key: 7) })
        _ = try await world.find(by: world.ada, key: 8)
        #expect(try await rematch(by: world.bob, key: 9) == again)
        // What was asked before, and is asked again for want of an answer, takes nothing.
        #expect(try await world.find(request, by: world.ada, key: 1).match.number == number)
    }

    @Test("rule 11.10: who asks for a rematch when the last one is over sends invitations again")
    func furtherRematches() async throws {
        let world = try await MatchWorld()
        let request = try MatchRequest(recipients: [world.bob], takesStrangers: false)
        let number = try await world.find(request, by: world.ada, key: 1).match.number
        try await world.turn(.end(MatchWorld.next(1)), number, by: world.ada, key: 2)
        try await world.write(.accept, number, by: world.bob, key: 3)
        let outcomes = [try #require(Seat(0)): MatchOutcome.lost, try #require(Seat(1)): .won]
        try await world.turn(.endMatch(outcomes), number, by: world.bob, key: 4)
        func rematch(key: UInt64) async throws(MatchError) -> MatchNumber {
            try await FindMatch(world.matches).rematch(
                of: number, key: world.key(key), in: world.game, by: world.ada
            ).match.number
        }
        let first = try await rematch(key: 5)
        try await world.turn(.endMatch(outcomes), first, by: world.ada, key: 6)
        // The match and its rematch have taken one each; there is one left of the 20 a minute.
        try world.matches.sending.take(.matchInvitation, count: 17, by: world.ada)
        let second = try await rematch(key: 7)
        #expect(second != first)
        try await world.turn(.endMatch(outcomes), second, by: world.ada, key: 8)
        #expect(await isTooMuch { () async throws(MatchError) in _ = try await rematch(key: 9) })
        // Asked again for want of an answer, it is the same one, and takes nothing.
        #expect(try await rematch(key: 7) == second)
    }

    @Test("rule 12.20: a reminder that is sent again for want of an answer takes nothing of those of a day")
    func repeatedReminder() async throws {
        let world = try await MatchWorld()
        let request = try MatchRequest(recipients: [world.bob], takesStrangers: false)
        let number = try await world.find(request, by: world.ada, key: 1).match.number
        try await world.turn(.end(MatchWorld.next(1)), number, by: world.ada, key: 2)
        let bob = try #require(Seat(1))
        let reminder = MatchCommand.remind([bob], .empty)
        let sent = try await world.write(reminder, number, by: world.ada, key: 3)
        try world.matches.sending.take(.reminder, count: 199, by: world.ada)
        #expect(try await world.write(reminder, number, by: world.ada, key: 3) == sent)
        #expect(
            await isTooMuch { () async throws(MatchError) in
                try await world.write(reminder, number, by: world.ada, key: 4)
            })
    }

    /// Whether it's refused for how much its player has sent.
    private func isTooMuch(_ body: () async throws(MatchError) -> Void) async -> Bool {
        do throws(MatchError) { try await body() } catch { if case .sentEnough = error { return true } }
        return false
    }

    @Test("rule 12.20: a reminder, at most once in ten minutes")
    func reminders() async throws {
        let world = try await MatchWorld()
        let request = try MatchRequest(recipients: [world.bob], takesStrangers: false)
        let number = try await world.find(request, by: world.ada, key: 1).match.number
        try await world.turn(.end(MatchWorld.next(1)), number, by: world.ada, key: 2)
        let bob = try #require(Seat(1))
        try await world.write(.remind([bob], .empty), number, by: world.ada, key: 3)
        world.play.time.advance(.minutes(4))
        await #expect(throws: MatchError.refused(.remindedLately(bob, retryAfter: .seconds(360)))) {
            try await world.write(.remind([bob], .empty), number, by: world.ada, key: 4)
        }
        world.play.time.advance(.minutes(6))
        try await world.write(.remind([bob], .empty), number, by: world.ada, key: 5)
    }

    @Test("rule 12.26: who is banned or erased has quit, the others go on, and no seat has the number")
    func departures() async throws {
        var world = try await MatchWorld()
        let request = try MatchRequest(
            minPlayers: 3, maxPlayers: 3, recipients: [world.zoe, world.bob], takesStrangers: false)
        let number = try await world.find(request, by: world.ada, key: 1).match.number
        try await world.turn(.end(MatchWorld.next(1, 2)), number, by: world.ada, key: 2)
        try await world.write(.accept, number, by: world.zoe, key: 3)
        try await world.turn(.end(MatchWorld.next(2, 0)), number, by: world.zoe, key: 4)
        try await world.write(.accept, number, by: world.bob, key: 5)
        let ban = Ban(player: world.bob, scope: .team(world.play.app.team), reason: "", author: nil, created: .first)
        try await world.play.keeper.perform(
            BanStep(.ban(ban), audit: NewAuditEntry(.playerBan, by: .operator, time: .first)))
        var match = try await world.read(number, by: world.ada).match
        #expect(match.participants[2].outcome == .quit && match.turn?.seat == Seat(0))
        try await world.play.keeper.erase([world.zoe])
        for _ in 0..<2 {
            match = try await world.read(number, by: world.ada).match
            #expect(match.participants.map(\.status) == [.active, .done, .done])
            #expect(match.participants[1].player == nil && match.participants[1].outcome == .quit)
            let kept = try world.play.store.journal.matches()
            #expect(kept == [world.game: [match]])
            world = try await world.killed()
        }
    }

    @Test("rule 11.4: an invitation isn't taken any more by who has blocked a player of the match since")
    func blockedSince() async throws {
        let world = try await MatchWorld()
        let request = try MatchRequest(recipients: [world.zoe], takesStrangers: false)
        let number = try await world.find(request, by: world.ada, key: 1).match.number
        try await world.turn(.end(MatchWorld.next(1)), number, by: world.ada, key: 2)
        _ = try await BlockPlayer(world.friends)(.alias(try Alias("ada")), by: world.zoe)
        await #expect(throws: MatchError.refused(.cannotMeet)) {
            try await world.write(.accept, number, by: world.zoe, key: 3)
        }
        // Whose invitation it isn't learns nothing.
        await #expect(throws: MatchError.refused(.noMatch)) {
            try await world.write(.accept, number, by: world.bob, key: 4)
        }
        let declined = try await world.write(.decline, number, by: world.zoe, key: 5)
        #expect(declined?.match.participants[1].status == .declined)
    }

    @Test("rules 12.22 and 12.23: the end of a turn is known after other writes of its player, and a restart")
    func endKnown() async throws {
        var world = try await MatchWorld()
        let request = try MatchRequest(
            minPlayers: 3, maxPlayers: 3, recipients: [world.zoe, world.bob], takesStrangers: false)
        let number = try await world.find(request, by: world.ada, key: 1).match.number
        let turn = MatchCommand.turn(TurnWrite(.end(MatchWorld.next(1, 2, 0)), data: [1]), seen: MatchVersion(1))
        try await world.write(turn, number, by: world.ada, key: 2)
        try await world.write(.accept, number, by: world.zoe, key: 3)
        let zoe = try #require(Seat(1))
        try await world.write(.remind([zoe], .empty), number, by: world.ada, key: 4)
        for key in 5..<8 {
            try await world.write(
                .sendExchange(to: [zoe], data: [], .empty, .exchangeDefault), number, by: world.ada, key: UInt64(key))
        }
        let before = try await world.read(number, by: world.ada)
        world = try await world.killed()
        #expect(try await world.write(turn, number, by: world.ada, key: 2) == before)
        let kept = try world.play.store.journal.matches()
        #expect(kept == [world.game: [before.match]])
    }

    @Test("rules 12.15 and 12.20: messages reach the others, and exchanges those with a part in them")
    func words() async throws {
        let world = try await MatchWorld()
        let request = try MatchRequest(
            minPlayers: 3, maxPlayers: 3, recipients: [world.zoe, world.bob], takesStrangers: false)
        let number = try await world.find(request, by: world.ada, key: 1).match.number
        let message = try MatchMessage(key: "MOVE", arguments: ["3"], text: "Your move")
        let first = TurnWrite(.end(MatchWorld.next(1, 2, 0)), data: [1], message: message)
        try await world.write(.turn(first, seen: MatchVersion(1)), number, by: world.ada, key: 2)
        try await world.write(.accept, number, by: world.zoe, key: 3)
        #expect(try await world.read(number, by: world.zoe).message == message)
        try await world.turn(.end(MatchWorld.next(2, 0)), number, by: world.zoe, key: 4)
        try await world.write(.accept, number, by: world.bob, key: 5)
        let seats = [0, 1, 2].compactMap { Seat($0) }
        let sent = try await WriteMatch(world.matches).send(
            to: [seats[1]], data: [7], message, timeout: .exchangeDefault, of: number, key: world.key(6),
            in: world.game, by: world.ada)
        let exchange = try #require(try await world.read(number, by: world.zoe).exchanges.first)
        #expect(exchange.exchange.number == sent.exchange && exchange.words.data == [7])
        #expect(exchange.words.message == message)
        // Bob has the turn, and no part in it before it's complete.
        #expect(try await world.read(number, by: world.bob).exchanges.isEmpty)
        try await world.write(.reply(sent.exchange, data: [8], .empty), number, by: world.zoe, key: 7)
        let complete = try #require(try await world.read(number, by: world.bob).exchanges.first)
        #expect(complete.replies.map(\.words.data) == [[8]] && complete.replies.map(\.seat) == [seats[1]])
        let killed = try await world.killed()
        #expect(try await killed.read(number, by: world.bob).exchanges == [complete])
        let again = try await WriteMatch(killed.matches).send(
            to: [seats[1]], data: [7], message, timeout: .exchangeDefault, of: number, key: world.key(6),
            in: world.game, by: world.ada)
        #expect(again.exchange == sent.exchange, "the same key answers as it did, after a restart too")
    }

    @Test("rule 3.2: test data is wiped with the matches of the sandbox, and Production keeps its own")
    func wiped() async throws {
        let world = try await MatchWorld()
        func find(_ environment: Environment, key: UInt64) async throws -> MatchNumber {
            try await FindMatch(world.matches)(
                try MatchRequest(), key: world.key(key), app: world.play.app, environment: environment, by: world.ada
            ).match.number
        }
        let kept = try await find(.production, key: 1)
        for key in 2..<5 { _ = try await find(.sandbox, key: UInt64(key)) }
        let sandbox = MatchGame(app: world.play.app.number, environment: .sandbox)
        let section = WipeSection.matches(world.play.keeper, world.play.store.directory)
        let administrator = Administrator.operator
        #expect(try await section.count(.player(world.zoe), world.play.app) == 0)
        #expect(try await section.wipe(.player(world.zoe), world.play.app, administrator) == 0)
        #expect(try await section.count(.everything, world.play.app) == 3)
        #expect(try await section.wipe(.everything, world.play.app, administrator) == 3)
        #expect(try await ReadMatches(world.matches)(of: world.ada, in: [sandbox]).allSatisfy { $0.matches.isEmpty })
        #expect(try world.play.store.journal.matches()[sandbox] == nil)
        #expect(try await world.list(world.ada).map(\.number) == [kept])
        // Numbers aren't given again.
        #expect(try await find(.sandbox, key: 5) == MatchNumber(4))
        #expect(try await section.wipe(.player(world.ada), world.play.app, administrator) == 1)
    }
}
