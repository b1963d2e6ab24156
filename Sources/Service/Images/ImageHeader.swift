import LaurelDomain

/// Format and size of a picture, as its first bytes say.
///
/// - Source: PNG (ISO/IEC 15948) 11.2.2; JPEG (ITU-T T.81) B.2.2; WebP (RFC 9649) 2.5 to 2.7.
struct ImageHeader: Hashable {
    let format: CheckedImage.Format
    let width: Int
    let height: Int

    /// How often a decoder goes over the picture.
    let scans: Int
    let isAnimated: Bool

    /// - Returns: nil for anything else.
    init?(_ bytes: [UInt8]) {
        scans = Self.scans(bytes)
        isAnimated = Self.isAnimated(bytes)
        if let size = Self.png(bytes) {
            (format, width, height) = (.png, size.0, size.1)
        } else if let size = Self.jpeg(bytes) {
            (format, width, height) = (.jpeg, size.0, size.1)
        } else if let size = Self.webP(bytes) {
            (format, width, height) = (.webP, size.0, size.1)
        } else {
            return nil
        }
    }

    private static func png(_ bytes: [UInt8]) -> (Int, Int)? {
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        guard bytes.count >= 33, bytes.starts(with: signature), bytes[12..<16].elementsEqual("IHDR".utf8) else {
            return nil
        }
        let (width, height) = (big(bytes, 16, 4), big(bytes, 20, 4))
        return width <= 0x7FFF_FFFF && height <= 0x7FFF_FFFF ? (width, height) : nil
    }

    /// Goes from segment to segment until the one that starts a frame.
    private static func jpeg(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        var offset = 2
        while offset + 9 < bytes.count, bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            switch marker {
            // Fill bytes.
            case 0xFF: offset += 1
            // Frames of every process; DHT (C4), JPG (C8) and DAC (CC) are none.
            case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
                return (big(bytes, offset + 7, 2), big(bytes, offset + 5, 2))
            // No picture comes before its frame.
            case 0xD9, 0xDA: return nil
            case 0x01, 0xD0...0xD7: offset += 2
            default:
                let length = big(bytes, offset + 2, 2)
                guard length >= 2 else { return nil }
                offset += 2 + length
            }
        }
        return nil
    }

    /// The starts of scans in a JPEG, wherever they stand: in a scan's own data FF is followed by 00 or by the number
    /// of a restart. Where the bytes of a segment look like one, it is counted too: no encoder writes that many.
    private static func scans(_ bytes: [UInt8]) -> Int {
        guard bytes.starts(with: [0xFF, 0xD8]) else { return 1 }
        return zip(bytes, bytes.dropFirst()).reduce(0) { $0 + ($1 == (0xFF, 0xDA) ? 1 : 0) }
    }

    /// A WebP's extended header says so (RFC 9649, 2.7). PNG's animations are left out by readers without them.
    private static func isAnimated(_ bytes: [UInt8]) -> Bool {
        bytes.count >= 30 && bytes.starts(with: "RIFF".utf8) && bytes[12..<16].elementsEqual("VP8X".utf8)
            && bytes[20] & 0x02 != 0
    }

    private static func webP(_ bytes: [UInt8]) -> (Int, Int)? {
        guard bytes.count >= 30, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) else {
            return nil
        }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8 ":
            guard bytes[23...25].elementsEqual([0x9D, 0x01, 0x2A]) else { return nil }
            return (little(bytes, 26, 2) & 0x3FFF, little(bytes, 28, 2) & 0x3FFF)
        case "VP8L":
            guard bytes[20] == 0x2F else { return nil }
            let bits = little(bytes, 21, 4)
            return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case "VP8X": return (little(bytes, 24, 3) + 1, little(bytes, 27, 3) + 1)
        default: return nil
        }
    }

    private static func big(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
        bytes[start..<start + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private static func little(_ bytes: [UInt8], _ start: Int, _ count: Int) -> Int {
        bytes[start..<start + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
