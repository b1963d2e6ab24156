import CLaurelZlib
import Foundation
import LaurelProcess

/// Pictures made by hand, so that tests know every byte of them.
enum TestPicture {
    /// A PNG of one colour, with a text chunk that must not survive.
    static func png(width: Int, height: Int, secret: String = "", color: [UInt8] = [200, 40, 90]) -> [UInt8] {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        bytes += chunk("IHDR", big(width) + big(height) + [8, 2, 0, 0, 0])
        if !secret.isEmpty { bytes += chunk("tEXt", Array("Comment\0\(secret)".utf8)) }
        var row: [UInt8] = [0]
        for _ in 0..<width { row += color }
        var pixels: [UInt8] = []
        for _ in 0..<height { pixels += row }
        var size = compressBound(UInt(pixels.count))
        var packed = [UInt8](repeating: 0, count: Int(size))
        compress(&packed, &size, pixels, UInt(pixels.count))
        bytes += chunk("IDAT", Array(packed.prefix(Int(size))))
        return bytes + chunk("IEND", [])
    }

    /// The program beside the tests.
    static var helper: String { BuiltProducts.executable("laurel").path }
    /// Simulators' helper process.
    static var simulatorHost: String { BuiltProducts.executable("SimulatorHost").path }

    private static func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + body
        return big(body.count) + named + big(Int(crc32(0, named, UInt32(named.count))))
    }

    private static func big(_ number: Int) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
}
