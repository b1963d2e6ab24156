public import LaurelStorage

/// Blobs as rows of SQL. To be called inside the transaction that refers to them.
enum BlobTable {
    /// Writes the blob if nobody did before, and counts one more reference.
    static func retain(_ blob: Blob, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            """
            INSERT INTO blobs (digest, uses, bytes) VALUES (\(blob.digest), 1, \(blob.bytes))
            ON CONFLICT (digest) DO UPDATE SET uses = blobs.uses + 1
            """)
    }

    /// One more reference to what is there.
    /// - Returns: false: nothing is.
    static func retain(_ digest: BlobDigest, on connection: any SQLConnection) throws(StoreError) -> Bool {
        try connection.run("UPDATE blobs SET uses = uses + 1 WHERE digest = \(digest)") == 1
    }

    /// Counts one reference less; with the last one the bytes go.
    static func release(_ digest: BlobDigest, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("UPDATE blobs SET uses = uses - 1 WHERE digest = \(digest)")
        try connection.run("DELETE FROM blobs WHERE digest = \(digest) AND uses <= 0")
    }

    /// The same of all that are about to go. To be called before what refers to them goes. Nothing is read here, so a
    /// batch of rows stays one round trip.
    ///
    /// - Parameter digests: a SELECT whose one column is called `digest`. Each reference is a row.
    static func release(_ digests: SQL, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            """
            UPDATE blobs SET uses = uses - gone.times
            FROM (SELECT digest, count(*) AS times FROM (\(digests)) AS released GROUP BY digest) AS gone
            WHERE blobs.digest = gone.digest
            """)
        try connection.run("DELETE FROM blobs WHERE uses <= 0 AND digest IN (\(digests))")
    }

    static func bytes(_ digest: BlobDigest, on connection: any SQLConnection) throws(StoreError) -> [UInt8]? {
        try connection.value("SELECT bytes FROM blobs WHERE digest = \(digest)")
    }
}

extension SQLDirectory {
    public func blob(_ digest: BlobDigest) async throws(StoreError) -> [UInt8]? {
        try await read { connection throws(StoreError) in try BlobTable.bytes(digest, on: connection) }
    }
}
