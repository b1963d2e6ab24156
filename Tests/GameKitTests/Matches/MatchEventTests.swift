import Foundation
import LaurelClient
import LaurelDomain
import LaurelProcess
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

    @Test("rule 7.2: a cancellation whose match can't be loaded is told in a later run of the game, and once")
    func untoldCancellation() async throws {
        let table = try await Table()
        let (_, hers) = try await table.inPlay()
        let game = table.arena.game
        let (network, handled) = (AnsweringTransport(), Happening<Void>())
        let phone = try await run(of: game) { world in
            world.transport = network
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

    /// A run of ali's game whose stream is open when this returns.
    private func run(
        of game: TestGame, on folder: DeviceFolder? = nil, world change: (inout World) -> Void = { _ in }
    ) async throws -> (device: TestDevice, listener: RecordingListener) {
        let openings = StreamOpenings()
        let device = try TestDevice(game, folder: folder) { world in
            world.eventStreamOpened = openings.opened
            change(&world)
        }
        let listener = RecordingListener()
        device.run { GKLocalPlayer.local.register(listener) }
        if folder == nil {
            try await device.signIn("ali")
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
