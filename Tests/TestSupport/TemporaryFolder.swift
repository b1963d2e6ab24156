import Foundation
import Synchronization

/// A new folder, removed when the process ends: who has only its path may still use it after this object is gone.
public final class TemporaryFolder {
    public let path: String

    /// What a folder is made on.
    public enum Medium: Sendable {
        /// Under the system's temporary folder.
        case disk
        /// In a file system in memory, where a flush costs nothing, if there is one with room; else as ``disk``.
        case memory
    }

    private static let made = Mutex<Set<String>>([])
    private static let removal: Void = {
        atexit { TemporaryFolder.removeAll() }
    }()
    /// A file system in memory with less is left alone. Unit: bytes. A container's has 64 MiB unless told.
    private static let roomLimit = 256 << 20

    public init(on medium: Medium = .disk) throws {
        let parent = medium == .memory && Self.hasRoom("/dev/shm") ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/laurel-test-XXXXXX".utf8CString)
        let path = try template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, mkdtemp(start) != nil else { throw Failure.noFolder }
            return String(cString: start)
        }
        self.path = path
        _ = Self.removal
        Self.made.withLock { _ = $0.insert(path) }
    }

    /// Removes a folder of ours before the process ends: nobody uses it any more.
    public static func remove(_ path: String) throws {
        guard made.withLock({ $0.remove(path) }) != nil else { return }
        try FileManager.default.removeItem(atPath: path)
    }

    private static func removeAll() {
        for path in made.withLock({ $0 }) {
            do { try FileManager.default.removeItem(atPath: path) } catch { print("left behind: \(path): \(error)") }
        }
    }

    private static func hasRoom(_ folder: String) -> Bool {
        var status = statvfs()
        guard access(folder, W_OK) == 0, statvfs(folder, &status) == 0 else { return false }
        return UInt64(status.f_bavail) * UInt64(status.f_frsize) >= roomLimit
    }

    enum Failure: Error { case noFolder }
}
