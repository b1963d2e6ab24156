import Glibc
import Synchronization

/// Requests at a rate of their own, whether answers come or not. A request's time counts from when it was due, so a
/// server that stalls is charged for all that should have been sent meanwhile (Tene, "coordinated omission").
///
/// Scores are always new bests: they grow with the time, and each connection has players of its own, whose scores
/// come in order.
struct OpenLoop: Sendable {
    let port: UInt16
    let path: String
    let tokens: [String]
    /// Requests a second, over all connections.
    let rate: Double
    let seconds: Double
    let connections: Int
    let isWrite: Bool

    /// Of so many answers to scores one is read, to see that it was a new best.
    private static let interval = 64
    /// Of the answers that are read.
    private static let leastBestsPercent = 95

    private struct Part {
        var times: [Double] = []
        var failed = 0
        /// Answers that were read, and those of them that said it was a new best.
        var looked = 0
        var bests = 0

        mutating func add(_ other: Part) {
            times.append(contentsOf: other.times)
            failed += other.failed
            looked += other.looked
            bests += other.bests
        }
    }

    func run() throws {
        let found = Mutex(Part())
        // Sixteen digits, as the scores that wrk sends: see wrk/submit.lua.
        let base = Int64(time(nil)) * 1_000_000
        let start = Self.now() + 0.1
        let threads = try (0..<connections).map { number in
            let connection = try HTTPConnection(port: port)
            return Thread {
                let part = requests(on: connection, number: number, from: start, base: base)
                found.withLock { found in found.add(part) }
            }
        }
        for thread in threads { thread.join() }
        let elapsed = Self.now() - start
        let all = found.withLock { $0 }
        let times = all.times.sorted()
        guard let most = times.last, all.failed == 0 else { throw Failure("\(all.failed) requests failed") }
        guard all.bests * 100 >= all.looked * Self.leastBestsPercent else {
            throw Failure("of \(all.looked) scores only \(all.bests) were new bests")
        }
        func percentile(_ share: Double) -> Double { times[min(times.count - 1, Int(Double(times.count) * share))] }
        let figures: [(String, Double)] = [
            ("rate", Double(times.count) / elapsed), ("p50", percentile(0.5) * 1e3), ("p90", percentile(0.9) * 1e3),
            ("p99", percentile(0.99) * 1e3), ("p999", percentile(0.999) * 1e3), ("max", most * 1e3),
        ]
        print("open\t" + figures.map { "\($0)=\($1)" }.joined(separator: "\t"))
    }

    /// One connection's part: every `connections`th request.
    private func requests(
        on connection: HTTPConnection, number: Int, from start: Double, base: Int64
    ) -> Part {
        var random = SplitMix64(seed: UInt64(7 + number))
        var ids = ScoreIDs()
        var part = Part()
        let count = Int(rate * seconds)
        part.times.reserveCapacity(count / connections + 1)
        // A read is anybody's.
        let own = isWrite ? Array(stride(from: number % tokens.count, to: tokens.count, by: connections)) : []
        for index in stride(from: number, to: count, by: connections) {
            let due = start + Double(index) / rate
            let wait = due - Self.now()
            if wait > 0 { usleep(UInt32(wait * 1e6)) }
            let choice = Int(random.next() % UInt64(isWrite ? own.count : tokens.count))
            let token = tokens[isWrite ? own[choice] : choice]
            if isWrite {
                connection.queue(
                    path, token: token, body: "{\"value\":\(base + Int64(index)),\"id\":\"\(ids.next())\"}")
            } else {
                connection.queue(path, token: token)
            }
            connection.flush()
            if isWrite, index / connections % Self.interval == 0 {
                guard let answer = connection.answer(), let isNewBest = Self.isNewBest(answer) else {
                    part.failed = 1
                    return part
                }
                part.looked += 1
                if isNewBest { part.bests += 1 }
            } else {
                guard connection.skip() else {
                    part.failed = 1
                    return part
                }
            }
            part.times.append(Self.now() - due)
        }
        return part
    }

    /// Nil if the score was refused.
    static func isNewBest(_ answer: [UInt8]) -> Bool? {
        let text = String(decoding: answer, as: UTF8.self)
        guard let range = text.ranges(of: "\"isNewBest\":").last else { return nil }
        return text[range.upperBound...].first == "t"
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
