/// How long to wait before trying again: doubled each time, and spread, so that a thousand devices do not come back at
/// the same moment.
struct Backoff: Sendable {
    static let shortest: Duration = .seconds(1)
    static let longest: Duration = .seconds(60)
    private var failures = 0

    /// - Parameters:
    ///   - random: from 0 to 1.
    ///   - retryAfterSeconds: what the server asked for; never less, at most an hour.
    mutating func next(random: Double, retryAfterSeconds: Int? = nil) -> Duration {
        failures = min(failures + 1, 7)
        let full = min(Self.shortest * (1 << (failures - 1)), Self.longest)
        let spread = full * (0.5 + random / 2)
        return max(spread, .seconds(min(max(retryAfterSeconds ?? 0, 0), 3_600)))
    }

    mutating func reset() { failures = 0 }
}
