import CLaurelSDL
import LaurelArcade

/// The screen over the picture: what has the focus, what is written, and where it was scrolled to.
@MainActor final class PanelView {
    enum Direction { case up, down, left, right, next, previous }

    /// What was chosen, and what was written in a field that changed.
    var act: (Action, Int32) -> Void = { _, _ in }
    /// The focus is on another item.
    var focused: (PanelNode?) -> Void = { _ in }

    private(set) var nodes: [PanelNode] = []
    private(set) var layout: PanelLayout?
    private(set) var focus: Focus?
    var scroll: Float = 0
    private(set) var fields: [Focus: WrittenText] = [:]
    var pressed: Focus?
    /// The keyboard or gamepad was used last: the focus is seen.
    var isFocusShown = true
    private var page: Panel.Group?
    /// The player has moved the focus on this screen.
    var hasMoved = false
    /// Where the list is held, and where it was then.
    var dragged: (y: Float, scroll: Float)?
    var hasDragged = false
    private let lettering: Lettering
    private let isPauseLeft: Bool
    private let hasRunner: Bool

    init(lettering: Lettering, isPauseLeft: Bool, hasRunner: Bool) {
        self.lettering = lettering
        self.isPauseLeft = isPauseLeft
        self.hasRunner = hasRunner
    }

    // MARK: What is shown

    /// - Parameters:
    ///   - initial: what stands in a field at first.
    func show(
        _ nodes: [PanelNode], width: Float, height: Float, unit: Float, initial: (Panel.Item) -> String
    ) {
        let page = nodes.compactMap(\.group).first { $0 != .corner }
        let isNew = page != self.page
        self.page = page
        self.nodes = nodes
        if isNew {
            scroll = 0
            hasMoved = false
        }
        keepFields(initial)
        arrange(width: width, height: height, unit: unit)
        let items = choices.map(\.node.item)
        let isThere = focus.map { focus in items.contains { Focus($0) == focus } } ?? false
        let offered = items.first { $0.flags.contains(.isDefault) }
        // What is loaded later may have the item on which the focus is to begin.
        if isNew || !isThere || (!hasMoved && offered != nil) {
            let first =
                offered
                ?? choices.first { !$0.isFixed && $0.node.item.kind != .field }?.node.item
            setFocus(first.flatMap { Focus($0) })
        }
    }

    func arrange(width: Float, height: Float, unit: Float) {
        layout = PanelLayout(
            nodes, width: width, height: height, unit: unit, lettering: lettering, isPauseLeft: isPauseLeft,
            hasRunner: hasRunner)
        scroll = min(max(scroll, 0), layout?.overflow ?? 0)
    }

    /// A field that is shown on keeps what is in it.
    private func keepFields(_ initial: (Panel.Item) -> String) {
        var kept: [Focus: WrittenText] = [:]
        for item in nodes.flatMap(\.items) where item.kind == .field {
            guard let focus = Focus(item) else { continue }
            if let written = fields[focus] {
                kept[focus] = written
            } else {
                kept[focus] = WrittenText(initial(item), limit: Int(item.text.a))
            }
        }
        fields = kept
    }

    var isOpen: Bool { page != nil }
    var group: Panel.Group? { page }

    /// What can be chosen, in the order of the focus: the corner last.
    var choices: [PanelLayout.Box] {
        let boxes = layout?.boxes.filter(\.node.isChoice) ?? []
        return boxes.filter { !$0.isFixed } + boxes.filter(\.isFixed)
    }

    /// Where a box is at this moment.
    func frame(_ box: PanelLayout.Box) -> SDL_FRect {
        var frame = box.frame
        if box.isInList { frame.y -= scroll }
        return frame
    }

    func box(of focus: Focus) -> PanelLayout.Box? {
        layout?.boxes.first { Focus($0.node.item) == focus && $0.node.item.kind != .begin }
    }

    // MARK: Focus

    func setFocus(_ focus: Focus?) {
        guard focus != self.focus else { return }
        finishWriting()
        self.focus = focus
        focused(focus.flatMap { box(of: $0)?.node })
        reveal()
    }

    /// Scrolls to what has the focus.
    private func reveal() {
        guard let focus, let box = box(of: focus), box.isInList, let region = layout?.list else { return }
        let margin: Float = 6
        let top = box.frame.y - scroll
        if top < region.y + margin {
            scroll += top - region.y - margin
        } else if top + box.frame.h > region.y + region.h - margin {
            scroll += top + box.frame.h - region.y - region.h + margin
        }
        scroll = min(max(scroll, 0), layout?.overflow ?? 0)
    }

    func move(_ direction: Direction) {
        isFocusShown = true
        hasMoved = true
        let all = choices
        guard !all.isEmpty else { return }
        let current = focus.flatMap { focus in all.firstIndex { Focus($0.node.item) == focus } }
        guard let current else { return setFocus(Focus(all[0].node.item)) }
        switch direction {
        case .next: setFocus(Focus(all[(current + 1) % all.count].node.item))
        case .previous: setFocus(Focus(all[(current + all.count - 1) % all.count].node.item))
        default:
            if let nearest = nearest(to: all[current], direction, among: all) { setFocus(Focus(nearest.node.item)) }
        }
    }

    /// What lies next in a direction; aside counts double.
    private func nearest(
        to box: PanelLayout.Box, _ direction: Direction, among all: [PanelLayout.Box]
    ) -> PanelLayout.Box? {
        let from = Self.middle(box.frame)
        var best: (box: PanelLayout.Box, distance: Float)?
        for other in all where Focus(other.node.item) != Focus(box.node.item) {
            let to = Self.middle(other.frame)
            let (dx, dy) = (to.x - from.x, to.y - from.y)
            let (along, aside): (Float, Float)
            switch direction {
            case .up: (along, aside) = (-dy, dx)
            case .down: (along, aside) = (dy, dx)
            case .left: (along, aside) = (-dx, dy)
            default: (along, aside) = (dx, dy)
            }
            guard along > 2, abs(aside) < along * 4 || [.up, .down].contains(direction) else { continue }
            let distance = along + 2 * abs(aside)
            if distance < best?.distance ?? .infinity { best = (other, distance) }
        }
        return best?.box
    }

    private static func middle(_ frame: SDL_FRect) -> SDL_FPoint {
        SDL_FPoint(x: frame.x + frame.w / 2, y: frame.y + frame.h / 2)
    }

    // MARK: Choosing

    /// Chooses what has the focus.
    func activate() {
        isFocusShown = true
        guard let focus, let box = box(of: focus), box.node.item.kind != .field else { return }
        act(focus.action, focus.index)
    }

    /// The item on which the focus begins, wherever it is now.
    func activateDefault() {
        guard let item = choices.first(where: { $0.node.item.flags.contains(.isDefault) })?.node.item,
            let action = item.action
        else { return activate() }
        act(action, item.index)
    }

    // MARK: Writing

    /// The field that is written in.
    var writing: Focus? { focus.flatMap { fields[$0] == nil ? nil : $0 } }

    func write(_ text: String) { edit { $0.insert(text) } }

    func compose(_ text: String) {
        guard let writing else { return }
        fields[writing]?.composition = text
    }

    func edit(_ change: (inout WrittenText) -> Bool) {
        guard let writing, var field = fields[writing] else { return }
        let hasChanged = change(&field)
        fields[writing] = field
        if hasChanged { act(writing.action, field.isBlank ? 0 : 1) }
    }

    func text(of action: Action) -> String { fields.first { $0.key.action == action }?.value.text ?? "" }

    private func finishWriting() {
        guard let writing else { return }
        fields[writing]?.composition = ""
    }
}
