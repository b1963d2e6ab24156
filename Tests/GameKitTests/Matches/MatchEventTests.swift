import Foundation
import LaurelClient
import LaurelDomain
import LaurelProcess
import LaurelWire
import Synchronization
import Testing

@testable import GameKit

@Suite("What games hear of matches", .timeLimit(.minutes(15)))
struct MatchEventTests {
    @Test("rule 12.18: another's save, pass and quit are turn events, each once a device, and one's own aren't")
    func others() async throws {
        let table = try await Table()
        let (bea, match) = (table.bea, try await table.begun())
        let (tablet, tabletHears) = try await table.arena.listening("ali", isNew: false)
        try await match.endTurn(
            withNextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data("1".utf8))
        let hers = try #require(await table.beaHears.turn()?.match)
        _ = try await hers.acceptInvite()
        var texts: [String] = []
        for text in ["a", "b", "c"] {
            try await hers.saveCurrentTurn(withMatch: Data(text.utf8))
            // Until each device has heard of it: what comes faster may be told at once.
            for listener in [table.aliHears, tabletHears] {
                while let told = await listener.anyTurn(), told.matchData != Data(text.utf8) {
                    texts.append(String(decoding: told.matchData ?? Data(), as: UTF8.self))
                }
            }
        }
        #expect(texts.allSatisfy { $0 == "1" }, "none is told twice, or goes back: \(texts)")
        try await hers.endTurn(
            withNextParticipants: [hers.participants[0]], turnTimeout: GKTurnTimeoutDefault, match: Data("d".utf8))
        for (listener, device) in [(table.aliHears, table.ali), (tabletHears, tablet)] {
            let told = try #require(await listener.next())
            guard case .turn(let match, false) = told.event else {
                Issue.record("no turn: \(told.event)")
                return
            }
            #expect(match.matchData == Data("d".utf8) && match.currentParticipant?.player === device.local)
            #expect(told.isOnMainThread)
        }
        // The next that bea hears is of ali's write, not of her own saves.
        let his = try await table.ali.run { try await GKTurnBasedMatch.load(withID: match.matchID) }
        try await his.saveCurrentTurn(withMatch: Data("e".utf8))
        let heard = try #require(await table.beaHears.anyTurn())
        #expect(heard.matchData == Data("e".utf8) && heard.currentParticipant?.player !== bea.local)
    }

    @Test(
        "the banner of a match's end counts the others, whatever number a server gives",
        arguments: [
            (Int64.min, "You won against bea"), (2, "You won against bea"), (3, "You won against bea and 1 other"),
            (Int64.max, "You won against bea and 9223372036854775805 others"),
        ] as [(Int64, String)])
    func players(count: Int64, title: String) {
        let notice = NoticeRecord(
            NoticeAnswer(
                id: NoticeID(1), kind: .matchEnded, created: .first, isRead: false, canBeMuted: true,
                about: PlayerAnswer(PlayerRecord(id: "A:_1", displayName: "bea")), subject: "M:_1",
                details: .object(["outcome": .integer(2), "players": .integer(count)])))
        #expect(GameCenterBanner(notice, ["en"])?.title == title)
    }

    @Test("rules 12.18, 12.20: an end is told once, also if words are taken down for a game that started after it")
    func takenDownAfterEnd() async throws {
        let table = try await Table()
        let (his, _) = try await table.inPlay()
        for participant in his.participants { participant.matchOutcome = .tied }
        his.setLocalizableMessageWithKey("RUDE", arguments: [])
        try await his.endMatchInTurn(withMatch: Data("3".utf8))
        let ended = try #require(await table.beaHears.end())
        let phone = try await run(of: table.arena.game, as: "bea")
        try await takeDownMessage(of: his, for: "bea", in: table.arena.game)
        let loaded = try await phone.device.run { try await GKTurnBasedMatch.load(withID: his.matchID) }
        #expect(loaded.answer.version > ended.answer.version, "its players were told of a change")

        // What the phone hears next is of the other match.
        let other = try await table.begun()
        try await other.endTurn(
            withNextParticipants: [other.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data("1".utf8))
        guard case .turn(let told, _)? = await phone.listener.next()?.event else {
            Issue.record("the end is told again")
            return
        }
        #expect(told == other)
    }

    /// One of those who sit there reports what is said by the first of them, and the operator rejects it.
    private func takeDownMessage(of match: GKTurnBasedMatch, for reader: String, in game: TestGame) async throws {
        let (http, token) = (game.server.http, try await game.token(reader))
        let path = "/v1/games/\(game.bundleID)/matches/\(match.matchID)"
        let read = try await http.json("GET", path, token: token)
        let seats = read.object["participants"] as? [[String: Any]]
        let writer = try #require((seats?.first?["player"] as? [String: Any])?["id"] as? String, "\(read.text)")
        let filed = try await http.json(
            "POST", "/v1/reports",
            [
                "player": writer, "thing": "message", "id": match.matchID, "reason": "offensive",
                "bundleID": game.bundleID,
            ], token: token)
        try #require(filed.status == 204, "\(filed.text)")
        let queue = try await game.server.administration.json("GET", "/v1/connect/reviews")
        let item = try #require((queue.object["reviews"] as? [[String: Any]])?.first?["id"] as? Int, "\(queue.text)")
        let decided = try await game.server.administration.json(
            "POST", "/v1/connect/reviews/\(item)", ["decision": "reject"])
        try #require(decided.status == 200, "\(decided.text)")
    }

    @Test("what one player of a device was told of, the next one is told, too")
    func nextPlayer() async throws {
        let table = try await Table()
        let match = try await table.begun()
        let (openings, handled) = (StreamOpenings(), Happening<Void>())
        let phone = try TestDevice(table.arena.game) { world in
            world.eventStreamOpened = openings.opened
            world.eventWasHandled = { handled.happen() }
        }
        let hears = RecordingListener()
        phone.run { GKLocalPlayer.local.register(hears) }
        try await phone.signIn("bea")
        await openings.next()
        // Where bea's inbox stands: she hears on from there.
        _ = await handled.next()
        try await phone.signIn("ali")
        await openings.next()
        try await match.endTurn(
            withNextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data("1".utf8))
        #expect(await hears.anyTurn()?.answer.version == match.answer.version)
        try await phone.signIn("bea")
        let told = try #require(await hears.turn(in: match))
        #expect(told.matchData == Data("1".utf8) && told.currentParticipant?.player === phone.local)
    }

    @Test("rule 7.2: a cancellation whose match can't be loaded is told in a later run of the game, and once")
    func untoldCancellation() async throws {
        let table = try await Table()
        let (_, hers) = try await table.inPlay()
        let game = table.arena.game
        let (network, handled) = (AnsweringTransport(), Happening<Void>())
        let phone = try await run(of: game) { world in
            world.transport = network
            world.sleep = { _ in }
            world.eventWasHandled = { handled.happen() }
        }
        network.answer { $0.method == "GET" && $0.url.contains("/matches/") ? ForeignAnswer.gateway.response : nil }
        func cancel() async throws -> GKTurnBasedExchange {
            let exchange = try await hers.sendExchange(
                to: [hers.participants[0]], data: Data(), localizableMessageKey: "Two for one?", arguments: [],
                timeout: GKExchangeTimeoutNone)
            try await exchange.cancel(withLocalizableMessageKey: "Never mind", arguments: [])
            return exchange
        }
        let first = try await cancel()
        let inbox = try await game.server.http.json("GET", "/v1/notices?count=1", token: try await game.token("ali"))
        let newest = try #require((inbox.object["notices"] as? [[String: Any]])?.first)
        #expect(newest["kind"] as? String == "matchExchangeCanceled")
        let folder = PlayerFolder(phone.device.folder, phone.device.game, playerID: phone.device.local.gamePlayerID)
        while try folder.lastEvent().map({ String($0.rawValue) }) != newest["id"] as? String {
            _ = await handled.next()
        }
        phone.device.center.close()

        let second = try await run(of: game, on: phone.device.folder)
        let next = try await cancel()
        let told = try #require(await second.listener.cancellation())
        try #require(told.exchangeID == first.exchangeID && told.message == "Never mind", "it is lost")
        #expect(await second.listener.cancellation() == next)
        second.device.center.close()

        let third = try await run(of: game, on: phone.device.folder)
        let last = try await cancel()
        #expect(await third.listener.cancellation() == last, "none is told again")
    }

    @Test("rule 12.18: a turn that comes while the server can't be reached for a moment is told after it")
    func awayForAMoment() async throws {
        let table = try await Table()
        let match = try await table.begun()
        let network = AnsweringTransport()
        let refusals = Mutex(2)
        let phone = try await run(of: table.arena.game, as: "bea") { world in
            world.transport = network
            world.sleep = { _ in }
        }
        // Of the event of the match, and of the notice: each would tell the turn.
        network.answer { request in
            guard request.method == "GET", request.url.contains("/matches/") else { return nil }
            let refuses = refusals.withLock { left in
                left -= 1
                return left >= 0
            }
            return refuses ? ForeignAnswer.gateway.response : nil
        }
        try await match.endTurn(
            withNextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data("1".utf8))
        let told = try #require(await phone.listener.turn(in: match))
        #expect(told.matchData == Data("1".utf8) && refusals.withLock { $0 < 0 })
    }

    @Test("rules 12.18 and 12.20: a reminder that comes while the game writes to its match is told after the write")
    func duringWrite() async throws {
        let table = try await Table()
        let (_, hers) = try await table.inPlay()
        let (network, gate, saved) = (AnsweringTransport(), Pauses(), Happening<Bool>())
        let phone = try await run(of: table.arena.game) { $0.transport = network }
        let his = try await phone.device.run { try await GKTurnBasedMatch.load(withID: hers.matchID) }
        network.holdAnswers(at: gate) { $0.method == "PUT" }
        his.saveCurrentTurn(withMatch: Data("3".utf8)) { saved.happen($0 == nil) }
        await gate.wait(for: 1)
        try await hers.sendReminder(to: [hers.participants[0]], localizableMessageKey: "COME_ON", arguments: [])
        await phone.device.shows("bea is waiting for your turn", "COME_ON")
        // Once a notice behind it is shown, what the reminder had to tell is past.
        let other = try await table.bea.run {
            let request = GKMatchRequest()
            request.recipients = [table.ali.local]
            return try await GKTurnBasedMatch.find(for: request)
        }
        try await other.endTurn(
            withNextParticipants: [other.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data("1".utf8))
        await phone.device.shows("bea invited you to a match")
        gate.end()
        #expect(await saved.next() == true)
        let told = try #require(await phone.listener.turn(in: his))
        #expect(told.matchData == Data("3".utf8) && told.answer.version == his.answer.version + 1)
    }

    @Test("an event that is being loaded when the game goes to the background is told")
    func background() async throws {
        let table = try await Table()
        let match = try await table.begun()
        let (network, gate) = (AnsweringTransport(), Pauses())
        let phone = try await run(of: table.arena.game, as: "bea") { $0.transport = network }
        network.answer { request in
            guard request.method == "GET", request.url.contains("/matches/") else { return nil }
            do { try await gate.sleep(.zero) } catch { return ForeignAnswer.missing.response }
            return nil
        }
        try await match.endTurn(
            withNextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data("1".utf8))
        await gate.wait(for: 1)
        network.answer { _ in nil }
        phone.device.run { Laurel.didEnterBackground() }
        await phone.device.center.events.adjust(in: phone.device.center)
        gate.end()
        #expect(await phone.listener.turn(in: match)?.matchData == Data("1".utf8))
    }

    @Test("rule 7.2: a device that can't be written goes on where it was, and hears nothing twice")
    func unwritableDevice() async throws {
        let table = try await Table()
        let phone = try await run(of: table.arena.game, as: "bea")
        let players = phone.device.folder.file("players")
        // The event stream makes the folder, maybe just now.
        while !FileManager.default.createFile(atPath: players, contents: Data()) {
            try FileManager.default.removeItem(atPath: players)
        }
        let (first, second) = (try await table.begun(), try await table.begun())
        try await first.endTurn(
            withNextParticipants: [first.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data("1".utf8))
        #expect(await phone.listener.turn()?.match == first)
        await phone.device.shows("ali invited you to a match")
        phone.device.run { Laurel.didEnterBackground() }
        await phone.device.center.events.adjust(in: phone.device.center)
        try await second.endTurn(
            withNextParticipants: [second.participants[1]], turnTimeout: GKTurnTimeoutDefault, match: Data("2".utf8))
        phone.device.run { Laurel.willEnterForeground() }
        #expect(await phone.listener.turn()?.match == second)
        #expect(phone.device.presenter.banners.count { $0.title == "ali invited you to a match" } == 2)
    }

    @Test("rule 7.2: what comes before the game listens is shown at once, and told when it does, in a later run, too")
    func beforeListening() async throws {
        let table = try await Table()
        let (_, hers) = try await table.inPlay()
        let (phone, match) = try await table.invited()
        let listener = RecordingListener()
        phone.run { GKLocalPlayer.local.register(listener) }
        let told = try #require(await listener.turn())
        #expect(told.match == match && told.match.matchData == Data("1".utf8) && told.isOnMainThread)
        #expect(phone.presenter.banners.count { $0.title == "bea invited you to a match" } == 1)

        phone.local.unregisterAllListeners()
        let exchange = try await hers.sendExchange(
            to: [hers.participants[0]], data: Data(), localizableMessageKey: "Two for one?", arguments: [],
            timeout: GKExchangeTimeoutNone)
        try await exchange.cancel(withLocalizableMessageKey: "Never mind", arguments: [])
        await phone.shows("bea canceled an exchange", "Never mind")
        phone.center.close()
        let later = try await run(of: table.arena.game, on: phone.folder)
        #expect(await later.listener.cancellation() == exchange)
    }

    /// A run of a player's game whose stream is open when this returns.
    private func run(
        of game: TestGame, on folder: DeviceFolder? = nil, as alias: String = "ali",
        world change: (inout World) -> Void = { _ in }
    ) async throws -> (device: TestDevice, listener: RecordingListener) {
        let openings = StreamOpenings()
        let device = try TestDevice(game, folder: folder) { world in
            world.eventStreamOpened = openings.opened
            change(&world)
        }
        let listener = RecordingListener()
        device.run { GKLocalPlayer.local.register(listener) }
        if folder == nil {
            try await device.signIn(alias)
        } else if let error = await device.authenticate().next().error {
            throw error
        }
        await openings.next()
        return (device, listener)
    }
}

extension RecordingListener {
    /// The next event, where it is one of a turn, the player's own or not.
    fileprivate func anyTurn() async -> GKTurnBasedMatch? {
        if case .turn(let match, _)? = await next()?.event { match } else { nil }
    }
}
