import CLaurelSQLite
import Glibc
import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestSupport
import Testing

@Suite("SQLite store", .timeLimit(.minutes(15))) struct SQLiteStoreTests {
    private func store(in folder: String, rows: Range<Int64> = 1..<4) throws -> SQLiteStore {
        let store = try SQLiteStore(directory: folder)
        for row in rows { try store.commit(Change(rows: [.sample(row)], facts: [.leaderboard(.sample(1))])) }
        return store
    }

    @Test("two servers cannot have one data folder, and the refusal names the process that has it")
    func lock() throws {
        let folder = try TemporaryFolder().path
        let first = try store(in: folder)
        let error = #expect(throws: OpenError.self) { _ = try SQLiteStore(directory: folder) }
        #expect(error == .inUse(directory: folder, pid: Int(getpid())))
        #expect(error?.description.contains("\(getpid())") ?? false)
        first.close()
        #expect(throws: StoreError.unavailable) { try first.commit(Change(rows: [.sample(4)])) }
        try SQLiteStore(directory: folder).commit(Change(rows: [.sample(4)]))
    }

    @Test("what was committed is there when it is opened again")
    func reopened() throws {
        let folder = try TemporaryFolder().path + "/made/on/the/way"
        do { _ = try store(in: folder) }
        let again = try SQLiteStore(directory: folder)
        #expect(try again.rows(after: .start, of: JournalContract.stream, limit: 9).count == 3)
        try again.commit(Change(rows: [.sample(4)]))
        #expect(throws: StoreError.conflict) { try again.commit(Change(rows: [.sample(4)])) }
    }

    @Test("a store from a newer program is refused and left as it was")
    func newer() throws {
        let folder = try TemporaryFolder().path
        do { _ = try store(in: folder) }
        try Self.execute("PRAGMA user_version = 9999", on: folder + "/laurel.db")
        let error = #expect(throws: OpenError.self) { _ = try SQLiteStore(directory: folder) }
        guard case .newer(_, 9_999, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("newer") ?? false)
    }

    @Test("a file that is damaged, no database, or another program's is refused")
    func damaged() throws {
        let folder = try TemporaryFolder().path
        do { _ = try store(in: folder) }
        try Self.overwrite(folder + "/laurel.db", at: 0, with: [UInt8](repeating: 0x41, count: 4_096))
        let damaged = #expect(throws: OpenError.self) { _ = try SQLiteStore(directory: folder) }
        guard case .damaged = damaged else {
            Issue.record("\(String(describing: damaged))")
            return
        }
        let other = try TemporaryFolder().path
        try Self.execute("CREATE TABLE things (name TEXT)", on: other + "/laurel.db")
        #expect(throws: OpenError.foreign(path: other + "/laurel.db")) { _ = try SQLiteStore(directory: other) }
    }

    @Test("damaged pages are an error that says so, not wrong rows")
    func damagedPages() throws {
        let folder = try TemporaryFolder().path
        let count: Int64 = 3_000
        do {
            let store = try SQLiteStore(directory: folder)
            try store.commit(Change(rows: (1...count).map { .sample($0) }))
        }
        try Self.execute("PRAGMA wal_checkpoint(TRUNCATE)", on: folder + "/laurel.db")
        var status = stat()
        #expect(stat(folder + "/laurel.db", &status) == 0)
        let pages = Int(status.st_size / 4_096)
        try #require(pages > 5)
        for page in 5..<pages {
            try Self.overwrite(
                folder + "/laurel.db", at: page * 4_096, with: [UInt8](repeating: 0x5A, count: 4_096))
        }
        do {
            let store = try SQLiteStore(directory: folder)
            _ = try store.rows(after: .start, of: JournalContract.stream, limit: Int(count))
            Issue.record("damaged pages were read")
        } catch let error as StoreError {
            guard case .broken = error else {
                Issue.record("\(error)")
                return
            }
        } catch is OpenError {
            // As good: the damage was found at once.
        }
    }

    @Test("a commit that cannot be written is an error, writes nothing, and the next one succeeds")
    func commitFails() throws {
        let folder = try TemporaryFolder().path
        let store = try store(in: folder)
        // The file may not grow: SQLite's own way to make a full disk.
        try store.write { connection throws(StoreError) in
            _ = try connection.integer("PRAGMA max_page_count = \(connection.integer("PRAGMA page_count") ?? 1)")
        }
        let rows = (4..<2_000).map { JournalRow.sample(Int64($0)) }
        #expect(throws: StoreError.unavailable) { try store.commit(Change(rows: rows)) }
        #expect(try store.last(of: JournalContract.stream)?.sequence == JournalSequence(3))
        try store.write { connection throws(StoreError) in
            _ = try connection.integer("PRAGMA max_page_count = 1000000")
        }
        try store.commit(Change(rows: rows))
        #expect(try store.last(of: JournalContract.stream)?.sequence == JournalSequence(1_999))
    }

    @Test("a backup made while rows are written is whole, and restores to a store that goes on")
    func backup() async throws {
        let folder = try TemporaryFolder().path
        let store = try store(in: folder, rows: 1..<500)
        let writing = Task.detached {
            for row in 500..<900 as Range<Int64> { try store.commit(Change(rows: [.sample(row)])) }
        }
        let copy = try TemporaryFolder().path + "/backup.db"
        try Backup.make(of: folder, into: copy)
        try await writing.value
        #expect(throws: BackupError.exists(copy)) { try Backup.make(of: folder, into: copy) }
        #expect(access(copy + ".draft", F_OK) != 0 && access(copy + "-wal", F_OK) != 0)
        let target = try TemporaryFolder().path + "/data"
        #expect(try Backup.restore(copy, into: target) == nil)
        let restored = try SQLiteStore(directory: target)
        let rows = try restored.rows(after: .start, of: JournalContract.stream, limit: 9_999)
        #expect(rows.count >= 499 && rows == (1...Int64(rows.count)).map { .sample($0) })
        #expect(try restored.leaderboards() == store.leaderboards())
        try restored.commit(Change(rows: [.sample(Int64(rows.count) + 1)]))
        #expect(throws: BackupError.self) { try Backup.restore(copy, into: target, replacing: true) }
    }

    @Test("a restore refuses to overwrite, and when told to, keeps the old store")
    func restoreOver() throws {
        let folder = try TemporaryFolder().path
        let copy = folder + "/copy.db"
        do { _ = try store(in: folder) }
        try Backup.make(of: folder, into: copy)
        let target = try TemporaryFolder().path
        do { _ = try store(in: target, rows: 1..<8) }
        #expect(throws: BackupError.exists(target + "/laurel.db")) { try Backup.restore(copy, into: target) }
        let kept = try #require(try Backup.restore(copy, into: target, replacing: true))
        #expect(access(kept, F_OK) == 0)
        #expect(try SQLiteStore(directory: target).last(of: JournalContract.stream)?.sequence == JournalSequence(3))
    }

    @Test("a damaged backup, or none, is not restored, and leaves nothing behind")
    func restoreDamaged() throws {
        let folder = try TemporaryFolder().path
        let copy = folder + "/copy.db"
        do {
            let store = try SQLiteStore(directory: folder)
            try store.commit(Change(rows: (1...3_000).map { .sample($0) }))
        }
        try Backup.make(of: folder, into: copy)
        for page in 8..<12 {
            try Self.overwrite(copy, at: page * 4_096, with: [UInt8](repeating: 0x5A, count: 4_096))
        }
        let target = try TemporaryFolder().path
        #expect(throws: BackupError.self) { try Backup.restore(copy, into: target) }
        #expect(throws: BackupError.noStore(target + "/none.db")) {
            try Backup.restore(target + "/none.db", into: target)
        }
        #expect(access(target + "/laurel.db", F_OK) != 0 && access(target + "/laurel.db.draft", F_OK) != 0)
    }

    private enum Failure: Error { case sql(Int32), file }

    private static func execute(_ sql: String, on path: String) throws {
        var handle: OpaquePointer?
        guard sqlite3_open(path, &handle) == SQLITE_OK else { throw Failure.sql(1) }
        defer { sqlite3_close(handle) }
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw Failure.sql(code) }
    }

    private static func overwrite(_ path: String, at offset: Int, with bytes: [UInt8]) throws {
        let file = open(path, O_WRONLY)
        guard file >= 0 else { throw Failure.file }
        defer { close(file) }
        guard pwrite(file, bytes, bytes.count, off_t(offset)) == bytes.count else { throw Failure.file }
    }
}
