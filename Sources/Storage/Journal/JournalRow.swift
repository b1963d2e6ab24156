public import LaurelDomain

/// One accepted change that a rank depends on.
///
/// A row is never changed once it is durable, but for an erasure, which empties it. It names players by number alone:
/// no name, message or address.
public struct JournalRow: Hashable, Sendable {
    /// What newer programs may add to any row is at most this long.
    public static let extraBytesLimit = 1_024

    public var stream: StreamID
    public var sequence: JournalSequence
    /// When the server accepted it. Never goes back within a stream.
    public var time: Timestamp
    public var kind: Kind
    public var leaderboard: LeaderboardNumber
    /// Whose score it is; nil for what concerns the leaderboard as a whole.
    public var player: PlayerNumber?
    public var value: Int64
    /// The date the score counts from (rule 4.7), not that of its arrival.
    public var date: Timestamp
    public var context: Int64
    public var scoreID: ScoreID?
    /// Of a score: the same player's score before it on the same leaderboard. Of a removal or restoration: the
    /// score it speaks of. ``JournalSequence/start``: none.
    public var previous: JournalSequence
    public var flags: JournalFlags
    public var extra: [UInt8]

    public init(
        stream: StreamID, sequence: JournalSequence, time: Timestamp, kind: Kind, leaderboard: LeaderboardNumber,
        player: PlayerNumber? = nil, value: Int64 = 0, date: Timestamp? = nil, context: Int64 = 0,
        scoreID: ScoreID? = nil, previous: JournalSequence = .start, flags: JournalFlags = [], extra: [UInt8] = []
    ) {
        self.stream = stream
        self.sequence = sequence
        self.time = time
        self.kind = kind
        self.leaderboard = leaderboard
        self.player = player
        self.value = value
        self.date = date ?? time
        self.context = context
        self.scoreID = scoreID
        self.previous = previous
        self.flags = flags
        self.extra = extra
    }

    /// What happened. Numbers are stored; a case is never renumbered. 5 and above are for bans, wipes, erasures
    /// and moves.
    public enum Kind: UInt8, CaseIterable, Hashable, Sendable {
        case score = 1
        /// A leaderboard was made or changed; ``JournalRow/extra`` says how it ranks from here on.
        case leaderboard = 2
        /// A score was taken out.
        case removal = 3
        /// A score that was taken out came back.
        case restoration = 4
        /// Another leaderboard's rows so far count on this one from here on; ``JournalRow/extra`` has its number in
        /// four bytes, little-endian.
        case move = 9
        /// A player is gone, with all of their rows so far.
        case erasure = 8
        /// A player is kept out of all leaderboards of the stream; ``JournalRow/leaderboard`` is
        /// ``LeaderboardNumber/all``.
        case ban = 6
        /// A ban ended. Another one, of the other scope, may still stand.
        case unban = 7
        /// Progress with an achievement: ``JournalRow/context`` is its number, ``JournalRow/value`` the bits of the
        /// ``LaurelDomain/Percent``, and there is no leaderboard (0).
        case achievement = 10
        /// Test data was wiped: all rows of the leaderboard so far, or the player's, are as if they had never been.
        case wipe = 5
    }
}

/// Marks of a row. Bits are stored; none is given another meaning.
public struct JournalFlags: OptionSet, Hashable, Sendable {
    public let rawValue: UInt16
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// The claimed date was not believed (rule 4.7); ``JournalRow/extra`` holds the claim, little-endian.
    public static let isDateClamped = JournalFlags(rawValue: 1 << 0)
    /// It was the player's best, or their most recent, when it was accepted.
    public static let isNewBest = JournalFlags(rawValue: 1 << 1)
    /// The score came without a date and got that of its arrival.
    public static let isDatedByServer = JournalFlags(rawValue: 1 << 2)
    /// The score named no leaderboard and went to the default one (rule 4.3).
    public static let wentToDefault = JournalFlags(rawValue: 1 << 3)
    /// The score has no rank before a row of restoration brings it in (rule 4.12).
    public static let isHeld = JournalFlags(rawValue: 1 << 4)
    /// Its replay was played again and gives this score.
    public static let isVerified = JournalFlags(rawValue: 1 << 5)
    /// It completed challenges.
    public static let completedChallenges = JournalFlags(rawValue: 1 << 6)
    /// It earned an achievement, for the first time or once more.
    public static let earnedAchievement = JournalFlags(rawValue: 1 << 7)
    /// The run began with a ticket of this server and came in in time; beside ``isVerified``.
    public static let isLive = JournalFlags(rawValue: 1 << 8)
    /// A guest's, on a leaderboard that waits for their upgrade (rule 1.11); beside ``isHeld``.
    public static let awaitsUpgrade = JournalFlags(rawValue: 1 << 9)

    /// The game's developer has brought it from elsewhere: it tells nobody anything.
    public static let isImported = JournalFlags(rawValue: 1 << 10)

    /// What the server knows of how a score came about.
    public var verification: Verification? {
        contains(.isLive) ? .live : contains(.isVerified) ? .verified : nil
    }

    public init(_ verification: Verification) {
        self = verification == .live ? [.isVerified, .isLive] : .isVerified
    }
}

/// What one commit carries: rows of one stream or of several, and the facts they set off. All or nothing.
public struct Change: Sendable {
    /// In order; in each stream the sequences go on from the stream's last one without gaps.
    public var rows: [JournalRow]
    public var facts: [Fact]

    public init(rows: [JournalRow] = [], facts: [Fact] = []) {
        self.rows = rows
        self.facts = facts
    }

    public enum Fact: Hashable, Sendable {
        /// The leaderboard is so configured from now on.
        case leaderboard(Leaderboard)
        /// The leaderboard is gone. Its number is never used again.
        case leaderboardRemoved(LeaderboardNumber)
        /// Somebody is told of it.
        case notice(NewNotice)
        /// Nobody needs to be told of it any more.
        case noticesResolved(ResolvedNotices)
        // Moderation
        /// A second one of the same player and scope changes nothing.
        case ban(Ban)
        case banLifted(PlayerNumber, Ban.Scope)
        /// Something waits for a moderator.
        case review(NewReview)
        /// What waits about this score is decided.
        case scoreReviewed(StreamID, JournalSequence, ReviewState, ReviewDecision)
        /// An item that waits is decided.
        case reviewDecided(ReviewID, ReviewState, ReviewDecision)
        // Achievements and challenges
        case achievement(AchievementFact)
        case challenge(ChallengeFact)
        case match(MatchWrite)
        /// Somebody did it, on the developers' side.
        case audit(NewAuditEntry)
        /// Rows that no board is made of any more.
        case wiped(WipeRecord)
    }
}
