import CLaurelSQLite
import Foundation
import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Synchronization
import Testing

@testable import LaurelStorageSQLite

/// Whatever keeps the store tidy holds up the writer for a moment at most, however long somebody reads.
@Suite("Housekeeping of the store", .timeLimit(.minutes(15))) struct HousekeepingTests {
    /// Unit: microseconds.
    private static let longestWait: Int64 = 50_000

    private struct Failure: Error {}

    /// A shell that has begun to read and doesn't end.
    private func reader(of store: SQLiteStore) throws -> SQLiteConnection {
        let reader = try SQLiteConnection(path: store.path, flags: SQLITE_OPEN_READONLY)
        try reader.execute("BEGIN")
        _ = try reader.integer("SELECT count(*) FROM journal")
        return reader
    }

    @Test("while somebody reads, the log isn't cut, a commit is acknowledged, and nobody sleeps for long")
    func cutLog() throws {
        try #require(SleepCounter.isInstalled)
        let store = try SQLiteStore(dataFolder: TemporaryFolder(on: .memory).path)
        try store.commit(Change(rows: [.sample(1)]))
        let reader = try reader(of: store)
        try store.commit(Change(rows: [.sample(2)]))
        var isCut = true
        let slept = try SleepCounter.during { isCut = try store.cutLogOnce() }
        #expect(!isCut)
        #expect(slept > 0 && slept <= Self.longestWait, "\(slept) µs")
        try store.commit(Change(rows: [.sample(3)]))
        // The reader has seen nothing of all that.
        #expect(try reader.integer("SELECT count(*) FROM journal") == 1)
        reader.endReading()
        #expect(try store.cutLog())
        #expect(try store.rows(after: .start, of: JournalContract.stream, limit: 9).count == 3)
    }

    @Test("an erasure's last step gives up on a reader that stays, and commits go on meanwhile")
    func scrub() async throws {
        let store = try SQLiteStore(dataFolder: TemporaryFolder(on: .memory).path)
        let directory = SQLiteDirectory(store)
        try store.commit(Change(rows: [.sample(1)]))
        let reader = try reader(of: store)
        try store.commit(Change(rows: [.sample(2)]))
        async let scrub = directory.scrub()
        for row in 3..<40 as Range<Int64> { try store.commit(Change(rows: [.sample(row)])) }
        #expect(try await directory.settle(.secret, [1, 2, 3]) == [1, 2, 3])
        // All of that was acknowledged while the reader is where it was.
        #expect(try await !scrub)
        #expect(try reader.integer("SELECT count(*) FROM journal") == 1)
        reader.endReading()
        #expect(try await directory.scrub())
        #expect(try store.last(of: JournalContract.stream)?.sequence == JournalSequence(39))
    }

    @Test("a long log is begun anew without a long wait for those who read in it")
    func longLog() throws {
        try #require(SleepCounter.isInstalled)
        let store = try SQLiteStore(dataFolder: TemporaryFolder(on: .memory).path)
        try store.commit(Change(rows: [.sample(1)]))
        // One checkpoint at a time: that of this test.
        store.stopMovingLog()
        let reader = try reader(of: store)
        for row in 2..<9 as Range<Int64> { try store.commit(Change(rows: [.sample(row)])) }
        let slept = Mutex<Int64?>(nil)
        let rounds = ThreadSignal()
        let keeper = LogKeeper(path: store.path, longLog: 1) { rounds.set() }
        keeper.start { checkpoint in
            let time = SleepCounter.during(checkpoint)
            slept.withLock { $0 = time }
        }
        for _ in 0..<LogKeeper.commitsBetween { keeper.noteCommit() }
        rounds.wait()
        keeper.stop()
        let time = try #require(slept.withLock { $0 }, "it was not begun anew")
        #expect(time > 0 && time <= Self.longestWait, "\(time) µs")
        reader.endReading()
        // What the reader was in the way of is moved beside the writer.
        #expect(try LogKeeper.checkpoint(store.path) > 0)
        let moved = try SQLiteConnection(
            path: "file:\(store.path)?immutable=1", flags: SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
        #expect(try moved.integer("SELECT count(*) FROM journal") == 8)
    }

    @Test("a log in use is longer than what is in it, and a kill loses nothing")
    func room() throws {
        let folder = try TemporaryFolder().path
        let store = try SQLiteStore(dataFolder: folder)
        store.stopMovingLog()
        let rows: Int64 = 6_000
        try store.commit(Change(rows: (1...rows).map { .sample($0) }))
        let log = store.path + "-wal"
        let used = try Data(contentsOf: URL(filePath: log)).count
        try #require(used > 256 << 10)
        // A shell that is about to write isn't written over.
        let shell = try SQLiteConnection(path: store.path, flags: SQLITE_OPEN_READWRITE)
        try shell.execute("BEGIN IMMEDIATE")
        try keep(store)
        #expect(try Data(contentsOf: URL(filePath: log)).count == used)
        shell.endReading()
        try keep(store)
        let longer = try Data(contentsOf: URL(filePath: log))
        #expect(longer.count >= 2 * used && longer[used...].allSatisfy { $0 == 0 })
        for row in (rows + 1)..<(rows + 9) as Range<Int64> { try store.commit(Change(rows: [.sample(row)])) }
        let written = try Data(contentsOf: URL(filePath: log))
        #expect(written.count == longer.count && written != longer)
        let killed = try TemporaryFolder().path
        for part in StoreEndTests.parts {
            try FileManager.default.copyItem(atPath: store.path + part, toPath: killed + "/laurel.db" + part)
        }
        #expect(try SQLiteStore(dataFolder: killed).last(of: JournalContract.stream)?.sequence.rawValue == rows + 8)
        #expect(try store.cutLogOnce())
        #expect(try Data(contentsOf: URL(filePath: log)).isEmpty)
    }

    /// One round of a keeper.
    private func keep(_ store: SQLiteStore) throws {
        let rounds = ThreadSignal()
        let keeper = LogKeeper(path: store.path) { rounds.set() }
        keeper.start { $0() }
        for _ in 0..<LogKeeper.commitsBetween { keeper.noteCommit() }
        rounds.wait()
        keeper.stop()
    }
}

/// Counts how long SQLite sleeps, which it does only while it waits for somebody else: the usual VFS with an `xSleep`
/// that notes what was asked for. Stores opened after ``isInstalled`` was read use it.
enum SleepCounter {
    private static let slept = Mutex<[pthread_t: Int64]>([:])
    // SAFETY: written once, by the initializer of `isInstalled`, before anything can sleep through it.
    private nonisolated(unsafe) static var usual: UnsafeMutablePointer<sqlite3_vfs>?

    static let isInstalled: Bool = {
        sqlite3_initialize()
        guard let base = sqlite3_vfs_find(nil) else { return false }
        usual = base
        let counting = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        counting.initialize(to: base.pointee)
        counting.pointee.zName = UnsafePointer(strdup("counting"))
        counting.pointee.pNext = nil
        counting.pointee.xSleep = { _, microseconds in
            SleepCounter.slept.withLock { $0[pthread_self(), default: 0] += Int64(microseconds) }
            return SleepCounter.usual?.pointee.xSleep?(SleepCounter.usual, microseconds) ?? microseconds
        }
        return sqlite3_vfs_register(counting, 1) == SQLITE_OK
    }()

    /// - Returns: what SQLite slept on this thread. Unit: microseconds.
    static func during(_ body: () throws -> Void) rethrows -> Int64 {
        let before = slept.withLock { $0[pthread_self()] ?? 0 }
        try body()
        return slept.withLock { $0[pthread_self()] ?? 0 } - before
    }
}
