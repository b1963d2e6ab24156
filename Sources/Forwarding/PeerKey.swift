/// What the nodes of a cluster have in common and nobody else knows: who shows it on the peer port is a node.
///
/// It never appears in a description, so that no log can have it.
public struct PeerKey: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    public static let byteCount = 32

    /// 64 hexadecimal digits, in lower case: what stands in the header field.
    public let text: String
    private let digits: [UInt8]

    /// - Parameter bytes: secret and random, ``byteCount`` of them. Nil: there are more or fewer.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        digits = bytes.flatMap { [Self.digit($0 >> 4), Self.digit($0 & 15)] }
        text = String(decoding: digits, as: UTF8.self)
    }

    /// Whether a header field's value is ``text``. The time it takes doesn't depend on where the two differ, so nobody
    /// can find the key out digit by digit.
    public func matches(_ value: UnsafeRawBufferPointer) -> Bool {
        guard value.count == digits.count else { return false }
        var difference: UInt8 = 0
        for (one, other) in zip(value, digits) { difference |= one ^ other }
        return difference == 0
    }

    /// In constant time, like ``matches(_:)``.
    public static func == (one: PeerKey, other: PeerKey) -> Bool { one.digits.withUnsafeBytes(other.matches) }

    public var description: String { "PeerKey" }
    public var debugDescription: String { description }

    private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 &+ value : 0x57 &+ value }
}
