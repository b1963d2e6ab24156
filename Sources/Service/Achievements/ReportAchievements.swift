public import LaurelDomain
import LaurelStorage

/// One report of progress, as a player sent it.
public struct AchievementReport: Hashable, Sendable {
    public var achievement: AchievementID
    public var percent: Percent
    /// When the progress was made; nil: now.
    public var date: Timestamp?
    /// Sent again under the same id, it counts once; nil: it counts as often as it is sent.
    public var id: ScoreID?

    public init(achievement: AchievementID, percent: Percent, date: Timestamp? = nil, id: ScoreID? = nil) {
        self.achievement = achievement
        self.percent = percent
        self.date = date
        self.id = id
    }
}

/// Takes in a player's progress: all reports of a call or none (rules 4.10, 5.2).
public struct ReportAchievements: Sendable {
    /// Reports in one call: all of an app's achievements.
    public static let itemsLimit = 100

    private let keeper: ScoreKeeper
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    /// - Parameters:
    ///   - waiting: how many scores and reports still wait in the device's queue after these; nil: it did not say.
    ///   - eligible: the challenges that these reports may complete; nil: all.
    public func callAsFunction(
        _ reports: [AchievementReport], waiting: Int? = nil, eligible: Set<ChallengeNumber>? = nil, app: App,
        environment: Environment, as session: Session
    ) async throws(ReportAchievementsError) -> ReportedAchievements {
        guard !reports.isEmpty else { throw .noReports }
        guard reports.count <= Self.itemsLimit else { throw .tooManyReports(limit: Self.itemsLimit) }
        guard app.isGameCenterEnabled else { throw .gameCenterDisabled }
        guard app.isReleased || environment == .sandbox else { throw .notReleased(environment) }
        var items: [ReportCall.Item] = []
        for (place, report) in reports.enumerated() {
            guard let known = keeper.catalogue.achievements.achievement(report.achievement, of: app.number) else {
                throw .unknownAchievement(item: place)
            }
            items.append(ReportCall.Item(achievement: known.number, report: report))
        }
        let result = await withCheckedContinuation { continuation in
            let call = ReportCall(
                items: items, stream: StreamID(team: app.team, environment: environment),
                place: ProgressPlace(player: session.player, app: app.number, environment: environment),
                device: session.device, waiting: waiting, eligible: eligible
            ) { continuation.resume(returning: $0) }
            if !keeper.queue.add(.report(call)) { continuation.resume(returning: .failure(.unavailable)) }
        }
        return try result.get()
    }
}

/// Reports that one player sends at once.
struct ReportCall: Sendable {
    struct Item: Sendable {
        let achievement: AchievementNumber
        let report: AchievementReport
    }

    let items: [Item]
    let stream: StreamID
    let place: ProgressPlace
    let device: DeviceNumber
    let waiting: Int?
    let eligible: Set<ChallengeNumber>?
    let completion: @Sendable (Result<ReportedAchievements, ReportAchievementsError>) -> Void
}

/// What became of the reports of one call: all of them are durable.
public struct ReportedAchievements: Sendable {
    public let version: JournalSequence
    /// In the order of the call.
    public let results: [Result]

    public struct Result: Sendable {
        public let achievement: Achievement
        /// After the whole call; nil: it was made before a reset, and nothing was reported since.
        public let progress: AchievementProgress?
        /// It earned the achievement, for the first time or once more: the banner's cue.
        public let isEarnedNow: Bool
        /// It had been accepted before; nothing was counted again.
        public let isRepeat: Bool
        public let setOff: SetOff

        public init(
            achievement: Achievement, progress: AchievementProgress?, isEarnedNow: Bool, isRepeat: Bool,
            setOff: SetOff = .nothing
        ) {
            self.achievement = achievement
            self.progress = progress
            self.isEarnedNow = isEarnedNow
            self.isRepeat = isRepeat
            self.setOff = setOff
        }
    }

    public init(version: JournalSequence, results: [Result]) {
        self.version = version
        self.results = results
    }
}

/// Why no report of a call was taken. `item` is the place, from 0, of the first one that was refused.
public enum ReportAchievementsError: Error, StoreFailure, Hashable, Sendable {
    case noReports
    case tooManyReports(limit: Int)
    case gameCenterDisabled
    /// An unreleased app has its sandbox alone (rule 3.2).
    case notReleased(Environment)
    case unknownAchievement(item: Int)
    case archived(item: Int)
    /// Made since the app's last release: it has the sandbox alone until the next one (rule 3.3).
    case prereleased(item: Int)
    /// The player used this id for another report, or for a score.
    case idReused(item: Int)
    /// The player is kept out (rule 4.12).
    case banned
    case unavailable
    case broken(reason: String)
}
