import Glibc
import LaurelHTTPServer
import LaurelWire
import Synchronization

/// What targets are that somebody asked for a moment ago: most requests ask for one of a few, and reading a target
/// costs as much as a third of the rest of a page of a leaderboard.
///
/// A target means the same for everybody and for ever, so nothing in here grows old. Those of GET and POST alone: a
/// game's scores go to one target, and what other methods name is changed and seldom comes again.
final class KnownRoutes: Sendable {
    /// Longer targets are read each time.
    private static let targetLimit = 256
    /// In each generation of each shard: some 2 MB in all.
    private static let generationLimit = 128

    private final class Known: Sendable {
        let method: LaurelHTTPServer.Method
        let target: [UInt8]
        let match: RouteMatch

        init(_ method: LaurelHTTPServer.Method, _ target: [UInt8], _ match: RouteMatch) {
            self.method = method
            self.target = target
            self.match = match
        }

        func isOf(_ method: LaurelHTTPServer.Method, _ bytes: UnsafeRawBufferPointer) -> Bool {
            guard method == self.method else { return false }
            return target.withUnsafeBytes { own in
                guard own.count == bytes.count, let first = own.baseAddress, let second = bytes.baseAddress else {
                    return own.count == bytes.count
                }
                return memcmp(first, second, own.count) == 0
            }
        }
    }

    /// Two generations: what is used moves to the young one; when that is full, the old one is dropped.
    private struct Shard {
        var young: [Int: Known] = [:]
        var old: [Int: Known] = [:]
    }

    /// One for each of the hash's low bits, so that loops seldom wait for each other.
    private final class LockedShard: Sendable {
        let state = Mutex(Shard())
    }

    private let shards = (0..<8).map { _ in LockedShard() }

    /// The same as `RouteMatch(request)`.
    func match(_ request: Request) throws(Route.Refusal) -> RouteMatch {
        let method = request.method
        guard method == .get || method == .post else { return try RouteMatch(request) }
        let (hash, known) = request.withRawTarget { target -> (Int?, Known?) in
            guard target.count <= Self.targetLimit else { return (nil, nil) }
            var hasher = Hasher()
            hasher.combine(method)
            hasher.combine(bytes: target)
            let hash = hasher.finalize()
            return (hash, find(hash, method, target))
        }
        if let known { return known.match }
        let match = try RouteMatch(request)
        if let hash { keep(Known(method, request.withRawTarget { Array($0) }, match), hash) }
        return match
    }

    private func find(_ hash: Int, _ method: LaurelHTTPServer.Method, _ target: UnsafeRawBufferPointer) -> Known? {
        let found = shard(hash).state.withLock { shard -> Known? in
            if let known = shard.young[hash] { return known }
            guard let known = shard.old[hash] else { return nil }
            Self.put(known, hash, &shard)
            return known
        }
        // Another target's hash may be the same one.
        return found.flatMap { $0.isOf(method, target) ? $0 : nil }
    }

    private func keep(_ known: Known, _ hash: Int) {
        shard(hash).state.withLock { Self.put(known, hash, &$0) }
    }

    private static func put(_ known: Known, _ hash: Int, _ shard: inout Shard) {
        if shard.young.count >= generationLimit, shard.young[hash] == nil {
            shard.old = shard.young
            shard.young = [:]
        }
        shard.young[hash] = known
        shard.old[hash] = nil
    }

    private func shard(_ hash: Int) -> LockedShard { shards[hash & 7] }
}
