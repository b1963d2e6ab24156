import Foundation
import Synchronization

/// A new folder under the system's temporary one, removed when the process ends: who has only its path may still use
/// it after this object is gone.
public final class TemporaryFolder {
    public let path: String

    private static let made = Mutex<[String]>([])
    private static let removal: Void = {
        atexit { TemporaryFolder.removeAll() }
    }()

    public init() throws {
        var template = Array("/tmp/laurel-test-XXXXXX".utf8CString)
        let path = try template.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress, mkdtemp(start) != nil else { throw Failure.noFolder }
            return String(cString: start)
        }
        self.path = path
        _ = Self.removal
        Self.made.withLock { $0.append(path) }
    }

    private static func removeAll() {
        for path in made.withLock({ $0 }) {
            do { try FileManager.default.removeItem(atPath: path) } catch { print("left behind: \(path): \(error)") }
        }
    }

    enum Failure: Error { case noFolder }
}
