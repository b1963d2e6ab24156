import Glibc

/// Why a folder cannot be served.
public enum FolderError: Error, Hashable, Sendable, CustomStringConvertible {
    case unreadable(path: String, errno: Int32)
    /// More than ``Folder/byteLimit`` bytes, or deeper than ``Folder/depthLimit``: surely the wrong folder.
    case tooLarge(path: String)

    public var description: String {
        switch self {
        case .unreadable(let path, let code): "can't read \(path) (error \(code))"
        case .tooLarge(let path): "\(path) is too large to serve from memory"
        }
    }
}

/// Reads folders.
public enum Folder {
    static let byteLimit = 256 << 20
    static let depthLimit = 16

    /// What changes when a file does.
    struct Stamp: Equatable {
        let seconds: Int
        let nanoseconds: Int
        let size: Int
        let inode: UInt
        /// When its rights or its owner were changed, among others: a file that couldn't be read may be readable now.
        var changed: Int64 = 0
    }

    /// All files below `folder`, by their path from there. Hidden ones and symbolic links are left out.
    public static func read(_ folder: String) throws(FolderError) -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        var bytes = 0
        var waiting: [(path: String, prefix: String, depth: Int)] = [(folder, "", 0)]
        while let (path, prefix, depth) = waiting.popLast() {
            if depth > depthLimit { throw .tooLarge(path: path) }
            for name in try names(path) where !name.hasPrefix(".") {
                let full = "\(path)/\(name)"
                var information = stat()
                guard lstat(full, &information) == 0 else { continue }
                switch information.st_mode & S_IFMT {
                case S_IFDIR: waiting.append((full, "\(prefix)\(name)/", depth + 1))
                case S_IFREG:
                    guard let content = contents(full) else { throw .unreadable(path: full, errno: errno) }
                    bytes += content.count
                    if bytes > byteLimit { throw .tooLarge(path: folder) }
                    files["\(prefix)\(name)"] = content
                default: break
                }
            }
        }
        return files
    }

    private static func names(_ path: String) throws(FolderError) -> [String] {
        guard let stream = opendir(path) else { throw .unreadable(path: path, errno: errno) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            // An entry is only as long as its name, so its fixed-size field must not be copied whole.
            guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { continue }
            let start = UnsafeRawPointer(entry) + offset
            let name = String(cString: start.assumingMemoryBound(to: CChar.self))
            names.append(name)
        }
        return names
    }

    static func stamp(_ path: String) -> Stamp? {
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { return nil }
        return Stamp(
            seconds: information.st_mtim.tv_sec, nanoseconds: information.st_mtim.tv_nsec, size: information.st_size,
            inode: information.st_ino,
            changed: Int64(information.st_ctim.tv_sec) &* 1_000_000_000 &+ Int64(information.st_ctim.tv_nsec))
    }

    /// The bytes of a file; `nil` when it cannot be read or is larger than ``byteLimit``.
    static func contents(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                return nil
            }
            bytes.append(contentsOf: block[..<count])
            if bytes.count > byteLimit { return nil }
        }
    }
}
