/// How the values on a leaderboard are spread.
public struct ScoreDistribution: Hashable, Sendable {
    /// Of the values between two, both included, how many entries there are.
    public struct Bin: Hashable, Sendable {
        /// The end with the worse values, and the one with the better ones.
        public let worst: Int64
        public let best: Int64
        public let count: Int

        public init(worst: Int64, best: Int64, count: Int) {
            self.worst = worst
            self.best = best
            self.count = count
        }
    }

    /// The value that `percent` of a hundred entries do not surpass.
    public struct Mark: Hashable, Sendable {
        public let percent: Int
        public let value: Int64

        public init(percent: Int, value: Int64) {
            self.percent = percent
            self.value = value
        }
    }

    /// More would be narrower than a finger on a phone.
    public static let binsLimit = 24
    public static let percents = [10, 25, 50, 75, 90, 99]

    public var total = 0
    /// From the worst values to the best.
    public var bins: [Bin] = []
    public var marks: [Mark] = []

    public init() {}
}
