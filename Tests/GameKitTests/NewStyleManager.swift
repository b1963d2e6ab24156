import GameKit

/// As games write it since iOS 14: async members, an observable state, cases of errors. It knows GameKit alone.
@MainActor final class NewStyleManager {
    struct Row: Equatable {
        let rank: Int
        let name: String
        let score: String
        let isMe: Bool
    }

    private(set) var rows: [Row] = []
    private(set) var message: String?
    private(set) var totalPlayers = 0

    func authenticate() async -> Bool {
        await withCheckedContinuation { continuation in
            var isDone = false
            GKLocalPlayer.local.authenticateHandler = { viewController, error in
                guard !isDone else { return }
                isDone = true
                continuation.resume(returning: viewController == nil && error == nil)
            }
        }
    }

    func submit(_ score: Int, to leaderboards: String...) async {
        do {
            try await GKLeaderboard.submitScore(
                score, context: 0, player: GKLocalPlayer.local, leaderboardIDs: leaderboards)
            message = nil
        } catch GKError.notAuthenticated {
            message = "Sign in to Game Center first."
        } catch let error as GKError where error.code == .communicationsFailure {
            message = "Your score will be sent later."
        } catch {
            message = error.localizedDescription
        }
    }

    func refresh(_ id: String, friends: Bool = false) async throws {
        guard let leaderboard = try await GKLeaderboard.loadLeaderboards(IDs: [id]).first else { return }
        let (_, entries, total) = try await leaderboard.loadEntries(
            for: friends ? .friendsOnly : .global, timeScope: .allTime, range: NSRange(1...10))
        totalPlayers = total
        rows = entries.map { entry in
            Row(
                rank: entry.rank, name: entry.player.displayName, score: entry.formattedScore,
                isMe: entry.player == GKLocalPlayer.local)
        }
    }

    func unlock(_ identifiers: [String]) async throws -> Int {
        let known = try await GKAchievement.loadAchievements().filter(\.isCompleted).map(\.identifier)
        let fresh = Set(identifiers).subtracting(known).map { identifier in
            let achievement = GKAchievement(identifier: identifier)
            achievement.percentComplete = 100
            achievement.showsCompletionBanner = true
            return achievement
        }
        if !fresh.isEmpty { try await GKAchievement.report(fresh) }
        let descriptions = try await GKAchievementDescription.loadAchievementDescriptions()
        let earned = Set(try await GKAchievement.loadAchievements().filter(\.isCompleted).map(\.identifier))
        return descriptions.filter { earned.contains($0.identifier) }.map(\.maximumPoints).reduce(0, +)
    }

    /// Saves, and where two devices disagree keeps the longer one.
    func save(_ data: Data, as name: String) async throws -> Data {
        let player = GKLocalPlayer.local
        _ = try await player.saveGameData(data, withName: name)
        let versions = try await player.fetchSavedGames().filter { $0.name == name }
        guard versions.count > 1 else { return data }
        var best = Data()
        for version in versions {
            let candidate = try await version.loadData()
            if candidate.count > best.count { best = candidate }
        }
        _ = try await player.resolveConflictingSavedGames(versions, with: best)
        return best
    }
}
