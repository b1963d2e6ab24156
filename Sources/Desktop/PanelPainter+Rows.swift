import CLaurelSDL
import LaurelArcade

// Rows of lists, and fields.
extension PanelPainter {
    func row(_ node: PanelNode, _ frame: SDL_FRect, _ layout: PanelLayout) {
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
            let rect = SDL_FRect(x: right - side, y: frame.y + (frame.h - side) / 2, w: side, h: side)
            shapes.draw(flags.contains(.isSelected) ? .tickOn : .tick, rect)
            if flags.contains(.isSelected) { shapes.draw(icon: Icon.tick, rect) }
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
            let slot = Slot(node.item.text.slot.list, .photo, node.item.text.slot.index)
            let rect = SDL_FRect(x: left, y: frame.y + 4 * unit, w: side, h: side)
            if let photo = photo(slot) {
                photo.draw(renderer, rect)
            } else {
                // Until there is one: the first letter of the name.
                shapes.draw(.pill, rect)
                center(String(node.text.prefix(1)), rect, pixels, Self.wood)
            }
            left += side + 10 * unit
        }
        let valueWidth = lettering.width(of: node.value, pixels: pixels)
        let isOff = flags.contains(.isOff)
        lettering.draw(
            node.value, x: right - valueWidth, y: y, pixels: pixels, ink: isOff ? Self.faint : Self.ink)
        let name = lettering.cut(node.text, to: right - valueWidth - 10 * unit - left, pixels: pixels)
        lettering.draw(name, x: left, y: y, pixels: pixels, ink: isOff ? Self.faint : Self.ink)
    }

    func progress(_ node: PanelNode, _ frame: SDL_FRect) {
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

    func field(
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
                .rowRing, SDL_FRect(x: box.x - edge, y: box.y - edge, w: box.w + 2 * edge, h: box.h + 2 * edge))
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
    func tellInputMethod(x: Float, _ box: SDL_FRect) {
        var rect = SDL_Rect(x: Int32(x), y: Int32(box.y), w: 2, h: Int32(box.h))
        SDL_SetTextInputRect(&rect)
    }
}
