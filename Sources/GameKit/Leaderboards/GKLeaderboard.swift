import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

/// A leaderboard of the game: loaded from the server, or a query for scores as before iOS 14.
// SAFETY: what changes is in `state`, behind its lock.
open class GKLeaderboard: NSObject, @unchecked Sendable {
    struct State: Sendable {
        var record: LeaderboardAnswer?
        /// An expired one that is meant; nil: the one that runs, or none.
        var occurrence: OccurrenceAnswer?
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

    /// The first 25 ranks (rule 4.9).
    private static let standardRange = NSRange(location: 1, length: 25)

    let state = Mutex(State())
    let center: Laurel

    /// Loads the best 25 of all players and all time, from the default leaderboard unless ``identifier`` is set.
    public override init() { center = .current }

    init(_ record: LeaderboardAnswer, occurrence: OccurrenceAnswer? = nil, in center: Laurel) {
        self.center = center
        super.init()
        state.withLock { state in
            state.record = record
            state.occurrence = occurrence
            state.identifier = record.id.text
        }
    }

    var record: LeaderboardAnswer? { state.withLock(\.record) }

    // MARK: What it is

    /// In the player's language; nil until loaded.
    open var title: String? { record?.name }
    /// The ID of the leaderboard group, if several games share this leaderboard.
    open var groupIdentifier: String? { identifier.flatMap { $0.hasPrefix(LeaderboardID.groupPrefix) ? $0 : nil } }
    /// The ID that all occurrences take scores under.
    open var baseLeaderboardID: String { identifier ?? "" }
    open var type: LeaderboardType { record?.kind.isRecurring == true ? .recurring : .classic }

    /// When this occurrence began or, in a gap, when the next one begins. Nil if it doesn't recur.
    open var startDate: Date? {
        state.withLock { state in
            let moment = state.occurrence?.start ?? state.record?.occurrence?.start ?? state.record?.nextStart
            return moment.map { Date($0) }
        }
    }

    open var nextStartDate: Date? {
        state.withLock { state in
            if let start = state.occurrence?.start, let interval = state.record?.kind.recurrence?.interval {
                return Date(start.advanced(by: interval))
            }
            return state.record?.nextStart.map { Date($0) }
        }
    }

    /// How many seconds an occurrence accepts scores; 0 for no limit.
    open var duration: TimeInterval { TimeInterval(record?.kind.recurrence?.duration.milliseconds ?? 0) / 1_000 }
    /// Hidden leaderboards are only loaded by ID.
    open var isHidden: Bool { record?.isHidden ?? false }
    open var leaderboardDescription: String { record?.description ?? "" }
    open var releaseState: GKReleaseState { GKReleaseState(isReleased: record?.isReleased) }
    /// The ID of the activity that it links to; empty for none, and until loaded.
    open var activityIdentifier: String { record?.activity?.id.text ?? "" }
    /// What the game gets with that activity: its default properties, over them those of this leaderboard's link.
    open var activityProperties: [String: String] { record?.activity?.propertyValues ?? [:] }

    /// Which occurrence a reading is about.
    var occurrenceChoice: OccurrenceChoice { state.withLock { $0.occurrence.map { .number($0.number) } ?? .current } }

    open override var description: String {
        "<\(Swift.type(of: self)) identifier: \(identifier ?? "nil"), title: \(title ?? "nil")>"
    }

    // MARK: Loading

    /// Leaderboards by ID, in that order; nil loads all visible ones. Unknown IDs are left out.
    @preconcurrency open class func loadLeaderboards(
        IDs leaderboardIDs: [String]?, completionHandler: @escaping @Sendable ([GKLeaderboard]?, (any Error)?) -> Void
    ) {
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in
            try await center.leaderboards(leaderboardIDs)
        }
    }

    open class func loadLeaderboards(IDs leaderboardIDs: [String]?) async throws -> [GKLeaderboard] {
        try await Laurel.current.leaderboards(leaderboardIDs)
    }

    @available(iOS, deprecated: 14.0)
    @preconcurrency open class func loadLeaderboards(
        completionHandler: (@Sendable ([GKLeaderboard]?, (any Error)?) -> Void)? = nil
    ) {
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in try await center.leaderboards(nil) }
    }

    @available(iOS, deprecated: 14.0)
    open class func loadLeaderboards() async throws -> [GKLeaderboard] {
        try await Laurel.current.leaderboards(nil)
    }

    /// The last expired occurrence in which the player scored; nil if there is none, or if it doesn't recur.
    @preconcurrency open func loadPreviousOccurrence(
        completionHandler: @escaping @Sendable (GKLeaderboard?, (any Error)?) -> Void
    ) {
        center.answer({ (found: GKLeaderboard??, error) in completionHandler(found ?? nil, error) }) {
            (center) throws(GKError) in try await center.previousOccurrence(of: self)
        }
    }

    open func loadPreviousOccurrence() async throws -> GKLeaderboard? {
        try await center.previousOccurrence(of: self)
    }

    @preconcurrency open func loadImage(completionHandler: (@Sendable (UIImage?, (any Error)?) -> Void)? = nil) {
        center.answer(completionHandler) { (center) throws(GKError) in
            try await center.image(at: try await center.loaded(self).image.url)
        }
    }

    open func loadImage() async throws -> UIImage {
        try await center.image(at: try await center.loaded(self).image.url)
    }

    // MARK: Entries

    /// Loads a range of ranks. A recurring leaderboard answers for its occurrence, whatever `timeScope` is.
    ///
    /// - Parameters:
    ///   - range: starts at 1, at most 100 ranks; otherwise `invalidParameter`.
    ///   - completionHandler: the local player's entry, whatever its rank (nil without one), the entries, and the
    ///     number of players in scope.
    @preconcurrency open func loadEntries(
        for playerScope: PlayerScope, timeScope: TimeScope, range: NSRange,
        completionHandler: @escaping @Sendable (Entry?, [Entry]?, Int, (any Error)?) -> Void
    ) {
        center.answer({ (part: LeaderboardPart?, error) in
            completionHandler(part?.local, part?.entries, part?.total ?? 0, error)
        }) { (center) throws(GKError) in
            try await center.entries(on: self, playerScope, timeScope, range)
        }
    }

    open func loadEntries(
        for playerScope: PlayerScope, timeScope: TimeScope, range: NSRange
    ) async throws -> (Entry?, [Entry], Int) {
        let part = try await center.entries(on: self, playerScope, timeScope, range)
        return (part.local, part.entries, part.total)
    }

    /// These players' entries by rank; players without one are left out.
    @preconcurrency open func loadEntries(
        for players: [GKPlayer], timeScope: TimeScope,
        completionHandler: @escaping @Sendable (Entry?, [Entry]?, (any Error)?) -> Void
    ) {
        let ids = players.map(\.gamePlayerID)
        center.answer({ (part: LeaderboardPart?, error) in completionHandler(part?.local, part?.entries, error) }) {
            (center) throws(GKError) in
            try await center.entries(on: self, of: ids, timeScope)
        }
    }

    open func loadEntries(
        for players: [GKPlayer], timeScope: TimeScope
    ) async throws -> (Entry?, [Entry]) {
        let part = try await center.entries(on: self, of: players.map(\.gamePlayerID), timeScope)
        return (part.local, part.entries)
    }

    // MARK: Submitting

    /// Reports one score to several leaderboards at once, all or none.
    ///
    /// - Parameter player: who made it; another player's score waits until they sign in on this device.
    @preconcurrency open class func submitScore(
        _ score: Int, context: Int, player: GKPlayer, leaderboardIDs: [String],
        completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        let center = Laurel.current
        center.submit(
            center.outgoing(score, context: context, of: player, to: leaderboardIDs), completing: nil,
            telling: completionHandler)
    }

    open class func submitScore(
        _ score: Int, context: Int, player: GKPlayer, leaderboardIDs: [String]
    ) async throws {
        let center = Laurel.current
        try await center.submit(
            center.outgoing(score, context: context, of: player, to: leaderboardIDs), completing: nil)
    }

    @preconcurrency open func submitScore(
        _ score: Int, context: Int, player: GKPlayer, completionHandler: @escaping @Sendable ((any Error)?) -> Void
    ) {
        center.submit(
            center.outgoing(score, context: context, of: player, to: [baseLeaderboardID]), completing: nil,
            telling: completionHandler)
    }

    open func submitScore(_ score: Int, context: Int, player: GKPlayer) async throws {
        try await center.submit(
            center.outgoing(score, context: context, of: player, to: [baseLeaderboardID]), completing: nil)
    }

    // MARK: As before iOS 14: say which scores, load, read

    /// Loads these players' scores.
    @available(iOS, deprecated: 14.0)
    public convenience init(players: [GKPlayer]) {
        self.init()
        let ids = players.map(\.gamePlayerID)
        state.withLock { $0.playerIDs = ids }
    }

    /// Loads these players' scores. Nil if no players are given.
    @available(iOS, deprecated: 8.0)
    public convenience init?(playerIDs: [String]?) {
        guard let playerIDs else { return nil }
        self.init()
        state.withLock { $0.playerIDs = playerIDs }
    }

    @available(iOS, deprecated: 14.0)
    open var timeScope: TimeScope {
        get { state.withLock(\.timeScope) }
        set { state.withLock { $0.timeScope = newValue } }
    }

    @available(iOS, deprecated: 14.0)
    open var playerScope: PlayerScope {
        get { state.withLock(\.playerScope) }
        set { state.withLock { $0.playerScope = newValue } }
    }

    /// Nil for the default leaderboard.
    @available(iOS, deprecated: 14.0)
    open var identifier: String? {
        get { state.withLock(\.identifier) }
        set {
            state.withLock { state in
                if newValue != state.identifier { (state.record, state.occurrence) = (nil, nil) }
                state.identifier = newValue
            }
        }
    }

    /// The name before iOS 7.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    @available(iOS, deprecated: 7.0)
    open var category: String! {
        get { identifier }
        set { identifier = newValue }
    }

    /// Starts at 1, at most 100 ranks; 1 to 25 by default.
    @available(iOS, deprecated: 14.0)
    open var range: NSRange {
        get { state.withLock(\.range) }
        set { state.withLock { $0.range = newValue } }
    }

    /// The scores loaded last, by rank; nil before that.
    @available(iOS, deprecated: 14.0)
    open var scores: [GKScore]? { state.withLock(\.scores) }
    /// The number of players in scope; 0 until scores are loaded.
    @available(iOS, deprecated: 14.0)
    open var maxRange: Int { state.withLock(\.maxRange) }
    /// The local player's score from the last load, whatever its rank; nil without one, or before loading.
    @available(iOS, deprecated: 14.0)
    open var localPlayerScore: GKScore? { state.withLock(\.localPlayerScore) }
    @available(iOS, deprecated: 14.0)
    open var isLoading: Bool { state.withLock { $0.loadingCount > 0 } }

    /// Loads what the properties describe. If players are given, ``range`` is ignored.
    @available(iOS, deprecated: 14.0)
    @preconcurrency open func loadScores(completionHandler: (@Sendable ([GKScore]?, (any Error)?) -> Void)? = nil) {
        state.withLock { $0.loadingCount += 1 }
        let asked = state.withLock(\.self)
        center.answer(completionHandler) { (center) throws(GKError) in
            // Over before the game hears of it.
            defer { self.state.withLock { $0.loadingCount -= 1 } }
            return try await center.scores(asked, of: self)
        }
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
