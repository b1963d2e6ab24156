/// The reference's blobs: bytes and how many refer to them.
struct InMemoryBlobs: Sendable {
    private var rows: [BlobDigest: (bytes: [UInt8], references: Int)] = [:]

    mutating func retain(_ blob: Blob) { rows[blob.digest, default: (blob.bytes, 0)].references += 1 }

    mutating func release(_ digest: BlobDigest) {
        guard let row = rows[digest] else { return }
        rows[digest] = row.references > 1 ? (row.bytes, row.references - 1) : nil
    }

    func bytes(_ digest: BlobDigest) -> [UInt8]? { rows[digest]?.bytes }
}
