import LaurelCluster
import LaurelDomain
import LaurelTestSupport

/// Three to five nodes, a store with a standby, clients and everything that goes wrong between them.
///
/// It goes wrong for some seconds, then nothing does, twice. In the quiet seconds the cluster must answer again, and
/// the checker compares what is stored with what clients heard.
struct ClusterWorld {
    static let wallStart: Int64 = 1_700_000_000_000
    static let millisecond: Int64 = 1_000
    static let second: Int64 = 1_000_000
    static let troubleLength = 14 * second
    /// Without trouble, a write and a read are answered within this time.
    static let recoveryLimit = 5 * second
    static let quietLength = recoveryLimit + 2 * second
    static let rounds = 2
    /// How long a node waits for the store.
    static let callLimit = second

    /// Indirect: the queue moves each about, and they are long.
    indirect enum Event {
        /// Happens at a node of a machine, when that isn't paused, if the node still runs.
        case node(Int, generation: Int, NodeEvent)
        case arrive(Int, generation: Int, call: Int, StoreOperation)
        case replicate(Int, generation: Int, call: Int, StoreAnswer, commit: Int, promotions: Int)
        case client(ClientEvent)
        case trouble
        case promote
        case start(Int)
        case beginQuiet
        case endQuiet
    }

    enum NodeEvent {
        case look
        case beat
        case transmit(call: Int)
        case answered(call: Int, StoreAnswer)
        case timedOut(call: Int)
        case request(SimulatedNode.Request)
        case reply(SimulatedNode.Request, sequence: Int, last: Int64?)
        /// A follower reads on in the store.
        case follow
        /// A follower wants to know how far the owner is.
        case question(Int, from: Int, generation: Int)
        case told(Int, count: Int, last: StoredRow?)
        case questionTimedOut(Int)
        /// A node that ends has finished what it had begun.
        case letGo(Lease)
        case end
    }

    enum ClientEvent {
        case operate
        case retry(Int64, tries: Int)
        case answered(SimulatedNode.Request, sequence: Int, last: Int64?)
    }

    let flaws: Set<Flaw>
    let times: LeaseTimes
    var simulation: Simulation<Event>
    var store: StoreModel
    var machines: [Machine] = []
    var nodes: [SimulatedNode] = []
    var checker = ClusterChecker()
    var counts = EventCounts()
    var lastNodeID: Int64 = 0
    var lastCall = 0
    var fates: [Int: Fate] = [:]
    // Of the store, in microseconds and milliseconds.
    var storeDown: Int64 = 0
    var standbyStalled: Int64 = 0
    var storeAhead: Int64 = 0
    let weather: Weather
    /// Between two requests of clients, at most; and one of how many writes.
    let requestInterval: Int64
    let writeShare: Int
    var isQuiet = false
    var quietSince: Int64 = 0
    var troubleEnd = troubleLength
    var round = 0
    // Of the clients.
    var lastRow: Int64 = 0
    var waitingWrites: Set<Int64> = []
    var floors: [Int64: Int] = [:]
    var hasWritten = false
    var hasRead = false

    init(seed: UInt64, flaw: Flaw? = nil) {
        let flaws = Set([flaw].compactMap(\.self))
        self.flaws = flaws
        var times = LeaseTimes.usual
        simulation = Simulation(seed: seed)
        // Down to what clocks that differ by ±5 % just allow.
        times.patience = Timestamp.Span(milliseconds: simulation.between(2_225...2_500))
        if flaws.contains(.shortPatience) { times.patience = .seconds(1) }
        self.times = times
        weather = flaw?.weather ?? Weather(&simulation)
        requestInterval = simulation.between(10 * Self.millisecond...200 * Self.millisecond)
        writeShare = 2 + simulation.random.below(6)
        store = StoreModel(flaws: flaws)
        for index in 0..<3 + simulation.random.below(3) {
            machines.append(
                Machine(rate: simulation.between(950...1_050), offset: simulation.between(0...1_000_000_000)))
            nodes.append(newNode())
            simulation.schedule(.start(index), after: simulation.between(0...Self.second))
        }
        simulation.schedule(.client(.operate), after: Self.second)
        simulation.schedule(.trouble, after: 2 * Self.second)
        simulation.schedule(.beginQuiet, after: Self.troubleLength)
    }

    /// - Returns: what was wrong; nil: nothing.
    mutating func run() -> String? {
        while checker.failure == nil, round < Self.rounds, let event = simulation.next() { handle(event) }
        counts[.acknowledged] = checker.acknowledgements
        counts[.read] = checker.readCount
        counts[.lostAtPromotion] = store.lostCommits
        return checker.failure
    }

    private mutating func handle(_ event: Event) {
        switch event {
        case .node(let index, let generation, let nodeEvent):
            guard machines[index].generation == generation else { return }
            guard machines[index].paused <= now else {
                // In the order in which they came.
                return simulation.schedule(event, after: machines[index].paused - now)
            }
            handle(nodeEvent, at: index)
        case .arrive(let index, let generation, let call, let operation):
            arrive(index, generation, call, operation)
        case .replicate(let index, let generation, let call, let answer, let commit, let promotions):
            guard promotions == store.promotions else { return }
            store.replicate(commit)
            deliver(answer, call, to: index, generation)
        case .client(let clientEvent): handle(clientEvent)
        case .trouble: makeTrouble()
        case .promote: promote()
        case .start(let index): start(index)
        case .beginQuiet: beginQuiet()
        case .endQuiet: endQuiet()
        }
    }

    var now: Int64 { simulation.now }

    private mutating func beginQuiet() {
        isQuiet = true
        quietSince = now
        (hasWritten, hasRead) = (false, false)
        for index in machines.indices {
            machines[index].repair()
            if !nodes[index].isUp { simulation.schedule(.start(index), after: 0) }
        }
        (storeDown, standbyStalled, storeAhead) = (0, 0, 0)
        simulation.schedule(.endQuiet, after: Self.quietLength)
    }

    private mutating func endQuiet() {
        if !hasWritten || !hasRead {
            checker.fail("no \(hasWritten ? "read" : "write") was answered within 5 s after the trouble")
        }
        // What was sent may still be answered; none of it was lost any more.
        checker.check(store.rows)
        isQuiet = false
        round += 1
        simulation.schedule(.trouble, after: 0)
        simulation.schedule(.beginQuiet, after: Self.troubleLength)
        troubleEnd = now + Self.troubleLength
    }
}
