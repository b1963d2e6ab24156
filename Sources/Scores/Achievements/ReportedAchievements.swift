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

/// Why no report of a call was taken. `item` is the index of the first one that was refused.
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
    /// The rules of the game's matches alone award it (rule 12.40).
    case judged(item: Int)
    case unavailable
    case broken(reason: String)
}
