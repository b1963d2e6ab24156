/// What the screens ask of Game Center. A host takes one after the other with ``Screens/takeRequest()``, does it in its
/// own time, and answers with the method of ``Screens`` that each names.
///
/// A host that has no Game Center answers ``Screens/account(_:hasName:isSandbox:)`` with ``Account/off`` once, and is
/// then asked for nothing else but ``setMuted(_:)``.
public enum CenterRequest: Hashable, Sendable {
    /// Show sign-in. Whatever comes of it is a new ``Screens/account(_:hasName:isSandbox:)``.
    case signIn
    /// A run is over: keep its score before sending it, with the log of the run as its replay and the feats of it.
    /// Answer: ``Screens/outcome(_:run:)``.
    case submit(run: Int32, board: Int32, score: Int32)
    /// The player says whether the scores made signed out are theirs.
    /// Answer: ``Screens/offer(count:best:)`` with what is left.
    case acceptScores, discardScores
    /// Entries of a leaderboard, `count` of them from rank 1, and the player's own behind them if it is not there.
    /// Answer: ``Screens/entries(_:total:query:)``, and again at each change until another query or ``closeEntries``;
    /// or ``Screens/entriesFailed(query:)``.
    case loadEntries(query: Int32, board: Int32, players: PlayerScope, time: TimeScope, count: Int32)
    /// No leaderboard is shown any more.
    case closeEntries
    /// All friends whom the game may challenge, and their scores of all time on the leaderboard.
    /// Answer: ``Screens/friends(_:)`` or ``Screens/friendsFailed()``.
    case loadFriends(board: Int32)
    /// Challenge the friends for whom ``Screens/isChosen(_:)`` with a score that is on the leaderboard, and the message
    /// that stands in the field; ten in a request. The run is the last one: its log is the replay.
    /// Answer: ``Screens/friendChallenged(_:)`` for each, then ``Screens/challengeFinished(_:)``.
    case sendChallenge(board: Int32, score: Int32)
    /// The challenges that wait for the player in this game. Answer: ``Screens/challenges(_:)``, and again whenever one
    /// comes or goes; or ``Screens/challengesFailed()``.
    case loadChallenges
    /// Get the challenge's replay if it has one; keep it and who sent it (``Slot/List/opponent``); begin the run
    /// against
    /// it. Answer: ``Screens/challengeReady(hasGhost:)`` or ``Screens/challengeNotReady()``.
    case startChallenge(index: Int32)
    /// The run against the same opponent, once more. Answer as above.
    case startChallengeAgain
    /// Answer: ``Screens/challenges(_:)`` without it, or ``Screens/challengesFailed()``.
    case declineChallenge(index: Int32)
    /// Answer: ``Screens/achievements(_:)`` or ``Screens/achievementsFailed()``.
    case loadAchievements
    /// Make the player's entry public and show how to pass it on. No answer.
    case share(board: Int32)
    /// Answer: ``Screens/sound(isMuted:)``.
    case setMuted(Bool)
    /// Leave the game.
    case leave
}

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
    /// - Parameter completed: how many challenges it completed. The best is in ``Slot/List/outcome``.
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
