import LaurelStorage

/// Why a data folder can't be used, for the operator.
public enum OpenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder can't be created or used.
    case folder(path: String, reason: String)
    /// Any user of the machine can write to the folder.
    case everybodyWrites(dataFolder: String)
    /// The same, and the folder isn't there for the server alone: ``StoreFolder/isShared(_:)``.
    case sharedFolder(dataFolder: String)
    /// The lock file is a link or something else that isn't a file of the server's.
    case lockIsNoFile(path: String)
    /// Another server is using it.
    case inUse(dataFolder: String, pid: Int?)
    /// Not a Laurel database, or not a database at all.
    case foreign(path: String)
    case damaged(path: String, reason: String)
    /// The store, or its log, has less than it had, or something else.
    case lostEnd(path: String, LostEnd)
    /// Written by a newer version; this one might destroy data it doesn't know.
    case newer(path: String, version: Int64, supported: Int64)
    /// `laurel copy` hasn't copied everything into it.
    case unfinishedCopy(path: String)
    /// A copy needs a folder without a store.
    case hasStore(dataFolder: String)
    /// There is nothing to copy.
    case noStore(dataFolder: String)

    public var description: String {
        switch self {
        case .folder(let path, let reason): "can't use the data folder \(path): \(reason)"
        case .everybodyWrites(let dataFolder):
            "every user of this machine can write to the data folder \(dataFolder) and replace the store in it; "
                + "run: chmod 700 \(dataFolder)"
        case .sharedFolder(let dataFolder):
            "every user of this machine can write to \(dataFolder), which isn't there for one server alone; give the "
                + "server a folder of its own with --data"
        case .lockIsNoFile(let path): "\(path) must be a plain file, but is a link or something else; remove it"
        case .inUse(let dataFolder, let pid):
            "another server\(pid.map { " (process \($0))" } ?? "") is using the data folder \(dataFolder); "
                + "stop it first, or give another folder with --data"
        case .foreign(let path): "\(path) isn't a Laurel store; move it, or give another folder with --data"
        case .damaged(let path, let reason):
            "\(path) is damaged (\(reason)); nothing was changed. "
                + "Restore a backup with `laurel restore --replace`"
        case .lostEnd(let path, let loss) where loss.hasOtherRows:
            "\(path) isn't the store that was here: \(loss). An older copy, or another server's, may have been put in "
                + "its place and used since. Nothing was changed. Put the right file back, or restore a backup with "
                + "`laurel restore --replace`. To go on with this one, start once with: laurel serve --accept-loss"
        case .lostEnd(let path, let loss):
            "\(path) has lost its end: \(loss). Its log, \(path)-wal, may have been deleted, emptied or cut, or an "
                + "older copy put in its place. Nothing was changed. Put the missing file back, or restore a backup "
                + "with `laurel restore --replace`. To go on without what is missing, start once with: "
                + "laurel serve --accept-loss"
        case .newer(let path, let version, let supported):
            "\(path) was written by a newer Laurel (store version \(version); this one supports up to \(supported)); "
                + "run that version or a newer one"
        case .unfinishedCopy(let path):
            "\(path) is a copy of another store that isn't finished. Run the same `laurel copy` again to finish it, "
                + "or delete it with its log, \(path)-wal"
        case .hasStore(let dataFolder):
            "\(dataFolder) has a store already, or what is left of one; nothing was changed. Give an empty folder"
        case .noStore(let dataFolder): "\(dataFolder) has no store; give a server's data folder"
        }
    }
}

extension OpenError {
    /// A store that can't be read or written when it is opened: only what is damaged is helped by a backup.
    init(_ error: StoreError, path: String, dataFolder: String) {
        switch error {
        case .damaged(let reason), .broken(let reason): self = .damaged(path: path, reason: reason)
        case .unavailable, .full, .failing, .conflict, .inDoubt, .lostOwnership:
            self = .folder(path: dataFolder, reason: error.description)
        }
    }
}
