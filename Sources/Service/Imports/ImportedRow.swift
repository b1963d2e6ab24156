public import LaurelDomain
public import LaurelScores

/// A score from elsewhere.
public struct ImportedRow: Hashable, Sendable {
    public var leaderboard: LeaderboardID
    public var player: ForeignPlayerID
    /// Of an account here that may be the player's.
    public var alias: Alias?
    /// What the player is called there: the first choice for a new guest's name.
    public var name: String?
    public var value: Int64
    public var context: Int64
    /// When it was made.
    public var date: Timestamp

    public init(
        leaderboard: LeaderboardID, player: ForeignPlayerID, alias: Alias? = nil, name: String? = nil, value: Int64,
        context: Int64 = 0, date: Timestamp
    ) {
        self.leaderboard = leaderboard
        self.player = player
        self.alias = alias
        self.name = name
        self.value = value
        self.context = context
        self.date = date
    }
}

/// What an import did, or would do.
public struct ScoreImport: Hashable, Sendable {
    /// Scores that are new.
    public var imported = 0
    /// Scores that an earlier import, or an earlier row, has brought.
    public var known = 0
    /// Guests who are made for players nobody knows here.
    public var newPlayers = 0
    /// New scores that appear once their player has claimed them: the leaderboard ranks guests after their upgrade.
    public var waiting = 0
    /// With any of these, nothing is imported. In order of row.
    public var refused: [Refused] = []

    public init() {}

    public struct Refused: Hashable, Sendable {
        /// From 0.
        public let row: Int
        public let reason: ImportRefusal
    }
}

/// Why a row can't be imported.
public enum ImportRefusal: Hashable, Sendable {
    case unknownLeaderboard(LeaderboardID)
    case combined
    case archived
    case prereleased
    case outOfRange(ScoreRange)
    /// Its date is later than now.
    case future(now: Timestamp)
    case betweenOccurrences
    case occurrenceOver
    case replayRequired
    /// Its player is kept out.
    case banned
    /// Its player was erased.
    case erased
    /// It would wait for a moderator, and so many of the player's wait already.
    case tooManyHeld(limit: Int)
    /// Its player is becoming part of an account right now.
    case merging
}

public enum ImportScoresError: Error, StoreFailure, Hashable, Sendable {
    case noRows
    case tooManyRows(limit: Int)
    case gameCenterDisabled
    case notReleased
    /// Scores can be given to accounts by alias only by who administers the server.
    case notAdministrator
    case unavailable
    case broken(reason: String)
}
