import LaurelAPI
import LaurelCluster
import LaurelDomain
import LaurelForwarding
import LaurelHTTPServer
import LaurelService
import LaurelStorage
import Synchronization

/// Sends each request to where it's answered: here while the store is this node's, otherwise to the owner.
final class NodeSwitch: Sendable {
    /// From one look at where requests go to the next.
    private static let tickMilliseconds = 50
    /// How long what has begun, or waits for the next owner, may hold the end of a node up.
    private static let finishMilliseconds = 5_000
    private static let finishLookMilliseconds = 5

    let handler: NodeHandler
    let peerHandler: PeerHandler
    /// Asks other nodes.
    let forwarder: Forwarder
    private let membership: Membership
    private let client: PeerClient
    private let owner: OwnerWatch
    private struct Here {
        let handler: CountingHandler
        /// In the lease that it was made under. The node may have another one by now.
        let trust: LeaseTrust
    }
    private struct State {
        /// Answers while this node owns the store; nil: it doesn't, or isn't ready.
        var here: Here?
        /// As last told to the handler.
        var shown = Target.nobody
        /// Called once, when somebody answers.
        var onReady: (@Sendable () -> Void)?
        var isStopped = false
    }
    private let state = Mutex(State())
    private let signal = ThreadSignal()
    private let tidy: @Sendable () -> Void

    /// What waits for an owner, as last looked at.
    private final class Waiting: Sendable {
        private struct Look {
            var count = 0
            var oldest: UInt64?
        }
        private let look = Mutex(Look())

        var count: Int { look.withLock { $0.count } }
        /// How long the oldest one has waited.
        private var milliseconds: UInt64 {
            let now = UInt64(Clock.steady.now().milliseconds)
            return look.withLock { $0.oldest.map { now > $0 ? now - $0 : 0 } ?? 0 }
        }

        /// When somebody was last known who answers, in milliseconds of the steady clock.
        private let lastOwner = Atomic(Int64.min)

        func noteOwner() { lastOwner.store(Clock.steady.now().milliseconds, ordering: .relaxed) }

        /// Whether requests are answered now, or as soon as a takeover is over.
        var isShort: Bool {
            let last = lastOwner.load(ordering: .relaxed)
            let limit = NodeSwitch.waitingMilliseconds
            return last != .min && Clock.steady.now().milliseconds - last < Int64(limit) && milliseconds < limit
        }

        /// The node ends.
        var isLeaving: Bool {
            get { leaving.load(ordering: .relaxed) }
            set { leaving.store(newValue, ordering: .relaxed) }
        }
        private let leaving = Atomic(false)

        func set(_ count: Int, oldest: UInt64?) { look.withLock { $0 = Look(count: count, oldest: oldest) } }
    }

    /// A node that knows no owner for longer, or whose requests wait for longer, tells proxies to ask others: it may be
    /// the only one. If it's not, clients are better off with an answer at once than with one after 10 seconds. Longer
    /// than a takeover takes; with the proxy's check, shorter than clients wait.
    private static let waitingMilliseconds: UInt64 = 3_300
    /// How long a node that ends goes on answering, so that proxies ask others before their connections are closed.
    private static let leavingMilliseconds = 1_500
    private let waiting: Waiting

    private enum Target: Hashable {
        case here(ObjectIdentifier)
        case peer(String)
        case nobody
    }

    /// - Parameters:
    ///   - own: answers messages of other nodes, as ``PeerHandler`` has it.
    ///   - tidy: called with each look, so it must be quick: looks after what those messages left.
    init(
        _ membership: Membership, _ key: PeerKey, _ answers: StandbyAnswers, _ following: NodeFollowing,
        own: @escaping @Sendable (Request) -> Outcome?, tidy: @escaping @Sendable () -> Void,
        metrics: @escaping @Sendable () -> ServerMetrics
    ) throws(Failure) {
        guard let client = PeerClient() else { throw Failure("not enough memory or open files", status: 1) }
        self.client = client
        self.membership = membership
        self.tidy = tidy
        var policy = NodePolicy(
            mayRepeat: { answers.mayRepeat($0) }, repeatKey: { answers.takesKey($0) ? RepeatKey.random() : nil },
            isJoined: { answers.isJoined($0) },
            problem: { answers.response(to: StandbyAnswers.Trouble($0), $1) },
            bodyLimit: { answers.bodyLimit($0) }, clock: { UInt64(Clock.steady.now().milliseconds) })
        let waiting = Waiting()
        let forwarder = Forwarder(client, key: key)
        self.forwarder = forwarder
        let owner = OwnerWatch(membership, forwarder)
        policy.isCutOff = { owner.isCutOff }
        policy.answersLocally = { request in
            let isReady = membership.seesStore && !owner.isCutOff && waiting.isShort && !waiting.isLeaving
            return answers.local(request, isReady: isReady, metrics) {
                var facts = membership.facts(waiting: waiting.count, isCutOff: owner.isCutOff)
                facts.followedRows = following.rowCount
                facts.storeHasLoss = following.hasLoss
                return facts
            }
        }
        self.waiting = waiting
        self.owner = owner
        handler = NodeHandler(forwarder, policy)
        peerHandler = PeerHandler(key: key, node: handler, process: UInt64.random(in: 1 ... .max), own: own)
    }

    /// - Parameter onReady: called once, when requests are answered, here or by another node.
    func start(onReady: @escaping @Sendable () -> Void) {
        state.withLock { $0.onReady = onReady }
        BlockingThread.start { [self] in
            while !state.withLock({ $0.isStopped }) {
                show()
                owner.turn(at: Clock.steady.now())
                handler.tick()
                tidy()
                waiting.set(handler.waitingCount, oldest: handler.oldestArrival)
                signal.wait(milliseconds: Self.tickMilliseconds)
            }
        }
    }

    /// Who answers while this node owns the store by one lease.
    func set(_ api: APIHandler, under trust: LeaseTrust) {
        state.withLock { $0.here = Here(handler: CountingHandler(api), trust: trust) }
        show()
    }

    /// Nobody answers here.
    func unset() {
        state.withLock { $0.here = nil }
        show()
    }

    /// Tells the handler what has changed, and ends requests to nodes that don't answer any more.
    private func show() {
        // Within the lock: what is told last is what is true last.
        state.withLock { state in
            let (target, role) = decide(state)
            if target != .nobody { waiting.noteOwner() }
            guard target != state.shown else { return }
            state.shown = target
            handler.set(role)
            if target != .nobody {
                state.onReady?()
                state.onReady = nil
            }
        }
        for address in membership.deadAddresses {
            if let address = PeerAddress(address) { handler.abandon(address) }
        }
    }

    private func decide(_ state: State) -> (Target, NodeRole) {
        switch membership.route {
        case .here:
            // What was made under an earlier lease may still be there.
            guard let here = state.here, here.trust.isValid else { return (.nobody, .nobody) }
            return (.here(ObjectIdentifier(here.handler)), .here(here.handler, isTrusted: { here.trust.isValid }))
        case .to(let node):
            guard let address = PeerAddress(node.address) else { return (.nobody, .nobody) }
            return (.peer(node.address), .peer(address))
        case .nowhere: return (.nobody, .nobody)
        }
    }

    // MARK: The end

    /// Lets what this node has begun to answer finish. Nothing new begins, if nobody trusts this node any more.
    func finishAnswering() async {
        let here = state.withLock { $0.here?.handler }
        // In this order: who is asked counts here before they count as asking no more.
        await wait { [handler] in handler.answeringCount == 0 && here?.count ?? 0 == 0 }
    }

    /// Lets what waits be answered by the next owner, if there can be one.
    func finishWaiting() async {
        await wait { [self] in handler.waitingCount == 0 || !membership.peers.contains { $0.isLive } }
    }

    /// Tells proxies to ask others, and waits until they do.
    func leave() async {
        waiting.isLeaving = true
        // Alone, there is nobody else to ask.
        guard membership.peers.contains(where: \.isLive) else { return }
        await Self.pause(milliseconds: Self.leavingMilliseconds)
    }

    /// By the steady clock, whatever the wall clock does.
    private static func pause(milliseconds: Int) async {
        await withCheckedContinuation { continuation in
            BlockingThread.start {
                ThreadSignal().wait(milliseconds: milliseconds)
                continuation.resume()
            }
        }
    }

    private func wait(until isDone: () -> Bool) async {
        for _ in 0..<(Self.finishMilliseconds / Self.finishLookMilliseconds) where !isDone() {
            await Self.pause(milliseconds: Self.finishLookMilliseconds)
        }
    }

    func stop() {
        state.withLock { $0.isStopped = true }
        signal.set()
        client.stop()
    }
}

extension RepeatKey {
    fileprivate static func random() -> RepeatKey {
        RepeatKey(high: .random(in: .min ... .max), low: .random(in: .min ... .max))
    }
}

extension StandbyAnswers.Trouble {
    init(_ problem: NodeProblem) {
        switch problem {
        case .unavailable: self = .noOwner
        case .tooManyWaiting: self = .tooManyWaiting
        case .mayHaveBeenDone: self = .mayHaveBeenDone
        }
    }
}
