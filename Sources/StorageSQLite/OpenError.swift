/// Why a data folder cannot be served, in words for whoever started the program.
public enum OpenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The folder cannot be made or used.
    case folder(path: String, reason: String)
    /// Another server has it.
    case inUse(directory: String, pid: Int?)
    /// A database, but not ours; or not even that.
    case foreign(path: String)
    case damaged(path: String, reason: String)
    /// Made by a newer program, which may have written what this one would destroy.
    case newer(path: String, version: Int64, supported: Int64)

    public var description: String {
        switch self {
        case .folder(let path, let reason): "cannot use the data folder \(path): \(reason)"
        case .inUse(let directory, let pid):
            "another server\(pid.map { " (process \($0))" } ?? "") is using the data folder \(directory); "
                + "stop it first, or name another folder with --data"
        case .foreign(let path): "\(path) is not a store of Laurel; move it away, or name another folder with --data"
        case .damaged(let path, let reason):
            "\(path) is damaged (\(reason)); nothing was changed. Bring back a backup with `laurel restore`"
        case .newer(let path, let version, let supported):
            "\(path) was written by a newer Laurel (store version \(version); this one knows up to \(supported)); "
                + "run that one, or a newer"
        }
    }
}
