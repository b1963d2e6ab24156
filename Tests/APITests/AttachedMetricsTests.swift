import LaurelHTTPServer
import Testing

@testable import LaurelAPI

/// The counters of a server, asked for by monitors for years.
@Suite("Attached metrics", .timeLimit(.minutes(5))) struct AttachedMetricsTests {
    @Test("they can be read as often as anybody likes")
    func often() {
        let metrics = AttachedMetrics()
        metrics.attach {
            var metrics = ServerMetrics()
            metrics.streamsOpen = 1
            return metrics
        }
        // A year of a scrape each ten seconds has ten times as many.
        let sum = (0..<300_000).reduce(into: UInt64(0)) { sum, _ in sum += metrics.read().streamsOpen }
        #expect(sum == 300_000)
    }
}
