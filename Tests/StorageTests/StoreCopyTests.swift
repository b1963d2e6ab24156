import Foundation
import LaurelDomain
import LaurelStorage
import LaurelTestSupport
import Testing

@testable import LaurelStoragePostgres
@testable import LaurelStorageSQL
@testable import LaurelStorageSQLite

/// From which engine to which.
struct CopyDirection: CustomTestStringConvertible, Sendable {
    let from: CopyEngine
    let to: CopyEngine

    static let all = CopyEngine.allCases.flatMap { from in
        CopyEngine.allCases.map { CopyDirection(from: from, to: $0) }
    }

    var testDescription: String { "\(from) to \(to)" }
}

@Suite("Copying a store", .timeLimit(.minutes(15))) struct StoreCopyTests {
    /// Tables that are not copied, and why.
    private static let notCopied: [CopyEngine: [String: String]] = [
        .sqlite: [
            "changes": "counts this file's changes, for the mark beside it",
            "unsealed_streams": "empty once a store is open",
            "sqlite_sequence": "the last numbers are set by themselves",
        ],
        .postgres: [
            "notice_head": "the last number of a notice is set by itself",
            "owners": "which server writes to this database",
            "leases": "whether the server that writes to this database lives",
            "nodes": "the servers that live at this moment",
            "commit_marks": "changes of this server's connections in doubt",
            "schema_version": "of these tables",
        ],
    ]

    private func finish(_ direction: CopyDirection, _ source: String, _ target: String) throws -> StoreCopy.Report {
        let copy = StoreCopy(from: try direction.from.source(source), to: try direction.to.target(target))
        let report = try copy.run()
        try copy.finish()
        return report
    }

    private func rows(_ table: SQLSchema.Table, _ connection: any SQLConnection) throws -> [[SQLValue]] {
        let copied = CopiedTable(rowsLimit: 1_000, table: table)
        var (all, key): ([[SQLValue]], [SQLValue]?) = ([], nil)
        while true {
            let rows = try copied.rows(after: key, on: connection)
            guard let last = rows.last else { return all }
            all += rows
            key = copied.key(of: last)
        }
    }

    // MARK: What is copied

    @Test("each table of an engine is copied, or is named with the reason", arguments: CopyEngine.allCases)
    func tables(engine: CopyEngine) throws {
        let address = try engine.newAddress()
        let store = try engine.open(address)
        let found = try store.readAny { connection throws(StoreError) in connection }
        let copied = SQLSchema.tables.map(\.name)
        let others = try #require(Self.notCopied[engine]).keys
        #expect(try engine.tables(found) == Set(copied).union(others))
        #expect(Set(copied).count == copied.count && copied.count > 60)
        #expect(Set(copied).isDisjoint(with: others))
    }

    @Test("what a table's statement declares is what SQLite makes of it")
    func columns() throws {
        let store = try SQLiteStore(dataFolder: TemporaryFolder(on: .memory).path)
        for table in SQLSchema.tables {
            let (names, key) = try store.read { connection throws(StoreError) in
                let columns = try connection.prepare("PRAGMA table_info(\(table.name))")
                var (names, key): ([String], [Int64: String]) = ([], [:])
                while try columns.step() {
                    names.append(columns.text(1) + " " + columns.text(2))
                    if columns.integer(5) > 0 { key[columns.integer(5)] = columns.text(1) }
                }
                return (names, key.sorted { $0.key < $1.key }.map(\.value))
            }
            let hasKey = !key.isEmpty
            #expect(table.key == (hasKey ? key : ["rowid"]), "\(table.name)")
            let declared = table.columns.map { "\($0.name) \($0.type.rawValue)" }
            #expect(declared == (hasKey ? [] : ["rowid INTEGER"]) + names, "\(table.name)")
        }
    }

    @Test("every row of every table is the same in the copy, and a server can use it", arguments: CopyDirection.all)
    func whole(direction: CopyDirection) throws {
        let (from, to) = (try direction.from.newFilled(), try direction.to.newAddress())
        let report = try finish(direction, from, to)
        #expect(report.tables.map(\.name) == SQLSchema.tables.map(\.name))
        #expect(report.streams == 2 && report.journalRows == 10)
        let old = try direction.from.source(from).connection
        let server = try direction.to.open(to)
        let new = try server.readAny { connection throws(StoreError) in connection }
        for table in SQLSchema.tables {
            let wanted = try rows(table, old)
            #expect(!wanted.isEmpty, "\(table.name) has no row to copy")
            #expect(try rows(table, new) == wanted, "\(table.name)")
            #expect(report.tables.first { $0.name == table.name }?.rows == wanted.count)
        }
        // Past those of rows that are gone: 4 rows, and 5 numbers more.
        for (table, column, last) in [
            ("players", "number", 9), ("notices", "id", 9), ("teams", "number", 4), ("blobs", "number", 4),
            ("reports", "rowid", 4),
        ] {
            try server.changeAny { connection throws(StoreError) in
                let columns = SQLSchema.tables.first { $0.name == table }?.columns.filter { $0.name != column } ?? []
                var insert: SQL = ""
                let dialect = type(of: connection).dialect
                if table == "notices", let raising = dialect.noticeRaising {
                    try connection.run(raising)
                    #expect(try connection.number(dialect.lastNotice) == last + 1)
                    return
                }
                insert.append(text: "INSERT INTO \(table) (\(columns.map(\.name).joined(separator: ", "))) VALUES (")
                for (index, column) in columns.enumerated() {
                    if index > 0 { insert.append(text: ", ") }
                    insert.append(value: value(column))
                }
                insert.append(text: ") RETURNING \(column)")
                #expect(try connection.number(insert) == last + 1, "\(table)")
            }
        }
        // The journal goes on where it was.
        try server.commit(Change(rows: [.sample(10)]))
        #expect(try server.rows(after: .start, of: JournalContract.stream, limit: 99).count == 10)
        direction.to.close(server)
    }

    /// Something that no row has which was copied.
    private func value(_ column: SQLSchema.Column) -> SQLValue {
        switch column.type {
        case .text: .text("new")
        case .blob: .blob([9])
        // There is no reporter of this number, but a review.
        case .integer: .integer(column.name == "reporter" ? 9 : 1)
        }
    }

    @Test("there and back again, it's the same store", arguments: CopyEngine.allCases)
    func back(other: CopyEngine) throws {
        let first = try CopyEngine.sqlite.newFilled()
        let (second, third) = (try other.newAddress(), try CopyEngine.sqlite.newAddress())
        let there = try finish(CopyDirection(from: .sqlite, to: other), first, second)
        let again = try finish(CopyDirection(from: other, to: .sqlite), second, third)
        #expect(there == again)
    }

    @Test("a store without a row is copied", arguments: CopyDirection.all)
    func empty(direction: CopyDirection) throws {
        let (from, to) = (try direction.from.newAddress(), try direction.to.newAddress())
        direction.from.close(try direction.from.open(from))
        // A new store has rows that its tables begin with.
        let rows = SQLSchema.statements.count { $0.hasPrefix("INSERT") }
        #expect(try finish(direction, from, to).rows == rows)
        direction.to.close(try direction.to.open(to))
    }

    // MARK: Ended in the middle

    @Test("ended behind any batch, it's gone on with, and no server starts in between", arguments: CopyDirection.all)
    func interrupted(direction: CopyDirection) throws {
        let (from, to) = (try direction.from.newFilled(), try direction.to.newAddress())
        let source = try direction.from.source(from)
        var (runs, copied): (Int, [Int]) = (0, [])
        /// - Returns: whether it came to the end.
        func run() throws -> Bool {
            runs += 1
            let copy = StoreCopy(from: source, to: try direction.to.target(to), batchRows: 3) { stage, done, total in
                guard stage == .copying else { return true }
                copied.append(done)
                #expect(total == 4 * (SQLSchema.tables.count - 3) + 1 + 2 + 10)
                return false
            }
            do throws(CopyError) {
                #expect(try copy.run().rows == copied.last)
                try copy.finish()
                return true
            } catch {
                try #require(error == .stopped)
                return false
            }
        }
        while try !run() { if runs % 20 == 1 { expectRefused(direction.to, to) } }
        // Each run has gone on where the one before had ended: with 3 rows, or the last one of a table.
        #expect(runs == copied.count + 1 && runs > 2 * 60)
        #expect(zip(copied, copied.dropFirst()).allSatisfy { (1...3).contains($1 - $0) })
        direction.to.close(try direction.to.open(to))
    }

    private func expectRefused(_ engine: CopyEngine, _ address: String) {
        switch engine {
        case .sqlite:
            let path = "\(address)/\(SQLiteStore.fileName)"
            #expect(throws: OpenError.unfinishedCopy(path: path)) { try engine.open(address) }
            #expect(throws: OpenError.unfinishedCopy(path: path)) { try engine.source(address) }
        case .postgres:
            #expect(throws: PostgresOpenError.unfinishedCopy) { try engine.open(address) }
            #expect(throws: PostgresOpenError.unfinishedCopy) { try engine.source(address) }
        }
    }

    @Test(
        "a connection that is lost while a batch is committed ends it with the reason, and it's gone on with",
        arguments: [PostgresRelay.Cut.beforeCommit, .afterCommit])
    func lost(cut: PostgresRelay.Cut) throws {
        let (from, to) = (try CopyEngine.sqlite.newFilled(), try CopyEngine.postgres.newAddress())
        let source = try CopyEngine.sqlite.source(from)
        let relay = try PostgresRelay(to: to)
        let copy = StoreCopy(from: source, to: try CopyEngine.postgres.target(relay.address), batchRows: 3) {
            _, done, _ in
            if done >= 100 { relay.cutNext(cut) }
            return true
        }
        let error = #expect(throws: CopyError.self) { try copy.run() }
        guard case .target(.inDoubt, let table?) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.description.contains("connection to the target was lost") == true && !table.isEmpty)
        let rest = StoreCopy(from: source, to: try CopyEngine.postgres.target(to))
        #expect(try rest.run().journalRows == 10)
        try rest.finish()
    }

    @Test("a connection to the source that is lost ends it with the reason")
    func lostSource() throws {
        let (from, to) = (try CopyEngine.postgres.newFilled(), try CopyEngine.sqlite.newAddress())
        let source = try CopyEngine.postgres.source(from)
        var hasCut = false
        let copy = StoreCopy(from: source, to: try CopyEngine.sqlite.target(to)) { _, done, _ in
            if done >= 100, !hasCut {
                hasCut = true
                do {
                    try PostgresCluster.administer(
                        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'laurel' AND "
                            + "pid <> pg_backend_pid() AND datname = '\(from.split(separator: "=").last ?? "")'")
                } catch { Issue.record(error) }
            }
            return true
        }
        let error = #expect(throws: CopyError.self) { try copy.run() }
        guard case .source(.unavailable, _?) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }
}
