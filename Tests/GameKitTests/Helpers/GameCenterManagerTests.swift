import Foundation
import LaurelProcess
import Testing

@testable import GameCenterHelpers
@testable import GameKit

@Suite("ICFGameCenterManager and PlayerModel", .timeLimit(.minutes(15)))
@MainActor struct GameCenterManagerTests {
    private final class Delegate: ICFGameCenterManagerDelegate {
        let loggedIn = Happening<GKError?>()
        let reported = Happening<GKError?>()
        let updated = Happening<[Int64]?>()
        let offered = Happening<[GKScore]>()

        func gameCenterLoggedIn(_ error: (any Error)?) { loggedIn.happen(error as? GKError) }
        func gameCenterScoreReported(_ error: (any Error)?) { reported.happen(error as? GKError) }
        func scoreDataUpdated(_ leaderboard: GKLeaderboard?, _ error: (any Error)?) {
            updated.happen(leaderboard?.scores?.map(\.value))
        }
        func gameCenterOffers(_ scores: [GKScore]) { offered.happen(scores) }
    }

    private final class SilentDelegate: ICFGameCenterManagerDelegate {}

    private final class HelperDelegate: GameKitHelperProtocol {}

    /// As the book's game has it.
    private final class BookDelegate: GameCenterManagerDelegate {
        let updated = Happening<[Int64]?>()
        func scoreDataUpdated(_ scores: [GKScore]?, error: (any Error)?) { updated.happen(scores?.map(\.value)) }
    }

    /// The delegate of today with the book's method.
    private final class MixedDelegate: ICFGameCenterManagerDelegate {
        let updated = Happening<[Int64]?>()
        func scoreDataUpdated(_ scores: [GKScore]?, error: (any Error)?) { updated.happen(scores?.map(\.value)) }
    }

    private func folder() -> URL {
        FileManager.default.temporaryDirectory.appending(path: "scores-\(UUID().uuidString)")
    }

    /// Value and date of the player's entry.
    private func entry(_ device: TestDevice) async throws -> (score: Int, date: Date)? {
        try await device.run {
            let board = try await GKLeaderboard.loadLeaderboards(IDs: ["best"]).first
            let (local, _) = try await board?.loadEntries(for: [GKLocalPlayer.local], timeScope: .allTime) ?? (nil, [])
            return local.map { ($0.score, $0.date) }
        }
    }

    @Test("rule 8.1: a score that fails is stored whole, and goes out after a success, once, with its date")
    func storedScore() async throws {
        let arena = try await FullGame()
        let network = CutTransport()
        let device = try await arena.device("ali") { $0.transport = network }
        let (folder, delegate) = (folder(), Delegate())
        let manager = ICFGameCenterManager(folder: folder)
        manager.delegate = delegate
        device.run { manager.submitAllSavedScores() }
        network.cut(true)
        // 0 is a score too.
        device.run { manager.reportScore(0, forCategory: "best") }
        #expect(await delegate.reported.next()??.code == .communicationsFailure)
        let stored = try #require(manager.savedScores.first)
        #expect(manager.savedScores.count == 1 && stored.value == 0)
        // As after a restart: another manager reads the file.
        let later = ICFGameCenterManager(folder: folder)
        later.delegate = delegate
        network.cut(false)
        device.run { later.submitAllSavedScores() }
        #expect(later.savedScores.map(\.date) == [stored.date])
        device.run { later.reportScore(-5, forCategory: "best") }
        #expect(await delegate.reported.next() == .some(nil))
        while !later.savedScores.isEmpty { await device.settle() }
        let made = try #require(try await entry(device))
        #expect(made.score == 0 && abs(made.date.timeIntervalSince(stored.date)) < 0.002)
        device.run { ICFGameCenterManager(folder: folder).submitAllSavedScores() }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
    }

    @Test("rule 8.1: a score that is refused for good is not stored")
    func refused() async throws {
        let arena = try await FullGame()
        let device = try await arena.device("ali")
        let (delegate, manager) = (Delegate(), ICFGameCenterManager(folder: folder()))
        manager.delegate = delegate
        device.run { manager.reportScore(1, forCategory: "none") }
        #expect(await delegate.reported.next()??.code == .invalidParameter)
        #expect(manager.savedScores.isEmpty)
    }

    @Test("rule 8.1: the scores of two players on one device never mix")
    func twoPlayers() async throws {
        let arena = try await FullGame()
        let network = CutTransport()
        _ = try await arena.game.player("bea")
        let device = try await arena.device("ali") { $0.transport = network }
        let (folder, delegate) = (folder(), Delegate())
        let manager = ICFGameCenterManager(folder: folder)
        manager.delegate = delegate
        device.run { manager.authenticateLocalUser() }
        #expect(await delegate.loggedIn.next() == .some(nil))
        network.cut(true)
        device.run { manager.reportScore(7, forCategory: "best") }
        _ = await delegate.reported.next()
        #expect(manager.savedScores.map(\.value) == [7])
        network.cut(false)
        try await device.signInFromOutside("bea")
        device.run { manager.authenticateLocalUser() }
        #expect(await delegate.loggedIn.next() == .some(nil))
        #expect(device.local.alias == "bea" && manager.savedScores.isEmpty)
        #expect(try await entry(device) == nil)
        try await device.signInFromOutside("ali")
        device.run { manager.authenticateLocalUser() }
        #expect(await delegate.loggedIn.next() == .some(nil))
        while !manager.savedScores.isEmpty { await device.settle() }
        #expect(try await entry(device)?.score == 7)
    }

    @Test("rule 1.8: a score of nobody is offered after the next sign-in, and accepted it is the player's")
    func unowned() async throws {
        let arena = try await FullGame()
        _ = try await arena.game.player("ali")
        let device = try TestDevice(arena.game)
        let (delegate, manager) = (Delegate(), ICFGameCenterManager(folder: folder()))
        manager.delegate = delegate
        device.run { manager.reportScore(9, forCategory: "best") }
        #expect(await delegate.reported.next()??.code == .notAuthenticated)
        let date = try #require(manager.unownedScores.first?.date)
        try await device.signInFromOutside("ali")
        device.run { manager.authenticateLocalUser() }
        #expect(await delegate.loggedIn.next() == .some(nil))
        #expect(await delegate.offered.next()?.map(\.value) == [9])
        #expect(try await entry(device) == nil)
        device.run { manager.acceptUnownedScores() }
        #expect(await delegate.reported.next() == .some(nil))
        let made = try #require(try await entry(device))
        #expect(made.score == 9 && abs(made.date.timeIntervalSince(date)) < 0.002)
        #expect(manager.unownedScores.isEmpty && manager.savedScores.isEmpty)
        device.run { manager.reportScore(1, forCategory: "best") }
        #expect(await delegate.reported.next() == .some(nil))
    }

    @Test("rule 1.8: discarded, a score of nobody stays nobody's")
    func discarded() async throws {
        let arena = try await FullGame()
        let device = try TestDevice(arena.game)
        let (delegate, manager) = (Delegate(), ICFGameCenterManager(folder: folder()))
        manager.delegate = delegate
        device.run { manager.reportScore(9, forCategory: "best") }
        #expect(manager.unownedScores.count == 1)
        device.run { manager.acceptUnownedScores() }
        #expect(manager.unownedScores.count == 1)
        manager.discardUnownedScores()
        #expect(manager.unownedScores.isEmpty)
    }

    @Test("rule 1.7: a cancel, a game that is not set up, and a server that is away are told apart")
    func authenticationFailures() async throws {
        let arena = try await FullGame()
        let network = CutTransport()
        network.cut(true)
        let away = try TestDevice(arena.game) {
            $0.transport = network
            $0.sleep = { _ in await Gate().wait() }
        }
        #expect(try await failure(on: away, dismissing: false) == .other)
        let off = try TestDevice(arena.game)
        _ = try await arena.server.administration.json(
            "PATCH", "/v1/connect/apps/\(arena.game.bundleID)", ["isGameCenterEnabled": false])
        #expect(try await failure(on: off, dismissing: false) == .notAvailable)
        _ = try await arena.server.administration.json(
            "PATCH", "/v1/connect/apps/\(arena.game.bundleID)", ["isGameCenterEnabled": true])
        let cancelled = try TestDevice(arena.game) { $0.sleep = { _ in await Gate().wait() } }
        #expect(try await failure(on: cancelled, dismissing: true) == .cancelled)
    }

    private func failure(
        on device: TestDevice, dismissing: Bool
    ) async throws -> ICFGameCenterManager.AuthenticationFailure? {
        let (delegate, manager, root) = (Delegate(), ICFGameCenterManager(folder: folder()), UIViewController())
        let screen = device.screen()
        manager.delegate = delegate
        manager.rootViewController = root
        device.run { manager.authenticateLocalUser() }
        if dismissing {
            _ = await screen.page()
            root.dismiss(animated: true)
        }
        #expect(await delegate.loggedIn.next() != .some(nil))
        return manager.authenticationFailure
    }

    @Test("scores come to the delegate of the time when they come")
    func leaderboard() async throws {
        let arena = try await FullGame()
        let device = try await arena.device("ali")
        let (game, menu) = (Delegate(), Delegate())
        let manager = ICFGameCenterManager(folder: folder())
        manager.delegate = game
        device.run { manager.reportScore(12, forCategory: "best") }
        manager.delegate = menu
        #expect(await menu.reported.next() == .some(nil))
        device.run {
            manager.retrieveScores(
                category: "best", playerScope: .global, timeScope: .today, range: NSRange(location: 1, length: 10))
        }
        #expect(await menu.updated.next() == [12])
        device.run {
            manager.retrieveScores(
                category: "best", playerScope: .global, timeScope: .today, range: NSRange(location: 0, length: 10))
        }
        #expect(await menu.updated.next() == .some(nil))
        #expect(game.reported.count == 0)
    }

    @Test("scores come to a delegate in the book's form too, and none is an error")
    func bookDelegates() async throws {
        let arena = try await FullGame()
        let device = try await arena.device("ali")
        let (book, mixed) = (BookDelegate(), MixedDelegate())
        let manager = ICFGameCenterManager(folder: folder())
        func retrieve(from rank: Int) {
            device.run {
                manager.retrieveScores(
                    forCategory: "best", withPlayerScope: .global, timeScope: .allTime,
                    with: NSRange(location: rank, length: 10))
            }
        }
        manager.delegate = book
        retrieve(from: 1)
        #expect(await book.updated.next() == [])
        try await device.run {
            try await GKLeaderboard.submitScore(12, context: 0, player: GKLocalPlayer.local, leaderboardIDs: ["best"])
        }
        retrieve(from: 1)
        #expect(await book.updated.next() == [12])
        retrieve(from: 0)
        #expect(await book.updated.next() == .some(nil))
        manager.delegate = mixed
        retrieve(from: 1)
        #expect(await mixed.updated.next() == [12])
    }

    @Test("rule 8.1: a score that a game stores, itself or in an archive, goes out after the next success")
    func storedForLater() async throws {
        let arena = try await FullGame()
        let device = try await arena.device("ali")
        let (delegate, manager) = (Delegate(), ICFGameCenterManager(folder: folder()))
        manager.delegate = delegate
        device.run { manager.submitAllSavedScores() }
        for value in [3, 4] as [Int64] {
            let score = device.run { GKScore(leaderboardIdentifier: "best") }
            score.value = value
            if value == 3 {
                device.run { manager.storeScore(forLater: score) }
            } else {
                let data = try NSKeyedArchiver.archivedData(withRootObject: score, requiringSecureCoding: true)
                device.run { manager.storeScore(forLater: data) }
            }
        }
        device.run { manager.storeScore(forLater: Data("no archive".utf8)) }
        #expect(manager.savedScores.map(\.value) == [3, 4])
        device.run { manager.reportScore(1, forCategory: "best") }
        #expect(await delegate.reported.next() == .some(nil))
        while !manager.savedScores.isEmpty { await device.settle() }
        #expect(try await Arena(game: arena.game).journal().map(\.value).sorted() == [1, 3, 4])
    }

    @Test("a delegate that is not there, or lacks a method, is named in the log")
    func logging() async throws {
        let (before, beforeHelper) = (ICFGameCenterManager.log, GameKitHelper.log)
        defer { (ICFGameCenterManager.log, GameKitHelper.log) = (before, beforeHelper) }
        let lines = Happening<String>()
        ICFGameCenterManager.log = { lines.happen($0) }
        let arena = try await FullGame()
        let device = try TestDevice(arena.game)
        let (manager, silent) = (ICFGameCenterManager(folder: folder()), SilentDelegate())
        device.run { manager.reportScore(1, forCategory: "best") }
        #expect(await lines.next()?.contains("no delegate") == true)
        manager.delegate = silent
        device.run { manager.reportScore(1, forCategory: "best") }
        #expect(await lines.next()?.contains("SilentDelegate has no gameCenterScoreReported") == true)
        silent.gameCenterLoggedIn(nil)
        silent.scoreDataUpdated(nil, nil)
        silent.gameCenterOffers([])
        #expect(lines.count == 5)
        GameKitHelper.log = { lines.happen($0) }
        let helpers = HelperDelegate()
        helpers.onScoresSubmitted(true)
        helpers.onPlayerInfoReceived([])
        helpers.onScoresOfFriendsToChallengeListReceived([])
        #expect(lines.count == 8)
    }

    @Test("a file of scores that cannot be read is kept aside")
    func brokenFile() throws {
        let folder = folder()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "nobody.storedScores")
        try Data("no archive".utf8).write(to: file)
        let manager = ICFGameCenterManager(folder: folder)
        #expect(manager.unownedScores.isEmpty)
        let kept = file.appendingPathExtension("broken")
        #expect(try String(contentsOf: kept, encoding: .utf8) == "no archive")
    }
}
