public import LaurelCluster
import LaurelDomain
import LaurelStorage
import LaurelStorageSQL
import Synchronization

/// Where the nodes of a cluster meet: two tables beside a store in PostgreSQL.
///
/// Looks and beats have a connection each, so that a beat that waits for a standby holds up no look. A look that isn't
/// answered in time means that the server is dead or stopped: the connections of the store and of beats are cut then,
/// so that threads that wait for their answers ask the server that was promoted (docs/decisions/0031-doubt.md). A
/// former primary may also go on to answer looks, and never a commit: so while a beat or a claim waits for long, the
/// other hosts are looked at, too, and the node goes to one that was promoted since.
///
/// Of one node, from its start to its end.
public final class PostgresClusterStore: ClusterStore {
    /// libpq gives up connecting after as long.
    public static let usualLookMilliseconds = 2_000
    /// A commit that merely waits for a slow standby is answered sooner. As long as others wait for an owner's beat.
    public static let usualCommitMilliseconds = 2_500
    /// From one look at the other hosts to the next.
    private static let comparisonMilliseconds = 2_000

    // SAFETY: the user of the connection holds the lock of the mutex that it is kept in.
    private struct Kept: @unchecked Sendable {
        var connection: PostgresConnection?
    }

    private let store: PostgresStore
    private let lookMilliseconds: Int
    private let commitMilliseconds: Int
    private let looking = Mutex(Kept())
    private let beating = Mutex(Kept())
    private let commits = Mutex(CommitWaits())
    /// Before that the other hosts aren't looked at again.
    private let nextComparison = Mutex(SteadyDeadline(inMilliseconds: 0))
    private let beats = Atomic<Int64>(0)
    private let lastTrouble = Mutex("")

    /// From here on the store writes nothing before the node has claimed it.
    ///
    /// - Parameters:
    ///   - store: a claim makes its changes those of the owner; a release refuses them.
    ///   - lookMilliseconds: how long a look waits for its answer, and for a connection if there is none.
    ///   - commitMilliseconds: how long a beat or a claim waits before the other hosts are looked at, too.
    public init(
        _ store: PostgresStore, lookMilliseconds: Int = usualLookMilliseconds,
        commitMilliseconds: Int = usualCommitMilliseconds
    ) {
        self.store = store
        self.lookMilliseconds = lookMilliseconds
        self.commitMilliseconds = commitMilliseconds
        store.disown(nil)
    }

    /// - Parameters:
    ///   - server: libpq's address.
    ///   - makesTables: as ``PostgresStore``'s.
    public convenience init(server: String, makesTables: Bool = true) throws(PostgresOpenError) {
        self.init(try PostgresStore(server: server, makesTables: makesTables))
    }

    /// Which database on which server, for the operator; without a password.
    public var location: String { store.location }

    /// Nothing can be asked any more.
    public func close() { store.close() }

    /// The store for as long as a lease lasts: opened anew, so that nothing it remembers is of an earlier owner. Its
    /// connections are cut with all others. A release isn't told to it: the check of its ownership fails once the store
    /// has another owner.
    public func open(under lease: Lease) throws(PostgresOpenError) -> PostgresStore {
        let opened = try openBeside()
        opened.own(Ownership(epoch: lease.epoch, claim: lease.claim))
        return opened
    }

    /// The store for reading beside its owner. It writes nothing.
    public func openToFollow() throws(PostgresOpenError) -> PostgresStore {
        let opened = try openBeside()
        opened.disown(nil)
        return opened
    }

    private func openBeside() throws(PostgresOpenError) -> PostgresStore {
        try PostgresStore(PostgresPool(beside: store.pool), store.patience, store.salts)
    }

    // MARK: Looking

    public var lookTrouble: String { lastTrouble.withLock { $0 } }

    public func look() throws(ClusterStoreError) -> ClusterLook {
        try looking.withLock { kept throws(ClusterStoreError) in
            let deadline = SteadyDeadline(inMilliseconds: lookMilliseconds)
            do throws(DeadlineError) {
                let (connection, look) = try look(on: kept.connection, by: deadline)
                kept.connection = connection
                return promoted(since: connection, &kept, by: deadline) ?? look
            } catch {
                let wasConnected = kept.connection != nil
                kept.connection = nil
                let trouble: String
                switch error {
                case .refused(let error):
                    lastTrouble.withLock { $0 = "\(error)" }
                    throw ClusterStoreError(error)
                case .silent(let reason):
                    store.pool.cut()
                    trouble = reason
                case .lost(let reason):
                    // A server that refuses to be connected to has closed its connections.
                    if wasConnected { store.pool.cut() }
                    trouble = reason
                }
                lastTrouble.withLock { $0 = trouble }
                throw .unavailable
            }
        }
    }

    private func look(
        on kept: PostgresConnection?, by deadline: SteadyDeadline
    ) throws(DeadlineError) -> (PostgresConnection, ClusterLook) {
        if let kept { return (kept, try Self.look(on: kept, by: deadline)) }
        let found = try PostgresConnection.opened(to: store.pool.server, by: deadline) {
            connection throws(DeadlineError) in try Self.look(on: connection, by: deadline)
        }
        // The one where the lease is further.
        guard let best = found.max(by: { $0.value.lease.isBehind($1.value.lease) }) else {
            throw .lost(reason: "no server was found")
        }
        store.pool.setPrimary(best.host)
        return (best.connection, best.value)
    }

    private static func look(
        on connection: PostgresConnection, by deadline: SteadyDeadline
    ) throws(DeadlineError) -> ClusterLook {
        let answer = try connection.ask(LeaseTable.look, by: deadline)
        do throws(StoreError) { return try LeaseTable.look(in: answer) } catch { throw .refused(error) }
    }

    /// While a commit of this node waits for long: what a server says that was promoted since the one that is looked
    /// at. All connections go there from here on.
    ///
    /// The former one may answer looks for ever. Its standbys don't follow it any more, so it acknowledges no commit.
    private func promoted(
        since former: PostgresConnection, _ kept: inout Kept, by deadline: SteadyDeadline
    ) -> ClusterLook? {
        guard commits.withLock({ $0.isTooLong }), nextComparison.withLock({ $0.isOver }) else { return nil }
        nextComparison.withLock { $0 = SteadyDeadline(inMilliseconds: Self.comparisonMilliseconds) }
        let timeline: String
        do throws(DeadlineError) { timeline = try Self.timeline(on: former, by: deadline) } catch {
            // The next look opens it anew.
            kept.connection = nil
            return nil
        }
        do throws(DeadlineError) {
            let found = try PostgresConnection.opened(to: store.pool.server, by: deadline) {
                connection throws(DeadlineError) in
                (try Self.timeline(on: connection, by: deadline), try Self.look(on: connection, by: deadline))
            }
            guard let last = found.max(by: { $0.value.0 < $1.value.0 }), last.value.0 > timeline else { return nil }
            store.pool.setPrimary(last.host)
            kept.connection = last.connection
            store.pool.cut()
            return last.value.1
        } catch {
            // One of them has ended meanwhile, or nobody answers.
            return nil
        }
    }

    /// Each promotion begins one, with a higher number: 8 hexadecimal digits.
    private static func timeline(
        on connection: PostgresConnection, by deadline: SteadyDeadline
    ) throws(DeadlineError) -> String {
        let question: SQL = "SELECT substring(pg_walfile_name(pg_current_wal_lsn()) FROM 1 FOR 8) AS timeline"
        let answer = try connection.ask(question, by: deadline)
        do throws(StoreError) {
            guard answer.step() else { throw .broken(reason: "a server has no timeline") }
            return try SQLRow(answer)["timeline"]
        } catch {
            throw .refused(error)
        }
    }

    /// Rows of all journals: as many as a node has that follows to the last one. It asks for each stream by itself.
    public func journalRows() throws(ClusterStoreError) -> Int64 {
        do throws(StoreError) {
            var count: Int64 = 0
            for stream in try store.streams() { count += try store.last(of: stream)?.sequence.rawValue ?? 0 }
            return count
        } catch {
            throw ClusterStoreError(error)
        }
    }

    // MARK: Beating

    public func beat(_ node: NodeAnnouncement, holding lease: Lease?) throws(ClusterStoreError) -> Bool {
        let number = beats.add(1, ordering: .relaxed).newValue
        let commands = [
            PostgresCommand(PostgresConnection.Isolation.readCommitted.statement),
            PostgresCommand(LeaseTable.announcement(node, beat: number)),
        ]
        let beat = lease.map { [PostgresCommand(LeaseTable.beat($0))] } ?? []
        let holds: Bool
        do throws(StoreError) {
            let answers = try noting { () throws(StoreError) in try finishBeat(commands + beat) }
            // The statement before the COMMIT.
            holds = answers.dropLast().last?.changedRows == 1 || lease == nil
        } catch {
            throw ClusterStoreError(error)
        }
        if holds, let lease { store.adopt(Ownership(epoch: lease.epoch, claim: lease.claim)) }
        return holds
    }

    /// Notes how long a commit waits.
    private func noting<Result>(_ commit: () throws(StoreError) -> Result) throws(StoreError) -> Result {
        let number = commits.withLock { $0.begin(SteadyDeadline(inMilliseconds: commitMilliseconds)) }
        defer { commits.withLock { $0.end(number) } }
        return try commit()
    }

    /// A connection that was kept may have been cut since; the same beat again does no harm.
    private func finishBeat(_ commands: [PostgresCommand]) throws(StoreError) -> [PostgresAnswer] {
        try beating.withLock { kept throws(StoreError) in
            if let known = kept.connection {
                kept.connection = nil
                do throws(StoreError) { return try Self.finish(commands, on: known, &kept) } catch {
                    if known.isConnected { throw error }
                }
            }
            return try Self.finish(commands, on: try store.pool.connect(), &kept)
        }
    }

    private static func finish(
        _ commands: [PostgresCommand], on connection: PostgresConnection, _ kept: inout Kept
    ) throws(StoreError) -> [PostgresAnswer] {
        let answers = try connection.finish(commands)
        kept.connection = connection
        return answers
    }

    // MARK: Owning

    public func claim(_ seen: Lease, by node: NodeAnnouncement) throws(ClusterStoreError) -> Lease? {
        do throws(StoreError) {
            return try noting { () throws(StoreError) in try store.claim(seen, by: node) }
        } catch {
            throw ClusterStoreError(error)
        }
    }

    public func release(_ lease: Lease) throws(ClusterStoreError) {
        store.disown(Ownership(epoch: lease.epoch, claim: lease.claim))
        guard lease.node != nil else { return }
        try run(LeaseTable.release(lease))
    }

    /// Lets all that came with a level be written from now on, unless a node is there that doesn't understand it. Look
    /// whether it was raised.
    public func raise(to level: Int64) throws(ClusterStoreError) { try run(LeaseTable.raise(to: level)) }

    public func remove(_ node: NodeID) throws(ClusterStoreError) { try run(LeaseTable.removal(of: node)) }

    public func remove(_ still: [ClusterLook.Node]) throws(ClusterStoreError) {
        for node in still { try run(LeaseTable.removal(of: node)) }
    }

    /// A statement that may be sent twice, and needs no owner.
    private func run(_ sql: SQL) throws(ClusterStoreError) {
        do throws(StoreError) {
            try noting { () throws(StoreError) in
                try store.read { connection throws(StoreError) in try connection.runAlone(sql) }
            }
        } catch {
            throw ClusterStoreError(error)
        }
    }
}

extension ClusterStoreError {
    fileprivate init(_ error: StoreError) {
        self =
            switch error {
            case .unavailable, .full, .inDoubt, .conflict, .lostOwnership: .unavailable
            case .failing(let reason), .damaged(let reason), .broken(let reason): .broken(reason: reason)
            }
    }
}

extension Lease {
    fileprivate func isBehind(_ other: Lease) -> Bool { (epoch, beat) < (other.epoch, other.beat) }
}
