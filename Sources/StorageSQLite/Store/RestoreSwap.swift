import Glibc
import LaurelStorage

/// A restored store that takes the place of the one before it, step by step, so that a process that ends in the middle
/// leaves the old store or the new one.
///
/// The new store first gets a name that says what is to be done: ``begin(_:)`` is one rename, and decides. The steps
/// after it move the old files away, its log first, and replace them with the new one. Each can be repeated; a
/// process that opens the folder next takes those that are missing, under the folder's lock.
struct RestoreSwap {
    let dataFolder: String
    let number: Int

    private var target: String { dataFolder + "/" + SQLiteStore.fileName }
    private static let mark = ".restored-"
    /// Where the new store waits.
    private var restored: String { target + Self.mark + "\(number)" }
    /// Where the old one is kept.
    var kept: String { target + ".before-restore-\(number)" }
    /// Whether there was an old one.
    var hasKept: Bool { access(kept, F_OK) == 0 }
    /// The old store's files, in the order in which they go: a log beside a store that is not its own would spoil it.
    static let suffixes = ["-wal", "-shm", HighWaterMark.suffix, ""]

    static func freeNumber(in dataFolder: String) -> Int {
        var number = 1
        while RestoreSwap(dataFolder: dataFolder, number: number).isTaken { number += 1 }
        return number
    }

    private var isTaken: Bool { ([restored] + Self.suffixes.map { kept + $0 }).contains { access($0, F_OK) == 0 } }

    /// - Parameter draft: the new store, whole and on the disk.
    func begin(_ draft: String) throws(BackupError) {
        guard rename(draft, restored) == 0 else { throw .failed(String(cString: strerror(errno))) }
        try Backup.synchronise(restored)
    }

    /// - Parameter limit: steps to take; a test ends in the middle.
    func finish(steps limit: Int = .max) throws(BackupError) {
        for (index, suffix) in Self.suffixes.enumerated() {
            guard index < limit else { return }
            guard rename(target + suffix, kept + suffix) == 0 || errno == ENOENT else {
                throw .failed(String(cString: strerror(errno)))
            }
        }
        guard Self.suffixes.count < limit else { return }
        // They know rows of the old store, which the new one would seem to have lost.
        SnapshotFolder(dataFolder: dataFolder).removeAll()
        guard rename(restored, target) == 0 else { throw .failed(String(cString: strerror(errno))) }
        try Backup.synchronise(target)
    }

    /// A restore that was interrupted, if there is one.
    static func find(in dataFolder: String) -> RestoreSwap? {
        guard let folder = opendir(dataFolder) else { return nil }
        defer { closedir(folder) }
        let prefix = SQLiteStore.fileName + mark
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            guard name.hasPrefix(prefix), let number = Int(name.dropFirst(prefix.count)) else { continue }
            return RestoreSwap(dataFolder: dataFolder, number: number)
        }
        return nil
    }

    /// Ends what an interrupted restore has begun. Under the folder's lock.
    /// - Returns: what was found; nil: nothing.
    static func resume(in dataFolder: String) throws(BackupError) -> InterruptedRestore? {
        if let swap = find(in: dataFolder) {
            try swap.finish()
            return .finished(kept: swap.hasKept ? swap.kept : nil)
        }
        let draft = dataFolder + "/" + SQLiteStore.fileName + ".draft"
        guard access(draft, F_OK) == 0 else { return nil }
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) }
        return .discarded
    }
}

/// What became of a restore that did not come to its end, for the operator.
public enum InterruptedRestore: Hashable, Sendable, CustomStringConvertible {
    /// The backup is the store now.
    case finished(kept: String?)
    /// The store is the one from before.
    case discarded

    public var description: String {
        switch self {
        case .finished(let kept):
            "finished a restore that was interrupted: this is the restored store"
                + (kept.map { "; the previous one is kept as \($0)" } ?? "")
        case .discarded: "a restore was interrupted before it changed anything: this is the previous store"
        }
    }
}
