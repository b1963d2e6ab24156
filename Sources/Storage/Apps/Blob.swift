/// Bytes that are kept once, however many things refer to them: a photo, an icon, a replay, a saved game.
public struct Blob: Hashable, Sendable {
    public let digest: BlobDigest
    public let bytes: [UInt8]

    /// - Parameter digest: of `bytes`; the caller answers for that.
    public init(digest: BlobDigest, bytes: [UInt8]) {
        self.digest = digest
        self.bytes = bytes
    }
}

/// The 256-bit digest that a blob is found by.
public struct BlobDigest: Hashable, Sendable {
    public static let byteCount = 32
    public let bytes: [UInt8]

    /// - Returns: nil unless there are exactly 32 bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    /// 64 lower-case hexadecimal digits.
    public var text: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// - Returns: nil unless `text` is what ``text`` gives.
    public init?(_ text: String) {
        var bytes: [UInt8] = []
        var high: UInt8?
        for digit in text.utf8 {
            let value: UInt8
            switch digit {
            case 0x30...0x39: value = digit - 0x30
            case 0x61...0x66: value = digit - 0x57
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        guard high == nil else { return nil }
        self.init(bytes)
    }
}

/// Reads blobs. They are written and let go of by the transaction that refers to them.
public protocol BlobDirectory: Sendable {
    func blob(_ digest: BlobDigest) async throws(StoreError) -> [UInt8]?
}
