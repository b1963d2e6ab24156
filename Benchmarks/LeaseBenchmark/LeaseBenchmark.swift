import Glibc
import LaurelCluster
import LaurelStoragePostgres

/// How long what nodes ask of their store all the time takes: looks, beats and claims, one after the other, by one node
/// that is alone with a database without a store.
@main struct LeaseBenchmark {
    static let usage = "usage: LeaseBenchmark postgres://USER@HOST/EMPTY_DATABASE [ROUNDS]"

    static func main() {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            guard let server = words.first, let rounds = words.count > 1 ? Int(words[1]) : 500, rounds > 0,
                let id = NodeID(rawValue: 1)
            else { throw Failure(description: usage) }
            let node = NodeAnnouncement(id: id, name: "benchmark", address: "127.0.0.1:1", level: 1)
            let store = try PostgresClusterStore(server: server)
            defer { store.close() }
            report("look, a read", try times(rounds) { _ = try store.look() })
            report("claim, a commit", try claims(of: node, store, rounds))
            report("beat of the owner, a commit", try beats(of: node, store, rounds))
        } catch {
            print("failed: \(error)")
            exit(1)
        }
    }

    private static func claims(
        of node: NodeAnnouncement, _ store: PostgresClusterStore, _ rounds: Int
    ) throws -> [Int] {
        try (0..<rounds).map { _ in
            let seen = try store.look().lease
            let begun = now()
            guard let lease = try store.claim(seen, by: node) else {
                throw Failure(description: "another node is there")
            }
            let took = now() - begun
            try store.release(lease)
            return took
        }
    }

    private static func beats(
        of node: NodeAnnouncement, _ store: PostgresClusterStore, _ rounds: Int
    ) throws -> [Int] {
        guard var lease = try store.claim(store.look().lease, by: node) else {
            throw Failure(description: "another node is there")
        }
        let times = try times(rounds) {
            lease.beat += 1
            guard try store.beat(node, holding: lease) else { throw Failure(description: "the lease was lost") }
        }
        try store.release(lease)
        return times
    }

    /// In nanoseconds.
    private static func times(_ rounds: Int, _ work: () throws -> Void) rethrows -> [Int] {
        try (0..<rounds).map { _ in
            let begun = now()
            try work()
            return now() - begun
        }
    }

    private static func now() -> Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }

    /// A line: what, p50 and p99 in milliseconds.
    private static func report(_ name: String, _ times: [Int]) {
        let sorted = times.sorted()
        func percentile(_ share: Int) -> String { milliseconds(sorted[(sorted.count - 1) * share / 100]) }
        print("\(name)\t\(percentile(50))\t\(percentile(99))")
    }

    /// With two digits behind the point.
    private static func milliseconds(_ nanoseconds: Int) -> String {
        let hundredths = (nanoseconds + 5_000) / 10_000
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
