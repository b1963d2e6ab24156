public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// What the use cases about sharing have in common. It has no behaviour; each use case takes it and does one thing.
public struct Sharing: Sendable {
    let friends: Friends
    let challenges: Challenges

    public init(_ friends: Friends, _ challenges: Challenges) {
        self.friends = friends
        self.challenges = challenges
    }

    var directory: any ShareDirectory & AchievementDirectory & ReplayDirectory { challenges.directory }
    var accounts: Accounts { friends.accounts }
    var keeper: ScoreKeeper { challenges.keeper }
    var catalogue: Catalogue { accounts.catalogue }
    func now() -> Timestamp { accounts.clock.now() }
}

/// What is to be shown: one of the player's own.
public struct ShareRequest: Hashable, Sendable {
    public enum Subject: Hashable, Sendable {
        case score(LeaderboardID)
        case achievement(AchievementID)
    }

    public var app: App
    public var environment: Environment
    public var subject: Subject

    public init(app: App, environment: Environment, subject: Subject) {
        self.app = app
        self.environment = environment
        self.subject = subject
    }
}

/// Why nothing is shared.
public enum ShareError: Error, StoreFailure, Hashable, Sendable {
    case unknownLeaderboard
    case unknownAchievement
    /// The player has no entry there now.
    case noScore
    case notEarned
    /// It is not for all eyes: a hidden leaderboard or achievement.
    case hidden
    /// A combined leaderboard has no challenges (rule 4.1).
    case combinedLeaderboard
    /// A player who may meet no strangers shows themselves to none (rule 1.1).
    case restricted
    case banned
    case message(limit: Int)
    case tooMany(shares: Int, invitations: Int)
    case sentEnough(retryAfter: Timestamp.Span)
    /// Unknown, or taken back.
    case unknownShare
    case unavailable
    case broken(reason: String)
}

extension Sharing {
    /// The player's own, as it stands now.
    func subject(of request: ShareRequest, by player: PlayerNumber) async throws(ShareError) -> ShareSubject {
        switch request.subject {
        case .score(let id):
            guard let leaderboard = catalogue.leaderboard(id, of: request.app.number), !leaderboard.isArchived else {
                throw .unknownLeaderboard
            }
            guard !leaderboard.isHidden else { throw .hidden }
            guard let entry = try await entry(of: player, on: leaderboard, request.app, request.environment) else {
                throw .noScore
            }
            return .score(leaderboard.number, value: entry.value, rank: entry.rank)
        case .achievement(let id):
            guard let achievement = catalogue.achievements.achievement(id, of: request.app.number) else {
                throw .unknownAchievement
            }
            guard try await hasEarned(achievement.number, player, request.app, request.environment) else {
                throw .notEarned
            }
            // What others are to find out for themselves stays so.
            guard !achievement.isHidden else { throw .hidden }
            return .achievement(achievement.number)
        }
    }

    func entry(
        of player: PlayerNumber, on leaderboard: Leaderboard, _ app: App, _ environment: Environment
    ) async throws(ShareError) -> RankedEntry? {
        let query = EntriesQuery(
            leaderboard: leaderboard.id, environment: environment, selection: .players([player]))
        do throws(ReadEntriesError) {
            return try await ReadEntries(keeper)(query, app: app).entries?.first
        } catch {
            switch error {
            case .unavailable: throw .unavailable
            case .broken(let reason): throw .broken(reason: reason)
            case .gameCenterDisabled, .notReleased, .unknownLeaderboard, .versionAhead, .tooManyPlayers, .notRecurring,
                .unknownOccurrence, .noViewer:
                throw .unknownLeaderboard
            }
        }
    }

    func hasEarned(
        _ achievement: AchievementNumber, _ player: PlayerNumber, _ app: App, _ environment: Environment
    ) async throws(ShareError) -> Bool {
        let key = ProgressKey(player: player, app: app.number, environment: environment)
        return try await ShareError.translating { () throws(StoreError) in
            try await directory.progress(key).progress[achievement]?.isEarned ?? false
        }
    }
}
