import CLaurelGD
import LaurelDomain

/// A colour with how much it covers.
struct Ink {
    let red: Int, green: Int, blue: Int
    /// 0 to 255.
    var alpha = 255

    init(_ rgb: Int, alpha: Int = 255) {
        (red, green, blue) = (rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255)
        self.alpha = alpha
    }

    /// - Parameter share: 0: this one, 1: the other.
    func mixed(_ other: Ink, _ share: Double) -> Ink {
        func mix(_ one: Int, _ two: Int) -> Int { one + Int(Double(two - one) * min(max(share, 0), 1)) }
        let rgb = mix(red, other.red) << 16 | mix(green, other.green) << 8 | mix(blue, other.blue)
        return Ink(rgb, alpha: mix(alpha, other.alpha))
    }

    /// As libgd has it: 7 bits of transparency.
    var gd: Int32 { Int32((127 - alpha / 2) << 24 | red << 16 | green << 8 | blue) }
}

/// What a card is painted on, by libgd.
final class Canvas {
    static let (width, height) = (ShareCard.width, ShareCard.height)
    let image: gdImagePtr

    init?() {
        guard let image = gdImageCreateTrueColor(Int32(Self.width), Int32(Self.height)) else { return nil }
        self.image = image
        gdImageAlphaBlending(image, 1)
    }

    deinit { gdImageDestroy(image) }

    /// - Parameter cover: 1 to 255, of the ink's own alpha.
    func dot(_ x: Int, _ y: Int, _ ink: Ink, cover: Int = 255) {
        guard (0..<Self.width).contains(x), (0..<Self.height).contains(y) else { return }
        let under = Ink(Int(gdImageGetTrueColorPixel(image, Int32(x), Int32(y))) & 0xFFFFFF)
        var full = ink
        full.alpha = 255
        let mixed = under.mixed(full, Double(cover * ink.alpha) / 65_025)
        gdImageSetPixel(image, Int32(x), Int32(y), mixed.gd)
    }

    /// From the upper left to the lower right.
    func gradient(_ from: Ink, _ to: Ink) {
        gdImageAlphaBlending(image, 0)
        for y in 0..<Self.height {
            for x in 0..<Self.width {
                let share = (Double(x) / Double(Self.width) + Double(y) / Double(Self.height) * 1.4) / 2.4
                gdImageSetPixel(image, Int32(x), Int32(y), from.mixed(to, share).gd)
            }
        }
        gdImageAlphaBlending(image, 1)
    }

    /// With smooth edges: how far a point is from the shape says how much of it is covered.
    func roundedRectangle(x: Int, y: Int, width: Int, height: Int, radius: Int, _ ink: Ink) {
        for row in y..<y + height {
            for column in x..<x + width {
                let cover = Self.cover(column - x, row - y, width, height, radius)
                if cover > 0 { dot(column, row, ink, cover: cover) }
            }
        }
    }

    /// 0 outside, 255 inside.
    static func cover(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ radius: Int) -> Int {
        let outX = Double(max(radius - x, x - (width - 1 - radius), 0))
        let outY = Double(max(radius - y, y - (height - 1 - radius), 0))
        let distance = (outX * outX + outY * outY).squareRoot() - Double(radius)
        return Int(min(max(0.5 - distance, 0), 1) * 255)
    }

    /// A leaf: an ellipse that is turned.
    func leaf(x: Double, y: Double, long: Double, wide: Double, angle: (cos: Double, sin: Double), _ ink: Ink) {
        let reach = Int(long) + 2
        for row in Int(y) - reach...Int(y) + reach {
            for column in Int(x) - reach...Int(x) + reach {
                let (dx, dy) = (Double(column) - x, Double(row) - y)
                let along = (dx * angle.cos + dy * angle.sin) / long
                let across = (dy * angle.cos - dx * angle.sin) / wide
                let edge = (1 - (along * along + across * across).squareRoot()) * wide
                if edge > -0.5 { dot(column, row, ink, cover: Int(min(max(edge + 0.5, 0), 1) * 255)) }
            }
        }
    }

    /// A part of a picture, over all of a rectangle.
    ///
    /// - Parameter cover: of each point of the rectangle, 0 to 255.
    func paste(
        _ picture: Picture, x: Int, y: Int, width: Int, height: Int, _ cover: (Int, Int) -> Int
    ) {
        guard let piece = picture.covering(width, height) else { return }
        defer { gdImageDestroy(piece) }
        for row in 0..<height {
            for column in 0..<width {
                let colour = Int(gdImageGetTrueColorPixel(piece, Int32(column), Int32(row)))
                let opacity = 255 - min((colour >> 24 & 127) * 2, 255)
                let share = cover(column, row) * opacity / 255
                if share > 0 { dot(x + column, y + row, Ink(colour & 0xFFFFFF), cover: share) }
            }
        }
    }

    var png: [UInt8]? {
        var count: Int32 = 0
        // 6: zlib's own choice; photographs hardly get smaller with more.
        guard let start = gdImagePngPtrEx(image, &count, 6), count > 0 else { return nil }
        defer { gdFree(start) }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
    }
}
