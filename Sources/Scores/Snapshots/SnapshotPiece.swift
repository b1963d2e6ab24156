/// The answer to a ``SnapshotQuestion``.
public struct SnapshotPiece: Hashable, Sendable {
    /// Of the whole file. Unit: bytes.
    public let size: Int
    public let part: [UInt8]

    private static let headBytes = 8

    public init(size: Int, part: [UInt8]) {
        self.size = size
        self.part = part
    }

    /// As it goes from one server to the other.
    public var bytes: [UInt8] { SnapshotNumbers.bytes(Int64(size)) + part }

    /// - Parameter bytes: as ``bytes`` has them. Nil: that's no piece.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count > Self.headBytes, let size = Int(exactly: SnapshotNumbers.integer(bytes, 0)),
            size >= bytes.count - Self.headBytes
        else { return nil }
        self.init(size: size, part: Array(bytes[Self.headBytes...]))
    }
}
