import LaurelCryptography

/// What many parts come to, in their order: 16 bytes of BLAKE2b over the digest so far and the next part. For what two
/// stores are compared by; nobody who can choose the parts is kept from anything by it.
public struct RowsDigest: Hashable, Sendable {
    private var first: UInt64 = 0
    private var second: UInt64 = 0

    /// Of nothing.
    public init() {}

    public mutating func add(_ part: [UInt8]) {
        var input: [UInt8] = []
        input.reserveCapacity(part.count + 16)
        input += bytes
        input += part
        (first, second) = input.withUnsafeBytes { Digest.blake2b128($0) }
    }

    /// 16 of them.
    public var bytes: [UInt8] {
        [first, second].flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
    }

    /// 32 lower-case hexadecimal digits.
    public var text: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
