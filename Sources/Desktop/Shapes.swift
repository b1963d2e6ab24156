import CLaurelSDL

/// Cards, buttons and rows: made as SVG at the size in which they are drawn, like the art, and kept.
@MainActor final class Shapes {
    /// The colours are those of Web/site/play/host/style.css.
    enum Look: Hashable {
        case card, inner, offer, dark, banner
        case primary, plain, quiet, chosen, off
        case row, ownRow, pickedRow
        case field, invalidField
        case pill, mark, ring, rowRing
        case round, roundOff
        case track, progress
        case tick, tickOn
    }

    private struct Key: Hashable {
        let style: BoxStyle
        let width: Int32
        let height: Int32
    }

    private static let limit = 160

    private let renderer: OpaquePointer
    /// Pixels to a unit of the cards: a line is `unit` times as thick as in the browser.
    var unit: Float = 1 {
        didSet { if unit != oldValue { made = [:] } }
    }
    private var made: [Key: Texture] = [:]
    private var icons: [String: Texture] = [:]

    init(renderer: OpaquePointer) { self.renderer = renderer }

    func draw(_ look: Look, _ rect: SDL_FRect, alpha: UInt8 = 255) {
        draw(Self.style(look), rect, alpha: alpha, isRing: look == .ring || look == .rowRing)
    }

    /// - Parameter isRing: it is as exact as what it surrounds.
    func draw(_ style: BoxStyle, _ rect: SDL_FRect, alpha: UInt8 = 255, isRing: Bool = false) {
        let key = Key(style: style, width: Int32(rect.w.rounded()), height: Int32(rect.h.rounded()))
        guard key.width > 1, key.height > 1 else { return }
        var x = rect.x.rounded()
        var y = rect.y.rounded()
        let below = style.shadow * unit
        if made[key] == nil {
            if made.count > Self.limit { made = [:] }
            let svg = svg(style, Float(key.width), Float(key.height), below)
            made[key] = Texture.rasterize(
                svg: Array(svg.utf8), width: Float(key.width), height: Float(key.height) + below, on: renderer)
        }
        if isRing {
            x = rect.x
            y = rect.y
        }
        made[key]?.draw(renderer, x: x, y: y, alpha: alpha)
    }

    /// A sign from the pages' own corner buttons: 24 by 24 units.
    func draw(icon paths: String, _ rect: SDL_FRect) {
        let key = "\(paths)\(Int(rect.w))"
        if icons[key] == nil {
            let svg = #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">\#(paths)</svg>"#
            icons[key] = Texture.rasterize(svg: Array(svg.utf8), width: rect.w, height: rect.h, on: renderer)
        }
        icons[key]?.draw(renderer, x: rect.x, y: rect.y)
    }

    private func svg(_ style: BoxStyle, _ width: Float, _ height: Float, _ below: Float) -> String {
        let line = style.line * unit
        let radius = min(style.radius * unit, height / 2, width / 2)
        var shapes = ""
        if below > 0 {
            shapes += Self.rect(0, below, width, height, radius, fill: BoxStyle.wood)
        }
        let stroke = style.stroke.map { " stroke=\"\($0)\" stroke-width=\"\(line)\"" } ?? ""
        let opacity = style.opacity < 1 ? " fill-opacity=\"\(style.opacity)\"" : ""
        shapes += Self.rect(
            line / 2, line / 2, width - line, height - line, max(radius - line / 2, 0),
            fill: style.bottom == nil ? style.fill : "url(#g)", more: stroke + opacity)
        let gradient =
            style.bottom.map { bottom in
                """
                <defs><linearGradient id="g" x1="0%" y1="0%" x2="0%" y2="100%"><stop offset="0" \
                stop-color="\(style.fill)"/><stop offset="1" stop-color="\(bottom)"/></linearGradient></defs>
                """
            } ?? ""
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height + below)">\(gradient)\(shapes)</svg>
            """
    }

    private static func rect(
        _ x: Float, _ y: Float, _ width: Float, _ height: Float, _ radius: Float, fill: String, more: String = ""
    ) -> String {
        """
        <rect x="\(x)" y="\(y)" width="\(width)" height="\(height)" rx="\(radius)" ry="\(radius)" \
        fill="\(fill)"\(more)/>
        """
    }

    private static func style(_ look: Look) -> BoxStyle {
        switch look {
        case .card: BoxStyle("#fff8e6", stroke: BoxStyle.wood, line: 4, radius: 28, shadow: 8)
        case .inner: BoxStyle("#fffdf5", stroke: "#cbb592", line: 2, radius: 18)
        case .offer: BoxStyle("#fff8e6", stroke: "#a78f76", line: 2, radius: 20)
        case .dark: BoxStyle("#38210f", radius: 22, opacity: 0.74)
        case .banner: BoxStyle("#fff8e6", stroke: "#4a2510", line: 3)
        case .primary: .shaded("#9be35a", "#4aa52b", line: 4, shadow: 5)
        case .plain: .shaded("#ffe08a", "#ffc02e", line: 2)
        case .quiet: BoxStyle("#fff8e6", stroke: "#bda993", line: 2)
        case .chosen: BoxStyle("#3f9436", stroke: "#2f7026", line: 2)
        case .off: BoxStyle("#efe6d2", stroke: "#d8cbb4", line: 2)
        case .row: BoxStyle("#f6e9cd", radius: 14)
        case .ownRow: BoxStyle("#d9f2bf", stroke: "#3f9436", line: 2, radius: 14)
        case .pickedRow: BoxStyle("#fff1c4", stroke: "#e0a81c", line: 2, radius: 14)
        case .field: BoxStyle("#ffffff", stroke: "#a78f76", line: 2, radius: 12)
        case .invalidField: BoxStyle("#fff4f0", stroke: "#c62828", line: 3, radius: 12)
        case .pill: BoxStyle("#ffc62e")
        case .mark: BoxStyle("#ff9a3d")
        case .ring: BoxStyle("#ffffff", stroke: "#1e3c78", line: 4, opacity: 0)
        case .rowRing: BoxStyle("#ffffff", stroke: "#1e3c78", line: 4, radius: 17, opacity: 0)
        case .round: .shaded("#ffe391", "#ffc02e", line: 3, shadow: 3)
        case .roundOff: BoxStyle("#efe6d2", stroke: BoxStyle.wood, line: 3, shadow: 3)
        case .track: BoxStyle("#e6d5b3")
        case .progress: BoxStyle("#3f9436")
        case .tick: BoxStyle("#ffffff", stroke: "#a78f76", line: 2, radius: 7)
        case .tickOn: BoxStyle("#3f9436", stroke: "#2f7026", line: 2, radius: 7)
        }
    }
}

/// The signs of the pages' corner buttons (Web/site/play/monkeyjump/index.html).
enum Icon {
    private static let pen = ##"fill="none" stroke="#4a2510" stroke-linecap="round" stroke-linejoin="round""##
    private static let horn = ##"<path fill="#4a2510" d="M4 9.5v5h3.2l4.8 4V5.5l-4.8 4z"/>"##
    static let pause = ##"<path \##(pen) stroke-width="4" d="M8.5 6.5v11m7-11v11"/>"##
    static let home = ##"<path \##(pen) stroke-width="2.4" d="M14.5 5.5 8 12l6.5 6.5"/>"##
    static let soundOn =
        horn + ##"<path \##(pen) stroke-width="2.4" d="M15 9.2a4 4 0 0 1 0 5.6M17.6 6.8a7.4 7.4 0 0 1 0 10.4"/>"##
    static let soundOff = horn + ##"<path \##(pen) stroke-width="2.4" d="m15.5 9.5 5 5m0-5-5 5"/>"##
    static let tick =
        ##"<path fill="none" stroke="#ffffff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round" "##
        + ##"d="M5.5 12.5 10 17 18.5 7.5"/>"##
}
