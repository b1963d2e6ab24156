import CLaurelTortureVFS
import Foundation
import LaurelTestSupport

/// The disk under a store: it forgets what was not synced, tears pages, fails and fills up. See CTortureVFS.h.
final class TortureDisk: Sendable {
    enum Operation: CaseIterable {
        case write, sync, read

        fileprivate var kind: Int32 {
            switch self {
            case .write: Int32(LAUREL_DISK_WRITE)
            case .sync: Int32(LAUREL_DISK_SYNC)
            case .read: Int32(LAUREL_DISK_READ)
            }
        }
    }

    /// How it ends.
    enum Ending {
        /// The process ends; the system has all that it wrote.
        case kill
        /// So many of 256 sectors that were not synced are there all the same.
        case powerLoss(kept: Int32)
    }

    enum Failure: Error { case noDisk, noImage(Int32) }

    let folder: String
    // SAFETY: each of its functions takes a mutex.
    private nonisolated(unsafe) let disk: OpaquePointer

    /// - Parameter folder: what is in it has been there for long. It goes with ``end()``.
    init(_ folder: String, seed: UInt64) throws {
        guard let disk = laurel_disk_make(folder) else { throw Failure.noDisk }
        self.folder = folder
        self.disk = disk
        laurel_disk_seed(disk, seed)
    }

    var isCut: Bool { laurel_disk_is_cut(disk) }
    /// Those that changed something.
    var operations: Int64 { laurel_disk_operations(disk) }

    func cut(after operations: Int) { laurel_disk_cut(disk, Int64(operations)) }
    func setRoom(bytes: Int?) { laurel_disk_set_room(disk, Int64(bytes ?? -1)) }
    func setLying(_ isLying: Bool) { laurel_disk_set_lying(disk, isLying) }

    /// - Parameter number: which one from now fails, once; 0: none.
    func fail(_ operation: Operation, number: Int) { laurel_disk_fail(disk, operation.kind, Int64(number)) }

    /// - Parameter isOfDisk: whether reads that fail say EIO, as of a bad sector, which SQLite takes for damage.
    func setReadError(isOfDisk: Bool) { laurel_disk_set_read_error(disk, isOfDisk ? EIO : 0) }

    /// Whether one of these is still to fail.
    func isToFail(_ operation: Operation) -> Bool { laurel_disk_is_to_fail(disk, operation.kind) }

    /// What is there afterwards, under the next disk. The power must be off.
    ///
    /// - Parameter keepsOthers: whether files that aren't SQLite's survive a power loss as they were.
    func next(
        _ ending: Ending, _ random: inout SplitMix64, keepsOthers: Bool = false
    ) throws -> TortureDisk {
        let target = try TemporaryFolder(on: .memory).path
        let kept =
            switch ending {
            case .kill: Int32(256)
            case .powerLoss(let kept): kept
            }
        let problem = laurel_disk_image(disk, kept, target)
        guard problem == 0 else { throw Failure.noImage(problem) }
        for name in ["laurel.db-mark"] + (try snapshots()) {
            guard var bytes = FileManager.default.contents(atPath: "\(folder)/\(name)") else { continue }
            if !keepsOthers, case .powerLoss = ending {
                switch random.below(8) {
                case 0: continue
                case 1: bytes.removeLast(bytes.count / 2)
                case 2: Self.tear(&bytes, &random)
                default: break
                }
            }
            let path = URL(filePath: "\(target)/\(name)")
            try FileManager.default.createDirectory(
                at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
            try bytes.write(to: path)
        }
        return try TortureDisk(target, seed: random.next())
    }

    private func snapshots() throws -> [String] {
        let cache = folder + "/cache"
        guard FileManager.default.fileExists(atPath: cache) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: cache).sorted().map { "cache/\($0)" }
    }

    /// One sector was never written.
    private static func tear(_ bytes: inout Data, _ random: inout SplitMix64) {
        guard !bytes.isEmpty else { return }
        let start = random.below(bytes.count) / 512 * 512
        bytes.resetBytes(in: start..<min(start + 512, bytes.count))
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(folder)/\(name)") }

    /// Nothing of it is needed any more.
    func end() throws {
        laurel_disk_end(disk)
        try TemporaryFolder.remove(folder)
    }
}
