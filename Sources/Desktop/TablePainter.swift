import CLaurelSDL
import Foundation

/// Draws a ``TableScene``: pictures are made from SVG at the size in which they are seen, and kept.
@MainActor final class TablePainter {
    private struct Key: Hashable {
        let name: String
        let width: Int32
        let height: Int32
    }

    private static let limit = 200
    private static let imagesLimit = 8

    let lettering: Lettering
    let shapes: Shapes
    private let window: Window
    private let art: URL
    private let drawings: [String: String]
    private var sources: [String: [UInt8]] = [:]
    private var made: [Key: Texture] = [:]
    private var images: [String: Texture] = [:]
    /// Files that aren't there: said once.
    private var missing: Set<String> = []

    init(window: Window, fonts: FontBook, art: URL, drawings: [String: String]) {
        self.window = window
        self.art = art
        self.drawings = drawings
        lettering = Lettering(fonts: fonts, renderer: window.renderer)
        shapes = Shapes(renderer: window.renderer)
    }

    /// The window has another size.
    func forget() {
        made = [:]
        lettering.forget()
    }

    func draw(_ scene: TableScene, unit: Float, focus: TableScene.Spot?) {
        let renderer = window.renderer
        lettering.beginFrame()
        shapes.unit = unit
        SDL_SetRenderDrawColor(renderer, 0xE8, 0xB2, 0x7C, 255)
        SDL_RenderClear(renderer)
        for mark in scene.marks {
            switch mark {
            case .picture(let name, let frame, let alpha): picture(name, frame, alpha)
            case .box(let style, let frame, let alpha): shapes.draw(style, frame.rect, alpha: alpha)
            case .icon(let paths, let frame): shapes.draw(icon: paths, frame.rect)
            case .text(let text, let frame): draw(text, frame)
            case .image(let name, let data, let frame): draw(name, data, frame)
            case .field(let written, let frame, let size):
                draw(written, frame, size, hasFocus: focus?.written != nil)
            case .shade:
                SDL_SetRenderDrawColor(renderer, 40, 18, 4, 115)
                var all = SDL_FRect(x: 0, y: 0, w: Float(window.width), h: Float(window.height))
                SDL_RenderFillRectF(renderer, &all)
            }
        }
        if let focus {
            // White outside of brown: it is seen on everything.
            let radius = min(min(focus.frame.width, focus.frame.height) / 4, 22 * unit) / unit
            let edge = 3 * unit
            shapes.draw(
                BoxStyle("#ffffff", stroke: "#ffffff", line: 6, radius: radius + 5, opacity: 0),
                focus.frame.inset(-2 * edge).rect, isRing: true)
            shapes.draw(
                BoxStyle("#ffffff", stroke: "#1e3c78", line: 3, radius: radius + 3, opacity: 0),
                focus.frame.inset(-edge).rect, isRing: true)
        }
    }

    private func picture(_ name: String, _ frame: Frame, _ alpha: UInt8) {
        let key = Key(name: name, width: Int32(frame.width.rounded()), height: Int32(frame.height.rounded()))
        guard key.width > 0, key.height > 0 else { return }
        if made[key] == nil, let svg = source(name) {
            if made.count > Self.limit { made = [:] }
            made[key] = Texture.rasterize(
                svg: svg, width: Float(key.width), height: Float(key.height), on: window.renderer)
        }
        made[key]?.draw(window.renderer, x: frame.x.rounded(), y: frame.y.rounded(), alpha: alpha)
    }

    private func source(_ name: String) -> [UInt8]? {
        if let known = sources[name] { return known }
        guard !missing.contains(name) else { return nil }
        let file = art.appendingPathComponent(name + ".svg")
        let text =
            drawings[name]
            ?? FileManager.default.contents(atPath: file.path).map { String(decoding: $0, as: UTF8.self) }
        guard let text else {
            missing.insert(name)
            report("Can't read the image \(file.path).")
            return nil
        }
        let svg = Array(Artwork.portable(text).utf8)
        sources[name] = svg
        return svg
    }

    private func draw(_ name: String, _ data: Data, _ frame: Frame) {
        if images[name] == nil, let image = Texture.image(png: [UInt8](data), on: window.renderer) {
            if images.count >= Self.imagesLimit { images = [:] }
            images[name] = image
        }
        images[name]?.draw(window.renderer, frame.rect)
    }

    private func draw(_ written: WrittenText, _ frame: Frame, _ size: Float, hasFocus: Bool) {
        let parts = [written.before, written.composition, written.after]
        let widths = parts.map { lettering.width(of: $0, pixels: size) }
        var x = frame.middleX - widths.reduce(0, +) / 2
        let y = frame.middleY - size * 1.36 / 2
        let end = x + widths[0] + widths[1]
        for (index, part) in parts.enumerated() {
            let ink = Lettering.Ink(color: index == 1 ? 0x3F9436 : 0x38210F)
            lettering.draw(part, x: x, y: y, pixels: size, ink: ink)
            x += widths[index]
        }
        if hasFocus {
            SDL_SetRenderDrawColor(window.renderer, 0x3F, 0x94, 0x36, 255)
            var cursor = SDL_FRect(x: end, y: y + size * 0.1, w: max(size / 10, 2), h: size * 1.2)
            SDL_RenderFillRectF(window.renderer, &cursor)
        }
        // Where an input method shows what it offers.
        var rect = SDL_Rect(x: Int32(end), y: Int32(frame.y), w: 2, h: Int32(frame.height))
        SDL_SetTextInputRect(&rect)
    }

    private func draw(_ text: TableText, _ frame: Frame) {
        let size = text.size
        if text.isSign {
            return lettering.drawSign(
                text.words, x: frame.middleX, y: frame.middleY, pixels: size, alignment: 1, alpha: 255)
        }
        let lines =
            text.wraps
            ? lettering.wrap(text.words, width: frame.width, pixels: size)
            : [lettering.cut(text.words, to: frame.width, pixels: size)]
        var y = frame.middleY - Float(lines.count) * size * 1.3 / 2
        for line in lines {
            let x =
                text.alignment == .center
                ? frame.middleX - lettering.width(of: line, pixels: size) / 2 : frame.x
            lettering.draw(line, x: x, y: y, pixels: size, ink: Lettering.Ink(color: text.color))
            y += size * 1.3
        }
    }
}
