import Foundation
import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Testing

@testable import LaurelStoragePostgres
@testable import LaurelStorageSQL
@testable import LaurelStorageSQLite

@Suite("Copies that are refused", .timeLimit(.minutes(15))) struct CopyRefusalTests {
    /// What was done to a target that holds all rows, and which row differs then.
    private static let tampering: [(statement: String, table: String, row: Int)] = [
        ("UPDATE players SET alias = 'x' WHERE number = 3", "players", 3),
        ("UPDATE profiles SET photo_small = NULL WHERE player = 4", "profiles", 4),
        ("DELETE FROM used_tickets WHERE number = 2", "used_tickets", 2),
        ("INSERT INTO used_tickets (number, expires) VALUES (0, 0)", "used_tickets", 1),
        ("DELETE FROM journal WHERE position = (SELECT min(position) FROM journal)", "journal", 1),
        ("UPDATE journal SET value = 5 WHERE position = (SELECT min(position) FROM journal)", "journal", 1),
        ("UPDATE challenge_numbers SET last = 8 WHERE last = 4", "challenge_numbers", 4),
        ("UPDATE notices SET app = 0 WHERE id = 3", "notices", 3),
        ("UPDATE devices SET name = '' WHERE number = 3", "devices", 3),
    ]

    /// All rows are there, and nothing is verified.
    private func copyAll(_ direction: CopyDirection, _ source: any CopySource, _ target: String) throws {
        let copy = StoreCopy(from: source, to: try direction.to.target(target)) { stage, _, _ in stage == .copying }
        #expect(throws: CopyError.stopped) { try copy.run() }
    }

    @Test("what isn't the same is found, wherever it is", arguments: CopyEngine.allCases, tampering.indices)
    func tampered(engine: CopyEngine, index: Int) throws {
        let direction = CopyDirection(from: .sqlite, to: engine)
        let (source, to) = (try CopyEngine.sqlite.source(CopyEngine.sqlite.newFilled()), try engine.newAddress())
        try copyAll(direction, source, to)
        let (statement, table, row) = Self.tampering[index]
        try engine.run(statement, on: to)
        let error = #expect(throws: CopyError.differs(table: table, row: row)) {
            try StoreCopy(from: source, to: try engine.target(to)).run()
        }
        #expect(error?.description.contains("row \(row) of table \(table)") == true)
    }

    @Test("a number that would be given again is found", arguments: CopyEngine.allCases)
    func numbers(engine: CopyEngine) throws {
        let source = try CopyEngine.sqlite.source(CopyEngine.sqlite.newFilled())
        let to = try engine.newAddress()
        var hasChanged = false
        let target = try engine.target(to)
        let copy = StoreCopy(from: source, to: target) { stage, _, _ in
            guard stage == .verifying, !hasChanged else { return true }
            hasChanged = true
            do {
                let table = try #require(SQLSchema.tables.first { $0.name == "notices" })
                try target.setLastNumber(6, of: table)
            } catch { Issue.record(error) }
            return true
        }
        #expect(throws: CopyError.numbers(table: "notices")) { try copy.run() }
    }

    @Test("a source whose journal was changed is found, though the copy is the same")
    func damaged() throws {
        let from = try CopyEngine.postgres.newFilled()
        try CopyEngine.postgres.run("UPDATE journal SET value = value + 1 WHERE position % 16 = 5", on: from)
        let copy = StoreCopy(
            from: try CopyEngine.postgres.source(from),
            to: try CopyEngine.sqlite.target(CopyEngine.sqlite.newAddress()))
        let error = #expect(throws: CopyError.self) { try copy.run() }
        guard case .damagedJournal(let reason) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(reason.contains("row 5 of the journal of team 1"))
    }

    // MARK: Targets

    @Test("a target with data, and a finished copy, are refused and stay as they are", arguments: CopyEngine.allCases)
    func used(engine: CopyEngine) throws {
        let to = try engine.newFilled()
        switch engine {
        case .sqlite: #expect(throws: OpenError.hasStore(dataFolder: to)) { try engine.target(to) }
        case .postgres: #expect(throws: PostgresOpenError.notEmpty(table: "players")) { try engine.target(to) }
        }
        let store = try engine.open(to)
        #expect(try store.rows(after: .start, of: JournalContract.stream, limit: 99).count == 9)
        engine.close(store)
    }

    @Test("what is left of a store isn't overwritten", arguments: ["laurel.db-wal", "laurel.db-mark"])
    func left(name: String) throws {
        let folder = try CopyEngine.sqlite.newAddress()
        try "x".write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
        #expect(throws: OpenError.hasStore(dataFolder: folder)) { try CopyEngine.sqlite.target(folder) }
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/laurel.db"))
    }

    @Test("a database with tables and no row can be copied into")
    func tablesAlone() throws {
        let to = try PostgresCluster.newDatabase()
        let source = try CopyEngine.sqlite.source(CopyEngine.sqlite.newFilled())
        #expect(try StoreCopy(from: source, to: CopyEngine.postgres.target(to)).run().journalRows == 10)
    }

    @Test("an unfinished copy of another store is refused and stays as it is", arguments: CopyEngine.allCases)
    func other(engine: CopyEngine) throws {
        let direction = CopyDirection(from: .sqlite, to: engine)
        let source = try CopyEngine.sqlite.source(CopyEngine.sqlite.newFilled())
        let to = try engine.newAddress()
        try copyAll(direction, source, to)
        let another = try CopyEngine.sqlite.newFilled()
        try CopyEngine.sqlite.run("DELETE FROM quiet_hours; UPDATE settings SET value = x'99'", on: another)
        #expect(throws: CopyError.otherOrigin) {
            try StoreCopy(from: try CopyEngine.sqlite.source(another), to: try engine.target(to)).run()
        }
        #expect(try StoreCopy(from: source, to: try engine.target(to)).run().journalRows == 10)
    }

    @Test("an unfinished copy isn't backed up, and what to do names its file")
    func unfinishedBackup() throws {
        let source = try CopyEngine.sqlite.source(CopyEngine.sqlite.newFilled())
        let to = try CopyEngine.sqlite.newAddress()
        try copyAll(CopyDirection(from: .sqlite, to: .sqlite), source, to)
        let unfinished = BackupError.store(.unfinishedCopy(path: "\(to)/laurel.db"))
        #expect(throws: unfinished) { try Backup.make(of: to, into: "\(to)/backup.db") }
        let other = try CopyEngine.sqlite.newAddress()
        #expect(throws: unfinished) { try Backup.restore("\(to)/laurel.db", into: other) }
    }

    // MARK: Sources

    @Test("a source that is in use is refused", arguments: CopyEngine.allCases)
    func inUse(engine: CopyEngine) throws {
        let from = try engine.newFilled()
        let server = try engine.open(from)
        switch engine {
        case .sqlite: #expect(throws: OpenError.self) { try engine.source(from) }
        case .postgres: #expect(throws: PostgresOpenError.inUse) { try engine.source(from) }
        }
        engine.close(server)
        _ = try engine.source(from)
    }

    @Test("a source that was changed is refused between two runs", arguments: CopyEngine.allCases)
    func changed(engine: CopyEngine) throws {
        let direction = CopyDirection(from: engine, to: .sqlite)
        let (from, to) = (try engine.newFilled(), try CopyEngine.sqlite.newAddress())
        try copyAll(direction, try engine.source(from), to)
        for change in [Change(facts: [.leaderboard(.sample(77))]), Change(rows: [.sample(10)])] {
            let server = try engine.open(from)
            try server.commit(change)
            engine.close(server)
            #expect(throws: CopyError.otherOrigin) {
                try StoreCopy(from: try engine.source(from), to: try CopyEngine.sqlite.target(to)).run()
            }
        }
    }

    /// Nobody else gets at a folder that is copied.
    @Test("a source that is changed during a copy is refused, whether what was copied is the same or not")
    func changedMeanwhile() throws {
        let from = try CopyEngine.postgres.newFilled()
        let source = try CopyEngine.postgres.source(from)
        for (number, staysTheSame) in [(78, true), (79, false)] as [(UInt32, Bool)] {
            var hasChanged = false
            let target = try CopyEngine.sqlite.target(CopyEngine.sqlite.newAddress())
            let copy = StoreCopy(from: source, to: target) { stage, _, _ in
                guard stage == .verifying, !hasChanged else { return true }
                hasChanged = true
                do {
                    let server = try PostgresStore(server: from)
                    try server.commit(Change(facts: [.leaderboard(.sample(number))]))
                    server.close()
                    guard staysTheSame else { return true }
                    for table in ["leaderboard_localizations WHERE leaderboard", "leaderboards WHERE number"] {
                        try PostgresCluster.run("DELETE FROM \(table) = \(number)", on: from)
                    }
                } catch { Issue.record(error) }
                return true
            }
            #expect(throws: CopyError.sourceChanged) { try copy.run() }
        }
    }

    @Test("where there is no store, there is nothing to copy, and none is made", arguments: CopyEngine.allCases)
    func missing(engine: CopyEngine) throws {
        let from = try engine.newAddress()
        switch engine {
        case .sqlite:
            #expect(throws: OpenError.noStore(dataFolder: from)) { try engine.source(from) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: from).isEmpty)
        case .postgres:
            #expect(throws: PostgresOpenError.noTables) { try engine.source(from) }
            #expect(try engine.tables(PostgresConnection(to: from)).isEmpty)
        }
    }
}
