import LaurelAPI
import LaurelCluster
import LaurelDomain
import LaurelService
import LaurelStorage
import Synchronization

/// A node's part in its cluster: it looks, beats, claims and releases as ``NodeState`` decides.
///
/// Looks and commits have a thread each, because a commit can wait for a standby for ever while looks are answered.
final class Membership: Sendable {
    enum Event: Sendable {
        /// The store is this node's: read it anew, and answer while this is valid.
        case own(LeaseTrust)
        /// It's another node's, or nobody's: forget what is in memory.
        case resign
    }

    /// What the thread of commits does beside beating.
    private enum Work: Sendable {
        case claim(Lease)
        case release(Lease)
    }

    private struct Plan {
        var work: [Work] = []
        /// What a new owner is to beat at once: only a beat that succeeds makes sure of a claim whose answer was lost.
        var beatsNow = false
        var isStopped = false
    }

    let events: AsyncStream<Event>
    private let tell: AsyncStream<Event>.Continuation
    private let store: any ClusterStore
    private let state: Mutex<NodeState>
    private let following: @Sendable () -> NodeAnnouncement.Following
    private let log: @Sendable (_ event: String, _ detail: String) -> Void
    private let plan = Mutex(Plan())
    private let lookSignal = ThreadSignal()
    private let commitSignal = ThreadSignal()
    /// In the last lease that it had; nil: none yet.
    private let trust = Mutex<LeaseTrust?>(nil)
    private let lastLook = Atomic(Int64.min)
    private let commits = Mutex(CommitWatch())
    /// Why the last commit that failed did so.
    private let commitFailure = Mutex("")
    private let writtenLevel = Atomic(StoreLevel.first.rawValue)
    private let look = Mutex<ClusterLook?>(nil)
    private static let beatsUntilForgotten = 120

    /// - Parameter following: how far this node's boards are at this moment.
    init(
        _ node: NodeAnnouncement, _ store: any ClusterStore,
        following: @escaping @Sendable () -> NodeAnnouncement.Following,
        log: @escaping @Sendable (_ event: String, _ detail: String) -> Void
    ) {
        self.store = store
        self.following = following
        self.log = log
        state = Mutex(NodeState(node))
        (events, tell) = AsyncStream.makeStream(of: Event.self)
    }

    func start() {
        BlockingThread.start { [self] in lookOn() }
        BlockingThread.start { [self] in commitOn() }
    }

    // MARK: What others ask

    /// Whether no other node can own the store now, by whichever lease: see ``LeaseTrust``.
    var isTrusted: Bool { trust.withLock { $0 }?.isValid ?? false }

    /// What this node may write.
    var level: StoreLevel { StoreLevel(clamping: writtenLevel.load(ordering: .relaxed)) }

    var route: NodeState.Route { state.withLock { $0.route(at: Clock.steady.now()) } }

    var peers: [NodeState.Peer] { state.withLock { $0.peers } }

    var deadAddresses: Set<String> { state.withLock { $0.deadAddresses } }

    /// When the owner of the store was last seen to live.
    var leaseMoved: Timestamp? { state.withLock { $0.leaseMoved } }

    /// How long the store may be silent before this node tells proxies to ask others.
    private static let silenceMilliseconds: Int64 = 3_000

    /// Whether the store was seen not long ago.
    var seesStore: Bool {
        let last = lastLook.load(ordering: .relaxed)
        return last != .min && Clock.steady.now().milliseconds - last < Self.silenceMilliseconds
    }

    /// For `/metrics`.
    ///
    /// - Parameters:
    ///   - waiting: requests that wait for an owner.
    ///   - isCutOff: as ``OwnerWatch`` says.
    func facts(waiting: Int, isCutOff: Bool = false) -> NodeFacts {
        var facts = NodeFacts()
        facts.isCutOff = isCutOff
        facts.owns = isTrusted
        facts.liveNodes = state.withLock { $0.liveNodes }
        facts.waitingRequests = waiting
        let (last, now) = (lastLook.load(ordering: .relaxed), Clock.steady.now())
        facts.lookAgeMilliseconds = last == .min ? nil : max(0, now.milliseconds - last)
        facts.commitWaitMilliseconds = commits.withLock { $0.wait(at: now) }.milliseconds
        return facts
    }

    /// The store refused a write under this lease, or what is in memory may lack a change: others may own it.
    func giveUp(_ lease: Lease) { apply { $0.writeRefused(under: lease) } }

    /// The node ends: from here on it trusts nothing. It keeps the lease, so that nobody claims it meanwhile.
    ///
    /// - Returns: the lease to let go of when all that waits is written; nil: it owns none.
    func leave() -> Lease? {
        var lease: Lease?
        apply { state in
            lease = state.leave()
            return .nothing
        }
        return lease
    }

    /// Lets the others have the store at once, after ``leave()``. They can't have it sooner if that can't be committed:
    /// so it isn't waited for long.
    func letGo(_ lease: Lease) {
        apply { state in
            state.letGo()
            return .nothing
        }
        commitLast("node-release-failed") { [store] () throws(ClusterStoreError) in try store.release(lease) }
    }

    /// A failure costs the others the time that they wait for this node's beat.
    private func release(_ lease: Lease) {
        do throws(ClusterStoreError) {
            try committing { () throws(ClusterStoreError) in try store.release(lease) }
        } catch {
            log("node-release-failed", "\(error)")
        }
    }

    /// Ends the threads; nobody sees this node any more, or they see it die: the owner forgets it then.
    func stop() {
        plan.withLock { $0.isStopped = true }
        lookSignal.set()
        commitSignal.set()
        let id = state.withLock { $0.node.id }
        commitLast("node-not-removed") { [store] () throws(ClusterStoreError) in try store.remove(id) }
        tell.finish()
    }

    /// How long the end of a node waits for a commit. A commit may wait for a standby for as long as there is none.
    private static let lastCommitMilliseconds = 2_000

    /// - Parameter failure: how the log calls it.
    private func commitLast(
        _ failure: String, _ commit: @escaping @Sendable () throws(ClusterStoreError) -> Void
    ) {
        let end = ThreadSignal()
        BlockingThread.start { [log] in
            do throws(ClusterStoreError) { try commit() } catch { log(failure, "\(error)") }
            end.set()
        }
        if !end.wait(milliseconds: Self.lastCommitMilliseconds) { log(failure, "a commit isn't answered") }
    }

    // MARK: Threads

    private func lookOn() {
        let pause = state.withLock { Int($0.times.lookInterval.milliseconds) }
        var hasFailed = false
        while !isStopped {
            let sent = Clock.steady.now()
            do throws(ClusterStoreError) {
                let look = try store.look()
                let answered = Clock.steady.now()
                let boards = following()
                apply { state in
                    state.follows(boards)
                    return state.looked(look, sent: sent, answered: answered, wallClock: Clock.system.now())
                }
                self.look.withLock { $0 = look }
                lastLook.store(answered.milliseconds, ordering: .relaxed)
                say(commits.withLock { $0.looked(at: answered) })
                if hasFailed { log("store-answers", "again") }
                hasFailed = false
            } catch {
                state.withLock { $0.lookFailed() }
                commits.withLock { $0.lookFailed(at: Clock.steady.now()) }
                if !hasFailed { log("store-unavailable", error == .unavailable ? store.lookTrouble : "\(error)") }
                hasFailed = true
            }
            lookSignal.wait(milliseconds: pause)
        }
    }

    private func commitOn() {
        let pause = state.withLock { $0.times.beatInterval.milliseconds }
        var next = Clock.steady.now().milliseconds
        var beats = 0
        while !isStopped {
            for work in plan.withLock({ plan in
                defer { plan.work = [] }
                return plan.work
            }) { perform(work) }
            let now = Clock.steady.now().milliseconds
            let beatsNow = plan.withLock { plan in
                defer { plan.beatsNow = false }
                return plan.beatsNow
            }
            if now >= next || beatsNow {
                beat()
                next = now + pause
                beats += 1
                if beats % Self.beatsUntilForgotten == 0 { forgetTheDead() }
            }
            commitSignal.wait(milliseconds: Int(clamping: max(1, next - Clock.steady.now().milliseconds)))
        }
    }

    /// Nodes that have died are forgotten by the owner, after a while in which the operator sees them.
    private func forgetTheDead() {
        let (look, dead) = state.withLock { state in
            (self.look.withLock { $0 }, Set(state.peers.filter { !$0.isLive }.map(\.announcement.id)))
        }
        guard isTrusted, let look, !dead.isEmpty else { return }
        do throws(ClusterStoreError) {
            try committing { () throws(ClusterStoreError) in
                try store.remove(look.nodes.filter { dead.contains($0.announcement.id) })
            }
        } catch {
            // Later.
        }
    }

    private func beat() {
        let boards = following()
        let (node, lease) = state.withLock { state in
            state.follows(boards)
            return (state.node, state.beat())
        }
        let sent = Clock.steady.now()
        do throws(ClusterStoreError) {
            let holds = try committing { () throws(ClusterStoreError) in try store.beat(node, holding: lease) }
            apply { $0.beatAnswered(holds, of: lease, sent: sent) }
        } catch {
            // No trust comes of it; what failed is told with the next look, if it goes on.
        }
    }

    /// Notes how long commits wait, or fail, so that the log and `/metrics` say it.
    private func committing<Result>(
        _ commit: () throws(ClusterStoreError) -> Result
    ) throws(ClusterStoreError) -> Result {
        commits.withLock { $0.begin(at: Clock.steady.now()) }
        do throws(ClusterStoreError) {
            let result = try commit()
            say(commits.withLock { $0.end(succeeded: true, at: Clock.steady.now()) })
            return result
        } catch {
            commitFailure.withLock { $0 = "\(error)" }
            say(commits.withLock { $0.end(succeeded: false, at: Clock.steady.now()) })
            throw error
        }
    }

    private func say(_ news: CommitWatch.News?) {
        guard let news else { return }
        switch news {
        case .waits(let span):
            log(
                "commit-waits",
                "a commit has waited \(Self.seconds(span)), probably for a standby. Nobody can own the store "
                    + "meanwhile; laurel cluster status may say why")
        case .fails(let span):
            log("commits-fail", "for \(Self.seconds(span)): \(commitFailure.withLock { $0 })")
        case .isOver(let span): log("commits-answered", "again, after \(Self.seconds(span))")
        }
    }

    private static func seconds(_ span: Timestamp.Span) -> String { "\(Double(span.milliseconds) / 1_000) s" }

    private func perform(_ work: Work) {
        switch work {
        case .release(let lease): release(lease)
        case .claim(let lease):
            let node = state.withLock { $0.node }
            let sent = Clock.steady.now()
            do throws(ClusterStoreError) {
                let own = try committing { () throws(ClusterStoreError) in try store.claim(lease, by: node) }
                apply { $0.claimAnswered(own, sent: sent) }
            } catch {
                log("node-claim-failed", "\(error)")
                state.withLock { $0.claimFailed() }
            }
        }
    }

    private var isStopped: Bool { plan.withLock { $0.isStopped } }

    // MARK: Decisions

    private func apply(_ change: (inout NodeState) -> NodeState.Decision) {
        // Told within the lock, so that events come in the order of what they tell.
        let work: Work? = state.withLock { state in
            let decision = change(&state)
            let trust = publish(state, decision)
            writtenLevel.store(state.writtenLevel, ordering: .relaxed)
            switch decision {
            case .nothing: return nil
            case .claim(let lease): return .claim(lease)
            case .release(let lease):
                if case .following = state.role { tell.yield(.resign) }
                return .release(lease)
            case .own:
                if let trust { tell.yield(.own(trust)) }
                plan.withLock { $0.beatsNow = true }
                commitSignal.set()
                return nil
            case .resign:
                tell.yield(.resign)
                return nil
            }
        }
        guard let work else { return }
        plan.withLock { $0.work.append(work) }
        commitSignal.set()
    }

    /// Says how long what answers may do so, before anybody acts on what was decided.
    ///
    /// - Returns: of the lease that the node has now, or had last.
    private func publish(_ state: NodeState, _ decision: NodeState.Decision) -> LeaseTrust? {
        trust.withLock { trust in
            if case .own(let lease) = decision {
                trust?.lasts(until: nil)
                trust = LeaseTrust(lease)
            }
            if let trust { trust.lasts(until: state.trustedUntil(under: trust.lease)) }
            return trust
        }
    }
}
