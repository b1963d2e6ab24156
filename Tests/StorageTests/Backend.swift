import LaurelStorage
import LaurelStoragePostgres
import LaurelStorageSQL
import LaurelStorageSQLite

/// Every engine. A new one joins with one case.
enum Backend: String, CaseIterable, Sendable {
    case sqlite, postgres

    typealias Store = (journal: any Journal & ScoreIDIndex, directory: any Directory & PlayReading)

    /// A new store.
    func makeStore(salts: JournalSalts = .random) throws -> Store { try makeStores(1, salts: salts)[0] }

    /// A new store, used by so many at once: processes, where the engine can be shared by some.
    func makeStores(_ count: Int, salts: JournalSalts = .random) throws -> [Store] {
        switch self {
        case .sqlite:
            let store = try SQLiteStore.inspected(salts: salts)
            return Array(repeating: (store, SQLDirectory(store)), count: count)
        case .postgres:
            let server = try PostgresCluster.newDatabase()
            return try (0..<count).map { _ in
                let store = try PostgresStore(server: server, salts: salts)
                return (store, SQLDirectory(store))
            }
        }
    }
}

/// Every journal: the engines', and the simple one that judges them.
enum JournalBackend: String, CaseIterable, Sendable {
    case memory, sqlite, postgres

    func makeJournal(salts: JournalSalts = .random) throws -> any Journal & ScoreIDIndex {
        switch self {
        case .memory: InMemoryJournal(salts: salts)
        case .sqlite: try Backend.sqlite.makeStore(salts: salts).journal
        case .postgres: try Backend.postgres.makeStore(salts: salts).journal
        }
    }
}
