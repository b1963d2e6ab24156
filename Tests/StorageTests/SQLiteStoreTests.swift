import CLaurelSQLite
import Foundation
import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Testing

@testable import LaurelStorageSQLite

@Suite("SQLite store", .timeLimit(.minutes(15))) struct SQLiteStoreTests {
    private func store(in folder: String, rows: Range<Int64> = 1..<4) throws -> SQLiteStore {
        let store = try SQLiteStore(dataFolder: folder)
        for row in rows { try store.commit(Change(rows: [.sample(row)], facts: [.leaderboard(.sample(1))])) }
        return store
    }

    @Test("two servers cannot have one data folder, and the refusal names the process that has it")
    func lock() throws {
        let folder = try TemporaryFolder(on: .memory).path
        let first = try store(in: folder)
        let error = #expect(throws: OpenError.self) { _ = try SQLiteStore(dataFolder: folder) }
        #expect(error == .inUse(dataFolder: folder, pid: Int(getpid())))
        #expect(error?.description.contains("\(getpid())") ?? false)
        #expect(SQLiteStore.holder(of: folder) == Int(getpid()))
        first.close()
        #expect(SQLiteStore.holder(of: folder) == nil)
        #expect(throws: StoreError.unavailable) { try first.commit(Change(rows: [.sample(4)])) }
        try SQLiteStore(dataFolder: folder).commit(Change(rows: [.sample(4)]))
    }

    @Test("a lock file that was deleted, or is another one now, lets no second server in")
    func lockFileDeleted() throws {
        let folder = try TemporaryFolder(on: .memory).path
        let first = try store(in: folder)
        try FileManager.default.removeItem(atPath: folder + "/laurel.lock")
        #expect(throws: OpenError.inUse(dataFolder: folder, pid: nil)) { _ = try SQLiteStore(dataFolder: folder) }
        #expect(SQLiteStore.isInUse(dataFolder: folder))
        #expect(throws: BackupError.store(.inUse(dataFolder: folder, pid: nil))) {
            try Backup.restore(folder + "/laurel.db", into: folder, replacing: true)
        }
        // Another data folder that leads to the same store.
        let link = try TemporaryFolder(on: .memory).path
        try FileManager.default.createSymbolicLink(
            atPath: link + "/laurel.db", withDestinationPath: folder + "/laurel.db")
        #expect(throws: OpenError.inUse(dataFolder: link, pid: nil)) { _ = try SQLiteStore(dataFolder: link) }
        #expect(SQLiteStore.isInUse(dataFolder: link))
        // The refusals took nothing of the first one's.
        try first.commit(Change(rows: [.sample(4)]))
        first.close()
        #expect(!SQLiteStore.isInUse(dataFolder: folder) && !SQLiteStore.isInUse(dataFolder: link))
        try SQLiteStore(dataFolder: folder).commit(Change(rows: [.sample(5)]))
    }

    @Test("a lock file that is a link is refused, and what it leads to is left alone")
    func lockIsLink() throws {
        let folder = try TemporaryFolder(on: .memory).path
        let victim = try TemporaryFolder(on: .memory).path + "/letter"
        try Data("Dear Jim".utf8).write(to: URL(filePath: victim))
        try FileManager.default.createSymbolicLink(atPath: folder + "/laurel.lock", withDestinationPath: victim)
        let error = #expect(throws: OpenError.self) { _ = try SQLiteStore(dataFolder: folder) }
        #expect(error == .lockIsNoFile(path: folder + "/laurel.lock"))
        #expect(FileManager.default.contents(atPath: victim) == Data("Dear Jim".utf8))
        try FileManager.default.removeItem(atPath: folder + "/laurel.lock")
        #expect(mkfifo(folder + "/laurel.lock", 0o600) == 0)
        #expect(throws: OpenError.lockIsNoFile(path: folder + "/laurel.lock")) {
            _ = try SQLiteStore(dataFolder: folder)
        }
        try FileManager.default.removeItem(atPath: folder + "/laurel.lock")
        _ = try SQLiteStore(dataFolder: folder)
    }

    @Test("a folder that everybody can write to is refused, and says what to type")
    func exposed() throws {
        let folder = try TemporaryFolder(on: .memory).path
        #expect(StoreFolder.audience(of: folder) == .ownerAlone)
        #expect(StoreFolder.audience(of: folder + "/none") == nil)
        #expect(!StoreFolder.isShared(folder) && StoreFolder.isShared("/tmp") && StoreFolder.isShared("/var/lib"))
        for mode in [0o777, 0o702] as [mode_t] {
            #expect(chmod(folder, mode) == 0)
            #expect(StoreFolder.audience(of: folder) == .everybodyWrites(mode: mode))
            let error = #expect(throws: OpenError.self) { _ = try SQLiteStore(dataFolder: folder) }
            #expect(error == .everybodyWrites(dataFolder: folder))
            #expect(error?.description.contains("chmod 700 \(folder)") == true)
        }
        // A folder such as /tmp, which to close would harm others.
        #expect(chmod(folder, 0o1777) == 0)
        let shared = #expect(throws: OpenError.self) { _ = try SQLiteStore(dataFolder: folder) }
        #expect(shared == .sharedFolder(dataFolder: folder))
        #expect(shared?.description.contains("chmod") == false)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        #expect(chmod(folder, 0o755) == 0)
        #expect(StoreFolder.audience(of: folder) == .others(mode: 0o755))
        _ = try store(in: folder)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
            var status = stat()
            #expect(stat(folder + "/" + name, &status) == 0 && status.st_mode & 0o077 == 0, "\(name)")
        }
    }

    @Test("a folder that can't be looked into isn't said to be empty")
    func unknown() throws {
        let loop = try TemporaryFolder(on: .memory).path + "/loop"
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        let reason = String(cString: strerror(ELOOP))
        #expect(throws: OpenError.folder(path: loop, reason: reason)) { try SQLiteStore.exists(in: loop) }
        #expect(throws: OpenError.folder(path: loop, reason: reason)) { try SQLiteCopySource(dataFolder: loop) }
        #expect(StoreCondition.find(in: loop) == .refused("can't read \(loop)/laurel.db: \(reason)"))
        #expect(try !SQLiteStore.exists(in: loop + "-none"))
        #expect(StoreCondition.find(in: loop + "-none") == StoreCondition.none)
    }

    @Test("what was committed is there when it is opened again")
    func reopened() throws {
        let folder = try TemporaryFolder(on: .memory).path + "/made/on/the/way"
        do { _ = try store(in: folder) }
        let again = try SQLiteStore(dataFolder: folder)
        #expect(try again.rows(after: .start, of: JournalContract.stream, limit: 9).count == 3)
        try again.commit(Change(rows: [.sample(4)]))
        #expect(throws: StoreError.conflict) { try again.commit(Change(rows: [.sample(4)])) }
    }

    @Test("a store from a newer program is refused and left as it was")
    func newer() throws {
        let folder = try TemporaryFolder(on: .memory).path
        do { _ = try store(in: folder) }
        try Self.execute("PRAGMA user_version = 9999", on: folder + "/laurel.db")
        let error = #expect(throws: OpenError.self) { _ = try SQLiteStore(dataFolder: folder) }
        guard case .newer(_, 9_999, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("newer") ?? false)
    }

    @Test("a file that is damaged, no database, or another program's is refused")
    func damaged() throws {
        let folder = try TemporaryFolder(on: .memory).path
        do { _ = try store(in: folder) }
        try Self.overwrite(folder + "/laurel.db", at: 0, with: [UInt8](repeating: 0x41, count: 4_096))
        let damaged = #expect(throws: OpenError.self) { _ = try SQLiteStore(dataFolder: folder) }
        guard case .damaged = damaged else {
            Issue.record("\(String(describing: damaged))")
            return
        }
        let other = try TemporaryFolder(on: .memory).path
        try Self.execute("CREATE TABLE things (name TEXT)", on: other + "/laurel.db")
        #expect(throws: OpenError.foreign(path: other + "/laurel.db")) { _ = try SQLiteStore(dataFolder: other) }
    }

    @Test("a file that can't be opened isn't damaged: a backup wouldn't help")
    func unopened() throws {
        let folder = try TemporaryFolder(on: .memory).path
        // For every user, root too.
        try FileManager.default.createDirectory(atPath: folder + "/laurel.db", withIntermediateDirectories: false)
        let error = #expect(throws: OpenError.self) { _ = try SQLiteStore(dataFolder: folder) }
        guard case .folder(folder, let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("can't open"))
    }

    @Test("damaged pages are an error that says so, not wrong rows")
    func damagedPages() throws {
        let folder = try TemporaryFolder(on: .memory).path
        let count: Int64 = 3_000
        do {
            let store = try SQLiteStore(dataFolder: folder)
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
            let store = try SQLiteStore(dataFolder: folder)
            _ = try store.rows(after: .start, of: JournalContract.stream, limit: Int(count))
            Issue.record("damaged pages were read")
        } catch let error as StoreError {
            guard case .damaged = error else {
                Issue.record("\(error)")
                return
            }
        } catch is OpenError {
            // As good: the damage was found at once.
        }
    }

    @Test("a commit that cannot be written is an error, writes nothing, and the next one succeeds")
    func commitFails() throws {
        let folder = try TemporaryFolder(on: .memory).path
        let store = try store(in: folder)
        // The file may not grow: SQLite's own way to make a full disk.
        try store.write { connection throws(StoreError) in
            _ = try connection.integer("PRAGMA max_page_count = \(connection.integer("PRAGMA page_count") ?? 1)")
        }
        let rows = (4..<2_000).map { JournalRow.sample(Int64($0)) }
        #expect(throws: StoreError.full) { try store.commit(Change(rows: rows)) }
        #expect(try store.last(of: JournalContract.stream)?.sequence == JournalSequence(3))
        try store.write { connection throws(StoreError) in
            _ = try connection.integer("PRAGMA max_page_count = 1000000")
        }
        try store.commit(Change(rows: rows))
        #expect(try store.last(of: JournalContract.stream)?.sequence == JournalSequence(1_999))
    }

    @Test("a backup made while rows are written is whole, and restores to a store that goes on")
    func backup() async throws {
        let folder = try TemporaryFolder(on: .memory).path
        let store = try store(in: folder, rows: 1..<500)
        let writing = Task.detached {
            for row in 500..<900 as Range<Int64> { try store.commit(Change(rows: [.sample(row)])) }
        }
        let copy = try TemporaryFolder(on: .memory).path + "/backup.db"
        try Backup.make(of: folder, into: copy)
        try await writing.value
        #expect(throws: BackupError.exists(copy)) { try Backup.make(of: folder, into: copy) }
        #expect(access(copy + ".draft", F_OK) != 0 && access(copy + "-wal", F_OK) != 0)
        let target = try TemporaryFolder(on: .memory).path + "/data"
        #expect(try Backup.restore(copy, into: target) == nil)
        let restored = try SQLiteStore(dataFolder: target)
        let rows = try restored.rows(after: .start, of: JournalContract.stream, limit: 9_999)
        #expect(rows.count >= 499 && rows == (1...Int64(rows.count)).map { .sample($0) })
        #expect(try restored.leaderboards() == store.leaderboards())
        try restored.commit(Change(rows: [.sample(Int64(rows.count) + 1)]))
        #expect(throws: BackupError.self) { try Backup.restore(copy, into: target, replacing: true) }
    }

    @Test("a restore refuses to overwrite, and when told to, keeps the old store")
    func restoreOver() throws {
        let folder = try TemporaryFolder(on: .memory).path
        let copy = folder + "/copy.db"
        do { _ = try store(in: folder) }
        try Backup.make(of: folder, into: copy)
        let target = try TemporaryFolder(on: .memory).path
        do { _ = try store(in: target, rows: 1..<8) }
        #expect(throws: BackupError.exists(target + "/laurel.db")) { try Backup.restore(copy, into: target) }
        let kept = try #require(try Backup.restore(copy, into: target, replacing: true))
        #expect(access(kept, F_OK) == 0)
        #expect(try SQLiteStore(dataFolder: target).last(of: JournalContract.stream)?.sequence == JournalSequence(3))
    }

    @Test("an interrupted restore leaves the old store or the new one, and the next start says which")
    func restoreInterrupted() throws {
        let folder = try TemporaryFolder(on: .memory).path
        let copy = folder + "/copy.db"
        do { _ = try store(in: folder) }
        try Backup.make(of: folder, into: copy)
        let running = try TemporaryFolder(on: .memory).path
        let old = try store(in: running, rows: 1..<8)
        defer { old.close() }
        func last(_ folder: String, _ restore: InterruptedRestore?) throws -> JournalSequence? {
            let store = try SQLiteStore(dataFolder: folder)
            #expect(store.interruptedRestore == restore)
            return try store.last(of: JournalContract.stream)?.sequence
        }
        // Nil: it ends before the new store has its name.
        for steps in [nil, 0, 1, 2, 3, 4, 5] as [Int?] {
            let target = try TemporaryFolder(on: .memory).path
            // As a killed server leaves it: the newest rows are in the log.
            for suffix in ["", "-wal", "-mark"] {
                try FileManager.default.copyItem(atPath: old.path + suffix, toPath: target + "/laurel.db" + suffix)
            }
            let draft = target + "/laurel.db.draft"
            try FileManager.default.copyItem(atPath: copy, toPath: draft)
            guard let steps else {
                #expect(try last(target, .discarded) == JournalSequence(7))
                #expect(access(draft, F_OK) != 0)
                continue
            }
            let swap = RestoreSwap(dataFolder: target, number: RestoreSwap.freeNumber(in: target))
            try swap.begin(draft)
            try swap.finish(steps: steps)
            #expect(try SQLiteStore.exists(in: target))
            #expect(try last(target, steps < 5 ? .finished(kept: swap.kept) : nil) == JournalSequence(3), "\(steps)")
            #expect(try last(target, nil) == JournalSequence(3))
            let again = try TemporaryFolder(on: .memory).path
            for suffix in ["", "-wal", "-mark"] {
                try FileManager.default.copyItem(atPath: swap.kept + suffix, toPath: again + "/laurel.db" + suffix)
            }
            #expect(try last(again, nil) == JournalSequence(7), "the old store is kept whole")
        }
    }

    @Test("a full disk is named, and one that has room again is not full any more")
    func full() throws {
        let store = try store(in: try TemporaryFolder(on: .memory).path)
        try store.write { connection throws(StoreError) in
            _ = try connection.integer("PRAGMA max_page_count = \(connection.integer("PRAGMA page_count") ?? 1)")
        }
        #expect(!store.isFull)
        #expect(throws: StoreError.full) {
            try store.commit(Change(rows: (4...3_000).map { .sample($0) }))
        }
        #expect(store.isFull && StoreError.full.description == "the disk is full")
        try store.write { connection throws(StoreError) in
            _ = try connection.integer("PRAGMA max_page_count = 1000000")
        }
        try store.commit(Change(rows: [.sample(4)]))
        #expect(!store.isFull)
        let failure = StoreError(code: SQLITE_IOERR | (3 << 8), message: "disk I/O error")
        #expect(failure == .failing(reason: "SQLite 778: disk I/O error") && !failure.leavesStoreSound)
    }

    @Test("a damaged backup, or none, is not restored, and leaves nothing behind")
    func restoreDamaged() throws {
        let folder = try TemporaryFolder(on: .memory).path
        let copy = folder + "/copy.db"
        do {
            let store = try SQLiteStore(dataFolder: folder)
            try store.commit(Change(rows: (1...3_000).map { .sample($0) }))
        }
        try Backup.make(of: folder, into: copy)
        for page in 8..<12 {
            try Self.overwrite(copy, at: page * 4_096, with: [UInt8](repeating: 0x5A, count: 4_096))
        }
        let target = try TemporaryFolder(on: .memory).path
        #expect(throws: BackupError.self) { try Backup.restore(copy, into: target) }
        #expect(throws: BackupError.missing(target + "/none.db")) {
            try Backup.restore(target + "/none.db", into: target)
        }
        #expect(access(target + "/laurel.db", F_OK) != 0 && access(target + "/laurel.db.draft", F_OK) != 0)
    }

    @Test("the reading in the background finds damaged pages, gaps of the journal and wrong indexes, and nothing else")
    func reading() throws {
        let folder = try TemporaryFolder(on: .memory).path
        let path = folder + "/laurel.db"
        let count: Int64 = 10_000
        do {
            let store = try store(in: folder, rows: 1..<2)
            try store.commit(Change(rows: (2...count).map { .sample($0) }))
            store.close()
        }
        #expect(StoreReading(path: path).run() == nil)
        let sound = try #require(FileManager.default.contents(atPath: path))
        try Self.execute("DELETE FROM journal WHERE (position & 0xFFFF) = 5000", on: path)
        #expect(StoreReading(path: path).run() == "row 5000 of the journal of team 1, production is missing")
        try sound.write(to: URL(filePath: path))
        try Self.execute(
            """
            PRAGMA writable_schema = 1;
            UPDATE sqlite_schema SET sql = replace(sql, 'WHERE is_removed = 0', 'WHERE is_removed = 1')
                WHERE name = 'leaderboard_ids'
            """, on: path)
        #expect(StoreReading(path: path).run()?.contains("leaderboard_ids") == true)
        try sound.write(to: URL(filePath: path))

        // A page in the middle of the journal: no start of a large store looks there.
        let pages = sound.count / 4_096
        try Self.overwrite(path, at: pages / 2 * 4_096, with: [UInt8](repeating: 0x5A, count: 4_096))
        do { _ = try StoreOpening(path: path, acceptsLoss: false, readBytes: 0).open() }
        #expect(StoreReading(path: path).run() != nil)
        let stopped = StoreReading(path: path)
        stopped.stop()
        #expect(stopped.run() == nil)
        // The next start knows, and reads all of it.
        HighWaterMark(at: path + "-mark", extent: StoreExtent()).noteDamage()
        let error = #expect(throws: OpenError.self) {
            _ = try StoreOpening(path: path, acceptsLoss: false, readBytes: 0).open()
        }
        #expect(error?.description.contains("laurel restore --replace") == true)
        try sound.write(to: URL(filePath: path))
        _ = try StoreOpening(path: path, acceptsLoss: false, readBytes: 0).open()
    }

    private enum Failure: Error { case sql(Int32), file }

    static func execute(_ sql: String, on path: String) throws {
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
