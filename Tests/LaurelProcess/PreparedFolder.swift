import Foundation
import Glibc
import LaurelTestSupport

/// Data folders of servers that were started once and stopped: what a first start makes (keys, the demo's games and
/// its bots' runs) takes seconds of processor time, and is the same for every test.
///
/// `LAUREL_PREPARED` names where they are shared by all programs of one test run; else each program makes its own. They
/// are never older than the run: the bots' scores count as today's.
enum PreparedFolder {
    /// Fills an empty folder.
    static func copy(isDemo: Bool, to folder: URL) throws {
        let prepared = try shared.get().appending(path: isDemo ? "demo" : "plain")
        // One makes it, and the others wait: a half-made folder is never seen.
        let lock = open(prepared.path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard lock >= 0, flock(lock, LOCK_EX) == 0 else { throw CocoaError(.fileLocking) }
        defer { close(lock) }
        if !FileManager.default.fileExists(atPath: prepared.path) { try make(prepared, isDemo: isDemo) }
        for name in try FileManager.default.contentsOfDirectory(atPath: prepared.path) {
            try FileManager.default.copyItem(at: prepared.appending(path: name), to: folder.appending(path: name))
        }
    }

    private static func make(_ prepared: URL, isDemo: Bool) throws {
        let making = prepared.appendingPathExtension("making")
        try? FileManager.default.removeItem(at: making)
        try FileManager.default.createDirectory(at: making, withIntermediateDirectories: true)
        let server = try ChildProcess(
            BuiltProducts.executable("laurel"),
            ["serve", "--data", making.path, "--port", "0", "--log", "none"] + (isDemo ? ["--demo"] : []))
        var seen: [String] = []
        while let line = server.nextLine() {
            seen.append(line)
            if line.hasPrefix("Ready") { break }
        }
        guard server.end(with: SIGTERM) == 0 else { throw LaurelProcess.StartFailure(output: seen) }
        try FileManager.default.moveItem(at: making, to: prepared)
    }

    private static let shared = Result {
        if let shared = ProcessInfo.processInfo.environment["LAUREL_PREPARED"] { return URL(filePath: shared) }
        return URL(filePath: try TemporaryFolder().path)
    }
}
