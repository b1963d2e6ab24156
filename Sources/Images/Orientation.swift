import CLaurelGD

/// How a camera was held: a photo's pixels are stored as the sensor saw them, and a tag says how to turn them. The tag
/// goes with all other metadata, so the pixels are turned.
///
/// - Source: Exif 2.32 (CIPA DC-008), section 4.6.4, tag 274; TIFF 6.0, section 2.
struct Orientation: Equatable {
    static let upright = Orientation(value: 1)
    /// 1 to 8 as in Exif.
    private let value: Int

    private init(value: Int) { self.value = value }

    /// Upright for what is no JPEG or says nothing. Reads nothing outside of `bytes`, whatever they say.
    init(ofJPEG bytes: [UInt8]) { value = Self.tag(bytes) ?? 1 }

    private static func tag(_ bytes: [UInt8]) -> Int? {
        var offset = 2
        guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
        while offset + 4 <= bytes.count, bytes[offset] == 0xFF {
            let marker = bytes[offset + 1]
            let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
            guard marker != 0xDA, length >= 2, offset + 2 + length <= bytes.count else { return nil }
            if marker == 0xE1, length >= 16, bytes[(offset + 4)..<(offset + 10)].elementsEqual("Exif\0\0".utf8) {
                return tag(tiff: Array(bytes[(offset + 10)..<(offset + 2 + length)]))
            }
            offset += 2 + length
        }
        return nil
    }

    private static func tag(tiff: [UInt8]) -> Int? {
        guard tiff.count >= 8, tiff[0] == tiff[1], tiff[0] == 0x49 || tiff[0] == 0x4D else { return nil }
        let isLittle = tiff[0] == 0x49
        func number(_ start: Int, _ count: Int) -> Int? {
            guard start >= 0, start + count <= tiff.count else { return nil }
            let part = tiff[start..<start + count]
            return isLittle ? part.reversed().reduce(0) { $0 << 8 | Int($1) } : part.reduce(0) { $0 << 8 | Int($1) }
        }
        guard let tags = number(4, 4), let count = number(tags, 2) else { return nil }
        for index in 0..<min(count, 256) {
            let entry = tags + 2 + index * 12
            guard let name = number(entry, 2) else { return nil }
            if name == 274 { return number(entry + 8, 2).flatMap { (1...8).contains($0) ? $0 : nil } }
        }
        return nil
    }

    /// - Returns: a new image, turned.
    func apply(to image: gdImagePtr) -> gdImagePtr? {
        let (width, height) = (image.pointee.sx, image.pointee.sy)
        let isLying = value >= 5
        guard let turned = gdImageCreateTrueColor(isLying ? height : width, isLying ? width : height) else {
            return nil
        }
        gdImageAlphaBlending(turned, 0)
        gdImageSaveAlpha(turned, 1)
        for y in 0..<height {
            for x in 0..<width {
                let (newX, newY): (Int32, Int32)
                switch value {
                case 2: (newX, newY) = (width - 1 - x, y)
                case 3: (newX, newY) = (width - 1 - x, height - 1 - y)
                case 4: (newX, newY) = (x, height - 1 - y)
                case 5: (newX, newY) = (y, x)
                case 6: (newX, newY) = (height - 1 - y, x)
                case 7: (newX, newY) = (height - 1 - y, width - 1 - x)
                case 8: (newX, newY) = (y, width - 1 - x)
                default: (newX, newY) = (x, y)
                }
                gdImageSetPixel(turned, newX, newY, gdImageGetTrueColorPixel(image, x, y))
            }
        }
        return turned
    }
}
