import LaurelCluster
import LaurelDomain

/// One process: what it has in memory and what it waits for. When a machine starts it again, it is another one.
struct SimulatedNode {
    struct Call {
        let operation: StoreOperation
        /// The steady clock before it was sent.
        let sent: Timestamp
        /// The lease that it is about.
        let lease: Lease?
    }

    /// A client's, as it came to some node.
    struct Request {
        let id: Int64
        let kind: Kind
        /// When nobody waits for it any more.
        let end: Int64
        var hops = 0

        enum Kind { case write, read }
    }

    /// Someone who may read when so many rows are there, of which this is the last one.
    struct Reader {
        let request: Request
        let count: Int
        let last: StoredRow?
    }

    var state: NodeState
    var isUp = false
    /// The rows, once they were read under the lease that the node owns.
    var memory: [StoredRow]?
    var sequences: [Int64: Int] = [:]
    /// The rows that it wrote under its lease.
    var counter: Int64 = 0
    var calls: [Int: Call] = [:]
    var queue: [Request] = []
    /// Of a follower: what it has read of the store. Some of it may be lost yet.
    var seen: [StoredRow] = []
    var isReadingTail = false
    /// When it has its boards, in microseconds of the true time.
    var warmFrom: Int64 = 0
    /// Who wants to read here and waits for the owner's word.
    var questions = OwnerQuestions<Request>()
    /// Numbers of questions: the one that is under way, if any, is the last one.
    var question = 0
    /// Who has the owner's word and waits for the rows.
    var readers: [Reader] = []
    /// Sent to the store, and not settled yet.
    var appending: (row: StoredRow, sequence: Int, lease: Lease, request: Request)?

    init(_ node: NodeAnnouncement, times: LeaseTimes) { state = NodeState(node, times: times) }

    mutating func remember(_ rows: [StoredRow]) {
        memory = rows
        for (index, row) in rows.enumerated() { sequences[row.id] = index + 1 }
    }

    mutating func remember(_ row: StoredRow) {
        memory?.append(row)
        sequences[row.id] = memory?.count
    }

    /// What ownership brought is gone. A row that was sent may still be answered.
    mutating func forget() {
        memory = nil
        sequences = [:]
        queue = []
        counter = 0
    }

    var ownedLease: Lease? {
        guard case .owning(let lease) = state.role else { return nil }
        return lease
    }

    func owns(_ lease: Lease) -> Bool { ownedLease?.epoch == lease.epoch && ownedLease?.claim == lease.claim }
}

/// A computer: its clocks, and what goes wrong with it and its cables.
struct Machine {
    /// Thousandths of the true time: 950 … 1,050.
    let rate: Int64
    let offset: Int64
    /// Of the wall clock, in milliseconds.
    var wallAhead: Int64 = 0
    /// Raised when a process starts or ends: events of a former one are dropped.
    var generation = 0
    // Until when, in microseconds of the true time.
    var paused: Int64 = 0
    var requestsLost: Int64 = 0
    var answersLost: Int64 = 0
    var slow: Int64 = 0
    var peersLost: Int64 = 0
    /// Its reads of one kind are answered by a former primary, as long as that kind's connection lasts.
    var looksPast: Int64 = 0
    var loadsPast: Int64 = 0

    func readsPast(_ operation: StoreOperation, at now: Int64) -> Bool {
        switch operation {
        case .look: looksPast > now
        case .load, .tail: loadsPast > now
        case .beat, .claim, .release, .append: false
        }
    }

    func steady(_ now: Int64) -> Timestamp { Timestamp(clamping: offset + now * rate / 1_000_000) }
    /// A span of its own steady clock, in microseconds of the true time.
    func span(_ span: Timestamp.Span) -> Int64 { span.milliseconds * 1_000_000 / rate }
    func wall(_ now: Int64) -> Timestamp { Timestamp(clamping: ClusterWorld.wallStart + now / 1_000 + wallAhead) }

    mutating func repair() {
        self = Machine(rate: rate, offset: offset, generation: generation)
    }
}
