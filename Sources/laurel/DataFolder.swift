import Foundation
import Glibc

/// The one folder that holds all of a server's data.
enum DataFolder {
    static func path(_ invocation: Invocation) -> String {
        // An empty variable is none, as everywhere.
        let variable = ProcessInfo.processInfo.environment["LAUREL_DATA"].flatMap { $0.isEmpty ? nil : $0 }
        return invocation["--data"] ?? variable ?? ".data"
    }

    /// All that must not be lost.
    static func store(in folder: String) -> String { folder + "/laurel.db" }
    /// Where a running server takes commands.
    static func socket(in folder: String) -> String { folder + "/laurel.sock" }

    /// For a command that somebody is told to type; nothing where the folder is the usual one.
    static func option(_ folder: String) -> String { folder == ".data" ? "" : " --data \(Terminal.quoted(folder))" }

    /// Creates a missing folder and those above it, readable only by its owner.
    static func make(_ folder: String) throws(Failure) {
        var missing: [String] = []
        var path = folder
        while mkdir(path, 0o700) != 0 {
            if errno == EEXIST { break }
            guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else {
                throw failure(folder, errno)
            }
            missing.append(path)
            path = String(path[..<slash])
        }
        for path in missing.reversed() where mkdir(path, 0o700) != 0 && errno != EEXIST {
            throw failure(folder, errno)
        }
        var status = stat()
        guard stat(folder, &status) == 0 else { throw failure(folder, errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw Failure("\(folder) is a file; give a folder with --data", status: 1)
        }
    }

    // MARK: One that isn't there

    /// - Returns: the folder, or the nearest one above it that is there.
    static func nearest(to folder: String) -> String {
        var path = folder
        var status = stat()
        while stat(path, &status) != 0, path != ".", path != "/" {
            guard let slash = path.lastIndex(of: "/") else { return "." }
            path = slash == path.startIndex ? "/" : String(path[..<slash])
        }
        return path
    }

    /// Why a missing folder can't be made, with those above it; nil: it can, or it's there.
    static func obstacle(to folder: String) -> String? {
        var status = stat()
        if stat(folder, &status) == 0 { return nil }
        guard [ENOENT, ENOTDIR, EACCES].contains(errno) else { return "\(folder): \(String(cString: strerror(errno)))" }
        if lstat(folder, &status) == 0 { return "\(folder) is a link to nothing" }
        let above = nearest(to: folder)
        guard stat(above, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return "\(above) is a file" }
        return access(above, W_OK | X_OK) == 0 ? nil : "\(above): \(String(cString: strerror(errno)))"
    }

    private static func failure(_ folder: String, _ reason: Int32) -> Failure {
        Failure("can't create the data folder \(folder): \(String(cString: strerror(reason)))", status: 1)
    }
}
