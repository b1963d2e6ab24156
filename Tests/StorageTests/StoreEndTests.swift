import Foundation
import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Testing

@testable import LaurelStorageSQLite

/// A store that has lost its end says so; one that was killed, or lost its power, has lost nothing.
@Suite("A store's end", .timeLimit(.minutes(15))) struct StoreEndTests {
    static let parts = ["", "-wal", "-mark"]

    /// A folder with these files of another one's store: as a kill at this moment leaves them.
    private func copy(_ folder: String, _ parts: [String] = Self.parts) throws -> String {
        let target = try TemporaryFolder(on: .memory).path
        for part in parts {
            try FileManager.default.copyItem(
                atPath: folder + "/laurel.db" + part, toPath: target + "/laurel.db" + part)
        }
        return target
    }

    private func files(_ folder: String) throws -> [Data?] {
        Self.parts.map { FileManager.default.contents(atPath: folder + "/laurel.db" + $0) }
    }

    private func last(_ store: SQLiteStore) throws -> Int64? {
        try store.last(of: JournalContract.stream)?.sequence.rawValue
    }

    /// What a store of three rows and one other change lacks.
    private func refused(_ folder: String) -> LostEnd? {
        do throws(OpenError) {
            _ = try SQLiteStore(dataFolder: folder)
        } catch {
            guard case .lostEnd(_, let loss) = error else {
                Issue.record("\(error)")
                return nil
            }
            #expect(error.description.contains("--accept-loss"))
            return loss
        }
        Issue.record("it opened")
        return nil
    }

    /// Its log holds what was written since the tables were made, and the tables, too, unless they've been moved.
    private func store(in folder: String, rows: Range<Int64> = 1..<4, tablesMoved: Bool = true) throws -> SQLiteStore {
        if tablesMoved { try SQLiteStore(dataFolder: folder).close() }
        let store = try SQLiteStore(dataFolder: folder)
        store.stopMovingLog()
        for row in rows { try store.commit(Change(rows: [.sample(row)])) }
        try store.commit(Change(facts: [.leaderboard(.sample(1))]))
        return store
    }

    @Test("a kill after any commit, and a power cut that the mark is behind or torn at, is no loss")
    func kills() throws {
        let folder = try TemporaryFolder(on: .memory).path
        let store = try store(in: folder)
        var marks: [Data] = []
        for row in 4..<12 as Range<Int64> {
            marks.append(try #require(FileManager.default.contents(atPath: folder + "/laurel.db-mark")))
            try store.commit(Change(rows: [.sample(row)]))
            if row % 2 == 0 { try store.commit(Change(facts: [.leaderboard(.sample(UInt32(row)))])) }
            #expect(try last(try SQLiteStore(dataFolder: try copy(folder))) == row)
        }
        let mark = try #require(FileManager.default.contents(atPath: folder + "/laurel.db-mark"))
        var torn = marks
        for offset in stride(from: 0, to: mark.count, by: 7) {
            var one = mark
            one[offset] ^= 0x55
            torn.append(one)
        }
        for mark in torn + [Data(), Data(count: 4_096), mark.prefix(40), mark.prefix(530)] {
            let target = try copy(folder, ["", "-wal"])
            try mark.write(to: URL(filePath: target + "/laurel.db-mark"))
            #expect(try last(try SQLiteStore(dataFolder: target)) == 11)
        }
        #expect(try last(try SQLiteStore(dataFolder: try copy(folder, ["", "-wal"]))) == 11)
    }

    @Test("a log that is missing, emptied or cut anywhere is refused, changes nothing, and can be accepted once")
    func cutLog() throws {
        let folder = try TemporaryFolder(on: .memory).path
        let store = try store(in: folder)
        let whole = try #require(FileManager.default.contents(atPath: store.path + "-wal"))
        var kept: Set<Int64?> = []
        // Four cuts in each page of the log.
        for size in [nil, 0] + Array(stride(from: 1, to: whole.count, by: 1_021)) {
            let target = try copy(folder, ["", "-mark"])
            if let size { try whole.prefix(size).write(to: URL(filePath: target + "/laurel.db-wal")) }
            let before = try files(target)
            let loss = try #require(refused(target))
            #expect(loss.rows > 0 || loss.changes > 0)
            let after = try files(target)
            #expect(after[0] == before[0] && after[2] == before[2] && after[1] ?? Data() == before[1] ?? Data())
            // What was put away comes back.
            if size == 0 {
                try whole.write(to: URL(filePath: target + "/laurel.db-wal"))
                #expect(try last(try SQLiteStore(dataFolder: target)) == 3)
                continue
            }
            do {
                let accepted = try SQLiteStore(dataFolder: target, acceptsLoss: true)
                #expect(accepted.acceptedLoss == loss)
                kept.insert(try last(accepted))
                #expect(loss.rows == 3 - (try last(accepted) ?? 0))
            }
            #expect(try SQLiteStore(dataFolder: target).acceptedLoss == nil)
            try TemporaryFolder.remove(target)
        }
        #expect(kept.isSuperset(of: [nil, 1, 2, 3]), "the cuts fall between the commits")
    }

    @Test("an empty database, and one that is gone, is refused, and its log is left alone", arguments: [true, false])
    func emptyDatabase(tablesMoved: Bool) throws {
        let folder = try TemporaryFolder(on: .memory).path
        let store = try store(in: folder, tablesMoved: tablesMoved)
        withExtendedLifetime(store) {}
        for isThere in [true, false] {
            let target = try copy(folder, ["-wal", "-mark"])
            if isThere { try Data().write(to: URL(filePath: target + "/laurel.db")) }
            let before = try files(target)
            let loss = try #require(refused(target))
            #expect(loss.rows == 3 && loss.last == JournalRow.sample(3).time, "\(loss)")
            #expect(try files(target) == before)
            #expect(try SQLiteStore.exists(in: target) == isThere)
            #expect(try last(try SQLiteStore(dataFolder: target, acceptsLoss: true)) == nil)
        }
    }

    @Test("a restore of an older backup is no loss, and takes the snapshots of the newer store away")
    func restored() throws {
        let folder = try TemporaryFolder(on: .memory).path
        let copy = folder + "/copy.db"
        let store = try store(in: folder)
        try Backup.make(of: folder, into: copy)
        for row in 4..<9 as Range<Int64> { try store.commit(Change(rows: [.sample(row)])) }
        store.close()
        let cache = SnapshotFolder(dataFolder: folder)
        _ = try cache.replace(JournalContract.stream) { append throws(SnapshotFailure) in try append([1, 2, 3]) }
        #expect(cache.streams() == [JournalContract.stream])
        let kept = try #require(try Backup.restore(copy, into: folder, replacing: true))
        #expect(cache.streams() == [])
        #expect(FileManager.default.fileExists(atPath: kept + "-mark"))
        #expect(try last(try SQLiteStore(dataFolder: folder)) == 3)
        // By hand it is one: only the operator knows that it was meant.
        let other = try self.copy(folder, ["", "-mark"])
        do { try SQLiteStore(dataFolder: other).commit(Change(rows: [.sample(4)])) }
        try FileManager.default.removeItem(atPath: other + "/laurel.db")
        try FileManager.default.copyItem(atPath: copy, toPath: other + "/laurel.db")
        for part in ["-wal", "-shm"] where FileManager.default.fileExists(atPath: other + "/laurel.db" + part) {
            try FileManager.default.removeItem(atPath: other + "/laurel.db" + part)
        }
        #expect(try #require(refused(other)).rows == 1)
    }
}
