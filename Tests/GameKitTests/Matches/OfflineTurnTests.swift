import Foundation
import LaurelClient
import LaurelProcess
import LaurelWire
import Synchronization
import Testing

@testable import GameKit

@Suite("Turns that end offline", .timeLimit(.minutes(15)))
struct OfflineTurnTests {
    /// Ali's phone, behind a network that can be cut, at a match that ali has begun with bea.
    private struct Phone {
        let table: Table
        let proxy: CuttingProxy
        let device: TestDevice
        let match: GKTurnBasedMatch

        init() async throws {
            table = try await Table()
            proxy = try CuttingProxy(to: UInt16(table.arena.game.server.base.port ?? 0))
            let pauses = Pauses()
            device = try TestDevice(table.arena.game, server: proxy.address) { $0.sleep = pauses.sleep }
            try await device.signIn("ali")
            // What comes now is turns alone.
            device.center.state.withLock { $0.handler = nil }
            await device.center.events.adjust(in: device.center)
            let begun = try await table.begun()
            match = try await device.run { try await GKTurnBasedMatch.load(withID: begun.matchID) }
        }

        func endTurn(_ text: String) async -> GKError? {
            await device.told { [match] in
                match.endTurn(
                    withNextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault,
                    match: Data(text.utf8), completionHandler: $0)
            }.error
        }

        var waiting: Int {
            get throws { try queue.items().count }
        }

        var refused: Int {
            get throws { try queue.refusedTurns().count }
        }

        private var queue: SubmissionQueue {
            SubmissionQueue(PlayerFolder(device.folder, device.game, playerID: device.local.gamePlayerID))
        }
    }

    @Test("rule 12.23: the end of a turn made offline is kept, and sent once", arguments: [true, false])
    func kept(arrives: Bool) async throws {
        let phone = try await Phone()
        defer { phone.proxy.stop() }
        // It never leaves, or arrives and its answer gets lost.
        phone.proxy.limit(arrives ? CuttingProxy.Limits(down: 0) : CuttingProxy.Limits(up: 0))
        let error = await phone.endTurn("offline")
        #expect(error?.code == .communicationsFailure && error?.userInfo[GKError.keptKey] as? String == "true")
        #expect(try phone.waiting == 1)
        phone.proxy.limit(CuttingProxy.Limits())
        // Any success sends what waits.
        _ = try await phone.device.run { try await GKTurnBasedMatch.loadMatches() }
        let turn = try #require(await phone.table.beaHears.turn()?.match)
        #expect(turn == phone.match && turn.matchData == Data("offline".utf8))
        while try phone.waiting > 0 { await Task.yield() }
        #expect(try phone.refused == 0)
        let now = try await phone.device.run { try await GKTurnBasedMatch.load(withID: phone.match.matchID) }
        #expect(now.answer.version == turn.answer.version)
    }

    /// A device of ali's whose network the test holds, with a match that has begun; it tries nothing again by itself.
    private func phone(
        at table: Table
    ) async throws -> (device: TestDevice, network: AnsweringTransport, match: GKTurnBasedMatch) {
        let network = AnsweringTransport()
        let phone = try TestDevice(table.arena.game) {
            $0.transport = network
            $0.sleep = { _ in await Gate().wait() }
        }
        try await phone.signIn("ali")
        let begun = try await table.begun()
        return (phone, network, try await phone.run { try await GKTurnBasedMatch.load(withID: begun.matchID) })
    }

    @Test("rule 12.23: the end of a turn that was kept behind a save is sent as made of it, in a later run, too")
    func keptBehindSave() async throws {
        let table = try await Table()
        let (phone, network, match) = try await phone(at: table)
        network.answer { $0.url.hasSuffix("/turns") ? ForeignAnswer.gateway.response : nil }
        let saved = Happening<Bool>()
        match.saveCurrentTurn(withMatch: Data("save".utf8)) { saved.happen($0 == nil) }
        let ended = await phone.told {
            match.endTurn(
                withNextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault,
                match: Data("end".utf8), completionHandler: $0)
        }
        #expect(await saved.next() == true)
        #expect(ended.error?.isKept == true)
        phone.center.close()
        let again = try TestDevice(table.arena.game, folder: phone.folder)
        #expect(await again.authenticate().next().error == nil)
        #expect(await table.beaHears.turn(in: match)?.matchData == Data("end".utf8))
    }

    @Test("rules 12.22 and 12.23: a quit that deleted its match is done, though it is sent again for want of an answer")
    func lostQuit() async throws {
        let table = try await Table()
        let (phone, network, match) = try await phone(at: table)
        network.loseAnswer(of: "/quit")
        let left = await phone.told {
            match.participantQuitInTurn(
                with: .quit, nextParticipants: [match.participants[1]], turnTimeout: GKTurnTimeoutDefault,
                match: Data(), completionHandler: $0)
        }
        #expect(left.error?.isKept == true)
        #expect(try await table.ali.run { try await GKTurnBasedMatch.loadMatches() }.isEmpty)
        let queue = SubmissionQueue(PlayerFolder(phone.folder, phone.game, playerID: phone.local.gamePlayerID))
        #expect(try queue.items().count == 1)
        // Any success sends what waits.
        _ = try await phone.run { try await GKTurnBasedMatch.loadMatches() }
        while try !queue.items().isEmpty { await Task.yield() }
        #expect(try queue.refusedTurns().isEmpty)
    }

    @Test("rule 12.23: what came too late is handed back with a turn event, in a later run, too")
    func lost() async throws {
        let phone = try await Phone()
        defer { phone.proxy.stop() }
        phone.proxy.limit(CuttingProxy.Limits(up: 0))
        #expect(await phone.endTurn("too late")?.code == .communicationsFailure)
        // Another device of ali's ends the turn meanwhile.
        let tablet = try await phone.table.ali.run { try await GKTurnBasedMatch.load(withID: phone.match.matchID) }
        try await tablet.endTurn(
            withNextParticipants: [tablet.participants[1]], turnTimeout: GKTurnTimeoutDefault,
            match: Data("on time".utf8))
        phone.proxy.limit(CuttingProxy.Limits())
        _ = try await phone.device.run { try await GKTurnBasedMatch.loadMatches() }
        while try phone.refused == 0 { await Task.yield() }
        // It is written down among the refused ones first, then it leaves the queue.
        while try phone.waiting > 0 { await Task.yield() }
        #expect(try phone.refused == 1)

        // The game didn't listen, and is started anew.
        let openings = StreamOpenings()
        let again = try TestDevice(phone.table.arena.game, folder: phone.device.folder, server: phone.proxy.address) {
            $0.eventStreamOpened = openings.opened
        }
        let listener = RecordingListener()
        again.run { GKLocalPlayer.local.register(listener) }
        try await again.signIn("ali")
        await openings.next()
        let told = try #require(await listener.turn())
        #expect(told.match == phone.match && told.match.lostTurnData == Data("too late".utf8))
        #expect(told.match.matchData == Data("on time".utf8) && told.isOnMainThread && !told.didBecomeActive)
        while try phone.refused > 0 { await Task.yield() }
        // Once: the next event is another one.
        _ = try await phone.table.beaHears.turn()?.match.acceptInvite()
        let hers = try await phone.table.bea.run { try await GKTurnBasedMatch.load(withID: phone.match.matchID) }
        try await hers.endTurn(
            withNextParticipants: [hers.participants[0]], turnTimeout: GKTurnTimeoutDefault, match: Data("next".utf8))
        let next = try #require(await listener.turn()?.match)
        #expect(next.matchData == Data("next".utf8) && next.lostTurnData == nil)
    }
}
