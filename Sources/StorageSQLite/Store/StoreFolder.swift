import Glibc

/// The folder that a store lies in, apart from what is in it.
public enum StoreFolder {
    /// Who else can get into a folder.
    public enum Audience: Hashable, Sendable {
        case ownerAlone
        /// Others can list it, or its group can write to it. The store's own files are their owner's all the same.
        case others(mode: UInt32)
        /// Any user of the machine can replace the files in it.
        case everybodyWrites(mode: UInt32)
    }

    /// - Returns: nil when there is no such folder.
    public static func audience(of dataFolder: String) -> Audience? {
        var status = stat()
        guard stat(dataFolder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        let mode = status.st_mode & 0o7777
        if mode & 0o002 != 0 { return .everybodyWrites(mode: mode) }
        return mode & 0o077 == 0 ? .ownerAlone : .others(mode: mode)
    }

    /// Those of every Linux system. Source: Filesystem Hierarchy Standard 3.0.
    private static let systemFolders: Set<String> = [
        "/", "/bin", "/boot", "/dev", "/dev/shm", "/etc", "/home", "/lib", "/lib64", "/media", "/mnt", "/opt", "/proc",
        "/root", "/run", "/run/lock", "/run/user", "/sbin", "/srv", "/sys", "/tmp", "/usr", "/usr/bin", "/usr/lib",
        "/usr/local", "/usr/share", "/var", "/var/cache", "/var/lib", "/var/local", "/var/log", "/var/mail", "/var/opt",
        "/var/spool", "/var/tmp",
    ]

    /// Whether a folder isn't there for a server alone: the system's, one in which each user has their own files
    /// (sticky), or another user's without a store in it. To take it away from the others would harm them.
    public static func isShared(_ folder: String) -> Bool {
        var status = stat()
        guard stat(folder, &status) == 0 else { return false }
        if status.st_mode & 0o1000 != 0 || systemFolders.contains(DataFolderLock.resolved(folder) ?? folder) {
            return true
        }
        return status.st_uid != geteuid() && access(folder + "/" + SQLiteStore.fileName, F_OK) != 0
    }

    /// Makes the folder and those above it that are missing, for their owner alone.
    ///
    /// - Throws: also for a folder that everybody can write to: a store in it would be anybody's.
    static func prepare(_ dataFolder: String) throws(OpenError) {
        var missing: [String] = []
        var path = dataFolder
        while mkdir(path, 0o700) != 0 {
            if errno == EEXIST { break }
            guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
                throw .folder(path: dataFolder, reason: String(cString: strerror(errno)))
            }
            missing.append(path)
            path = String(path[..<slash])
        }
        for path in missing.reversed() where mkdir(path, 0o700) != 0 && errno != EEXIST {
            throw .folder(path: dataFolder, reason: String(cString: strerror(errno)))
        }
        if case .everybodyWrites? = audience(of: dataFolder) {
            guard !isShared(dataFolder) else { throw .sharedFolder(dataFolder: dataFolder) }
            throw .everybodyWrites(dataFolder: dataFolder)
        }
    }
}
