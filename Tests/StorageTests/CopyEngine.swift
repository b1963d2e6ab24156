import CLaurelSQLite
import Foundation
import Glibc
import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestSupport

@testable import LaurelStoragePostgres
@testable import LaurelStorageSQL
@testable import LaurelStorageSQLite

/// An engine, as both ends of a copy. A store is named by its folder or its server's address.
enum CopyEngine: String, CaseIterable, Sendable {
    case sqlite, postgres

    /// Rows of each table of a filled store.
    static let filledRows = 4

    func newAddress() throws -> String {
        switch self {
        case .sqlite: try TemporaryFolder(on: .memory).path
        case .postgres: try PostgresCluster.emptyDatabase()
        }
    }

    func source(_ address: String) throws -> any CopySource {
        switch self {
        case .sqlite: try SQLiteCopySource(dataFolder: address)
        case .postgres: try PostgresCopySource(server: address)
        }
    }

    func target(_ address: String) throws -> any CopyTarget {
        switch self {
        case .sqlite: try SQLiteCopyTarget(dataFolder: address)
        case .postgres: try PostgresCopyTarget(server: address)
        }
    }

    /// As a server does.
    func open(_ address: String) throws -> any Journal & SQLDatabase {
        switch self {
        case .sqlite: try SQLiteStore(dataFolder: address)
        case .postgres: try PostgresStore(server: address)
        }
    }

    func close(_ store: any Journal & SQLDatabase) {
        (store as? SQLiteStore)?.close()
        (store as? PostgresStore)?.close()
    }

    /// A statement past the store, in whatever state that is.
    func run(_ statement: String, on address: String) throws {
        switch self {
        case .sqlite:
            let connection = try SQLiteConnection(
                path: "\(address)/\(SQLiteStore.fileName)", flags: SQLITE_OPEN_READWRITE)
            try connection.execute(statement)
        case .postgres: try PostgresCluster.run(statement, on: address)
        }
    }

    /// The names of all tables.
    func tables(_ connection: any SQLConnection) throws -> Set<String> {
        let select: SQL =
            switch self {
            case .sqlite: "SELECT name FROM sqlite_schema WHERE type = 'table'"
            case .postgres:
                "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = current_schema()"
            }
        return Set(try connection.values(select, of: String.self))
    }

    /// A store with rows in every table: numbers at either end, empty texts and bytes, NULL wherever it may be, numbers
    /// given to rows that are gone, and a journal with an erased player.
    func newFilled() throws -> String {
        let folder = try Self.newFilledFolder()
        guard self != .sqlite else { return folder }
        let address = try newAddress()
        let copy = StoreCopy(from: try CopyEngine.sqlite.source(folder), to: try target(address))
        _ = try copy.run()
        try copy.finish()
        return address
    }

    private static func newFilledFolder() throws -> String {
        let store = try SQLiteStore(dataFolder: TemporaryFolder(on: .memory).path)
        try store.write { connection throws(StoreError) in
            try connection.transaction { () throws(StoreError) in
                for table in SQLSchema.tables { try fill(table, on: connection) }
                // Of rows that are gone.
                try connection.execute("UPDATE sqlite_sequence SET seq = seq + 5 WHERE name IN ('notices', 'players')")
            }
        }
        var rows = (1...9 as ClosedRange<Int64>).map { JournalRow.sample($0) }
        (rows[0].value, rows[0].context) = (.min, .max)
        rows[1].extra = [0, 1, 255]
        rows[2].player = PlayerNumber(7)
        try store.commit(Change(rows: rows + [.sample(1, JournalContract.other)]))
        _ = try store.overwrite(rowsOf: PlayerNumber(7), in: JournalContract.stream, after: .start, limit: 99)
        store.close()
        return store.dataFolder
    }

    /// The journal and its streams are filled as a server does it.
    private static func fill(_ table: SQLSchema.Table, on connection: SQLiteConnection) throws(StoreError) {
        guard !["journal", "streams"].contains(table.name) else { return }
        let optional = try connection.optionalColumns(of: table)
        let names = table.columns.map(\.name).joined(separator: ", ")
        let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
        if SQLSchema.startedTables.contains(table.name) { try connection.execute("DELETE FROM \(table.name)") }
        // This table has but the one row.
        for row in 1...(table.name == "planned_notice" ? 1 : filledRows) {
            let insert = try connection.prepare("INSERT INTO \(table.name) (\(names)) VALUES (\(marks))")
            for (index, column) in table.columns.enumerated() {
                let position = Int32(index) + 1
                let isKey = table.key.contains(column.name)
                switch column.type {
                case _ where row == 3 && optional.contains(column.name): insert.bindNull(position)
                case .integer: insert.bind(position, Int64(row))
                case .text: insert.bind(position, row == 2 && !isKey ? "" : "文 \(row)’s \(column.name)")
                case .blob where row == 4 && table.name == "blobs" && column.name == "bytes":
                    insert.bind(position, blob: [UInt8](repeating: 7, count: CopiedTable.bytesLimit + 1))
                case .blob: insert.bind(position, blob: row == 2 && !isKey ? [] : [0, UInt8(row), 255])
                }
            }
            try insert.run()
        }
    }
}

extension SQLiteConnection {
    fileprivate func optionalColumns(of table: SQLSchema.Table) throws(StoreError) -> Set<String> {
        var names: Set<String> = []
        let columns = try prepare("PRAGMA table_info(\(table.name))")
        defer { columns.reset() }
        while try columns.step() {
            if columns.integer(3) == 0, columns.integer(5) == 0 { names.insert(columns.text(1)) }
        }
        return names
    }
}
