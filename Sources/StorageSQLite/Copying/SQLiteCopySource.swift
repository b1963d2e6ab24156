public import LaurelStorage
public import LaurelStorageSQL

/// The store in a data folder, to be copied. It keeps the folder's lock.
public final class SQLiteCopySource: CopySource {
    private let store: SQLiteStore
    private let reader: SQLiteConnection
    public var connection: any SQLConnection { reader }

    /// Opens the store as a server does: an older one is brought up to date, a damaged one is refused.
    public init(dataFolder: String) throws(OpenError) {
        guard try SQLiteStore.exists(in: dataFolder) else { throw .noStore(dataFolder: dataFolder) }
        store = try SQLiteStore(dataFolder: dataFolder)
        do throws(StoreError) { reader = try SQLiteStore.openReader(store.path) } catch {
            throw OpenError(error, path: store.path, dataFolder: dataFolder)
        }
    }

    deinit { store.close() }

    public func changes() throws(StoreError) -> [Int64] { [try ChangeCounter.read(on: reader)] }

    public func lastNumber(of table: SQLSchema.Table) throws(StoreError) -> Int64 {
        try reader.lastNumber(of: table)
    }
}

extension SQLiteConnection {
    /// 0 of a table whose numbers SQLite doesn't keep.
    func lastNumber(of table: SQLSchema.Table) throws(StoreError) -> Int64 {
        guard table.givesNumbersOnce else { return 0 }
        let select = try prepare("SELECT seq FROM sqlite_sequence WHERE name = ?")
        defer { select.reset() }
        select.bind(1, table.name)
        return try select.step() ? select.integer(0) : 0
    }
}
