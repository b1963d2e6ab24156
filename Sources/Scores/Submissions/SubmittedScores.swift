public import LaurelDomain

/// What became of the scores of one call: all of them are durable.
public struct SubmittedScores: Sendable {
    /// The ranks below are those at this version; a read that asks for it agrees (rule 4.10).
    public let version: JournalSequence
    /// In the order of the call.
    public let results: [Result]
    /// Of the achievements that counted with them; nil: there were none.
    public internal(set) var reported: ReportedAchievements?

    public struct Result: Sendable {
        public let leaderboard: Leaderboard
        public let value: Int64
        public let context: Int64
        /// The date it counts from.
        public let date: Timestamp
        public let isDateClamped: Bool
        /// It was the player's best, or most recent, when it was accepted.
        public let isNewBest: Bool
        /// It had been accepted before; nothing was counted again.
        public let isRepeat: Bool
        /// It has no rank, and nobody but its owner sees it, before a moderator accepts it (rule 4.12).
        public let isHeld: Bool
        /// The player's all-time entry; nil when there is none (a repeat of a score that was removed since).
        public let entry: RankedEntry?
        /// Entries of the leaderboard, all time.
        public let total: Int
        /// Challenges that it completed and sent back.
        public let setOff: SetOff
        /// What its replay proves; nil: it came without one, or nobody checks it here.
        public let verification: Verification?
        /// Achievements that its run earned now; none when it is a repeat.
        public let earned: [AchievementID]

        public init(
            leaderboard: Leaderboard, value: Int64, context: Int64, date: Timestamp, isDateClamped: Bool,
            isNewBest: Bool, isRepeat: Bool, isHeld: Bool = false, entry: RankedEntry?, total: Int,
            setOff: SetOff = .nothing, verification: Verification? = nil, earned: [AchievementID] = []
        ) {
            self.leaderboard = leaderboard
            self.value = value
            self.context = context
            self.date = date
            self.isDateClamped = isDateClamped
            self.isNewBest = isNewBest
            self.isRepeat = isRepeat
            self.isHeld = isHeld
            self.entry = entry
            self.total = total
            self.setOff = setOff
            self.verification = verification
            self.earned = earned
        }
    }

    public init(version: JournalSequence, results: [Result]) {
        self.version = version
        self.results = results
    }
}
