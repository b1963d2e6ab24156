import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// A leaderboard of the game: loaded from the server, or a query for scores as before iOS 14.
// SAFETY: what changes is in `state`, behind its lock.
open class GKLeaderboard: NSObject, @unchecked Sendable {
    struct State: Sendable {
        var record: LeaderboardRecord?
        /// An expired one that is meant; nil: the one that runs, or none.
        var occurrence: OccurrenceRecord?
        var identifier: String?
        /// Whose scores are asked for; nil: those of the range.
        var playerIDs: [String]?
        var timeScope = TimeScope.allTime
        var playerScope = PlayerScope.global
        var range = GKLeaderboard.standardRange
        var scores: [GKScore]?
        var maxRange = 0
        var localPlayerScore: GKScore?
        var loadingCount = 0
    }

    /// The first 25 places (rule 4.9).
    private static let standardRange = NSRange(location: 1, length: 25)

    let state = Mutex(State())
    let center: Laurel

    /// Loads the best 25 of all players and all time, from the default leaderboard unless ``identifier`` is set.
    public override init() { center = .current }

    init(_ record: LeaderboardRecord, occurrence: OccurrenceRecord? = nil, in center: Laurel) {
        self.center = center
        super.init()
        state.withLock { state in
            state.record = record
            state.occurrence = occurrence
            state.identifier = record.id
        }
    }

    var record: LeaderboardRecord? { state.withLock(\.record) }

    // MARK: What it is

    /// In the player's language; nil until loaded.
    open var title: String? { record?.name }
    /// The ID of the leaderboard group, if several games share this leaderboard.
    open var groupIdentifier: String? { identifier.flatMap { $0.hasPrefix(LeaderboardID.groupPrefix) ? $0 : nil } }
    /// The ID that all occurrences take scores under.
    open var baseLeaderboardID: String { identifier ?? "" }
    open var type: LeaderboardType { record?.isRecurring == true ? .recurring : .classic }

    /// When this occurrence began or, in a gap, when the next one begins. Nil if it doesn't recur.
    open var startDate: Date? {
        state.withLock { state in
            let moment = state.occurrence?.start ?? state.record?.occurrence?.start ?? state.record?.nextStart
            return moment.map { Date($0) }
        }
    }

    open var nextStartDate: Date? {
        state.withLock { state in
            if let start = state.occurrence?.start, let interval = state.record?.interval {
                return Date(start.advanced(by: interval))
            }
            return state.record?.nextStart.map { Date($0) }
        }
    }

    /// How many seconds an occurrence accepts scores; 0 for no limit.
    open var duration: TimeInterval { record?.duration.map { TimeInterval($0.milliseconds) / 1_000 } ?? 0 }
    /// Hidden leaderboards are only loaded by ID.
    open var isHidden: Bool { record?.isHidden ?? false }
    open var leaderboardDescription: String { record?.description ?? "" }
    open var releaseState: GKReleaseState { GKReleaseState(isReleased: record?.isReleased) }

    /// Which occurrence a reading is about.
    var occurrenceChoice: OccurrenceChoice { state.withLock { $0.occurrence.map { .number($0.number) } ?? .current } }

    open override var description: String {
        "<\(Swift.type(of: self)) identifier: \(identifier ?? "nil"), title: \(title ?? "nil")>"
    }
}

extension GKLeaderboard {
    /// How far back scores are included. Windows are rolling: today is the past 24 hours.
    // SAFETY: an enumeration of integers; Apple's has the same mark.
    public enum TimeScope: Int, @unchecked Sendable {
        case today = 0
        case week = 1
        case allTime = 2

        var domain: LaurelDomain.TimeScope {
            switch self {
            case .today: .today
            case .week: .week
            case .allTime: .allTime
            }
        }
    }

    /// Whose scores are included. Friends includes the player.
    // SAFETY: as above.
    public enum PlayerScope: Int, @unchecked Sendable {
        case global = 0
        case friendsOnly = 1

        var wire: LaurelWire.PlayerScope {
            switch self {
            case .global: .global
            case .friendsOnly: .friends
            }
        }
    }

    // SAFETY: as above.
    public enum LeaderboardType: Int, @unchecked Sendable {
        case classic = 0
        case recurring = 1
    }
}

/// The name before Swift 4.2.
@available(iOS, deprecated: 11.0, renamed: "GKLeaderboard.TimeScope")
public typealias GKLeaderboardTimeScope = GKLeaderboard.TimeScope
/// The name before Swift 4.2.
@available(iOS, deprecated: 11.0, renamed: "GKLeaderboard.PlayerScope")
public typealias GKLeaderboardPlayerScope = GKLeaderboard.PlayerScope

extension Date {
    init(_ moment: Timestamp) { self.init(milliseconds: moment.milliseconds) }
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: TimeInterval(milliseconds) / 1_000) }
}

extension Timestamp {
    /// The millisecond in which `date` lies, kept in range.
    init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1_000).rounded(.down)
        self =
            milliseconds.isNaN
            ? .first : Timestamp(clamping: Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min))
    }
}
