import Foundation
import LaurelAPI
import LaurelDomain
import LaurelScores
import LaurelStorage
import LaurelStoragePostgres
import LaurelStorageSQLite
import Synchronization

/// A store of either engine, as the rest of the program uses it.
struct OpenedStore: Sendable {
    /// What ends a server over it.
    enum End: Sendable {
        case damaged(String)
        /// Another server owns it now.
        case takenOver
        /// It answers again, and couldn't be asked about a change that memory knows nothing of.
        case unsettled
    }

    let journal: any Journal & ScoreIDIndex
    let database: any SQLDatabase
    let isFull: @Sendable () -> Bool
    private let engine: Engine

    private enum Engine: Sendable {
        case folder(SQLiteStore)
        case postgres(PostgresStore, Hold)
    }

    /// What a server over PostgreSQL holds while it runs.
    private final class Hold: Sendable {
        let folder: String
        let lock: Mutex<DataFolderLock?>
        let isOver = Atomic(false)
        let signal = ThreadSignal()

        init(_ folder: String, _ lock: DataFolderLock?) {
            self.folder = folder
            self.lock = Mutex(lock)
        }
    }

    /// How long a server that writes nothing goes on after it was taken over.
    private static let watchMilliseconds = 1_000

    // MARK: Opening

    /// The store in a data folder. Takes the folder's lock.
    init(inFolder folder: String, acceptsLoss: Bool) throws(Failure) {
        try StoreLocation.requireHere(folder)
        let store: SQLiteStore
        do throws(OpenError) { store = try SQLiteStore(dataFolder: folder, acceptsLoss: acceptsLoss) } catch {
            throw Failure(error.description, status: 1)
        }
        if let restore = store.interruptedRestore { Terminal.complain("laurel: \(restore)") }
        if let loss = store.acceptedLoss { Terminal.complain("laurel: going on without what was lost: \(loss)") }
        (journal, database, engine) = (store, store, .folder(store))
        isFull = { store.isFull }
    }

    /// The store in a database. Takes the lock of the data folder, which has the rest; ``takeOver()`` takes the store.
    init(inPostgres address: String, folder: String, acceptsUnsafe: Bool) throws(Failure) {
        let (lock, store): (DataFolderLock, PostgresStore)
        do throws(OpenError) { lock = try DataFolderLock(of: folder) } catch {
            throw Failure(error.description, status: 1)
        }
        try Self.check(PostgresFinding.all(at: address), acceptsUnsafe: acceptsUnsafe)
        do throws(PostgresOpenError) { store = try PostgresStore(server: address) } catch {
            throw Failure(error.description, status: 1)
        }
        try StoreLocation.sayUnused(folder, besides: store.location)
        (journal, database, engine) = (store, store, .postgres(store, Hold(folder, lock)))
        isFull = { store.isFull }
    }

    static func check(_ findings: [PostgresFinding], acceptsUnsafe: Bool) throws(Failure) {
        for finding in findings {
            let text = [finding.title, finding.advice].compactMap { $0 }.joined(separator: ". ")
            switch finding.weight {
            case .fine, .notice: break
            case .wrong: throw Failure(text, status: 1)
            case .losesCommits where acceptsUnsafe: Terminal.complain("laurel: accepted: \(text)")
            case .losesCommits:
                throw Failure(text + ". To start all the same: laurel serve --accept-unsafe-store", status: 1)
            }
        }
    }

    /// The store of a cluster, which a lease has made this node's. The folder's lock is the process's.
    init(node store: PostgresStore, folder: String) {
        (journal, database, engine) = (store, store, .postgres(store, Hold(folder, nil)))
        isFull = { store.isFull }
    }

    /// From here on no other server writes to it. One in a folder is this process's since it was opened.
    ///
    /// Blocks while another server's COMMIT is under way.
    func takeOver() throws(Failure) {
        guard case .postgres(let store, _) = engine else { return }
        do throws(StoreError) {
            let former = try store.owner()
            try store.takeOver(as: Self.ownName, level: StoreLevel.current.rawValue)
            if former.epoch > 0 {
                Terminal.say("Took over the \(store.location) from \(former.holder); a server there ends by itself.")
            } else {
                Terminal.say("Took over the \(store.location).")
            }
        } catch {
            throw Failure("can't take over the \(store.location): \(error)", status: 1)
        }
    }

    /// Says in the folder that its store is elsewhere, where it is: not before this server listens. A start that fails
    /// leaves the folder as it was, with its own store if it has one.
    func noteElsewhere() throws(Failure) {
        if case .postgres(_, let hold) = engine { try StoreLocation.noteElsewhere(hold.folder) }
    }

    /// What others are told of who took the store over.
    private static var ownName: String {
        "\(ProcessInfo.processInfo.hostName), process \(ProcessInfo.processInfo.processIdentifier)"
    }

    // MARK: While it runs

    func areFriends(_ player: PlayerNumber, _ other: PlayerNumber) throws(StoreError) -> Bool {
        try database.areFriends(player, other)
    }

    func blockingBlob(_ digest: BlobDigest) throws(StoreError) -> [UInt8]? { try database.blockingBlob(digest) }

    /// - Parameter handler: called if it turns out to be damaged or another server's, on any thread.
    func onEnd(_ handler: @escaping @Sendable (End) -> Void) {
        switch engine {
        case .folder(let store): store.onDamage { handler(.damaged($0)) }
        case .postgres(let store, let hold):
            store.onLostOwnership { handler(.takenOver) }
            // What writes notices by itself. Others would be served what was true before.
            BlockingThread.start {
                while !hold.isOver.load(ordering: .relaxed) {
                    hold.signal.wait(milliseconds: Self.watchMilliseconds)
                    do throws(StoreError) {
                        try store.checkOwnership()
                        guard store.hasUnsettledChange else { continue }
                        handler(.unsettled)
                        return
                    } catch {
                        // A store that doesn't answer is asked again.
                        if error == .lostOwnership { return }
                    }
                }
            }
        }
    }

    /// - Parameter handler: called whenever the disk under it fails, on any thread. The caller gets 503.
    func onDiskFailure(_ handler: @escaping @Sendable (String) -> Void) {
        if case .folder(let store) = engine { store.onDiskFailure(handler) }
    }

    /// Reads all of it beside everything else, where that is ours to do.
    func readWhole() {
        if case .folder(let store) = engine { store.readWhole() }
    }

    /// Nobody waits long for what comes of a change in doubt any more.
    func stopAsking() { if case .postgres(let store, _) = engine { store.stopAsking() } }

    /// Nothing can be written any more; the data folder is free.
    func close() {
        switch engine {
        case .folder(let store): store.close()
        case .postgres(let store, let hold):
            hold.isOver.store(true, ordering: .relaxed)
            hold.signal.set()
            store.close()
            hold.lock.withLock { $0 = nil }
        }
    }

    // MARK: What to tell the operator

    /// Why work beside the answers isn't done now, for the log.
    func reason(_ error: any Error) -> String {
        guard (error as? any StoreFailure)?.isOfStore == true else { return "\(error)" }
        return isFull() ? "the disk of \(name) is full" : "\(name) can't be used now"
    }

    func damaged(_ reason: String) -> Failure {
        switch engine {
        case .folder(let store):
            Failure(
                "\(store.path) is damaged (\(reason)), so the server has stopped. Restore a backup: "
                    + "laurel restore --replace --from FILE --data \(store.dataFolder)", status: 1)
        case .postgres(let store, _):
            Failure(
                "the \(store.location) is damaged (\(reason)), so the server has stopped. If a standby was promoted "
                    + "without its last commits, bring the right server back; otherwise restore a backup of PostgreSQL",
                status: 1)
        }
    }

    /// Ends with status 1: a supervisor is to start it again.
    func unsettled() -> Failure {
        Failure(
            "the connection to \(name) was lost in the middle of a change, and for too long to ask whether it was "
                + "written. It answers again; start the server, which then reads everything anew", status: 1)
    }

    private var name: String {
        switch engine {
        case .folder(let store): store.path
        case .postgres(let store, _): "the \(store.location)"
        }
    }

    /// Whether a former owner's failure to start has this reason.
    var isTakenOver: Bool {
        guard case .postgres(let store, _) = engine else { return false }
        return store.isLost
    }

    /// Asks the store whether it's this server's. What was read before it said so is the owner's: a former primary,
    /// which answers from its past, shows an earlier one.
    func requireOwnership() throws(Failure) {
        guard case .postgres(let store, _) = engine else { return }
        do throws(StoreError) { try store.checkOwnership() } catch {
            if error == .lostOwnership { throw takenOver() }
            throw Failure("can't read the \(name): \(error)", status: 1, canPass: error.canPass)
        }
    }

    /// False, too, when it doesn't answer.
    var answersAsOwned: Bool {
        do throws(Failure) {
            try requireOwnership()
            return true
        } catch {
            return false
        }
    }

    /// Whether memory may lack a change that was written.
    var isUnsettled: Bool {
        guard case .postgres(let store, _) = engine else { return false }
        return store.hasUnsettledChange
    }

    /// Ends with status 0: a supervisor that started it again would have two servers take the store from each other.
    func takenOver() -> Failure {
        guard case .postgres(let store, _) = engine else { return Failure("the store was taken over", status: 0) }
        var holder = ""
        do throws(StoreError) { holder = " (\(try store.owner().holder))" } catch {}
        return Failure(
            "another server\(holder) has taken over the \(store.location), so this one has ended. All that it "
                + "acknowledged is kept. Only one server can use a store", status: 0)
    }

    /// Why the ranks can't be made from it.
    func refusal(_ error: StartError, folder: String) -> Failure {
        guard case .postgres(let store, _) = engine else { return Failure(error.description, status: 1) }
        let advice =
            "A standby without the last commits may have been promoted, or an older backup restored. Bring the right "
            + "server back. To go on with this one, start once with: laurel serve --accept-loss"
        switch error {
        case .lostRows(let count):
            return Failure(
                "the \(store.location) has lost its end: \(count) rows of the journal (mostly scores) are in a "
                    + "snapshot in \(folder)/cache, but not in the database. \(advice)", status: 1)
        case .otherRows:
            return Failure(
                "the \(store.location) isn't what the snapshots in \(folder)/cache were made of: its journal has other "
                    + "rows. \(advice)", status: 1)
        case .store(let cause): return Failure(error.description, status: 1, canPass: cause.canPass)
        case .clockBehind: return Failure(error.description, status: 1)
        }
    }
}
