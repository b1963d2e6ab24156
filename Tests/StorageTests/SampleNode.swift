import LaurelCluster
import LaurelDomain
import LaurelStorage
import Synchronization

@testable import LaurelStoragePostgres

/// One process of a cluster, over a database of ``PostgresCluster``.
struct SampleNode: Sendable {
    let announcement: NodeAnnouncement
    let store: PostgresStore
    let cluster: PostgresClusterStore

    /// - Parameters:
    ///   - lookMilliseconds: enough for a machine that does much else.
    ///   - commitMilliseconds: 0: other hosts are looked at whenever a beat or a claim is under way.
    ///   - doubtMilliseconds: 0: one question.
    init(
        _ number: Int64, server: String, lookMilliseconds: Int = 60_000,
        commitMilliseconds: Int = PostgresClusterStore.usualCommitMilliseconds, doubtMilliseconds: Int = 600_000
    ) throws {
        guard let id = NodeID(rawValue: number) else { throw StoreError.broken(reason: "no ID") }
        announcement = NodeAnnouncement(id: id, name: "node \(number)", address: "host\(number):8080", level: 1)
        let patience = PostgresStore.Patience(doubtMilliseconds: doubtMilliseconds, pauseMilliseconds: 1)
        store = try PostgresStore(server: server, patience: patience)
        cluster = PostgresClusterStore(
            store, lookMilliseconds: lookMilliseconds, commitMilliseconds: commitMilliseconds)
    }

    func claim(_ seen: Lease? = nil) throws -> Lease? {
        try cluster.claim(try seen ?? cluster.look().lease, by: announcement)
    }

    /// One that nobody else's is in the way of.
    func mustClaim() throws -> Lease {
        guard let lease = try claim() else { throw StoreError.conflict }
        return lease
    }

    func beat(_ lease: Lease? = nil) throws -> Bool { try cluster.beat(announcement, holding: lease) }

    func write(_ word: String) throws {
        _ = try store.change { connection throws(StoreError) in
            try connection.run("INSERT INTO words (word, verdict) VALUES (\(word), 0)")
        }
    }
}

extension Lease {
    /// The owner's next beat of it.
    func next() -> Lease {
        var next = self
        next.beat += 1
        return next
    }
}
