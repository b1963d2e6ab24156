import Foundation
import LaurelClient
import LaurelProcess
import Synchronization
import Testing

@testable import GameKit

@Suite("A server over https", .timeLimit(.minutes(15)))
struct SecureTests {
    private func port(_ game: TestGame) -> UInt16 { UInt16(game.server.base.port ?? 0) }

    private func transport(_ front: TLSFront) throws -> SystemTransport {
        try #require(SystemTransport(authorities: front.authorities))
    }

    @Test("sign-in, a score, a picture and the event stream")
    func whole() async throws {
        let arena = try await FullGame()
        let front = try await TLSFront.started(before: port(arena.game))
        let secure = try transport(front)
        let ali = try await arena.device("ali")
        _ = try await arena.game.player("bea")
        try await arena.befriend("ali", "bea")
        let (openings, hears) = (StreamOpenings(), RecordingListener())
        let bea = try TestDevice(arena.game, server: "https://localhost:\(front.port)") {
            $0.transport = secure
            $0.eventStreamOpened = openings.opened
        }
        bea.run { GKLocalPlayer.local.register(hears) }
        try await bea.signIn("bea")
        await openings.next()
        let score = ali.run { GKScore(leaderboardIdentifier: "best") }
        score.value = 50
        try await ali.run { try await GKScore.report([score]) }
        score.issueChallenge(toPlayers: [bea.local.gamePlayerID], message: "Over TLS?")
        guard case .received(let challenge)? = await hears.next()?.event else {
            Issue.record("the event stream was silent")
            return
        }
        #expect(challenge.message == "Over TLS?")
        try await bea.run {
            try await GKLeaderboard.submitScore(60, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["best"])
        }
        guard case .completed(challenge, issuedBy: ali.local)? = await hears.next()?.event else {
            Issue.record("the event stream ended")
            return
        }
        // More than one record of TLS.
        let large = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
        let saved = try await bea.run { try await GKLocalPlayer.local.saveGameData(large, withName: "large") }
        #expect(try await saved.loadData() == large)
    }

    @Test("rule 8.1: a connection that ends anywhere, even inside an answer's head, ends neither the game nor a score")
    func cuts() async throws {
        let game = try await TestGame(on: .started())
        _ = try await game.player("ali")
        // Between TLS and the server: the secure connection ends properly, with half an answer.
        let inner = try CuttingProxy(to: port(game))
        let front = try await TLSFront.started(before: inner.port)
        // Before TLS: cut in the handshake, and in the records.
        let outer = try CuttingProxy(to: front.port)
        defer { for proxy in [inner, outer] { proxy.stop() } }
        let (pauses, secure) = (Pauses(), try transport(front))
        let device = try TestDevice(game, server: "https://localhost:\(outer.port)") {
            $0.transport = secure
            $0.sleep = pauses.sleep
        }
        try await device.signIn("ali")
        device.center.state.withLock { $0.handler = nil }
        await device.center.events.adjust(in: device.center)
        typealias Cut = (proxy: CuttingProxy, limits: CuttingProxy.Limits)
        let cuts: [Cut] = [
            (inner, .init(up: 0)), (inner, .init(up: 100)), (inner, .init(down: 0)), (inner, .init(down: 1)),
            (inner, .init(down: 17)), (inner, .init(down: 60)), (inner, .init(down: 400)), (outer, .init(up: 0)),
            (outer, .init(up: 100)), (outer, .init(down: 1)), (outer, .init(down: 300)), (outer, .init(down: 1_200)),
        ]
        let player = device.local.gamePlayerID
        var scores: [TestScore] = []
        for (index, cut) in cuts.enumerated() {
            let score = TestScore(Int64(100 + index))
            scores.append(score)
            cut.proxy.limit(cut.limits)
            let code = await device.failure {
                _ = try await device.center.queue.submit(.scores, score.body(), by: player, in: device.center)
            }
            #expect(code == .communicationsFailure, "\(index)")
            cut.proxy.limit(CuttingProxy.Limits())
        }
        let last = TestScore(200)
        _ = try await device.center.queue.submit(.scores, last.body(), by: player, in: device.center)
        let journal = try await Arena(game: game).journal()
        #expect(journal.dropLast() == scores.map(\.row)[...])
        // With nothing waiting behind it, its date is the server's (rule 4.7).
        #expect(journal.last?.value == 200)
    }

    @Test(
        "nothing is sent to a server that cannot prove who it is",
        arguments: [
            ("localhost", "localhost", true, true), ("127.0.0.1", "127.0.0.1", true, true),
            ("localhost", "127.0.0.1", true, false), ("example.org", "localhost", true, false),
            ("localhost", "localhost", false, false),
        ])
    func proof(of host: String, asked: String, isTrusted: Bool, isTaken: Bool) async throws {
        let game = try await TestGame(on: .started())
        let counter = try CuttingProxy(to: port(game))
        defer { counter.stop() }
        let front = try await TLSFront.started(before: counter.port, host: host)
        let transport = isTrusted ? try transport(front) : SystemTransport()
        let request = TransportRequest(method: "GET", url: "https://\(asked):\(front.port)/v1/games")
        do throws(TransportError) {
            let answer = try await transport.send(request)
            #expect(answer.status == 200 && isTaken)
        } catch {
            #expect(error == .insecure && !isTaken)
            #expect(counter.upBytes == 0)
        }
    }

    @Test("what speaks no TLS is told from what does not answer")
    func plain() async throws {
        let game = try await TestGame(on: .started())
        let request = TransportRequest(method: "GET", url: "https://127.0.0.1:\(port(game))/v1/games")
        do throws(TransportError) {
            _ = try await SystemTransport().send(request)
            Issue.record("a plain server answered over TLS")
        } catch {
            #expect(error == .lost)
        }
    }
}
