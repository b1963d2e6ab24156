import Foundation
import LaurelProcess
import Testing

@testable import GameKit

@Suite("Code as games have it, against a live server with two devices", .timeLimit(.minutes(15)))
struct RealCodeTests {
    /// Waits for what a manager says.
    @MainActor private final class Events {
        private let stream: AsyncStream<String>

        init(_ manager: OldStyleManager) {
            let (stream, feed) = AsyncStream<String>.makeStream()
            self.stream = stream
            manager.onEvent = { feed.yield($0) }
        }

        func next() async -> String? {
            for await event in stream { return event }
            return nil
        }
    }

    @Test("a manager of completion handlers, GKScore and listeners")
    @MainActor func oldStyle() async throws {
        let arena = try await FullGame()
        let openings = StreamOpenings()
        _ = try await arena.game.player("ali")
        let ali = try TestDevice(arena.game)
        let bea = try await arena.device("bea") { $0.eventStreamOpened = openings.opened }
        let (alis, beas) = (OldStyleManager(), OldStyleManager())
        let (aliSays, beaSays) = (Events(alis), Events(beas))
        // Signed out: the score is put by, and the game goes on.
        ali.run { alis.authenticateLocalPlayer() }
        #expect(await aliSays.next() == "present")
        ali.run { alis.submitScore(41, category: "best") }
        #expect(await aliSays.next() == "failed \(GKError.Code.notAuthenticated.rawValue)")
        try await ali.signInFromOutside("ali")
        ali.run { alis.authenticateLocalPlayer() }
        #expect(await aliSays.next() == "authenticated" && alis.gameCenterEnabled)
        ali.run { alis.submitStoredScores() }
        #expect(await aliSays.next() == "stored submitted")
        bea.run { beas.authenticateLocalPlayer() }
        #expect(await beaSays.next() == "authenticated")
        await openings.next()
        try await arena.befriend("ali", "bea")
        bea.run { beas.submitScore(30, category: "best") }
        #expect(await beaSays.next() == "submitted")
        ali.run { alis.findScoresOfFriendsToChallenge(category: "best") }
        #expect(await aliSays.next() == "friends")
        #expect(alis.friendsScores.map(\.value) == [30] && alis.friendsScores.first?.rank == 2)
        let friends = alis.friendsScores.map(\.player)
        ali.run { alis.sendScoreChallenge(toPlayers: friends, score: 41, category: "best", message: "Try!") }
        #expect(await aliSays.next() == "challenge true 1")
        #expect(await beaSays.next() == "challenged by ali")
        #expect((beas.incoming.first as? GKScoreChallenge)?.score?.value == 41)
        bea.run { beas.reportAchievement("first", percent: 100) }
        #expect(await beaSays.next() == "achieved")
        #expect(bea.presenter.banners.last?.title == "Title of first")
    }

    @Test("a manager of async members")
    @MainActor func newStyle() async throws {
        let arena = try await FullGame()
        for alias in ["ali", "bea"] { _ = try await arena.game.player(alias) }
        let (ali, bea) = (try TestDevice(arena.game), try TestDevice(arena.game))
        let (alis, beas) = (NewStyleManager(), NewStyleManager())
        await ali.run { await alis.submit(1, to: "best") }
        #expect(alis.message == "Sign in to Game Center first.")
        try await ali.signInFromOutside("ali")
        try await bea.signInFromOutside("bea")
        #expect(await ali.run { await alis.authenticate() })
        #expect(await bea.run { await beas.authenticate() })
        await ali.run { await alis.submit(12, to: "best", "laps") }
        await bea.run { await beas.submit(10, to: "best", "laps") }
        #expect(alis.message == nil && beas.message == nil)
        try await ali.run { try await alis.refresh("best") }
        #expect(
            alis.rows
                == [
                    .init(rank: 1, name: "ali", score: "12 m", isMe: true),
                    .init(rank: 2, name: "bea", score: "10 m", isMe: false),
                ])
        #expect(alis.totalPlayers == 2)
        try await bea.run { try await beas.refresh("laps", friends: true) }
        #expect(beas.rows.map(\.name) == ["bea"])
        #expect(try await ali.run { try await alis.unlock(["first", "again"]) } == 15)
        #expect(try await ali.run { try await alis.unlock(["first"]) } == 15)
        let phone = try TestDevice(arena.game)
        try await phone.signIn("ali")
        let onPhone = NewStyleManager()
        let short = Data("short".utf8)
        #expect(try await ali.run { try await alis.save(short, as: "Slot") } == short)
        let long = Data("much longer".utf8)
        #expect(try await phone.run { try await onPhone.save(long, as: "Slot") } == long)
        #expect(try await ali.run { try await GKLocalPlayer.local.fetchSavedGames() }.count == 1)
    }
}
