/// A challenge, in order of issue. Never used again.
public struct ChallengeNumber: Hashable, Comparable, Sendable {
    public let rawValue: UInt32
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }
    public static func < (left: ChallengeNumber, right: ChallengeNumber) -> Bool { left.rawValue < right.rawValue }
}

/// On which side of a challenge a player is.
public enum ChallengeRole: String, CaseIterable, Hashable, Sendable { case received, sent }

/// Where a challenge stands (rule 6.3). Numbers are stored and are GameKit's own: never renumbered.
public enum ChallengeState: UInt8, CaseIterable, Hashable, Sendable {
    /// Too old, replaced by a harder one, or what it was about is gone.
    case invalid = 0
    case pending = 1
    case completed = 2
    case declined = 3

    /// As in a URL or a body.
    public var name: String {
        switch self {
        case .invalid: "invalid"
        case .pending: "pending"
        case .completed: "completed"
        case .declined: "declined"
        }
    }
}

/// What a challenge is about: at most one is pending for each ordered pair of players and subject.
public enum ChallengeSubject: Hashable, Sendable {
    case leaderboard(LeaderboardNumber)
    case achievement(AchievementNumber)
}

/// What completes a challenge.
public enum ChallengeGoal: Hashable, Sendable {
    /// A score there that is equal or better.
    case score(LeaderboardNumber, value: Int64, context: Int64)
    /// Earning it.
    case achievement(AchievementNumber)

    public var subject: ChallengeSubject {
        switch self {
        case .score(let leaderboard, _, _): .leaderboard(leaderboard)
        case .achievement(let achievement): .achievement(achievement)
        }
    }
}

/// One player asks another one for more (rule 6.1). Its message stands in the store alone.
public struct Challenge: Hashable, Sendable {
    /// Receivers of one request. Source: Apple's limit, rule 6.2.
    public static let receiversLimit = 10
    /// Pending for one receiver and subject (rule 6.2).
    public static let pendingLimit = 50
    /// Pending for one receiver, and from one sender, in all.
    public static let pendingOfPlayerLimit = 1_000
    /// Issued within ``rateSpan`` for one ordered pair and subject (rule 6.2).
    public static let rateLimit = 10
    public static let rateSpan = Timestamp.Span.days(1)
    /// How long it may be pending (rule 6.3).
    public static let lifetime = Timestamp.Span.days(30)
    /// How long one is kept after it stopped being pending.
    public static let keptSettled = Timestamp.Span.days(90)
    /// Characters of a message; one line of plain text.
    public static let messageLimit = 300
    /// Bytes of a replay: an hour of a game's inputs, run-length encoded.
    public static let replayBytesLimit = 262_144

    public let number: ChallengeNumber
    public let sender: PlayerNumber
    public let receiver: PlayerNumber
    public let app: AppNumber
    public let environment: Environment
    public let goal: ChallengeGoal
    public let issued: Timestamp
    /// As it is stored; a pending one may have grown too old: ``state(at:)``.
    public var state: ChallengeState
    /// When it stopped being pending.
    public var settled: Timestamp?

    public init(
        number: ChallengeNumber, sender: PlayerNumber, receiver: PlayerNumber, app: AppNumber,
        environment: Environment, goal: ChallengeGoal, issued: Timestamp, state: ChallengeState = .pending,
        settled: Timestamp? = nil
    ) {
        self.number = number
        self.sender = sender
        self.receiver = receiver
        self.app = app
        self.environment = environment
        self.goal = goal
        self.issued = issued
        self.state = state
        self.settled = settled
    }

    /// From this moment on it is pending no more.
    public var expires: Timestamp { issued.advanced(by: Self.lifetime) }

    public func state(at now: Timestamp) -> ChallengeState {
        state == .pending && now >= expires ? .invalid : state
    }

    /// The same one on a leaderboard that the one it was issued on has become a part of; one that is about an
    /// achievement stays as it is.
    public func moved(to leaderboard: LeaderboardNumber) -> Challenge {
        guard case .score(_, let value, let context) = goal else { return self }
        return Challenge(
            number: number, sender: sender, receiver: receiver, app: app, environment: environment,
            goal: .score(leaderboard, value: value, context: context), issued: issued, state: state, settled: settled)
    }

    /// Whether a score completes it (rule 6.3): dated after the issue, and equal or better.
    ///
    /// Moments are whole milliseconds, so one that carries the very moment of the issue counts if it arrived then: it
    /// arrived after the challenge was there. One that claims that moment was made before, or nobody can tell.
    public func isCompleted(
        by value: Int64, date: Timestamp, arrival: Timestamp, order: SortOrder
    ) -> Bool {
        guard case .score(_, let goal, _) = goal, arrival < expires else { return false }
        return isAfterIssue(date, arrival: arrival) && !order.prefers(goal, to: value)
    }

    /// Whether something of this date came after the issue.
    public func isAfterIssue(_ date: Timestamp, arrival: Timestamp) -> Bool {
        date > issued || date == issued && date == arrival
    }
}

/// Whose challenges a player does not want to hear of: they come, and nobody tells them or answers for them.
public struct ChallengeMute: Hashable, Sendable {
    /// Of one player.
    public static let countLimit = 1_000

    public let player: PlayerNumber
    /// Nil: everybody's.
    public let sender: PlayerNumber?
    /// Nil: on every leaderboard and achievement.
    public let leaderboard: LeaderboardNumber?

    public init(player: PlayerNumber, sender: PlayerNumber?, leaderboard: LeaderboardNumber?) {
        self.player = player
        self.sender = sender
        self.leaderboard = leaderboard
    }

    /// The same one, after `source` became part of `target`.
    public func moved(from source: LeaderboardNumber, to target: LeaderboardNumber) -> ChallengeMute {
        leaderboard == source ? ChallengeMute(player: player, sender: sender, leaderboard: target) : self
    }
}
