import CLaurelSQLite
import Glibc
import LaurelStorage

/// Copies of a store: made while it runs, verified, and brought back.
public enum Backup {
    /// Pages copied before others get their turn: one millisecond or so.
    private static let stepPages: Int32 = 256

    /// Writes a copy of the store in a data folder, which a server may be using, into a new file, and reads the copy
    /// from end to end. It is the state at one moment.
    ///
    /// - Throws: with nothing left behind. Never overwrites.
    public static func make(of dataFolder: String, into path: String) throws(BackupError) {
        let source = dataFolder + "/" + SQLiteStore.fileName
        // Before the store is read: a server that is using it goes on, and its mark with it.
        let mark = HighWaterMark.read(at: source + HighWaterMark.suffix)
        try requireReadable(source)
        try requireNew(path)
        let draft = path + draftSuffix
        unlink(draft)
        do throws(BackupError) {
            try copy(source, to: draft)
            try verify(draft, of: source, as: "the copy of \(source)")
            try requireEnd(of: draft, mark, source)
            try publish(draft, as: path)
            try synchronise(path)
        } catch {
            removeDraft(draft)
            throw error
        }
    }

    /// For a process that ends in the middle of ``make(of:into:)``: it has no file, or all of it.
    public static func removeDraft(of path: String) { removeDraft(path + draftSuffix) }

    private static let draftSuffix = ".draft"

    private static func removeDraft(_ draft: String) {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) }
    }

    /// Never takes another file's name: by a second name, or, where the file system has none, such as on a stick, by
    /// taking the place of an empty file that nobody else has made.
    private static func publish(_ draft: String, as path: String) throws(BackupError) {
        if link(draft, path) == 0 {
            unlink(draft)
            return
        }
        guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { throw .failed(String(cString: strerror(errno))) }
        let empty = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard empty >= 0 else { throw .failed(String(cString: strerror(errno))) }
        close(empty)
        guard rename(draft, path) == 0 else {
            let reason = String(cString: strerror(errno))
            unlink(path)
            throw .failed(reason)
        }
    }

    /// Puts a backup's copy into a data folder; the backup stays as it is.
    ///
    /// - Parameter replacing: what to do when the folder has a store already: false refuses; true keeps the old one
    ///   under another name.
    /// - Returns: where the old store is kept now; nil when there was none.
    /// - Throws: with nothing changed: when a server uses the folder, when the backup is damaged, no store or newer
    ///   than the program.
    @discardableResult
    public static func restore(
        _ path: String, into dataFolder: String, replacing: Bool = false
    ) throws(BackupError) -> String? {
        try requireReadable(path)
        try verify(path, of: path, as: path)
        let target = dataFolder + "/" + SQLiteStore.fileName
        do throws(OpenError) { try StoreFolder.prepare(dataFolder) } catch { throw .store(error) }
        let lock: DataFolderLock
        do throws(OpenError) { lock = try DataFolderLock(dataFolder: dataFolder) } catch { throw .store(error) }
        defer { withExtendedLifetime(lock) {} }
        _ = try RestoreSwap.resume(in: dataFolder)
        if !replacing {
            try requireNew(target)
            try requireNew(target + "-wal")
        }
        let draft = target + draftSuffix
        unlink(draft)
        do throws(BackupError) {
            try copy(path, to: draft)
            try verify(draft, of: path, as: draft)
            try synchronise(draft)
            // From here on the restore is done, whatever happens: the next start takes the steps that are missing.
            let swap = RestoreSwap(dataFolder: dataFolder, number: RestoreSwap.freeNumber(in: dataFolder))
            try swap.begin(draft)
            try swap.finish()
            return swap.hasKept ? swap.kept : nil
        } catch {
            removeDraft(draft)
            throw error
        }
    }

    /// Who backs up a store that has lost its end every night would lose the last backup that has it.
    private static func requireEnd(
        of draft: String, _ mark: HighWaterMark.Reading?, _ source: String
    ) throws(BackupError) {
        let loss: LostEnd?
        do throws(StoreError) {
            let connection = try SQLiteConnection(path: draft, flags: SQLITE_OPEN_READONLY)
            let version = try connection.integer("PRAGMA user_version") ?? 0
            loss = try StoreOpening.loss(connection, version, mark)
        } catch {
            throw .failed(String(describing: error))
        }
        if let loss { throw .store(.lostEnd(path: source, loss)) }
    }

    private static func requireReadable(_ path: String) throws(BackupError) {
        guard access(path, R_OK) != 0 else { return }
        throw errno == ENOENT ? .missing(path) : .unreadable(path, reason: String(cString: strerror(errno)))
    }

    private static func requireNew(_ path: String) throws(BackupError) {
        guard access(path, F_OK) != 0 else { throw .exists(path) }
    }

    /// SQLite's own copying: it starts over when the source is written by somebody else, so the source is held at one
    /// moment by a read transaction.
    private static func copy(_ source: String, to target: String) throws(BackupError) {
        do throws(StoreError) {
            let from = try SQLiteConnection(path: source, flags: SQLITE_OPEN_READONLY)
            // Not made by SQLite, whose files others can read: a backup may lie in a folder of many.
            let file = open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard file >= 0 else {
                throw StoreError.failing(reason: "can't create \(target): \(String(cString: strerror(errno)))")
            }
            close(file)
            let into = try SQLiteConnection(path: target, flags: SQLITE_OPEN_READWRITE)
            let (code, end) = try from.snapshot { () throws(StoreError) in try copyPages(from, to: into) }
            guard code == SQLITE_DONE, end == SQLITE_OK else { throw into.failure(code == SQLITE_DONE ? end : code) }
            // A file on its own, without a log beside it.
            try into.execute("PRAGMA journal_mode = DELETE")
        } catch {
            throw .failed(String(describing: error))
        }
    }

    /// - Returns: SQLite's codes of the last step and of the end.
    private static func copyPages(
        _ from: SQLiteConnection, to into: SQLiteConnection
    ) throws(StoreError) -> (code: Int32, end: Int32) {
        _ = try from.integer("SELECT count(*) FROM sqlite_schema")
        guard let backup = sqlite3_backup_init(into.handle, "main", from.handle, "main") else {
            throw into.failure(sqlite3_errcode(into.handle))
        }
        var code = SQLITE_OK
        while code == SQLITE_OK { code = sqlite3_backup_step(backup, stepPages) }
        let end = sqlite3_backup_finish(backup)
        return (code, end)
    }

    /// Reads all of a copy.
    ///
    /// - Parameters:
    ///   - original: the file that was copied, or the copy itself: what advice is about.
    ///   - name: what the operator calls it.
    private static func verify(_ path: String, of original: String, as name: String) throws(BackupError) {
        let connection: SQLiteConnection
        do throws(StoreError) { connection = try SQLiteConnection(path: path, flags: SQLITE_OPEN_READONLY) } catch {
            throw BackupError(error, of: name)
        }
        let version: Int64
        do throws(OpenError) { version = try StoreFile.check(connection, path: name) } catch {
            switch error {
            // Their advice is for a data folder.
            case .damaged(_, let reason): throw .damaged(name, reason: reason)
            case .folder(_, let reason): throw .failed(reason)
            case .foreign: throw .noStore(name)
            case .unfinishedCopy: throw .store(.unfinishedCopy(path: original))
            default: throw .store(error)
            }
        }
        guard version > 0 else { throw .noStore(name) }
        guard version <= Migration.latest else {
            throw .store(.newer(path: original, version: version, supported: Migration.latest))
        }
        let problem: String?
        do throws(StoreError) { problem = try StoreFile.wholeProblem(connection, version: version) } catch {
            throw BackupError(error, of: name)
        }
        if let problem { throw .damaged(name, reason: problem) }
    }

    static func synchronise(_ path: String) throws(BackupError) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        for name in [path, folder] {
            let file = open(name, O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { throw .failed(String(cString: strerror(errno))) }
            defer { close(file) }
            guard fsync(file) == 0 else { throw .failed(String(cString: strerror(errno))) }
        }
    }
}

/// Why a backup or restore failed, for the operator.
public enum BackupError: Error, Hashable, Sendable, CustomStringConvertible {
    case exists(String)
    case missing(String)
    case unreadable(String, reason: String)
    case noStore(String)
    case damaged(String, reason: String)
    case store(OpenError)
    case failed(String)

    /// What was found while a store was read.
    fileprivate init(_ error: StoreError, of name: String) {
        switch error {
        case .damaged(let reason), .broken(let reason): self = .damaged(name, reason: reason)
        case .unavailable, .full, .failing, .conflict, .inDoubt, .lostOwnership: self = .failed("\(error)")
        }
    }

    public var description: String {
        switch self {
        case .exists(let path): "\(path) already exists; move it or choose another file"
        case .missing(let path): "\(path) doesn't exist"
        case .unreadable(let path, let reason): "can't read \(path): \(reason)"
        case .noStore(let path): "\(path) isn't a Laurel store"
        case .damaged(let path, let reason): "\(path) is damaged: \(reason)"
        case .store(let error): error.description
        case .failed(let reason): "the copy failed: \(reason)"
        }
    }
}
