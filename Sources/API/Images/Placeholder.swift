import LaurelDomain
import LaurelService

/// The pictures that the server has for whatever its developer gave none (rule 3.6), drawn once at start.
///
/// They are read like every other picture, by the digest of their bytes.
struct Placeholders: Sendable {
    private let ids: [ImageKind: String]
    private let pictures: [String: [UInt8]]

    init(_ digest: ContentDigest) {
        var ids: [ImageKind: String] = [:]
        var pictures: [String: [UInt8]] = [:]
        for kind in ImageKind.allCases {
            let bytes = IndexedPNG(side: Self.side) { x, y in kind.inkOfPlaceholder(x, y) }.bytes
            let id = digest.digest(bytes).map { byte in
                let digits = String(byte, radix: 16)
                return digits.utf8.count == 1 ? "0" + digits : digits
            }.joined()
            ids[kind] = id
            pictures[id] = bytes
        }
        self.ids = ids
        self.pictures = pictures
    }

    /// In pixels.
    static let side = 256

    func id(_ kind: ImageKind) -> String { ids[kind] ?? "" }
    func picture(_ id: String) -> [UInt8]? { pictures[id] }
}

extension ImageKind {
    /// Which of four inks a point has: 0 the ground, 1 the shape, 2 its light side, 3 its mark.
    fileprivate func inkOfPlaceholder(_ x: Int, _ y: Int) -> Int {
        /// The square of the distance from a point.
        func distance(_ centreX: Int, _ centreY: Int) -> Int {
            (x - centreX) * (x - centreX) + (y - centreY) * (y - centreY)
        }
        switch self {
        case .icon, .screenshot:
            // A triangle as on a button that plays, in a ring.
            if (96...176).contains(x), abs(y - 128) * 80 <= (176 - x) * 46 { return 3 }
            let radius = distance(128, 128)
            return radius > 88 * 88 ? 0 : radius > 76 * 76 ? 2 : 1
        case .leaderboard:
            // Three steps, the winner's in the middle.
            if (104...151).contains(x), (64...207).contains(y) { return 3 }
            if (48...95).contains(x), (112...207).contains(y) { return 2 }
            return (160...207).contains(x) && (144...207).contains(y) ? 1 : 0
        case .achievement:
            // A medal on two ribbons.
            let radius = distance(128, 144)
            if radius <= 30 * 30 { return 3 }
            if radius <= 60 * 60 { return 2 }
            return (32...110).contains(y) && (abs(x - 104) <= 16 || abs(x - 152) <= 16) ? 1 : 0
        case .set:
            // Four tiles.
            let isTile = ((56...119).contains(x) || (136...199).contains(x))
            guard isTile, (56...119).contains(y) || (136...199).contains(y) else { return 0 }
            return x < 128 && y < 128 ? 3 : x > 128 && y > 128 ? 1 : 2
        case .activity:
            // A flag on its pole.
            if (72...87).contains(x), (48...207).contains(y) { return 1 }
            guard (88...191).contains(x), (48...127).contains(y) else { return 0 }
            return x - 88 + abs(y - 88) <= 80 ? 3 : 2
        case .challengeDefinition:
            // Two discs, one before the other.
            if distance(100, 128) <= 52 * 52 { return 3 }
            let radius = distance(164, 128)
            return radius > 52 * 52 ? 0 : radius > 40 * 40 ? 2 : 1
        }
    }
}

/// A square PNG of four inks, not compressed: nothing but this file is needed to make one.
///
/// - Source: PNG (ISO/IEC 15948) 5 and 11.2; zlib (RFC 1950) 2.2; deflate (RFC 1951) 3.2.4.
private struct IndexedPNG {
    let bytes: [UInt8]

    /// - Parameters:
    ///   - side: in pixels; at most 508, since one stored block holds them all.
    ///   - ink: 0 to 3 for each point, from the upper left.
    init(side: Int, ink: (_ x: Int, _ y: Int) -> Int) {
        var rows: [UInt8] = []
        for y in 0..<side {
            // No filter.
            rows.append(0)
            for x in stride(from: 0, to: side, by: 4) {
                rows.append((0..<4).reduce(0) { $0 << 2 | UInt8(truncatingIfNeeded: ink(x + $1, y) & 3) })
            }
        }
        let count = UInt16(truncatingIfNeeded: rows.count)
        let length = [count, ~count].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let size = Self.big(UInt32(truncatingIfNeeded: side))
        bytes += Self.chunk("IHDR", size + size + [2, 3, 0, 0, 0])
        bytes += Self.chunk("PLTE", Self.inks.flatMap(\.self))
        bytes += Self.chunk("IDAT", [0x78, 0x01, 0x01] + length + rows + Self.big(Self.adler(rows)))
        self.bytes = bytes + Self.chunk("IEND", [])
    }

    /// Laurel green, and what stands out on it.
    private static let inks: [[UInt8]] = [[30, 58, 52], [74, 124, 104], [126, 178, 150], [240, 198, 92]]

    private static func chunk(_ name: StaticString, _ body: [UInt8]) -> [UInt8] {
        let named = Array("\(name)".utf8) + body
        return big(UInt32(truncatingIfNeeded: body.count)) + named + big(crc(named))
    }

    private static func big(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func adler(_ bytes: [UInt8]) -> UInt32 {
        var (one, two): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            one = (one + UInt32(byte)) % 65_521
            two = (two + one) % 65_521
        }
        return two << 16 | one
    }

    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var crc = UInt32.max
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
        }
        return ~crc
    }
}
