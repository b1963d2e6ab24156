import CLaurelSQLite
import Glibc
import LaurelDomain
import LaurelStorage
import LaurelStorageSQL

/// Opens a store's file for its writer, or says why it can't be used, with nothing changed then.
struct StoreOpening {
    /// Files up to here are read from end to end before they are used, and each row of the journal is held against its
    /// digest: about half a second. Larger ones are read beside the server's work; see ``StoreReading``.
    static let readBytes = 48 << 20

    let path: String
    let acceptsLoss: Bool
    var salts = JournalSalts.random
    var readBytes = Self.readBytes
    /// For tests of what a kill leaves of an upgrade.
    var sealedSlices = Int.max

    /// - Returns: the connection, and what was lost and accepted.
    func open() throws(OpenError) -> (SQLiteConnection, LostEnd?) {
        let mark = HighWaterMark.read(at: path + HighWaterMark.suffix)
        // SQLite takes an empty file for a new store, and deletes the log beside it.
        if let loss = mark.flatMap({ StoreExtent().loss(before: $0.extent) }), bytes == 0, !acceptsLoss {
            throw .lostEnd(path: path, loss)
        }
        do {
            let connection = try SQLiteConnection(path: path, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
            connection.keepLogOnClose(true)
            let version = try StoreFile.check(connection, path: path)
            guard version <= Migration.latest else {
                throw OpenError.newer(path: path, version: version, supported: Migration.latest)
            }
            let readsAll = bytes <= readBytes || mark?.isDamaged == true
            if readsAll, let problem = try StoreFile.quickProblem(connection) {
                throw OpenError.damaged(path: path, reason: problem)
            }
            let loss = try Self.loss(connection, version, mark)
            if let loss, !acceptsLoss { throw OpenError.lostEnd(path: path, loss) }
            if readsAll, version >= Migration.firstWithSeals,
                let problem = try JournalCheck(connection: connection).problem()
            {
                throw OpenError.damaged(path: path, reason: problem)
            }
            connection.keepLogOnClose(false)
            try prepare(connection, from: version)
            return (connection, loss)
        } catch let error as OpenError {
            throw error
        } catch let error as StoreError {
            let dataFolder = String(path.dropLast(SQLiteStore.fileName.utf8.count + 1))
            throw OpenError(error, path: path, dataFolder: dataFolder)
        } catch {
            throw .damaged(path: path, reason: String(describing: error))
        }
    }

    /// What a store lacks that its mark knows, or has otherwise.
    static func loss(
        _ connection: SQLiteConnection, _ version: Int64, _ mark: HighWaterMark.Reading?
    ) throws(StoreError) -> LostEnd? {
        guard let mark else { return nil }
        let extent = version > 0 ? try extent(of: connection) : StoreExtent()
        if let loss = extent.loss(before: mark.extent) { return loss }
        guard let end = mark.extent.end, version >= Migration.firstWithSeals,
            try !JournalSealing.isNeeded(on: connection)
        else { return nil }
        return try digest(at: end.position, on: connection) == end.digest ? nil : .otherRows
    }

    /// Nil: there is no such row.
    private static func digest(
        at position: Int64, on connection: SQLiteConnection
    ) throws(StoreError) -> JournalDigest? {
        let streams = try StreamTable.all(on: connection)
        let number = position >> JournalTable.sequenceBits
        guard let index = Int(exactly: number - 1), streams.indices.contains(index) else { return nil }
        let reader = JournalReader(streams[index], number: number, on: connection)
        return try reader.row(at: JournalTable.sequence(at: position))?.seal.digest
    }

    /// 0: empty, or missing.
    private var bytes: Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    private func prepare(_ connection: SQLiteConnection, from version: Int64) throws(StoreError) {
        chmod(path, 0o600)
        // FULL: a commit is on the disk when it returns. The log is emptied by a thread of its own.
        for pragma in [
            "journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "secure_delete = ON",
            "wal_autocheckpoint = 0", "cache_size = -16384",
        ] { try connection.execute("PRAGMA \(pragma)") }
        connection.addSkeletonFunction()
        try Migration.run(on: connection, from: version)
        try JournalSealing(connection: connection, salts: salts, slices: sealedSlices).run()
    }

    /// What a store has. An older store counts no changes.
    static func extent(of connection: SQLiteConnection) throws(StoreError) -> StoreExtent {
        var extent = StoreExtent()
        let streams = try connection.integer("SELECT count(*) FROM streams") ?? 0
        for stream in 0..<max(0, streams) {
            guard let last = try JournalTable.last(ofStream: stream + 1, on: connection) else { continue }
            extent.rows += last.sequence.rawValue
            extent.time = max(extent.time, last.time)
        }
        let hasChanges = try connection.integer("SELECT count(*) FROM sqlite_schema WHERE name = 'changes'") ?? 0
        if hasChanges > 0 { extent.changes = try ChangeCounter.read(on: connection) }
        return extent
    }
}
