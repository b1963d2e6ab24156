/// IDs as GameKit makes them: UUIDs in lower case, one for each score.
struct ScoreIDs {
    private static let digits = Array("0123456789abcdef".utf8)
    /// Begins elsewhere each time: an ID that came before would be the same score again.
    private var random = SplitMix64(seed: UInt64.random(in: .min ... .max))

    mutating func next() -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(36)
        var bits: UInt64 = 0
        for index in 0..<32 {
            if index % 16 == 0 { bits = random.next() }
            switch index {
            case 8, 12, 16, 20: bytes.append(UInt8(ascii: "-"))
            default: break
            }
            bytes.append(Self.digits[Int(bits & 15)])
            bits >>= 4
        }
        // Version and variant of a random one (RFC 9562, section 5.4).
        bytes[14] = UInt8(ascii: "4")
        bytes[19] = UInt8(ascii: "8")
        return String(decoding: bytes, as: UTF8.self)
    }
}
