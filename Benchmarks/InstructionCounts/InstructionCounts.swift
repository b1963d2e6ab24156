import CLaurelInstructionCounts
import Dispatch
import LaurelDomain
import LaurelHTTPServer
import LaurelRanking
import LaurelWire

/// Fixed work, whose instructions scripts/instruction-counts counts under valgrind: the same on a slow machine and on a
/// busy one, so that a test can hold them. By itself it prints nothing.
@main
struct InstructionCounts {
    static let now = Timestamp(clamping: 1_900_000_000_000)
    static let players = 10_000

    static func main() throws {
        try ranking()
        try interface()
        // Not an asynchronous main: valgrind loses the thread that leaves it to Dispatch.
        let path = try ScorePath()
        let end = DispatchSemaphore(value: 0)
        // The main actor's thread is the one that waits.
        Task.detached {
            do {
                try await path.run()
                try await Requests().run()
            } catch {
                preconditionFailure("\(error)")
            }
            end.signal()
        }
        end.wait()
    }

    /// What `body` gives must be something, so that nothing is left out.
    static func count(_ name: String, _ body: () throws -> Int) rethrows {
        laurel_count_begin()
        let sum = try body()
        laurel_count_end(name)
        precondition(sum != 0, "\(name) did nothing")
    }

    // MARK: Ranks

    static func ranking() throws {
        let board = Board(order: .highToLow, type: .best, now: now)
        var random = SplitMix64(seed: 42)
        var sequence: Int64 = 0
        // Two scores of each player, within the last hours, so that all windows have them.
        let submissions = (0..<2 * players).map { _ in
            sequence += 1
            return Submission(
                player: PlayerNumber(UInt32(1 + random.next() % UInt64(players))), value: Int64(random.next() >> 24),
                date: now.advanced(by: Timestamp.Span(milliseconds: -Int64(random.next() % 80_000_000))),
                context: 7, sequence: JournalSequence(sequence))
        }
        let readers = (0..<5_000).map { _ in submissions[Int(random.next() % UInt64(submissions.count))].player }
        count("index: a score") {
            for submission in submissions { board.apply(submission) }
            return board.total(.allTime, at: now)
        }
        count("index: a rank") {
            readers.reduce(0) { $0 &+ (board.entry(of: $1, .allTime, at: now)?.rank ?? 0) }
        }
        count("index: a rank of today") {
            readers.reduce(0) { $0 &+ (board.entry(of: $1, .today, at: now)?.rank ?? 0) }
        }
        let top = try RankWindow(first: 1, count: 100)
        count("page: top 100") {
            (0..<2_000).reduce(0) { sum, _ in sum &+ board.page(.allTime, top, at: now).count }
        }
        count("page: 21 around a player") {
            readers.reduce(0) { $0 &+ board.around($1, .allTime, count: 21, at: now).count }
        }
    }

    // MARK: Bytes

    static func interface() throws {
        let body = Array(
            (#"{"value":12345,"id":"7b1f2a34-90ab-4cde-8f01-23456789abcd","context":42,"#
                + #""date":"2026-11-21T12:00:00.000Z","waiting":0}"#).utf8)
        try count("parse: a score") {
            try (0..<3_000).reduce(0) { sum, _ in sum &+ Int(try ScoreBody(json: body).score.value) }
        }
        let headers = [
            ("Authorization", "Bearer 0123456789abcdef0123456789abcdef0123456789a"), ("Accept", "*/*"),
            ("User-Agent", "game/1.0"), ("Content-Type", "application/json"), ("Content-Length", "0"),
        ]
        count("parse: a head of HTTP/1.1") {
            (0..<3_000).reduce(0) { sum, number in
                let target = "/v1/games/com.example.Game/leaderboards/HighScores/scores?environment=sandbox"
                let request = Request(.post, target, headers: headers, number: UInt64(number))
                return sum &+ (request?.path.count ?? 0)
            }
        }
        let id = Array("A:_00112233445566778899aabbccddeeff".utf8)
        let name = Array("jungle-jim".utf8)
        let formatter = ScoreFormatter(.integer, language: .english)
        count("encode: 100 entries") {
            (0..<200).reduce(0) { sum, _ in
                var writer = JSONWriter(capacity: 24_000)
                writer.beginArray()
                for rank in 1...100 {
                    _ = id.withUnsafeBufferPointer { id in
                        name.withUnsafeBufferPointer { name in
                            writer.entry(
                                rank: rank, of: 1_000_000, value: 1_000_000 - Int64(rank), formatter: formatter,
                                context: 0, date: now, verification: nil, id: id, name: name)
                        }
                    }
                }
                writer.endArray()
                return sum &+ writer.finish().count
            }
        }
    }
}

/// Steele, Lea and Flood's generator: the same numbers on every machine.
struct SplitMix64: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
        return mixed ^ mixed >> 31
    }
}
