import Glibc
import Synchronization

/// Requests at a rate of their own, whether answers come or not. A request's time counts from when it was due, so a
/// server that stalls is charged for all that should have been sent meanwhile (Tene, "coordinated omission").
struct OpenLoop: Sendable {
    let port: UInt16
    let path: String
    let tokens: [String]
    /// Requests a second, over all connections.
    let rate: Double
    let seconds: Double
    let connections: Int
    let isWrite: Bool

    func run() throws {
        let found = Mutex((times: [Double](), failed: 0))
        let start = Self.now() + 0.1
        let threads = try (0..<connections).map { number in
            let connection = try HTTPConnection(port: port)
            return Thread {
                let (times, failed) = requests(on: connection, number: number, from: start)
                found.withLock { found in
                    found.times.append(contentsOf: times)
                    found.failed += failed
                }
            }
        }
        for thread in threads { thread.join() }
        let elapsed = Self.now() - start
        let (times, failed) = found.withLock { ($0.times.sorted(), $0.failed) }
        guard let most = times.last, failed == 0 else { throw Failure("\(failed) requests failed") }
        func percentile(_ share: Double) -> Double { times[min(times.count - 1, Int(Double(times.count) * share))] }
        let figures: [(String, Double)] = [
            ("rate", Double(times.count) / elapsed), ("p50", percentile(0.5) * 1e3), ("p90", percentile(0.9) * 1e3),
            ("p99", percentile(0.99) * 1e3), ("p999", percentile(0.999) * 1e3), ("max", most * 1e3),
        ]
        print("open\t" + figures.map { "\($0)=\($1)" }.joined(separator: "\t"))
    }

    /// One connection's part: every `connections`th request.
    private func requests(
        on connection: HTTPConnection, number: Int, from start: Double
    ) -> (times: [Double], failed: Int) {
        var random = SplitMix64(seed: UInt64(7 + number))
        var times: [Double] = []
        let count = Int(rate * seconds)
        times.reserveCapacity(count / connections + 1)
        for index in stride(from: number, to: count, by: connections) {
            let due = start + Double(index) / rate
            let wait = due - Self.now()
            if wait > 0 { usleep(UInt32(wait * 1e6)) }
            let token = tokens[Int(random.next() % UInt64(tokens.count))]
            if isWrite {
                // Always a new best.
                connection.queue(path, token: token, body: "{\"value\":\(1_000_000_000 + index)}")
            } else {
                connection.queue(path, token: token)
            }
            connection.flush()
            guard connection.skip() else { return (times, 1) }
            times.append(Self.now() - due)
        }
        return (times, 0)
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
