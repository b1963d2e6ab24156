import CLaurelGD
import CLaurelQREncode

/// A QR code as a picture, by libqrencode. It draws only what this server says, so it needs no helper process.
public enum CodePicture {
    /// Bytes of a text; any fits a code that a phone reads from a screen.
    public static let bytesLimit = 512
    /// Pixels of a module's side.
    static let moduleSide = 8
    /// Modules of white around it, as the standard asks for.
    static let quietModules = 4

    /// - Returns: a PNG in black and white; nil for an empty or too long text.
    public static func png(_ text: String) -> [UInt8]? {
        guard (1...bytesLimit).contains(text.utf8.count) else { return nil }
        // Medium: a camera reads it with 15 % of it covered. Version 0: as small as it can be.
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard width > 0, let modules = code.pointee.data else { return nil }
        let side = Int32((width + quietModules * 2) * moduleSide)
        guard let image = gdImageCreate(side, side) else { return nil }
        defer { gdImageDestroy(image) }
        // The first colour is the background.
        _ = gdImageColorAllocate(image, 255, 255, 255)
        let black = gdImageColorAllocate(image, 0, 0, 0)
        for row in 0..<width {
            for column in 0..<width where modules[row * width + column] & 1 == 1 {
                let (x, y) = ((column + quietModules) * moduleSide, (row + quietModules) * moduleSide)
                gdImageFilledRectangle(
                    image, Int32(x), Int32(y), Int32(x + moduleSide - 1), Int32(y + moduleSide - 1), black)
            }
        }
        var count: Int32 = 0
        guard let start = gdImagePngPtrEx(image, &count, 9), count > 0 else { return nil }
        defer { gdFree(start) }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
}
