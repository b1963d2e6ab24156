import CLaurelGD
import Glibc
import LaurelHelperProcess

/// The inside of the process that decodes pictures: reads one from standard input, writes new ones to standard
/// output, and has next to no rights meanwhile.
///
/// It may be taken over by a picture that its library does not expect; then it has no file or socket to open, no
/// program to become, no system call but for memory, and a moment to live. A trap or a kill in here fails one upload.
public enum ImageHelper {
    /// The hidden word after the program's name.
    public static let command = "image-helper"
    /// Of the picture sent; the caller's limit is no larger.
    static let inputBytesLimit = 1_048_576
    private static let cpuSeconds: rlim_t = 10
    /// The program itself takes some 300 MiB of addresses; 12 megapixels take 48 MiB.
    private static let memoryBytes: rlim_t = 1 << 30
    /// Of a picture to be made, in pixels.
    static let sideLimit = 2_048

    /// What is to be made: `squares SIDE…`, `whole SIDE` or `card`.
    enum Wish {
        case squares([Int])
        case whole(Int)
        /// Of what stands in standard input: see ``CardCoding``.
        case card

        init?(_ words: [String]) {
            if words == ["card"] {
                self = .card
                return
            }
            let sides = words.dropFirst().compactMap { Int($0) }
            guard !sides.isEmpty, sides.count == words.count - 1, sides.count <= 4,
                sides.allSatisfy({ (1...ImageHelper.sideLimit).contains($0) })
            else { return nil }
            switch words.first {
            case "squares": self = .squares(sides)
            case "whole" where sides.count == 1: self = .whole(sides[0])
            default: return nil
            }
        }
    }

    /// - Parameter words: the command line after ``command``.
    /// - Returns: the status to exit with: 0, or 1 when there is no picture.
    public static func run(_ words: [String]) -> Int32 {
        guard let wish = Wish(words) else { return 2 }
        if case .card = wish { return paintCard() }
        giveUpRights()
        guard let bytes = HelperRights.readAll(inputBytesLimit), let picture = Picture(bytes) else { return 1 }
        var made: [[UInt8]] = []
        switch wish {
        case .squares(let sides):
            for side in sides {
                guard let png = picture.square(side) else { return 1 }
                made.append(png)
            }
        case .whole(let side):
            guard let png = picture.whole(side) else { return 1 }
            made.append(png)
        case .card: return 2
        }
        return send(made) ? 0 : 1
    }

    /// Fonts are opened first, since no file can be opened later.
    private static func paintCard() -> Int32 {
        let painter = CardPainter()
        giveUpRights()
        guard let bytes = HelperRights.readAll(CardCoding.bytesLimit), let card = CardCoding.decode(bytes),
            let png = painter.paint(card)
        else { return 1 }
        return send([png]) ? 0 : 1
    }

    private static func send(_ pictures: [[UInt8]]) -> Bool {
        pictures.allSatisfy { png in
            let count = UInt32(png.count)
            return HelperRights.write((0..<4).map { UInt8(truncatingIfNeeded: count >> UInt32(24 - 8 * $0)) } + png)
        }
    }

    private static func giveUpRights() { HelperRights.giveUp(cpuSeconds: cpuSeconds, memoryBytes: memoryBytes) }
}

/// A decoded picture, by libgd.
final class Picture {
    private let image: gdImagePtr
    private let orientation: Orientation

    /// - Returns: nil when it cannot be decoded.
    init?(_ bytes: [UInt8]) {
        var bytes = bytes
        let count = Int32(clamping: bytes.count)
        // A library that complains must not write into the answer.
        gdSetErrorMethod { _, _, _ in }
        let decoded: gdImagePtr? = bytes.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress, buffer.count > 12 else { return nil }
            switch (buffer[0], buffer[1]) {
            case (0x89, 0x50): return gdImageCreateFromPngPtr(count, start)
            case (0xFF, 0xD8): return gdImageCreateFromJpegPtr(count, start)
            case (0x52, 0x49): return gdImageCreateFromWebpPtr(count, start)
            default: return nil
            }
        }
        guard let decoded, decoded.pointee.sx > 0, decoded.pointee.sy > 0 else { return nil }
        image = decoded
        orientation = Orientation(ofJPEG: bytes)
    }

    deinit { gdImageDestroy(image) }

    /// In pixels.
    var size: (width: Int, height: Int) { (Int(image.pointee.sx), Int(image.pointee.sy)) }

    /// The middle of it, as large as fills a place of this size; the caller destroys it.
    func covering(_ width: Int, _ height: Int) -> gdImagePtr? {
        let (ownWidth, ownHeight) = size
        // The part with the shape of the place.
        let partWidth = max(1, min(ownWidth, ownHeight * width / height))
        let partHeight = max(1, min(ownHeight, ownWidth * height / width))
        guard let target = gdImageCreateTrueColor(Int32(width), Int32(height)) else { return nil }
        gdImageAlphaBlending(target, 0)
        gdImageCopyResampled(
            target, image, 0, 0, Int32((ownWidth - partWidth) / 2), Int32((ownHeight - partHeight) / 2), Int32(width),
            Int32(height), Int32(partWidth), Int32(partHeight))
        return target
    }

    /// The middle of the picture.
    func square(_ side: Int) -> [UInt8]? {
        let (width, height) = (image.pointee.sx, image.pointee.sy)
        let part = min(width, height)
        return scaled(
            from: ((width - part) / 2, (height - part) / 2), part, part, to: Int32(side), Int32(side))
    }

    /// All of it, not enlarged.
    func whole(_ side: Int) -> [UInt8]? {
        let (width, height) = (Int(image.pointee.sx), Int(image.pointee.sy))
        let longer = max(width, height)
        let new = longer <= side ? (width, height) : (max(1, width * side / longer), max(1, height * side / longer))
        return scaled(from: (0, 0), Int32(width), Int32(height), to: Int32(new.0), Int32(new.1))
    }

    private func scaled(
        from origin: (Int32, Int32), _ width: Int32, _ height: Int32, to newWidth: Int32, _ newHeight: Int32
    ) -> [UInt8]? {
        guard let target = gdImageCreateTrueColor(newWidth, newHeight) else { return nil }
        defer { gdImageDestroy(target) }
        gdImageAlphaBlending(target, 0)
        gdImageSaveAlpha(target, 1)
        gdImageCopyResampled(target, image, 0, 0, origin.0, origin.1, newWidth, newHeight, width, height)
        guard orientation != .upright else { return Self.png(target) }
        guard let turned = orientation.apply(to: target) else { return nil }
        defer { gdImageDestroy(turned) }
        return Self.png(turned)
    }

    private static func png(_ image: gdImagePtr) -> [UInt8]? {
        var count: Int32 = 0
        guard let start = gdImagePngPtrEx(image, &count, 9), count > 0 else { return nil }
        defer { gdFree(start) }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
}
