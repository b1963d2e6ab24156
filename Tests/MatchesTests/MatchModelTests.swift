import LaurelTestSupport
import Testing

/// The book against ``NaiveMatches``.
@Suite("Matches against the naive model", .timeLimit(.minutes(60))) struct MatchModelTests {
    static let steps = 160

    @Test(
        "rules 12.22, 12.24 and 12.25: a random history reads as the naive model does, after restarts too",
        arguments: Depth.seeds(200))
    func history(seed: UInt64) {
        var history = MatchHistory(seed: seed)
        for step in 0..<Self.steps {
            if let wrong = history.step(isThorough: step % 16 == 15) {
                Issue.record("seed \(seed), step \(step): \(wrong.prefix(4_000))")
                return
            }
        }
    }
}
