import CLaurelSDL
import LaurelArcade

/// Draws a panel: a calm card over the picture.
@MainActor final class PanelPainter {
    private typealias Ink = Lettering.Ink
    private static let ink = Ink(color: 0x38210F)
    private static let wood = Ink(color: 0x4A2510)
    private static let title = Ink(color: 0x7A4D26)
    private static let soft = Ink(color: 0x8A6A4A)
    private static let leaf = Ink(color: 0x3F9436)
    private static let bad = Ink(color: 0xA02222)
    private static let cream = Ink(color: 0xFFF8E6)
    private static let white = Ink(color: 0xFFFFFF)
    private static let sun = Ink(color: 0xFFE391)
    private static let faint = Ink(color: 0xA8957C)

    private let shapes: Shapes
    private let lettering: Lettering
    private let renderer: OpaquePointer
    private let photo: (Slot) -> Texture?
    private var unit: Float = 1
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
        clip(layout.list)
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
        var place = SDL_Rect(
            x: Int32(region.x - edge), y: Int32(region.y), w: Int32(region.w + 2 * edge),
            h: Int32(region.h.rounded(.up)))
        SDL_RenderSetClipRect(renderer, &place)
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
        isOnDark = layout.cardLook == nil
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
                .ring, SDL_FRect(x: frame.x - edge, y: frame.y - edge, w: frame.w + 2 * edge, h: frame.h + 2 * edge))
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

    private func center(_ text: String, _ frame: SDL_FRect, _ pixels: Float, _ ink: Lettering.Ink) {
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

    // MARK: Rows

    private func row(_ node: PanelNode, _ frame: SDL_FRect, _ layout: PanelLayout) {
        let flags = node.item.flags
        let isChoice = node.item.action != nil
        shapes.draw(
            flags.contains(.isYou) ? .ownRow : isChoice && flags.contains(.isSelected) ? .pickedRow : .row, frame)
        let pixels = 15 * unit
        let y = frame.y + (frame.h - pixels * 1.36) / 2
        var left = frame.x + 12 * unit
        var right = frame.x + frame.w - 12 * unit
        if isChoice {
            let side = 22 * unit
            let place = SDL_FRect(x: right - side, y: frame.y + (frame.h - side) / 2, w: side, h: side)
            shapes.draw(flags.contains(.isSelected) ? .tickOn : .tick, place)
            if flags.contains(.isSelected) { shapes.draw(icon: Icon.tick, place) }
            right -= side + 12 * unit
        }
        if node.item.text.a > 0 {
            let rank = Words.number(Int64(node.item.text.a))
            let width = lettering.width(of: rank, pixels: pixels)
            lettering.draw(rank, x: left + max(26 * unit - width, 0), y: y, pixels: pixels, ink: Self.soft)
            left += max(26 * unit, width) + 10 * unit
        }
        if flags.contains(.hasPhoto) {
            let side = frame.h - 8 * unit
            let slot = Slot(node.item.text.slot.list, .photo, node.item.text.slot.place)
            photo(slot)?.draw(renderer, SDL_FRect(x: left, y: frame.y + 4 * unit, w: side, h: side))
            left += side + 10 * unit
        }
        let valueWidth = lettering.width(of: node.value, pixels: pixels)
        let isOff = flags.contains(.isOff)
        lettering.draw(
            node.value, x: right - valueWidth, y: y, pixels: pixels, ink: isOff ? Self.faint : Self.ink)
        let name = lettering.cut(node.text, to: right - valueWidth - 10 * unit - left, pixels: pixels)
        lettering.draw(name, x: left, y: y, pixels: pixels, ink: isOff ? Self.faint : Self.ink)
    }

    private func progress(_ node: PanelNode, _ frame: SDL_FRect) {
        shapes.draw(node.item.flags.contains(.isSelected) ? .ownRow : .row, frame)
        let inner = frame.w - 24 * unit
        let points = node.item.text.b > 0 ? Words.number(Int64(node.item.text.b)) : ""
        let pointsWidth = lettering.width(of: points, pixels: 15 * unit)
        lettering.draw(
            lettering.cut(node.text, to: inner - pointsWidth - 10 * unit, pixels: 15 * unit), x: frame.x + 12 * unit,
            y: frame.y + 6 * unit, pixels: 15 * unit, ink: Self.ink)
        lettering.draw(
            points, x: frame.x + frame.w - 12 * unit - pointsWidth, y: frame.y + 6 * unit, pixels: 15 * unit,
            ink: Self.soft)
        if !node.value.isEmpty {
            lettering.draw(
                lettering.cut(node.value, to: inner, pixels: 13 * unit), x: frame.x + 12 * unit,
                y: frame.y + 27 * unit, pixels: 13 * unit, ink: Self.soft)
        }
        var bar = SDL_FRect(x: frame.x + 12 * unit, y: frame.y + frame.h - 13 * unit, w: inner, h: 7 * unit)
        shapes.draw(.track, bar)
        bar.w = inner * Float(min(max(node.item.text.a, 0), 100)) / 100
        if bar.w > bar.h { shapes.draw(.progress, bar) }
    }

    // MARK: Writing

    private func field(
        _ node: PanelNode, _ written: WrittenText, _ frame: SDL_FRect, _ hasFocus: Bool, _ isBlinkOn: Bool
    ) {
        let pixels = 16 * unit
        let height = 40 * unit
        if !node.text.isEmpty {
            lettering.draw(node.text, x: frame.x, y: frame.y, pixels: 13 * unit, ink: Self.soft)
        }
        let box = SDL_FRect(x: frame.x, y: frame.y + frame.h - height, w: frame.w, h: height)
        shapes.draw(node.item.flags.contains(.isInvalid) ? .invalidField : .field, box)
        if hasFocus {
            let edge = 3 * unit
            shapes.draw(
                .ring, SDL_FRect(x: box.x - edge, y: box.y - edge, w: box.w + 2 * edge, h: box.h + 2 * edge))
        }
        let inner = box.w - 24 * unit
        let before = lettering.width(of: written.before, pixels: pixels)
        let composed = lettering.width(of: written.composition, pixels: pixels)
        // What is written stays in sight, however long it is.
        let shift = max(before + composed - inner, 0)
        let (x, y) = (box.x + 12 * unit - shift, box.y + (height - pixels * 1.36) / 2)
        var region = SDL_Rect(x: Int32(box.x + 8 * unit), y: Int32(box.y), w: Int32(inner + 8 * unit), h: Int32(height))
        SDL_RenderSetClipRect(renderer, &region)
        lettering.draw(written.before, x: x, y: y, pixels: pixels, ink: Self.ink)
        lettering.draw(written.composition, x: x + before, y: y, pixels: pixels, ink: Self.leaf)
        lettering.draw(written.after, x: x + before + composed, y: y, pixels: pixels, ink: Self.ink)
        SDL_SetRenderDrawColor(renderer, 0x3F, 0x94, 0x36, 255)
        if composed > 0 {
            var line = SDL_FRect(x: x + before, y: y + pixels * 1.3, w: composed, h: 2 * unit)
            SDL_RenderFillRectF(renderer, &line)
        }
        if hasFocus, isBlinkOn {
            var cursor = SDL_FRect(x: x + before + composed, y: y + pixels * 0.1, w: 2 * unit, h: pixels * 1.2)
            SDL_RenderFillRectF(renderer, &cursor)
        }
        SDL_RenderSetClipRect(renderer, nil)
        if hasFocus { tellInputMethod(x: x + before, box) }
    }

    /// Where candidates are to be shown.
    private func tellInputMethod(x: Float, _ box: SDL_FRect) {
        var place = SDL_Rect(x: Int32(x), y: Int32(box.y), w: 2, h: Int32(box.h))
        SDL_SetTextInputRect(&place)
    }
}
