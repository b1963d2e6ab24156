import Foundation
import Synchronization
import LaurelClient
import LaurelProcess
import LaurelWire
import Testing

@testable import GameKit

@Suite("The queue of what could not be sent", .timeLimit(.minutes(15)))
struct OfflineQueueTests {
    private struct Network {
        let game: TestGame
        let proxy: CuttingProxy
        let pauses: Pauses
        let device: TestDevice
        let player: String

        func submit(_ score: TestScore) async -> Result<OfflineQueue.Outcome, GKError> {
            do throws(GKError) {
                return .success(
                    try await device.center.queue.submit(
                        .scores, try Self.body(score), by: player, in: device.center))
            } catch {
                return .failure(error)
            }
        }

        private static func body(_ score: TestScore) throws(GKError) -> [UInt8] {
            do { return try score.body() } catch { throw GKError(.unknown, detail: "\(error)") }
        }

        var waiting: Int {
            get throws {
                try SubmissionQueue(PlayerFolder(device.folder, device.game, playerID: player)).items().count
            }
        }
    }

    private func network() async throws -> Network {
        let game = try await TestGame(on: .started())
        _ = try await game.player("ali")
        let proxy = try CuttingProxy(to: UInt16(game.server.base.port ?? 0))
        let pauses = Pauses()
        let device = try TestDevice(game, server: proxy.address) { $0.sleep = pauses.sleep }
        try await device.signIn("ali")
        // What comes now is scores alone.
        device.center.state.withLock { $0.handler = nil }
        await device.center.events.adjust(in: device.center)
        return Network(
            game: game, proxy: proxy, pauses: pauses, device: device, player: device.local.gamePlayerID)
    }

    @Test("rule 8.1: cut at any step of a submission, each score arrives once, with its first date, in order")
    func cuts() async throws {
        let network = try await network()
        defer { network.proxy.stop() }
        // Not taken; inside the head; inside the body; arrived, and no answer; inside the answer.
        let cuts: [CuttingProxy.Limits] = [
            .init(up: 0), .init(up: 1), .init(up: 100), .init(up: 300), .init(down: 0), .init(down: 1),
            .init(down: 60), .init(down: 400),
        ]
        var scores: [TestScore] = []
        for (index, cut) in cuts.enumerated() {
            // Made now, after the device's last contact: their dates are believed (rule 4.7).
            let score = TestScore(Int64(100 + index))
            scores.append(score)
            network.proxy.limit(cut)
            guard case .failure(let error) = await network.submit(score) else {
                Issue.record("a network that is cut at \(cut) let a score through")
                continue
            }
            #expect(error.code == .communicationsFailure, "\(cut): \(error)")
            #expect(error.userInfo[GKError.keptKey] as? String == "true")
            #expect(try network.waiting >= 1)
        }
        network.proxy.limit(CuttingProxy.Limits())
        let last = TestScore(200)
        scores.append(last)
        guard case .success(.scores(let answer)) = await network.submit(last) else {
            Issue.record("a whole network let no score through")
            return
        }
        #expect(answer.results.count == 1 && answer.results.first?.outcome.isNewBest == true)
        #expect(try network.waiting == 0)
        let journal = try await Arena(game: network.game).journal()
        #expect(journal == scores.map(\.row))
    }

    @Test("rule 8.1: what is refused for good leaves the queue and is told once; what stands behind it goes on")
    func refused() async throws {
        let network = try await network()
        defer { network.proxy.stop() }
        network.proxy.limit(CuttingProxy.Limits(up: 0))
        let (good, better) = (TestScore(1), TestScore(2))
        let wrong = TestScore(3)
        for score in [good, wrong, better] { _ = await network.submit(score) }
        // Out of range by the time it arrives.
        let ranged = try await network.game.server.administration.json(
            "PATCH", "/v1/connect/apps/\(network.game.bundleID)/leaderboards/\(network.game.leaderboard)",
            ["range": ["lowest": 0, "highest": 2]])
        #expect(ranged.status == 200, "\(ranged.text)")
        let refusals = AsyncStream<String>.makeStream()
        let observer = NotificationCenter.default.addObserver(
            forName: .GameCenterDidRefuseSubmission, object: nil, queue: nil
        ) { note in
            let error = note.userInfo?["error"] as? GKError
            guard (note.userInfo?["body"] as? String)?.contains(wrong.id) == true else { return }
            refusals.continuation.yield(error?.userInfo[GKError.problemTypeKey] as? String ?? "")
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        network.proxy.limit(CuttingProxy.Limits())
        await network.device.center.queue.flush(in: network.device.center)
        for await refusal in refusals.stream {
            #expect(refusal == "score-out-of-range")
            break
        }
        guard case .success = await network.submit(TestScore(0)) else {
            Issue.record("the queue stands still")
            return
        }
        #expect(try network.waiting == 0)
        #expect(try await Arena(game: network.game).journal().map(\.value) == [1, 2, 0])
    }

    @Test("rule 8.1: a score of another player waits for him")
    func twoPlayers() async throws {
        let network = try await network()
        defer { network.proxy.stop() }
        _ = try await network.game.player("bea")
        network.proxy.limit(CuttingProxy.Limits(up: 0))
        let score = TestScore(7)
        _ = await network.submit(score)
        network.proxy.limit(CuttingProxy.Limits())
        try await network.device.signIn("bea")
        #expect(network.device.local.alias == "bea")
        // Even when the game reports it while somebody else plays.
        let other = TestScore(8)
        guard case .failure(let error) = await network.submit(other) else {
            Issue.record("a score went out in another player's name")
            return
        }
        #expect(error.code == .notAuthenticated && error.userInfo[GKError.keptKey] as? String == "true")
        await network.device.center.queue.flush(in: network.device.center)
        let own = TestScore(1)
        let sent = try await network.device.center.queue.submit(
            .scores, own.body(), by: network.device.local.gamePlayerID, in: network.device.center)
        guard case .scores = sent else {
            Issue.record("not a score's outcome")
            return
        }
        #expect(try await Arena(game: network.game).journal().map(\.value) == [1])
        #expect(try network.waiting == 2)
        try await network.device.signIn("ali")
        guard case .success = await network.submit(TestScore(9)) else {
            Issue.record("ali's own score was not taken")
            return
        }
        #expect(try await Arena(game: network.game).journal().map(\.value) == [1, 7, 8, 9])
    }

    @Test("a file that somebody damaged holds nothing up")
    func damaged() async throws {
        let network = try await network()
        defer { network.proxy.stop() }
        network.proxy.limit(CuttingProxy.Limits(up: 0))
        _ = await network.submit(TestScore(5))
        let folder = network.device.folder.file("players")
        let queue = try #require(FileManager.default.subpaths(atPath: folder)?.first { $0.hasSuffix("queue") })
        try Data("{".utf8).write(to: URL(filePath: "\(folder)/\(queue)/000000000000-x.json"))
        network.proxy.limit(CuttingProxy.Limits())
        guard case .success = await network.submit(TestScore(6)) else {
            Issue.record("the queue stands still")
            return
        }
        #expect(try await Arena(game: network.game).journal().map(\.value) == [5, 6])
    }
}
