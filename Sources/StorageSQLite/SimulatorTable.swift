public import LaurelDomain
public import LaurelStorage

/// Uploaded simulators, as rows of SQL.
enum SimulatorTable {
    static func all(on connection: SQLiteConnection) throws(StoreError) -> [SimulatorRecord] {
        let select = try connection.prepare("SELECT app, name, digest, size, uploaded FROM simulators")
        defer { select.reset() }
        var records: [SimulatorRecord] = []
        while try select.step() {
            let (app, name) = (select.integer(0), select.text(1))
            do throws(InvalidIdentifier) {
                guard let app = UInt32(exactly: app), let digest = BlobDigest(select.blob(2)),
                    let size = Int(exactly: select.integer(3))
                else { throw .empty }
                let module = SimulatorModule(
                    app: AppNumber(app), name: try SimulatorName(name), size: size,
                    uploaded: Timestamp(clamping: select.integer(4)))
                records.append(SimulatorRecord(module: module, digest: digest))
            } catch {
                throw .broken(reason: "can't read the simulator “\(name)” of app \(app)")
            }
        }
        return records
    }

    static func put(_ simulator: NewSimulator, on connection: SQLiteConnection) throws(StoreError) -> Bool {
        let app = try connection.prepare("SELECT 1 FROM apps WHERE number = ?")
        app.bind(1, Int64(simulator.app.rawValue))
        let isThere = try app.step()
        app.reset()
        guard isThere else { return false }
        // Before the old one is let go of: it may be the same.
        try BlobTable.retain(simulator.file, on: connection)
        _ = try remove(simulator.name, of: simulator.app, on: connection)
        let insert = try connection.prepare("INSERT INTO simulators VALUES (?, ?, ?, ?, ?)")
        insert.bind(1, Int64(simulator.app.rawValue))
        insert.bind(2, simulator.name.text)
        insert.bind(3, blob: simulator.file.digest.bytes)
        insert.bind(4, Int64(simulator.file.bytes.count))
        insert.bind(5, simulator.uploaded.milliseconds)
        try insert.run()
        return true
    }

    static func remove(
        _ name: SimulatorName, of app: AppNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let select = try connection.prepare("SELECT digest FROM simulators WHERE app = ? AND name = ?")
        select.bind(1, Int64(app.rawValue))
        select.bind(2, name.text)
        let digest = try select.step() ? select.blob(0) : nil
        select.reset()
        guard let digest else { return false }
        if let digest = BlobDigest(digest) { try BlobTable.release(digest, on: connection) }
        let delete = try connection.prepare("DELETE FROM simulators WHERE app = ? AND name = ?")
        delete.bind(1, Int64(app.rawValue))
        delete.bind(2, name.text)
        try delete.run()
        return true
    }
}

extension SQLiteDirectory {
    public func simulators() async throws(StoreError) -> [SimulatorRecord] {
        try await read { connection throws(StoreError) in try SimulatorTable.all(on: connection) }
    }

    public func putSimulator(_ simulator: NewSimulator, _ entry: NewAuditEntry?) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            guard try SimulatorTable.put(simulator, on: connection) else { return false }
            if let entry { try AuditTable.insert(entry, on: connection) }
            return true
        }
    }

    public func removeSimulator(
        _ name: SimulatorName, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            guard try SimulatorTable.remove(name, of: app, on: connection) else { return false }
            if let entry { try AuditTable.insert(entry, on: connection) }
            return true
        }
    }
}

extension SQLiteStore {
    /// The bytes of a blob, for a thread that may block.
    public func blockingBlob(_ digest: BlobDigest) throws(StoreError) -> [UInt8]? {
        try read { connection throws(StoreError) in try BlobTable.bytes(digest, on: connection) }
    }
}
