/// Why a data folder can't be used, for whoever started the program.
public enum OpenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder can't be created or used.
    case folder(path: String, reason: String)
    /// Another server is using it.
    case inUse(directory: String, pid: Int?)
    /// Not a Laurel database, or not a database at all.
    case foreign(path: String)
    case damaged(path: String, reason: String)
    /// Written by a newer version; this one might destroy data it doesn't know.
    case newer(path: String, version: Int64, supported: Int64)

    public var description: String {
        switch self {
        case .folder(let path, let reason): "can't use the data folder \(path): \(reason)"
        case .inUse(let directory, let pid):
            "another server\(pid.map { " (process \($0))" } ?? "") is using the data folder \(directory); "
                + "stop it first, or give another folder with --data"
        case .foreign(let path): "\(path) isn't a Laurel store; move it, or give another folder with --data"
        case .damaged(let path, let reason):
            "\(path) is damaged (\(reason)); nothing was changed. Restore a backup with `laurel restore`"
        case .newer(let path, let version, let supported):
            "\(path) was written by a newer Laurel (store version \(version); this one supports up to \(supported)); "
                + "run that version or a newer one"
        }
    }
}
