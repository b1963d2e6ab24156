import Foundation
import GameCenterHelpers
import LaurelProcess
import Testing

@testable import GameKit

@Suite("PlayerModel", .timeLimit(.minutes(15)))
@MainActor struct PlayerModelTests {
    private func folder() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "model-\(UUID().uuidString)")
    }

    private func score(_ value: Int64, on leaderboard: String = "best", _ device: TestDevice) -> GKScore {
        device.run {
            let score = GKScore(leaderboardIdentifier: leaderboard)
            score.value = value
            return score
        }
    }

    private func submit(_ score: GKScore, with model: PlayerModel, on device: TestDevice) async -> GKError? {
        let done = Happening<GKError?>()
        device.run { model.submitScore(score) { done.happen($0 as? GKError) } }
        return await done.next() ?? nil
    }

    private func journal(_ arena: FullGame) async throws -> [Int] {
        try await Arena(game: arena.game).journal().map(\.value)
    }

    @Test("rule 8.1: what fails is stored, after a restart too; any success sends it, and acknowledged it goes")
    func stored() async throws {
        let arena = try await FullGame()
        let network = CutTransport()
        let ali = try await arena.device("ali") { $0.transport = network }
        let folder = folder()
        let model = PlayerModel(folder: folder)
        ali.run { model.loadStoredScores() }
        #expect(await submit(score(0, ali), with: model, on: ali) == nil && model.storedScores.isEmpty)
        network.cut(true)
        for value in [-3, 0] as [Int64] {
            #expect(await submit(score(value, ali), with: model, on: ali)?.code == .communicationsFailure)
        }
        #expect(model.storedScores.map(\.value) == [-3, 0])
        let file = try #require(model.storedScoresFilename)
        #expect(model.currentPlayerID == ali.local.gamePlayerID && file.hasPrefix(folder.path))
        try FileManager.default.removeItem(atPath: file)
        model.writeStoredScore()
        let later = PlayerModel(folder: folder)
        #expect(later.storedScores.isEmpty)
        ali.run { later.loadStoredScores() }
        #expect(later.storedScores.map(\.value) == [-3, 0])
        network.cut(false)
        #expect(await submit(score(7, ali), with: later, on: ali) == nil)
        while !later.storedScores.isEmpty { await ali.settle() }
        let third = PlayerModel(folder: folder)
        ali.run { third.loadStoredScores() }
        #expect(third.storedScores.isEmpty)
        #expect(try await journal(arena).sorted() == [-3, 0, 0, 7])
    }

    @Test("rule 8.1: what is refused for good is not stored, and holds nothing up")
    func refused() async throws {
        let arena = try await FullGame()
        let ali = try await arena.device("ali")
        let model = PlayerModel(folder: folder())
        ali.run { model.loadStoredScores() }
        let wrong = score(1, on: "nothing", ali)
        ali.run {
            model.storeScore(wrong)
            model.storeScore(wrong)
            model.storeScore(score(2, ali))
        }
        #expect(model.storedScores.count == 2)
        ali.run { model.resubmitStoredScores() }
        while !model.storedScores.isEmpty { await ali.settle() }
        #expect(try await journal(arena) == [2])
    }

    @Test("rule 8.1: each player has his own file; signed out there is none")
    func players() async throws {
        let arena = try await FullGame()
        _ = try await arena.game.player("bea")
        let device = try await arena.device("ali")
        let model = PlayerModel(folder: folder())
        let early = score(5, device)
        device.run { model.storeScore(early) }
        // Not loaded yet: it is on the disk alone.
        #expect(model.storedScores.isEmpty)
        try await device.signIn("bea")
        device.run { model.loadStoredScores() }
        #expect(model.storedScores.isEmpty)
        try await device.signIn("ali")
        device.run { model.loadStoredScores() }
        #expect(model.storedScores.map(\.value) == [5])
        while !model.storedScores.isEmpty { await device.settle() }
        #expect(try await journal(arena) == [5])
        let nobody = try TestDevice(arena.game)
        nobody.run { model.loadStoredScores() }
        #expect(model.storedScores.isEmpty && model.currentPlayerID == nil && model.storedScoresFilename == nil)
        model.writeStoredScore()
    }
}
