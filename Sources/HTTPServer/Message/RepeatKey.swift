/// What a request is known by at every server that it's passed on to. The server that a client sent it to draws the key
/// once, and sends it along with each attempt. So a server that gets the request after it was carried out elsewhere can
/// tell that from another request with the same content.
///
/// It's 128 random bits: no two requests have the same ones, and no client can guess those of another one.
public struct RepeatKey: Hashable, Sendable, CustomStringConvertible {
    /// Of ``description``.
    public static let digitCount = 32

    private let high: UInt64
    private let low: UInt64

    /// The key of these random bits.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The key that ``description`` names; nil: the text names none.
    public init?(_ text: String) {
        guard text.utf8.count == Self.digitCount else { return nil }
        var (high, low): (UInt64, UInt64) = (0, 0)
        for byte in text.utf8 {
            let digit: UInt8
            switch byte {
            case 0x30...0x39: digit = byte &- 0x30
            case 0x61...0x66: digit = byte &- 0x57
            default: return nil
            }
            high = high << 4 | low >> 60
            low = low << 4 | UInt64(digit)
        }
        self.init(high: high, low: low)
    }

    /// Hexadecimal digits, in lower case.
    public var description: String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.digitCount)
        for half in [high, low] {
            for shift in stride(from: 60, through: 0, by: -4) {
                let digit = UInt8(truncatingIfNeeded: half >> UInt64(shift)) & 15
                bytes.append(digit < 10 ? 0x30 &+ digit : 0x57 &+ digit)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
