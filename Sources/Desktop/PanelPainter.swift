import CLaurelSDL
import LaurelArcade

/// Draws a panel: a calm card over the picture.
@MainActor final class PanelPainter {
    typealias Ink = Lettering.Ink
    static let ink = Ink(color: 0x38210F)
    static let wood = Ink(color: 0x4A2510)
    static let title = Ink(color: 0x7A4D26)
    static let soft = Ink(color: 0x8A6A4A)
    static let leaf = Ink(color: 0x3F9436)
    static let bad = Ink(color: 0xA02222)
    static let cream = Ink(color: 0xFFF8E6)
    static let white = Ink(color: 0xFFFFFF)
    static let sun = Ink(color: 0xFFE391)
    static let faint = Ink(color: 0xA8957C)

    let shapes: Shapes
    let lettering: Lettering
    let renderer: OpaquePointer
    let photo: (Slot) -> Texture?
    var unit: Float = 1
    /// Letters on a dark ground are light.
    private var isOnDark = false

    init(shapes: Shapes, lettering: Lettering, renderer: OpaquePointer, photo: @escaping (Slot) -> Texture?) {
        self.shapes = shapes
        self.lettering = lettering
        self.renderer = renderer
        self.photo = photo
    }

    func draw(_ view: PanelView, width: Float, height: Float, isBlinkOn: Bool) {
        guard let layout = view.layout else { return }
        unit = layout.unit
        shapes.unit = unit
        if layout.cardLook != nil {
            SDL_SetRenderDrawColor(renderer, 20, 28, 52, 87)
            var all = SDL_FRect(x: 0, y: 0, w: width, h: height)
            SDL_RenderFillRectF(renderer, &all)
        }
        if let look = layout.cardLook { shapes.draw(look, layout.card) }
        for box in layout.boxes where !box.isInList { draw(box, view, layout, isBlinkOn) }
        if layout.overflow > 0 { clip(layout.list) }
        for box in layout.boxes where box.isInList {
            let frame = view.frame(box)
            if let region = layout.list, frame.y > region.y + region.h || frame.y + frame.h < region.y { continue }
            draw(box, view, layout, isBlinkOn)
        }
        SDL_RenderSetClipRect(renderer, nil)
        scrollBar(view, layout)
    }

    private func clip(_ region: SDL_FRect?) {
        guard let region else { return }
        let edge = 5 * unit
        var clip = SDL_Rect(
            x: Int32(region.x - edge), y: Int32(region.y), w: Int32(region.w + 2 * edge),
            h: Int32(region.h.rounded(.up)))
        SDL_RenderSetClipRect(renderer, &clip)
    }

    private func scrollBar(_ view: PanelView, _ layout: PanelLayout) {
        guard layout.overflow > 0, let region = layout.list else { return }
        let whole = region.h + layout.overflow
        let height = max(region.h * region.h / whole, 24 * unit)
        let y = region.y + (region.h - height) * view.scroll / layout.overflow
        let x = region.x + region.w + 4 * unit
        SDL_SetRenderDrawColor(renderer, 0xA7, 0x8F, 0x76, 255)
        var bar = SDL_FRect(x: min(x, layout.card.x + layout.card.w - 8 * unit), y: y, w: 4 * unit, h: height)
        SDL_RenderFillRectF(renderer, &bar)
    }

    // MARK: Items

    private func draw(_ box: PanelLayout.Box, _ view: PanelView, _ layout: PanelLayout, _ isBlinkOn: Bool) {
        let frame = view.frame(box)
        let item = box.node.item
        let focus = Focus(item)
        let hasFocus = focus != nil && focus == view.focus && item.kind != .begin
        let isPressed = focus != nil && focus == view.pressed
        isOnDark = layout.cardLook == nil && !box.isOnLight
        switch item.kind {
        case .begin: ground(box.node, frame, layout)
        case .button: box.isFixed ? round(box.node, frame) : button(box.node, frame, layout, isPressed)
        case .tab: tab(box.node, frame, layout)
        case .heading: text(box, frame, layout, isOnDark ? Self.cream : Self.title)
        case .score: text(box, frame, layout, Self.leaf)
        case .text: toned(box, frame, layout)
        case .row: row(box.node, frame, layout)
        case .gap:
            center("···", frame, 15 * unit, Self.soft)
        case .progress: progress(box.node, frame)
        case .field:
            if let focus, let written = view.fields[focus] {
                field(box.node, written, frame, hasFocus, isBlinkOn)
            }
        case .end: break
        }
        if hasFocus, view.isFocusShown, item.kind != .field {
            let edge = 4 * unit
            shapes.draw(
                item.kind == .row ? .rowRing : .ring,
                SDL_FRect(x: frame.x - edge, y: frame.y - edge, w: frame.w + 2 * edge, h: frame.h + 2 * edge))
        }
    }

    private func ground(_ node: PanelNode, _ frame: SDL_FRect, _ layout: PanelLayout) {
        switch node.group {
        case .account: shapes.draw(layout.cardLook == nil ? .dark : .inner, frame)
        case .offer: shapes.draw(.offer, frame)
        case .card: shapes.draw(.inner, frame)
        default: break
        }
    }

    func center(_ text: String, _ frame: SDL_FRect, _ pixels: Float, _ ink: Lettering.Ink) {
        let shown = lettering.cut(text, to: frame.w - 8 * unit, pixels: pixels)
        let width = lettering.width(of: shown, pixels: pixels)
        lettering.draw(
            shown, x: frame.x + (frame.w - width) / 2, y: frame.y + (frame.h - pixels * 1.36) / 2, pixels: pixels,
            ink: ink)
    }

    private func button(_ node: PanelNode, _ frame: SDL_FRect, _ layout: PanelLayout, _ isPressed: Bool) {
        var frame = frame
        let isOff = node.item.flags.contains(.isOff) || node.item.flags.contains(.isBusy)
        let isLarge = node.button == .primary || node.button == .big
        if isPressed { frame.y += 2 * unit }
        let look: Shapes.Look =
            isOff ? .off : isLarge ? .primary : node.button == .plain ? .plain : .quiet
        shapes.draw(node.item.flags.contains(.isSelected) && !isLarge ? .chosen : look, frame)
        let pixels = layout.pixels(node)
        if isLarge, !isOff {
            var below = frame
            below.y += 2 * unit
            center(node.text, below, pixels, Ink(color: 0x1E460F, alpha: 178))
            center(node.text, frame, pixels, Self.white)
        } else {
            let isChosen = node.item.flags.contains(.isSelected)
            center(node.text, frame, pixels, isOff ? Self.faint : isChosen ? Self.white : Self.wood)
        }
    }

    private func tab(_ node: PanelNode, _ frame: SDL_FRect, _ layout: PanelLayout) {
        let isChosen = node.item.flags.contains(.isSelected)
        shapes.draw(isChosen ? .chosen : .quiet, frame)
        center(node.text, frame, layout.pixels(node), isChosen ? Self.white : Self.wood)
    }

    /// A button in a corner of the window: a sign, as in the browser.
    private func round(_ node: PanelNode, _ frame: SDL_FRect) {
        shapes.draw(.round, frame)
        let icon: String
        switch node.item.action {
        case .pause: icon = Icon.pause
        case .toggleSound: icon = node.item.flags.contains(.isSelected) ? Icon.soundOff : Icon.soundOn
        default: icon = Icon.home
        }
        let edge = frame.w * 0.22
        shapes.draw(
            icon: icon,
            SDL_FRect(x: frame.x + edge, y: frame.y + edge, w: frame.w - 2 * edge, h: frame.h - 2 * edge))
    }

    private func toned(_ box: PanelLayout.Box, _ frame: SDL_FRect, _ layout: PanelLayout) {
        let light = isOnDark
        switch box.node.tone {
        case .mark, .newBest: pill(box, frame, layout, box.node.tone == .mark ? .mark : .pill, Self.wood)
        case .best where light: pill(box, frame, layout, .dark, Self.sun)
        case .best, .soft, .quote: text(box, frame, layout, light ? Self.cream : Self.soft)
        case .good: text(box, frame, layout, light ? Self.cream : Self.title)
        case .bad: text(box, frame, layout, light ? Ink(color: 0xFFC9B8) : Self.bad)
        case .plain, .notice: text(box, frame, layout, light ? Self.cream : Self.ink)
        }
    }

    private func pill(
        _ box: PanelLayout.Box, _ frame: SDL_FRect, _ layout: PanelLayout, _ look: Shapes.Look, _ ink: Lettering.Ink
    ) {
        let pixels = layout.pixels(box.node)
        let widest = box.lines.map { lettering.width(of: $0, pixels: pixels) }.max() ?? 0
        let width = min(widest + 22 * unit, frame.w)
        shapes.draw(look, SDL_FRect(x: frame.x + (frame.w - width) / 2, y: frame.y, w: width, h: frame.h))
        text(box, frame, layout, ink, top: 3 * unit)
    }

    private func text(
        _ box: PanelLayout.Box, _ frame: SDL_FRect, _ layout: PanelLayout, _ ink: Lettering.Ink, top: Float = 0
    ) {
        let pixels = layout.pixels(box.node)
        var y = frame.y + (box.node.tone == .best && isOnDark ? 0 : top)
        for line in box.lines {
            let x =
                box.isCentered
                ? frame.x + (frame.w - lettering.width(of: line, pixels: pixels)) / 2 : frame.x
            lettering.draw(line, x: x, y: y, pixels: pixels, ink: ink)
            y += pixels * 1.3
        }
    }
}
