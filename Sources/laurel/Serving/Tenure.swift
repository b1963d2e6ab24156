import LaurelAPI
import LaurelHTTPServer
import LaurelScores
import LaurelService
import LaurelStorage
import Synchronization

/// The time in which a process owns a store and answers from it, with all work beside.
final class Tenure: Sendable {
    enum Event: Sendable {
        case ready
        case failed(any Error)
        /// The store is damaged, or another server's.
        case ended(OpenedStore.End)
    }

    let composition: Composition
    let api: APIHandler
    private let settings: ServerSettings
    private let log: RequestLog?
    private struct Work {
        var tasks: [Task<Void, Never>] = []
        /// A server that never was ready has nothing to write, and what it has begun may take long.
        var wasReady = false
    }
    private let work = Mutex(Work())

    init(_ composition: Composition, _ api: APIHandler, _ settings: ServerSettings, _ log: RequestLog?) {
        self.composition = composition
        self.api = api
        self.settings = settings
        self.log = log
    }

    /// Begins what is done beside the answers, and prints the one-time link while there is no administrator: a new one
    /// each time, for the last may be lost.
    ///
    /// - Parameter server: which answers.
    func begin(on server: Server, at origin: String) async throws {
        let chores = ServerChores(composition: composition, server: server, log: log)
        let overtaken = TellOvertaken(composition.services.friends, keeper: composition.keeper)
        work.withLock { work in
            work.tasks = [
                Task { await chores.run() }, Task { [api] in await api.runEvents() }, Task { await overtaken.run() },
            ]
        }
        guard let token = try await PrepareAdministration(composition.accounts)(renewing: true) else { return }
        Terminal.say("Become an administrator (one-time link): \(origin)/setup/#\(token)")
    }

    /// Makes the ranks, and tells of what happens from then on.
    func events() -> AsyncStream<Event> {
        let (events, tell) = AsyncStream.makeStream(of: Event.self)
        composition.store.onEnd { tell.yield(.ended($0)) }
        composition.store.onDiskFailure { [trouble = DiskTrouble(log)] in trouble.tell($0) }
        Task { [composition, settings] in
            do {
                try await composition.start(acceptsClock: settings.acceptsClock, acceptsLoss: settings.acceptsLoss)
                if settings.isDemo { try await Demo(composition).prepare() }
                tell.yield(.ready)
                composition.store.readWhole()
                if let reason = await composition.keeper.ended() {
                    tell.yield(.ended(reason == .lostOwnership ? .takenOver : .damaged("\(reason)")))
                }
            } catch {
                tell.yield(.failed(error))
            }
        }
        return events
    }

    /// What is sent to players begins. Not before all is ready: what leaves carries names, which are loaded by then.
    func deliver() {
        let deliveries = Task { [composition] in await composition.deliveries.run() }
        work.withLock { work in
            work.tasks.append(deliveries)
            if let backups = composition.backups { work.tasks.append(Task { await backups.run() }) }
            work.wasReady = true
        }
    }

    /// Why a tenure ends that an event has ended, and whether the store takes anything from it still.
    func end(of event: Event) -> (failure: any Error, canWrite: Bool)? {
        switch event {
        case .ready: return nil
        case .failed where composition.store.isTakenOver: return (composition.store.takenOver(), false)
        case .failed(let error): return (error, true)
        case .ended(.damaged(let reason)):
            log?.add(event: "store-damaged", reason)
            return (composition.store.damaged(reason), true)
        case .ended(.takenOver):
            log?.add(event: "store-taken-over", "by another server")
            return (composition.store.takenOver(), false)
        case .ended(.unsettled):
            log?.add(event: "store-unsettled", "a change may have been written")
            return (composition.store.unsettled(), false)
        }
    }

    /// Ends the work beside the answers, writes what waits, and lets go of the store. Nothing answers any more.
    ///
    /// - Parameters:
    ///   - written: called on some thread when all is written but what is made beside it, such as a snapshot.
    ///   - isLast: false: the process goes on, so that a tenure which never was ready has to be ended as well. Nobody
    ///     waits for that.
    func end(canWrite: Bool, isLast: Bool = true, written: @escaping @Sendable () -> Void = {}) async {
        let wasReady = work.withLock { work in
            for task in work.tasks { task.cancel() }
            work.tasks = []
            return work.wasReady
        }
        // With ranks it answers and takes scores, whatever of the start is still to come.
        if wasReady || composition.keeper.isReady {
            await composition.stop(canWrite: canWrite, written: written)
        } else if !isLast {
            // What it read may be of a former primary's past: a snapshot of that would be in the way of a start.
            Task { [composition] in await composition.stop(canWrite: false, keeps: false) }
        }
    }
}
