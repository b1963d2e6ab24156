import LaurelCluster
import LaurelDomain
import LaurelTestSupport

/// What is kept: who wrote it under which lease, as which of their rows.
struct StoredRow: Hashable {
    let id: Int64
    let epoch, claim: Int64
    let node: NodeID
    /// 1 and up within an epoch and claim.
    let counter: Int64
}

enum StoreOperation {
    case look
    case beat(NodeAnnouncement, Lease?)
    case claim(Lease, NodeAnnouncement)
    case release(Lease)
    /// All rows, and the lease at that moment.
    case load
    /// The rows after so many, the last of those, and the lease.
    case tail(after: Int)
    /// As row `sequence`, 1 and up.
    case append(StoredRow, sequence: Int)
}

enum StoreAnswer {
    case look(ClusterLook)
    case beat(Bool)
    case claim(Lease?)
    case released
    case loaded(Lease, [StoredRow])
    case tail(Lease, after: Int, before: StoredRow?, [StoredRow])
    case appended(Appended)

    enum Appended {
        case written
        /// The epoch is another node's.
        case refused
        /// Another row has the sequence.
        case conflict
    }
}

/// A PostgreSQL with a standby: each operation happens at one moment. A commit is visible at once, which is worse than
/// PostgreSQL is as a rule, and answered when the standby has it. A promotion may lose what no standby has.
struct StoreModel {
    /// What a commit changes; rows are only ever added.
    private struct Version {
        var lease = Lease(epoch: 0, claim: 0, holder: .nobody, beat: 0)
        var nodes: [NodeID: ClusterLook.Node] = [:]
        var rowCount = 0
    }

    let flaws: Set<Flaw>
    private(set) var rows: [StoredRow] = []
    private var current = Version()
    /// The last commit that the standby has, and those after it.
    private var safe = Version()
    private var unsafe: [(commit: Int, version: Version)] = []
    private var commits = 0
    /// Raised by each promotion: commits of a former primary are never answered.
    private(set) var promotions = 0
    private var former: (version: Version, rows: [StoredRow])?
    /// Commits that promotions lost.
    private(set) var lostCommits = 0

    init(flaws: Set<Flaw>) { self.flaws = flaws }

    /// - Returns: the answer, and the commit that the standby must have before it is given; nil: nothing was written.
    mutating func perform(
        _ operation: StoreOperation, clock: Timestamp, _ random: inout SplitMix64
    ) -> (answer: StoreAnswer, commit: Int?) {
        switch operation {
        case .look: (.look(Self.look(current, clock)), nil)
        case .load: (.loaded(current.lease, rows), nil)
        case .tail(let count): (Self.tail(current.lease, rows, after: count), nil)
        case .beat(let node, let lease): beat(node, lease)
        case .claim(let seen, let node): claim(seen, node, &random)
        case .release(let lease): release(lease)
        case .append(let row, let sequence): append(row, sequence)
        }
    }

    /// What a primary from before the last promotion answers: reads, from its past.
    func performFormer(_ operation: StoreOperation, clock: Timestamp) -> StoreAnswer? {
        guard let former else { return nil }
        return switch operation {
        case .look: .look(Self.look(former.version, clock))
        case .load: .loaded(former.version.lease, former.rows)
        case .tail(let count): Self.tail(former.version.lease, former.rows, after: count)
        case .beat, .claim, .release, .append: nil
        }
    }

    mutating func replicate(_ commit: Int) {
        while let first = unsafe.first, first.commit <= commit {
            safe = first.version
            unsafe.removeFirst()
        }
    }

    /// - Parameter kept: of those commits that the standby needn't have, how many it has.
    mutating func promote(keeping kept: Int) {
        former = (current, rows)
        promotions += 1
        for commit in unsafe.prefix(kept) { safe = commit.version }
        lostCommits += max(0, unsafe.count - kept)
        unsafe = []
        current = safe
        rows.removeLast(rows.count - current.rowCount)
    }

    var unsafeCommits: Int { unsafe.count }

    private mutating func commit() -> Int {
        commits += 1
        current.rowCount = rows.count
        unsafe.append((commits, current))
        return commits
    }

    private static func look(_ version: Version, _ clock: Timestamp) -> ClusterLook {
        let nodes = version.nodes.values.sorted { $0.announcement.id < $1.announcement.id }
        return ClusterLook(lease: version.lease, nodes: nodes, clock: clock)
    }

    private static func tail(_ lease: Lease, _ rows: [StoredRow], after count: Int) -> StoreAnswer {
        let before = count > 0 && count <= rows.count ? rows[count - 1] : nil
        return .tail(lease, after: count, before: before, Array(rows.dropFirst(count)))
    }

    private mutating func beat(_ node: NodeAnnouncement, _ lease: Lease?) -> (StoreAnswer, Int?) {
        let beat = (current.nodes[node.id]?.beat ?? 0) + 1
        current.nodes[node.id] = ClusterLook.Node(node, beat: beat)
        guard let lease else { return (.beat(true), commit()) }
        guard holds(lease) else { return (.beat(false), nil) }
        current.lease.beat = flaws.contains(.storeNumbersBeats) ? current.lease.beat + 1 : lease.beat
        return (.beat(true), commit())
    }

    private mutating func claim(
        _ seen: Lease, _ node: NodeAnnouncement, _ random: inout SplitMix64
    ) -> (StoreAnswer, Int?) {
        var present = current.lease
        if flaws.contains(.claimIgnoresBeat) { present.beat = seen.beat }
        guard present == seen else { return (.claim(nil), nil) }
        let number = Int64(truncatingIfNeeded: random.next() >> 1)
        current.lease = Lease(epoch: seen.epoch + 1, claim: number, holder: .node(node.id), beat: 0)
        return (.claim(current.lease), commit())
    }

    private mutating func release(_ lease: Lease) -> (StoreAnswer, Int?) {
        guard holds(lease) else { return (.released, nil) }
        current.lease.holder = .nobody
        return (.released, commit())
    }

    private mutating func append(_ row: StoredRow, _ sequence: Int) -> (StoreAnswer, Int?) {
        let isOwn = current.lease.epoch == row.epoch && current.lease.claim == row.claim
        guard isOwn || flaws.contains(.noEpochCheck) else { return (.appended(.refused), nil) }
        if sequence <= rows.count {
            guard rows[sequence - 1].id == row.id else { return (.appended(.conflict), nil) }
            // Sent again after doubt: with a commit of its own, so that the standby has it.
            return (.appended(.written), flaws.contains(.doubtWithoutMarker) ? nil : commit())
        }
        guard sequence == rows.count + 1 else { return (.appended(.conflict), nil) }
        rows.append(row)
        return (.appended(.written), commit())
    }

    private func holds(_ lease: Lease) -> Bool {
        current.lease.epoch == lease.epoch && current.lease.claim == lease.claim
    }
}
