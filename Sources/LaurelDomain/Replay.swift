/// Which program plays a game's logs again, such as `monkeyjump`. Its version is the log's to say.
///
/// - Range: 1 to 64 characters of `a`–`z`, digits, `.` and `-`.
public struct SimulatorName: Hashable, Sendable {
    public static let lengthLimit = 64
    public let text: String

    public init(_ text: String) throws(InvalidIdentifier) {
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= Self.lengthLimit else { throw .tooLong(limit: Self.lengthLimit) }
        for (offset, byte) in text.utf8.enumerated() {
            switch byte {
            case 0x30...0x39, 0x61...0x7A, 0x2D, 0x2E: continue
            default: throw .character(offset: offset)
            }
        }
        self.text = text
    }
}

/// How a leaderboard checks scores: the server plays their logs again.
public struct ReplayRule: Hashable, Sendable {
    /// What a score must bring along. Numbers are stored: never renumbered.
    public enum Requirement: UInt8, CaseIterable, Hashable, Sendable {
        /// A score without a replay counts, and is not marked.
        case none = 0
        case replay = 1
        /// A replay of a run that began with a ticket of this server.
        case ticket = 2

        /// As in a body.
        public var name: String {
            switch self {
            case .none: "none"
            case .replay: "replay"
            case .ticket: "ticket"
            }
        }
    }

    public var simulator: SimulatorName
    public var requires: Requirement

    public init(simulator: SimulatorName, requires: Requirement = .none) {
        self.simulator = simulator
        self.requires = requires
    }
}

/// What the server knows of how a score came about. That a human played is not among it.
public enum Verification: UInt8, CaseIterable, Hashable, Sendable {
    /// Its inputs give this score.
    case verified = 1
    /// And they were made in the time between a ticket of this server and the score's arrival.
    case live = 2

    /// As in a body.
    public var name: String {
        switch self {
        case .verified: "verified"
        case .live: "live"
        }
    }
}

/// What a log gives when it is played again.
public struct PlayedRun: Hashable, Sendable {
    public var score: Int64
    /// Steps of the simulation.
    public var ticks: Int64
    /// How long that was for the player, pauses left out.
    public var length: Timestamp.Span
    /// Of the log's header.
    public var seed: UInt64
    /// Of the log's header; empty: none.
    public var ticket: [UInt8]
    /// Chained over state and input of every step: equal for the same run alone.
    public var trace: UInt64
    /// How often the input changed; nil: only its game can read the log.
    public var changes: Int?
    /// What the run has earned by itself: ids of achievements.
    public var feats: [AchievementID]

    public init(
        score: Int64, ticks: Int64, length: Timestamp.Span, seed: UInt64, ticket: [UInt8], trace: UInt64,
        changes: Int? = nil, feats: [AchievementID] = []
    ) {
        self.score = score
        self.ticks = ticks
        self.length = length
        self.seed = seed
        self.ticket = ticket
        self.trace = trace
        self.changes = changes
        self.feats = feats
    }

    /// Whether another player's run that is the same to the bit was copied: two who do next to nothing, on the seed of
    /// one challenge, do the same.
    public var isTelling: Bool { changes.map { $0 >= ReplayLimits.tellingChanges } ?? true }
}

/// Why a log is not the run that it is to prove.
public enum ReplayRefusal: Error, Hashable, Sendable {
    /// The bytes are no log; why, in a word for the developer.
    case unreadable(String)
    /// A log of another game, or of another mode.
    case otherGame
    /// The game's version is not one that the server can play.
    case otherVersion(UInt32)
    /// The run was over before its inputs were.
    case inputAfterEnd(tick: Int64)
    /// The inputs end before the run is over.
    case unfinished(tick: Int64)
    case tooLong(ticks: Int64, limit: Int64)
    /// The simulator gave no answer within its limits: steps, memory or time.
    case stopped(String)
}

/// Bounds of playing logs again. Bytes: ``Challenge/replayBytesLimit``.
public enum ReplayLimits {
    /// Steps of one log: two hours at 60 a second.
    public static let ticks: Int64 = 2 * 3_600 * 60
    /// Requests that wait for a thread; one more is answered 503.
    public static let waiting = 256
    /// Of one app; one more is answered 503.
    public static let waitingOfApp = 128
    /// As long as this a run keeps its thread; then it makes room for others.
    public static let quickMilliseconds: Int64 = 500
    /// Slow runs at a time, beside the quick ones; one more is answered 503.
    public static let slow = 8
    /// Of one player; one more is answered 429.
    public static let waitingOfPlayer = 8
    /// Changes of input, two for a press, from which on no two players have the same run by chance: within a tenth of
    /// a second there are six steps to press in, so eight presses are one run of 6⁸, 1.7 million.
    public static let tellingChanges = 16
    /// Logs kept of one player on one leaderboard: the last ones, and that of the best score.
    public static let kept = 20
}

/// What became of the logs of a request, in its order, up to the first that was refused.
public typealias PlayedRuns = Result<[Result<PlayedRun, ReplayRefusal>], ReplayFailure>

/// A log to be played again.
public struct ReplayJob: Hashable, Sendable {
    /// Whose leaderboard names the simulator: it may have brought it.
    public let app: AppNumber
    public let simulator: SimulatorName
    public let log: [UInt8]

    public init(app: AppNumber, simulator: SimulatorName, log: [UInt8]) {
        self.app = app
        self.simulator = simulator
        self.log = log
    }
}

/// Why none of a request's logs was played.
public enum ReplayFailure: Error, Hashable, Sendable {
    /// This server does not have one of those that are named.
    case unknownSimulator
    /// As many requests of this player wait as may.
    case tooManyOfPlayer
    /// As many requests wait as may.
    case busy
    /// The server ends: another one has to play it.
    case stopped
    /// An uploaded simulator cannot be run at the moment: it says nothing of the log.
    case broken(reason: String)
}
