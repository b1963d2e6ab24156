public import LaurelDomain
public import LaurelStorage

/// Uploaded simulators, as rows of SQL.
enum SimulatorTable {
    static func all(on connection: any SQLConnection) throws(StoreError) -> [SimulatorRecord] {
        try connection.rows("SELECT app, name, digest, size, uploaded FROM simulators") { row throws(StoreError) in
            let module = SimulatorModule(
                app: try row["app"], name: try row["name"], size: try row["size"], uploaded: try row["uploaded"])
            return SimulatorRecord(module: module, digest: try row["digest"])
        }
    }

    static func put(_ simulator: NewSimulator, on connection: any SQLConnection) throws(StoreError) -> Bool {
        guard try AppTable.has(simulator.app, on: connection) else { return false }
        // Before the old one is let go of: it may be the same.
        try BlobTable.retain(simulator.file, on: connection)
        _ = try remove(simulator.name, of: simulator.app, on: connection)
        try connection.run(
            .insert(
                into: "simulators",
                [
                    "app": simulator.app, "name": simulator.name, "digest": simulator.file.digest,
                    "size": simulator.file.bytes.count, "uploaded": simulator.uploaded,
                ]))
        return true
    }

    static func remove(
        _ name: SimulatorName, of app: AppNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        let digest: BlobDigest? = try connection.value(
            "DELETE FROM simulators WHERE app = \(app) AND name = \(name) RETURNING digest")
        guard let digest else { return false }
        try BlobTable.release(digest, on: connection)
        return true
    }
}

extension SQLDirectory {
    public func simulators() async throws(StoreError) -> [SimulatorRecord] {
        try await read { connection throws(StoreError) in try SimulatorTable.all(on: connection) }
    }

    public func putSimulator(_ simulator: NewSimulator, _ entry: NewAuditEntry?) async throws(StoreError) -> Bool {
        try await write(entry) { connection throws(StoreError) in try SimulatorTable.put(simulator, on: connection) }
    }

    public func removeSimulator(
        _ name: SimulatorName, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool {
        try await write(entry) { connection throws(StoreError) in
            try SimulatorTable.remove(name, of: app, on: connection)
        }
    }
}

extension SQLDatabase {
    /// The bytes of a blob, for a thread that may block.
    public func blockingBlob(_ digest: BlobDigest) throws(StoreError) -> [UInt8]? {
        try read { connection throws(StoreError) in try BlobTable.bytes(digest, on: connection) }
    }
}
