/// Who plays.
public enum Account: Int32, Sendable {
    /// Not known yet.
    case checking
    case signedIn, signedOut
    /// Game Center does not answer; the last player is still the player.
    case away
    /// There is no Game Center for this game here.
    case off
}

public enum PlayerScope: Int32, Sendable { case everybody, friends }

/// The past 24 hours, the past 7 days, and all.
public enum TimeScope: Int32, Sendable { case today, week, allTime }

/// What became of a score.
public enum Outcome: Hashable, Sendable {
    /// - Parameters:
    ///   - rank: of the player's best; 0: not known, and then the others aren't either, or the score is held.
    ///   - completed: how many challenges it completed. The best is in ``Slot/List/outcome``.
    case sent(rank: Int32, total: Int32, isNewBest: Bool, completed: Int32)
    /// It waits for an answer of Game Center; `isStored`: also when the game is closed.
    case kept(isStored: Bool)
    /// It waits until the player signs in again.
    case keptUntilSignIn(isStored: Bool)
    /// For good. Why is in ``Slot/List/outcome``, as a message.
    case refused
    /// Made signed out: nobody's yet.
    case unowned(isStored: Bool)
    /// There is no Game Center.
    case off

    /// The kind alone, for the look of it.
    var fate: Fate {
        switch self {
        case .sent: .sent
        case .kept, .keptUntilSignIn: .kept
        case .refused: .refused
        case .unowned: .unowned
        case .off: .off
        }
    }
}

/// ``Outcome`` without its figures.
public enum Fate: Int32, Sendable { case sending, sent, kept, refused, unowned, off }

/// An entry; its name is in ``Slot/List/entries``.
public struct EntryRow: Hashable, Sendable {
    public var rank: Int32
    public var score: Int32
    public var isYou: Bool

    public init(rank: Int32, score: Int32, isYou: Bool) {
        self.rank = rank
        self.score = score
        self.isYou = isYou
    }
}

/// A friend; name and photo are in ``Slot/List/friends``.
public struct FriendRow: Hashable, Sendable {
    /// Among friends; 0: no score there.
    public var rank: Int32
    public var score: Int32

    public init(rank: Int32, score: Int32) {
        self.rank = rank
        self.score = score
    }
}

/// A challenge that waits; who sent it, its message and the achievement's title are in ``Slot/List/challenges``.
public struct ChallengeRow: Hashable, Sendable {
    /// On which leaderboard; −1: it is about an achievement.
    public var board: Int32
    public var score: Int32
    public var hasMessage: Bool

    public init(board: Int32, score: Int32, hasMessage: Bool) {
        self.board = board
        self.score = score
        self.hasMessage = hasMessage
    }
}

/// A challenge of a group that the player has joined: it runs, or the game was opened for it. In ``Slot/List/groups``
/// its title is the name, the title with its end the detail, and the player's best try the score.
public struct GroupRow: Hashable, Sendable {
    public var board: Int32
    /// Those that the player has used.
    public var tries: Int32
    /// 0: there is none.
    public var triesLimit: Int32
    /// Of the player's best try; 0: there is none.
    public var rank: Int32
    /// How many have joined.
    public var players: Int32
    public var isRunning: Bool
    /// The game was opened for it.
    public var isWanted: Bool
    /// It is a rematch, and the last winner's run can run beside the player's (rule 14.16).
    public var hasGhost: Bool

    public init(
        board: Int32, tries: Int32, triesLimit: Int32, rank: Int32, players: Int32, isRunning: Bool, isWanted: Bool,
        hasGhost: Bool = false
    ) {
        self.board = board
        self.tries = tries
        self.triesLimit = triesLimit
        self.rank = rank
        self.players = players
        self.isRunning = isRunning
        self.isWanted = isWanted
        self.hasGhost = hasGhost
    }

    var triesLeft: Int32 { max(triesLimit &- tries, 0) }

    /// Whether the next score on its leaderboard is a try (rule 14.13).
    var counts: Bool { isRunning && (triesLimit <= 0 || triesLeft > 0) }
}

/// An achievement; title and detail are in ``Slot/List/achievements``.
public struct AchievementRow: Hashable, Sendable {
    public var points: Int32
    /// 0–100.
    public var percent: Int32
    /// It has no title before it is earned.
    public var isHidden: Bool

    public init(points: Int32, percent: Int32, isHidden: Bool) {
        self.points = points
        self.percent = percent
        self.isHidden = isHidden
    }
}

/// How sending a challenge ended.
public enum ChallengeEnd: Int32, Sendable {
    case sent
    /// Why is in ``Slot/List/problem``.
    case failed
    /// The message may not be sent: why is in ``Slot/List/problem``.
    case messageRefused
}
