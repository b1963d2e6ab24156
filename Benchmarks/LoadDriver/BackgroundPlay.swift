import Glibc
import Synchronization

/// Submits scores at a steady rate, and reads beside it to catch an answer that is older than what was acknowledged.
final class BackgroundPlay: Sendable {
    private let port: UInt16
    private let path: String
    private let tokens: [String]
    private let rate: Int
    private let seconds: Int
    private let acknowledged = Atomic<Int>(0)
    private let isOver = Atomic<Bool>(false)

    init(port: UInt16, path: String, tokensFile: String, rate: Int, seconds: Int) throws {
        self.port = port
        self.path = path
        self.rate = max(1, rate)
        self.seconds = seconds
        tokens = try readTokens(tokensFile)
    }

    /// So many that the rate holds while each answer waits for its turn behind the reads that are measured.
    private static let writers = 16

    func run() throws {
        let reader = try HTTPConnection(port: port)
        let counts = Mutex((reads: 0, stale: 0, sent: 0, refused: 0, bests: 0))
        let reading = Thread { [self] in
            while !isOver.load(ordering: .relaxed) {
                let known = acknowledged.load(ordering: .acquiring)
                guard let answer = reader.get(path + "/entries?count=1"), let seen = Self.version(in: answer) else {
                    return
                }
                counts.withLock { counts in
                    counts.reads += 1
                    if seen < known { counts.stale += 1 }
                }
                usleep(5_000)
            }
        }
        let writing = try (0..<Self.writers).map { number in
            let connection = try HTTPConnection(port: port)
            return Thread { [self] in
                let (sent, refused, bests) = play(on: connection, number: number)
                counts.withLock { counts in
                    counts.sent += sent
                    counts.refused += refused
                    counts.bests += bests
                }
            }
        }
        for thread in writing { thread.join() }
        isOver.store(true, ordering: .relaxed)
        reading.join()
        let (reads, stale, sent, refused, bests) = counts.withLock { $0 }
        print(
            "background\t\(sent / max(1, seconds)) scores/s\t\(refused) refused\t\(reads) reads\t\(stale) stale"
                + "\t\(sent) sent\t\(bests) bests")
        if stale > 0 || refused > 0 { throw Failure("an answer was older than what was acknowledged, or refused") }
    }

    /// One player's part of the rate.
    private func play(on connection: HTTPConnection, number: Int) -> (sent: Int, refused: Int, bests: Int) {
        // Other scores in each run: the same ones would be no new bests.
        var random = SplitMix64(seed: UInt64(time(nil)) * 100 + UInt64(number))
        var ids = ScoreIDs()
        var sent = 0
        var refused = 0
        var bests = 0
        let pace = Double(rate) / Double(Self.writers)
        let start = Self.now() + Double(number) / Double(rate)
        while Self.now() - start < Double(seconds) {
            let wait = Double(sent) / pace - (Self.now() - start)
            if wait > 0 { usleep(UInt32(wait * 1e6)) }
            let token = tokens[Int(random.next() % UInt64(tokens.count))]
            let value = random.next() % 1_000_000
            connection.queue(
                path + "/scores", token: token, body: "{\"value\":\(value),\"id\":\"\(ids.next())\"}")
            connection.flush()
            guard let answer = connection.answer() else { return (sent, refused + 1, bests) }
            sent += 1
            if let version = Self.version(in: answer) {
                raise(to: version)
            } else {
                refused += 1
            }
            if OpenLoop.isNewBest(answer) == true { bests += 1 }
        }
        return (sent, refused, bests)
    }

    private func raise(to version: Int) {
        var known = acknowledged.load(ordering: .acquiring)
        while known < version {
            let (done, now) = acknowledged.compareExchange(
                expected: known, desired: version, ordering: .acquiringAndReleasing)
            if done { return }
            known = now
        }
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    /// The number behind the last `"version":`.
    private static func version(in answer: [UInt8]) -> Int? {
        let text = String(decoding: answer, as: UTF8.self)
        guard let range = text.ranges(of: "\"version\":").last else { return nil }
        return Int(text[range.upperBound...].prefix { $0.isNumber })
    }
}
