import CLaurelGD
import Glibc
import LaurelHelperProcess

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

    /// The middle of it, as large as fills a rectangle of this size; the caller destroys it.
    func covering(_ width: Int, _ height: Int) -> gdImagePtr? {
        let (ownWidth, ownHeight) = size
        // The part with the shape of the rectangle.
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
