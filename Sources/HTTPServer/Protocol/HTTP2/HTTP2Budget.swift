/// How often a client may do what costs the server more than itself: so many at once, and so many a second.
struct HTTP2Budget {
    private let cost: UInt64
    private let depth: UInt64
    /// When the budget is whole again.
    private var wholeAt: UInt64 = 0

    /// - Parameters:
    ///   - burst: at least 1.
    ///   - perSecond: 1 to 1,000,000,000.
    init(burst: UInt64, perSecond: UInt64) {
        cost = 1_000_000_000 / min(max(perSecond, 1), 1_000_000_000)
        depth = cost &* min(max(burst, 1), 1_000_000)
    }

    /// - Parameter now: nanoseconds.
    /// - Returns: whether it could be paid.
    mutating func pay(_ now: UInt64) -> Bool {
        wholeAt = max(wholeAt, now) &+ cost
        return wholeAt &- now <= depth
    }

    /// What brought something pays for what belongs to it.
    mutating func giveBack(_ count: UInt64) {
        let sum = cost &* count
        wholeAt = wholeAt > sum ? wholeAt - sum : 0
    }
}
