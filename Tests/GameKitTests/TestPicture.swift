/// A PNG made by hand: a square of one colour, not compressed.
enum TestPicture {
    static func png(side: Int) -> [UInt8] {
        let row: [UInt8] = [0] + Array(repeating: [200, 40, 90] as [UInt8], count: side).flatMap(\.self)
        let pixels = Array(repeating: row, count: side).flatMap(\.self)
        // One stored block (RFC 1951, section 3.2.4) in a zlib stream (RFC 1950).
        let count = pixels.count
        let length = [UInt8(count & 0xFF), UInt8(count >> 8 & 0xFF)]
        let packed = [0x78, 0x01, 1] + length + length.map(~) + pixels + big(adler(pixels))
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        return signature + chunk("IHDR", big(UInt32(side)) + big(UInt32(side)) + [8, 2, 0, 0, 0])
            + chunk("IDAT", packed) + chunk("IEND", [])
    }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + body
        return big(UInt32(body.count)) + named + big(crc(named))
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> UInt32($0)) }
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        return high << 16 | low
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var value: UInt32 = .max
        for byte in bytes {
            value ^= UInt32(byte)
            for _ in 0..<8 { value = value & 1 == 1 ? value >> 1 ^ 0xEDB8_8320 : value >> 1 }
        }
        return ~value
    }
}
