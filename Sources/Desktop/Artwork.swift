import CLaurelSDL
import Foundation

/// A picture of a game: its file's name, and the box of its art as seen from the point it hangs on.
public struct SpriteSource: Sendable {
    public let name: String
    public let x, y, width, height: Int32

    public init(name: String, x: Int32, y: Int32, width: Int32, height: Int32) {
        self.name = name
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

/// The pictures of a game, drawn once for each size of the window, as the browser host does.
@MainActor final class Artwork {
    struct Sprite {
        let source: SpriteSource
        let svg: [UInt8]
        var texture: Texture?
    }

    /// Pixels a unit, at most: beyond it nobody sees a difference, and memory does.
    private static let densityLimit: Float = 4
    private static let layerDensityLimit: Float = 3

    private(set) var sprites: [Sprite]
    private var density: Float = 0

    /// - Parameter folder: holds a file `NAME.svg` for each sprite.
    init(_ sources: [SpriteSource], in folder: URL) throws(HostTrouble) {
        sprites = []
        for source in sources {
            let file = folder.appendingPathComponent(source.name + ".svg")
            guard let data = FileManager.default.contents(atPath: file.path) else {
                throw HostTrouble("Can't read the image \(file.path).")
            }
            sprites.append(
                Sprite(source: source, svg: Array(Self.portable(String(decoding: data, as: UTF8.self)).utf8)))
        }
    }

    /// nanosvg takes a gradient's plain numbers for units of the picture, and fractions of the box, which they are, as
    /// percentages alone.
    static func portable(_ svg: String) -> String {
        var result = ""
        var rest = svg[...]
        while let start = rest.range(of: "Gradient ") {
            let end = rest[start.upperBound...].firstIndex(of: ">") ?? rest.endIndex
            result += rest[..<start.upperBound]
            let tag = rest[start.upperBound..<end]
            result += tag.contains("userSpaceOnUse") ? String(tag) : percentages(tag)
            rest = rest[end...]
        }
        return result + rest
    }

    private static func percentages(_ tag: Substring) -> String {
        var parts = tag.components(separatedBy: "\"")
        // Names have even indices, and what they are the odd ones.
        for index in stride(from: 1, to: parts.count, by: 2) {
            let name = parts[index - 1].trimmingCharacters(in: .whitespaces)
            guard ["x1=", "y1=", "x2=", "y2=", "cx=", "cy=", "r=", "fx=", "fy="].contains(name),
                let value = Double(parts[index])
            else { continue }
            parts[index] = "\(value * 100)%"
        }
        return parts.joined(separator: "\"")
    }

    /// Draws the pictures anew where the window is much larger or smaller than before.
    /// - Parameter scale: pixels a unit.
    func fit(_ scale: Float, _ renderer: OpaquePointer) throws(HostTrouble) {
        guard density == 0 || abs(scale / density - 1) > 0.08 else { return }
        density = scale
        for index in sprites.indices {
            let source = sprites[index].source
            let limit = source.width > 300 ? Self.layerDensityLimit : Self.densityLimit
            let density = min(scale * (source.width < 100 ? 1.25 : 1), limit)
            sprites[index].texture = Texture.rasterize(
                svg: sprites[index].svg, width: Float(source.width) * density, height: Float(source.height) * density,
                on: renderer)
            guard sprites[index].texture != nil else { throw .sdl("Can't draw \(source.name).svg") }
        }
    }

    /// Draws one command of a ``DrawList``.
    ///
    /// - Parameters:
    ///   - x: in pixels, like `y`.
    ///   - rotation: in 1/65536 of a turn.
    ///   - scaleX: pixels a unit of the art; negative: mirrored.
    func draw(
        _ number: Int, x: Float, y: Float, rotation: Int32, scaleX: Float, scaleY: Float, alpha: UInt8,
        on renderer: OpaquePointer
    ) {
        guard sprites.indices.contains(number), let texture = sprites[number].texture else { return }
        let source = sprites[number].source
        let across = Self.span(from: Float(source.x), length: Float(source.width), scale: scaleX)
        let down = Self.span(from: Float(source.y), length: Float(source.height), scale: scaleY)
        var rect = SDL_FRect(x: x + across.start, y: y + down.start, w: across.length, h: down.length)
        SDL_SetTextureAlphaMod(texture.handle, alpha)
        var flip = SDL_FLIP_NONE.rawValue
        if scaleX < 0 { flip |= SDL_FLIP_HORIZONTAL.rawValue }
        if scaleY < 0 { flip |= SDL_FLIP_VERTICAL.rawValue }
        guard rotation != 0 || flip != 0 else {
            SDL_RenderCopyF(renderer, texture.handle, nil, &rect)
            return
        }
        var center = SDL_FPoint(x: -across.start, y: -down.start)
        let degrees = Double(rotation) * 360 / 65536
        SDL_RenderCopyExF(
            renderer, texture.handle, nil, &rect, degrees, &center, SDL_RendererFlip(rawValue: flip))
    }

    /// Where a side of the art begins, as seen from the point it hangs on, and how long it is.
    private static func span(from start: Float, length: Float, scale: Float) -> (start: Float, length: Float) {
        let (one, other) = (start * scale, (start + length) * scale)
        return (min(one, other), abs(other - one))
    }
}
