import LaurelAPI
import LaurelCluster
import LaurelForwarding
import LaurelHTTPServer
import LaurelScores
import LaurelService
import LaurelStorage
import Synchronization

/// What a node does when the store becomes its own, and when it isn't any more: its tenures, one after the other.
final class NodeOwnership: Sendable {
    private let settings: ServerSettings
    private let options: Composition.Options
    private let access: NodeStore
    private let membership: Membership
    private let switching: NodeSwitch
    private let following: NodeFollowing
    private let server: Server
    private let url: PublicURL
    private let pages: Pages
    private let log: RequestLog?
    /// Of the present tenure, from the moment that the store is this node's.
    private let current = Mutex<Running?>(nil)

    private final class Running: Sendable {
        let trust: LeaseTrust
        let task = Mutex<Task<Void, Never>?>(nil)
        /// Called once all is written that waits; nil: the store isn't this node's any more, and nothing is written.
        let written = Mutex<OneTime?>(nil)

        init(_ trust: LeaseTrust) { self.trust = trust }

        var lease: Lease { trust.lease }
    }

    /// What is done once, by the first caller.
    private final class OneTime: Sendable {
        private let body: @Sendable () -> Void
        private let isDone = Atomic(false)

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }

        func callAsFunction() { if !isDone.exchange(true, ordering: .acquiringAndReleasing) { body() } }
    }

    init(
        _ settings: ServerSettings, _ options: Composition.Options, _ access: NodeStore, _ membership: Membership,
        _ switching: NodeSwitch, _ following: NodeFollowing, _ server: Server, _ url: PublicURL, _ pages: Pages,
        _ log: RequestLog?
    ) {
        self.settings = settings
        self.options = options
        self.access = access
        self.membership = membership
        self.switching = switching
        self.following = following
        self.server = server
        self.url = url
        self.pages = pages
        self.log = log
    }

    private enum Happening: Sendable {
        case asked
        case membership(Membership.Event)
        /// A tenure has ended because of what no other node can mend by waiting.
        case failed(any Error)
    }

    /// - Returns: why the node ends; nil: it was asked to.
    func run(until ending: Ending) async -> (any Error)? {
        let (happenings, tell) = AsyncStream.makeStream(of: Happening.self)
        Task {
            await ending.wait()
            tell.yield(.asked)
        }
        Task { [membership] in for await event in membership.events { tell.yield(.membership(event)) } }
        following.start()
        defer { following.stop() }
        for await happening in happenings {
            switch happening {
            case .asked: return nil
            case .failed(let error): return error
            case .membership(.own(let trust)):
                await end()
                begin(trust) { tell.yield(.failed($0)) }
            case .membership(.resign):
                await end()
                following.start()
            }
        }
        return nil
    }

    /// Lets go of the store in order: what has begun is finished and written before others may have it. They don't wait
    /// for what is made beside it, such as a snapshot.
    func handOver() async {
        let lease = membership.leave()
        await switching.finishAnswering()
        let letGo = OneTime { [membership] in if let lease { membership.letGo(lease) } }
        await end(written: letGo)
        letGo()
    }

    // MARK: One tenure

    private func begin(_ trust: LeaseTrust, _ fail: @escaping @Sendable (any Error) -> Void) {
        let lease = trust.lease
        Terminal.say("This node owns the \(access.location) now (epoch \(lease.epoch)).")
        log?.add(event: "store-owned", "epoch \(lease.epoch)")
        let running = Running(trust)
        let task = Task { [self] in
            do { try await answer(running) } catch {
                // The others go on.
                membership.giveUp(lease)
                fail(error)
            }
        }
        running.task.withLock { $0 = task }
        current.withLock { $0 = running }
    }

    /// - Parameter written: called once all is written that waits; nil: the store isn't this node's any more.
    private func end(written: OneTime? = nil) async {
        let running = current.withLock { current in
            defer { current = nil }
            return current
        }
        guard let running else { return }
        switching.unset()
        running.written.withLock { $0 = written }
        let task = running.task.withLock { $0 }
        task?.cancel()
        await task?.value
        Terminal.say("This node doesn't own the \(access.location) any more. Requests go to the next owner.")
        log?.add(event: "store-left", "epoch \(running.lease.epoch)")
    }

    /// Until the store is another node's, or the task is canceled.
    ///
    /// - Throws: what no other node can mend by waiting.
    private func answer(_ running: Running) async throws {
        let store: OpenedStore
        let tenure: Tenure
        do { (store, tenure) = try await open(running.lease) } catch {
            return try retryLater(error, running.lease)
        }
        var failure: (any Error)?
        do {
            try await tenure.begin(on: server, at: url.origin)
            for await event in tenure.events() {
                if let end = tenure.end(of: event) { throw end.failure }
                // All that was read so far must be of this lease, not of a former primary's past.
                try store.requireOwnership()
                // It may have been ended meanwhile.
                if Task.isCancelled { break }
                switching.set(tenure.api, under: running.trust)
                tenure.deliver()
                log?.add(event: "store-answered", "epoch \(running.lease.epoch)")
            }
        } catch {
            failure = error
            membership.giveUp(running.lease)
        }
        switching.unset()
        tenure.api.endStreams()
        // Whether the store answers, and says that it's this node's: then waiting mends nothing.
        let isLasting =
            failure.map { !$0.canPass } ?? false && !store.isTakenOver && !store.isUnsettled && store.answersAsOwned
        let written = failure == nil ? running.written.withLock(\.self) : nil
        // The next owner, which may be this node, reads what came of changes in doubt. The end would wait for that.
        if written == nil { store.stopAsking() }
        await tenure.end(canWrite: written != nil, isLast: false) { written?() }
        guard let failure else { return }
        if isLasting { throw failure }
        log?.add(event: "store-given-up", "\(failure)")
    }

    /// All parts of a server over the store.
    private func open(_ lease: Lease) async throws -> (OpenedStore, Tenure) {
        let store = try access.open(under: lease)
        do {
            let composition = try await Composition(
                folder: settings.folder, store: store, keyring: access.keyring, options, warm: following.take())
            let api = settings.api(
                composition.services, url, pages, log,
                node: { [membership, switching] in membership.facts(waiting: switching.handler.waitingCount) },
                level: { [membership] in membership.level })
            api.attach { [server] in server.metrics }
            return (store, Tenure(composition, api, settings, log))
        } catch {
            let isLasting = !error.canPass && !store.isTakenOver && store.answersAsOwned
            store.close()
            throw isLasting ? Lasting(reason: error) : error
        }
    }

    /// A failure that is the same whenever the store is read again.
    private struct Lasting: Error {
        let reason: any Error
    }

    /// The store was lost while it was read, or doesn't answer: who owns it next reads it again.
    private func retryLater(_ error: any Error, _ lease: Lease) throws {
        if let lasting = error as? Lasting { throw lasting.reason }
        membership.giveUp(lease)
        log?.add(event: "store-given-up", "\(error)")
    }
}

extension Error {
    /// Whether it came of a store that may answer otherwise by now.
    fileprivate var canPass: Bool {
        switch self {
        case let failure as Failure: failure.canPass
        case let error as StoreError: error.canPass
        case let error as any StoreFailure: error.isOfStore
        default: false
        }
    }
}
