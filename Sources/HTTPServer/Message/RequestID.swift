/// A short text that names one request in answers and logs. Unique within a process, and very likely between
/// processes, since the sequence starts at a random number. It is a name, not a secret.
public struct RequestID: Hashable, Sendable, CustomStringConvertible {
    /// ``description`` as a number.
    public let value: UInt64

    public init(value: UInt64) { self.value = value }

    /// The request that counts as `number` in the sequence that starts at `seed`. Different numbers give different
    /// identifiers: each step of the mix can be undone.
    init(seed: UInt64, number: UInt64) {
        // The finalizer of SplitMix64 (Steele, Lea and Flood, 2014): a bijection on 64 bits.
        var mixed = seed &+ number &* 0x9E37_79B9_7F4A_7C15
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        value = mixed ^ (mixed >> 31)
    }

    /// The request that ``description`` names; nil: it's none that a server gives.
    public init?(_ text: String) {
        guard text.utf8.count == 13 else { return nil }
        var value: UInt64 = 0
        for byte in text.utf8 {
            guard let digit = (0..<32 as Range<UInt8>).first(where: { Self.character($0) == byte }) else { return nil }
            guard value >> 59 == 0 else { return nil }
            value = value << 5 | UInt64(digit)
        }
        self.value = value
    }

    /// Thirteen characters of Crockford's base 32: nothing that JSON, a URL or a shell would have to escape.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(13)
        append(to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends ``description`` without making a `String`.
    public func append(to bytes: inout [UInt8]) {
        for shift in stride(from: 60, through: 0, by: -5) {
            bytes.append(Self.character(UInt8(truncatingIfNeeded: value >> UInt64(shift)) & 31))
        }
    }

    private static func character(_ digit: UInt8) -> UInt8 { digit < 10 ? 0x30 &+ digit : letter(digit) }

    /// Crockford leaves out i, l, o and u.
    private static func letter(_ digit: UInt8) -> UInt8 {
        let plain = 0x61 &+ digit &- 10
        return plain &+ (digit >= 18 ? 1 : 0) &+ (digit >= 20 ? 1 : 0) &+ (digit >= 22 ? 1 : 0)
            &+ (digit >= 27 ? 1 : 0)
    }
}
