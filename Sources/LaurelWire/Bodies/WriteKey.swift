extension Shape where Value == WriteKey {
    static let writeKey = Shape(
        .string(
            .init(
                length: WriteKey.length...WriteKey.length, pattern: "^[0-9a-f]{32}$",
                example: "00112233445566778899aabbccddeeff"))
    ) { (reader) throws(JSONError) in
        guard let key = WriteKey(try reader.string(bytesLimit: WriteKey.length)) else {
            throw JSONError(.invalid(expected: "32 hexadecimal digits"))
        }
        return key
    } write: {
        $1.value($0.text)
    }
}

/// What a write is known by when it is sent again: 128 random bits, drawn when the write is made.
public struct WriteKey: Hashable, Sendable {
    static let length = 32
    public let high, low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    init?(_ text: String) {
        let isHexadecimal = text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
        guard isHexadecimal, text.utf8.count == Self.length, let high = UInt64(text.prefix(16), radix: 16),
            let low = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        self.init(high: high, low: low)
    }

    var text: String {
        [high, low].map { number in
            let digits = String(number, radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
    }
}
