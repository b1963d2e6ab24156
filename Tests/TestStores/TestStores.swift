import Foundation
public import LaurelStorage
public import LaurelStorageSQLite
import LaurelTestSupport
import Synchronization

/// Empty stores, one for each test that asks, which open in a few milliseconds.
///
/// The migrations run once in a process: each store begins as a copy of the first. All lie in a file system in memory
/// where there is one, so a commit flushes nothing to a disk. Tests of what a disk or an opening does make their own.
public enum TestStores {
    /// The file of a store that nobody has written to. Copied from memory: the folder it was made in is gone.
    private static let empty = Result<Data, any Error> {
        let folder = try TemporaryFolder(on: .memory).path
        let store = try SQLiteStore(dataFolder: folder)
        // All is in the one file then.
        store.close()
        let file = try Data(contentsOf: URL(filePath: store.path))
        try TemporaryFolder.remove(folder)
        return file
    }

    private struct Made {
        weak var store: SQLiteStore?
        let folder: String
    }

    private static let made = Mutex<[Made]>([])

    /// A store of its own. Its folder goes with the last reference to it, when the next one is made.
    public static func make(salts: JournalSalts = .random) throws -> SQLiteStore {
        try removeUnused()
        let folder = try makeFolder()
        let store = try SQLiteStore(dataFolder: folder, salts: salts)
        made.withLock { $0.append(Made(store: store, folder: folder)) }
        return store
    }

    /// A data folder with a store that nobody has written to or opened. Who makes it removes it.
    public static func makeFolder() throws -> String {
        let folder = try TemporaryFolder(on: .memory).path
        try empty.get().write(to: URL(filePath: folder + "/" + SQLiteStore.fileName))
        return folder
    }

    /// A directory over a store of its own.
    public static func directory() throws -> SQLiteDirectory { SQLiteDirectory(try make()) }

    private static func removeUnused() throws {
        let unused = made.withLock { made in
            let unused = made.filter { $0.store == nil }.map(\.folder)
            made.removeAll { $0.store == nil }
            return unused
        }
        for folder in unused { try TemporaryFolder.remove(folder) }
    }
}
