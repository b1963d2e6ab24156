public import LaurelStorage

/// Blobs as rows of SQL. To be called inside the transaction that refers to them.
enum BlobTable {
    /// Writes the blob if nobody did before, and counts one more reference.
    static func retain(_ blob: Blob, on connection: SQLiteConnection) throws(StoreError) {
        let upsert = try connection.prepare(
            """
            INSERT INTO blobs (digest, uses, bytes) VALUES (?, 1, ?)
            ON CONFLICT (digest) DO UPDATE SET uses = uses + 1
            """)
        upsert.bind(1, blob: blob.digest.bytes)
        upsert.bind(2, blob: blob.bytes)
        try upsert.run()
    }

    /// Counts one reference less; with the last one the bytes go.
    static func release(_ digest: BlobDigest, on connection: SQLiteConnection) throws(StoreError) {
        let update = try connection.prepare("UPDATE blobs SET uses = uses - 1 WHERE digest = ?")
        update.bind(1, blob: digest.bytes)
        try update.run()
        let delete = try connection.prepare("DELETE FROM blobs WHERE digest = ? AND uses <= 0")
        delete.bind(1, blob: digest.bytes)
        try delete.run()
    }

    static func bytes(_ digest: BlobDigest, on connection: SQLiteConnection) throws(StoreError) -> [UInt8]? {
        let select = try connection.prepare("SELECT bytes FROM blobs WHERE digest = ?")
        defer { select.reset() }
        select.bind(1, blob: digest.bytes)
        return try select.step() ? select.blob(0) : nil
    }
}

extension SQLiteDirectory {
    public func blob(_ digest: BlobDigest) async throws(StoreError) -> [UInt8]? {
        try await read { connection throws(StoreError) in try BlobTable.bytes(digest, on: connection) }
    }
}
