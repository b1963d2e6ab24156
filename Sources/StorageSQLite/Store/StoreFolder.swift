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
        if case .everybodyWrites? = audience(of: dataFolder) { throw .everybodyWrites(dataFolder: dataFolder) }
    }
}
