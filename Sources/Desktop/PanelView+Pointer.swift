import CLaurelSDL
import LaurelArcade

// Mouse and finger.
extension PanelView {
    private func box(atX x: Float, y: Float) -> PanelLayout.Box? {
        choices.last { box in
            var point = SDL_FPoint(x: x, y: y)
            var rect = frame(box)
            if box.isInList, var region = layout?.list, SDL_PointInFRect(&point, &region) == SDL_FALSE { return false }
            return SDL_PointInFRect(&point, &rect) == SDL_TRUE
        }
    }

    /// - Returns: whether it was for the panel: not the picture behind it.
    func pointerDown(x: Float, y: Float) -> Bool {
        hasDragged = false
        let found = box(atX: x, y: y)
        pressed = found.flatMap { Focus($0.node.item) }
        if let layout, layout.overflow > 0, let region = layout.list, y >= region.y, y <= region.y + region.h {
            dragged = (y, scroll)
        }
        if let found, found.node.item.kind == .field {
            isFocusShown = true
            setFocus(pressed)
        }
        return found != nil || isOpen
    }

    func pointerMoved(x: Float, y: Float) {
        guard let dragged, let layout else { return }
        if abs(y - dragged.y) > 6 * layout.unit { hasDragged = true }
        guard hasDragged else { return }
        pressed = nil
        scroll = min(max(dragged.scroll + dragged.y - y, 0), layout.overflow)
    }

    func pointerUp(x: Float, y: Float) {
        let down = pressed
        pressed = nil
        dragged = nil
        guard let down, let found = box(atX: x, y: y), Focus(found.node.item) == down else { return }
        isFocusShown = false
        hasMoved = true
        setFocus(down)
        guard found.node.item.kind != .field else { return }
        act(down.action, down.index)
    }

    func wheel(_ lines: Float) {
        guard let layout, layout.overflow > 0 else { return }
        scroll = min(max(scroll - lines * 40 * layout.unit, 0), layout.overflow)
    }

    func letGo() {
        pressed = nil
        dragged = nil
    }
}
