public import LaurelHTTPServer
import Synchronization

/// The switch in front of everything, one for each process: the owner of the store answers, and every other node passes
/// requests on to it. While nobody can answer, requests wait.
///
/// Where this node answers itself, a request costs one more lock than without the switch. The lock is held for the time
/// it takes to copy a reference, some 20 ns, so that it's almost never contended, however many loops there are; and a
/// loop that waits for it nevertheless sleeps and doesn't spin. Without a lock the reference could be freed between
/// reading and retaining it: ways around that keep each former handler, and with it a former owner's whole state.
public final class NodeHandler: Handler {
    /// Of the requests that wait, so many are tried with each ``tick()``: thousands would be a burden to a peer that
    /// isn't ready. Once one is answered, all others follow.
    static let probesPerTick = 16

    private struct Shared {
        var state = NodeRole.nobody
        /// How often the state has changed.
        var changes: UInt64 = 0
        /// To the peer who answers; nil: none does.
        var reads: ReadBatches?
        /// The peer who answers is of a release that doesn't know keys.
        var takesNoKeys = false
        /// In order of arrival, nearly: what was tried again goes to the end.
        var waiting: [WaitingRequest] = []
    }

    private let shared = Mutex(Shared())
    private let asked = Atomic(0)
    private let forwarder: Forwarder
    private let policy: NodePolicy

    public init(_ forwarder: Forwarder, _ policy: NodePolicy) {
        self.forwarder = forwarder
        self.policy = policy
    }

    // MARK: - What the process does

    public var state: NodeRole { shared.withLock { $0.state } }

    /// Requests that wait for an owner, now.
    public var waitingCount: Int { shared.withLock { $0.waiting.count } }

    /// When the oldest of them came; nil: none waits.
    public var oldestArrival: UInt64? { shared.withLock { $0.waiting.lazy.map(\.arrival).min() } }

    /// Says who answers from now on. What waits is tried again at once. Requests that a former owner has go on there;
    /// if it's gone, see ``abandon(_:)``.
    public func set(_ state: NodeRole) {
        let waiting = shared.withLock { shared in
            shared.state = state
            shared.changes &+= 1
            shared.reads = if case .peer(let address) = state { joined(address) } else { nil }
            shared.takesNoKeys = false
            defer { shared.waiting = [] }
            return shared.waiting
        }
        for request in waiting { attempt(request) }
    }

    private func joined(_ address: PeerAddress) -> ReadBatches {
        ReadBatches(forwarder, to: address, within: policy.joinedMilliseconds)
    }

    /// Breaks off all requests to a peer that doesn't answer any more: see ``PeerClient/abandon(_:)``.
    public func abandon(_ address: PeerAddress) { forwarder.abandon(address) }

    /// Tries again, ends what has waited for too long or waits here in vain, and drops what nobody waits for. To be
    /// called every 50 to 100 ms.
    public func tick() {
        forwarder.sweep()
        let now = policy.clock()
        let patience = policy.isCutOff() ? 0 : policy.patienceMilliseconds
        let (expired, retried) = shared.withLock { shared -> ([WaitingRequest], [WaitingRequest]) in
            guard !shared.waiting.isEmpty else { return ([], []) }
            let isOver: (WaitingRequest) -> Bool = {
                $0.responder.isAbandoned || now >= $0.arrival && now - $0.arrival >= patience
            }
            let expired = shared.waiting.filter(isOver)
            if !expired.isEmpty { shared.waiting.removeAll(where: isOver) }
            let count =
                switch shared.state {
                case .here(_, isTrusted: let isTrusted): isTrusted() ? shared.waiting.count : 0
                case .peer: min(Self.probesPerTick, shared.waiting.count)
                case .nobody: 0
                }
            let retried = Array(shared.waiting.prefix(count))
            shared.waiting.removeFirst(count)
            return (expired, retried)
        }
        for request in expired { refuse(request, .unavailable) }
        for request in retried { attempt(request) }
    }

    // MARK: - Requests

    public func handle(_ request: Request) -> Outcome {
        if let outcome = answering({ $0.handle(request) }) {
            // A node that ends hasn't begun all that it took.
            return outcome.orElse { [self] in pass(request) }
        }
        if let response = policy.answersLocally(request) { return .now(response) }
        return pass(request)
    }

    private func pass(_ request: Request) -> Outcome {
        // All attempts have the same key.
        let known = request.method.isSafe ? request : request.known(by: policy.repeatKey(request))
        return wait(known, since: policy.clock())
    }

    public func judge(_ head: Request) -> Judgement {
        if let judgement = answering({ $0.judge(head) }) { return judgement }
        if let response = policy.answersLocally(head) { return .answer(.now(response)) }
        return .readUnjudged(limit: policy.bodyLimit(head))
    }

    /// Lets the one who answers here do so; nil: nobody may, now.
    ///
    /// It counts before it asks for trust. So once the handler isn't trusted any more and ``answeringCount`` is 0,
    /// nobody is asked any more: a thread that was stopped after the question would otherwise meet a server that has
    /// ended. And a thread that was stopped before it doesn't take the trust in a later handler for that in this one.
    func answering<Result>(_ body: (any Handler) -> Result) -> Result? {
        asked.add(1, ordering: .sequentiallyConsistent)
        defer { asked.subtract(1, ordering: .releasing) }
        guard case .here(let handler, isTrusted: let isTrusted) = shared.withLock({ $0.state }), isTrusted() else {
            return nil
        }
        return body(handler)
    }

    /// Threads that are asking the one who answers here, or whether there is one.
    public var answeringCount: Int { asked.add(0, ordering: .sequentiallyConsistent).newValue }

    private func wait(_ request: Request, since arrival: UInt64, mayHaveBeenDone: Bool = false) -> Outcome {
        .deferred { [self] responder in
            attempt(
                WaitingRequest(
                    request: request, responder: responder, arrival: arrival, mayHaveBeenDone: mayHaveBeenDone))
        }
    }

    /// Gives a request to the one who can take it now, or lets it wait.
    private func attempt(_ waiting: WaitingRequest) {
        let (state, changes, reads, takesNoKeys) = shared.withLock {
            ($0.state, $0.changes, $0.reads, $0.takesNoKeys)
        }
        switch state {
        case .here(_, isTrusted: let isTrusted) where isTrusted():
            // Back to the connection's loop, as if it had just come; there it may have to wait again.
            waiting.responder.handOver { [self] in
                let wait: @Sendable () -> Outcome = { [self] in
                    self.wait(waiting.request, since: waiting.arrival, mayHaveBeenDone: waiting.mayHaveBeenDone)
                }
                return answering { $0.handle(waiting.request) }?.orElse(wait) ?? wait()
            }
        case .peer where takesNoKeys && waiting.request.repeatKey != nil: attemptWithoutKey(waiting)
        case .peer(let address):
            let then: @Sendable (Attempt) -> Void = { [self] in settle(waiting, $0, changes) }
            if let reads, waiting.request.isBodilessRead, policy.isJoined(waiting.request) {
                reads.pass(ReadBatches.Read(request: waiting.request, responder: waiting.responder, then: then))
            } else {
                forwarder.forward(waiting.request, to: address, waiting.responder, then: then)
            }
        case .here, .nobody: hold(waiting, changes)
        }
    }

    private func settle(_ waiting: WaitingRequest, _ attempt: Attempt, _ changes: UInt64) {
        switch attempt {
        case .answered: releaseAll(changes)
        case .unread where waiting.request.repeatKey != nil:
            shared.withLock { if $0.changes == changes { $0.takesNoKeys = true } }
            attemptWithoutKey(waiting)
        case .elsewhere, .refused, .unread, .unsent, .lost(mayHaveBeenDone: false): hold(waiting, changes)
        case .lost(mayHaveBeenDone: true):
            var waiting = waiting
            waiting.mayHaveBeenDone = true
            if policy.mayRepeat(waiting.request) {
                hold(waiting, changes)
            } else {
                refuse(waiting, .mayHaveBeenDone)
            }
        }
    }

    /// The peer is of a release that doesn't know keys, and did nothing. It gets the request as that release sends it;
    /// but not one that may have been carried out under its key, since it wouldn't recognize it.
    private func attemptWithoutKey(_ waiting: WaitingRequest) {
        var plain = waiting
        plain.request = waiting.request.known(by: nil)
        if plain.mayHaveBeenDone && !policy.mayRepeat(plain.request) {
            refuse(plain, .mayHaveBeenDone)
        } else {
            attempt(plain)
        }
    }

    /// The peer answers: nothing has to wait for it.
    private func releaseAll(_ changes: UInt64) {
        let waiting = shared.withLock { shared in
            guard shared.changes == changes, !shared.waiting.isEmpty else { return [WaitingRequest]() }
            defer { shared.waiting = [] }
            return shared.waiting
        }
        for request in waiting { attempt(request) }
    }

    /// Lets a request wait, unless the state has changed since it was tried: then nothing would wake it soon.
    private func hold(_ waiting: WaitingRequest, _ changes: UInt64) {
        enum Decision { case held, retried, refused }
        if waiting.responder.isAbandoned { return refuse(waiting, .unavailable) }
        let decision = shared.withLock { shared -> Decision in
            if shared.changes != changes { return .retried }
            guard shared.waiting.count < policy.waitingLimit else { return .refused }
            shared.waiting.append(waiting)
            return .held
        }
        switch decision {
        case .held: break
        case .retried: attempt(waiting)
        case .refused: refuse(waiting, .tooManyWaiting)
        }
    }

    private func refuse(_ waiting: WaitingRequest, _ reason: NodeProblem) {
        // What was sent again and waits in vain may have been carried out the first time.
        let problem: NodeProblem = waiting.mayHaveBeenDone ? .mayHaveBeenDone : reason
        var response = policy.problem(problem, waiting.request.id)
        if problem != .mayHaveBeenDone && response.headers["Retry-After"] == nil {
            response.headers.append("Retry-After", "1")
        }
        waiting.responder.complete(response)
    }
}

extension Request {
    fileprivate var isBodilessRead: Bool { method == .get && body.isEmpty }
}
