import CLaurelSDL
import LaurelArcade

/// Where the items of a panel lie in a window: one below the other on a card, rows side by side, long lists scrolling.
///
/// - Unit: pixels of the window.
@MainActor struct PanelLayout {
    /// An item, or the ground of a group, in its frame.
    struct Box {
        var node: PanelNode
        var frame: SDL_FRect
        /// Its text, broken to its width.
        var lines: [String] = []
        var isCentered = true
        /// It moves with the list, or with the whole card.
        var isInList = false
        var isFixed = false
        /// On a light ground, whatever lies under it.
        var isOnLight = false
    }

    var boxes: [Box] = []
    /// The card, and the list on it that scrolls.
    private(set) var card = SDL_FRect()
    private(set) var cardLook: Shapes.Look?
    var list: SDL_FRect?
    /// How far the list, or else the card, can be scrolled.
    private(set) var overflow: Float = 0
    let unit: Float

    let lettering: Lettering
    let window: SDL_FRect
    private let hasRunner: Bool
    /// What the list may be high; nil: as high as it is.
    var listLimit: Float?
    var listHeight: Float = 0
    var isInList = false

    /// - Parameters:
    ///   - width: of the window, as `height`.
    ///   - isPauseLeft: the pause button is in the upper left corner, as the game's rules have it.
    ///   - hasRunner: somebody runs on the ground at the bottom.
    init(
        _ nodes: [PanelNode], width: Float, height: Float, unit: Float, lettering: Lettering, isPauseLeft: Bool,
        hasRunner: Bool
    ) {
        self.unit = unit
        self.hasRunner = hasRunner
        self.lettering = lettering
        window = SDL_FRect(x: 0, y: 0, w: width, h: height)
        for node in nodes {
            if node.group == .corner {
                corner(node, isPauseLeft: isPauseLeft)
            } else if !apart(node) {
                screen(headed(node))
            }
        }
    }

    // MARK: The whole

    func u(_ units: Float) -> Float { units * unit }

    private mutating func screen(_ node: PanelNode) {
        let isHome = node.group == .home
        let padding = isHome ? 0 : u(22)
        let top = isHome ? u(8) : u(14)
        let outer = min(u(cardWidth(node)), window.w - u(16))
        let room = window.h - top - u(isHome ? 14 : 18) - 2 * padding
        let kept = boxes.count
        let inner = outer - 2 * padding
        var height = column(node.children, x: 0, y: 0, width: inner, gap: u(10), of: node)
        if height > room, listHeight > 0 {
            listLimit = max(listHeight - (height - room), u(96))
            boxes.removeLast(boxes.count - kept)
            let natural = listHeight
            listHeight = 0
            height = column(node.children, x: 0, y: 0, width: inner, gap: u(10), of: node)
            overflow = max(natural - (listLimit ?? natural), 0)
        }
        // A list that was cut to fit may be off by what rounding leaves.
        let shown = height > room + 1 ? scrolling(node, from: kept, width: inner, room: room) : height
        let cardHeight = shown + 2 * padding
        let x = (window.w - outer) / 2
        let y = isHome ? window.h - cardHeight - u(14) - window.h * 0.02 : max((window.h - cardHeight) / 2, top)
        card = SDL_FRect(x: x, y: max(y, u(8)), w: outer, h: cardHeight)
        cardLook = isHome ? nil : .card
        let (dx, dy) = (x + padding, card.y + padding)
        for index in kept..<boxes.count {
            boxes[index].frame.x += dx
            boxes[index].frame.y += dy
        }
        if let region = list {
            list = SDL_FRect(x: region.x + dx, y: region.y + dy, w: region.w, h: region.h)
        }
    }

    /// The home screen stands on the window's lower edge, and what its runs count for is known later than the rest: so
    /// that lies on top, and nothing moves under the pointer when it comes.
    private func headed(_ node: PanelNode) -> PanelNode {
        guard node.group == .home else { return node }
        var headed = node
        let isLate = { (child: PanelNode) in
            child.group == .offer && child.children.contains { $0.item.kind == .text && $0.tone == .notice }
        }
        headed.children = node.children.filter(isLate) + node.children.filter { !isLate($0) }
        return headed
    }

    /// A screen that is too high with its list at its lowest: all of it scrolls, but for the buttons with which a run's
    /// end goes on. These lie below, across the card, so that nobody has to look for them.
    ///
    /// - Parameter kept: boxes that were there before those of the screen.
    /// - Returns: how high what is shown is.
    private mutating func scrolling(_ node: PanelNode, from kept: Int, width: Float, room: Float) -> Float {
        boxes.removeLast(boxes.count - kept)
        (list, listLimit, listHeight) = (nil, nil, 0)
        let (rest, buttons) = parted(node)
        let height = column(rest.children, x: 0, y: 0, width: width, gap: u(10), of: rest)
        let middle = boxes.count
        var below: Float = 0
        if let buttons { below = u(10) + column([buttons], x: 0, y: 0, width: width, gap: 0, of: node) }
        let shown = min(height, max(room - below, u(96)))
        for index in middle..<boxes.count { boxes[index].frame.y += shown + u(10) }
        overflow = height - shown
        if overflow > 0 {
            list = SDL_FRect(x: 0, y: 0, w: width, h: shown)
            for index in kept..<middle { boxes[index].isInList = true }
        }
        return shown + below
    }

    /// Game over without its last row, and that row; nil: it is another screen.
    private func parted(_ node: PanelNode) -> (rest: PanelNode, buttons: PanelNode?) {
        guard node.group == .over, let result = node.children.firstIndex(where: { $0.group == .result }),
            let row = node.children[result].children.lastIndex(where: { $0.group == .row })
        else { return (node, nil) }
        var rest = node
        let buttons = rest.children[result].children.remove(at: row)
        return (rest, buttons)
    }

    /// An upright menu with a runner: he is seen between the buttons and the rest.
    /// - Returns: whether there is room for that.
    private mutating func apart(_ node: PanelNode) -> Bool {
        guard hasRunner, node.group == .home, window.h * 4 >= window.w * 5,
            let row = node.children.firstIndex(where: { $0.group == .row })
        else { return false }
        let kept = boxes
        let width = min(u(cardWidth(node)), window.w - u(16))
        let x = (window.w - width) / 2
        // Below the logo.
        let top = max(window.h * 0.36, window.h * 0.22 + window.w * 0.2)
        let upper = column(Array(node.children[...row]), x: x, y: top, width: width, gap: u(10), of: node)
        let middle = boxes.count
        let lower = column(Array(node.children[(row + 1)...]), x: x, y: 0, width: width, gap: u(10), of: node)
        let bottom = window.h - lower - u(14)
        guard top + upper + u(10) <= bottom else {
            boxes = kept
            return false
        }
        for index in middle..<boxes.count { boxes[index].frame.y += bottom }
        card = SDL_FRect(x: x, y: top, w: width, h: bottom + lower - top)
        return true
    }

    /// In units.
    private func cardWidth(_ node: PanelNode) -> Float {
        switch node.group {
        case .home: isWide ? 720 : 560
        case .paused: 320
        case .question: 420
        case .over: isWide ? 720 : 440
        default: 560
        }
    }

    var isWide: Bool { window.w >= u(700) }

    private mutating func corner(_ node: PanelNode, isPauseLeft: Bool) {
        let side = u(44)
        var (left, right) = (u(14), window.w - u(14) - side)
        for child in node.children {
            let isLeft = child.item.action == .leave || (child.item.action == .pause && isPauseLeft)
            let x = isLeft ? left : right
            if isLeft { left += side + u(10) } else { right -= side + u(10) }
            boxes.append(Box(node: child, frame: SDL_FRect(x: x, y: u(14), w: side, h: side), isFixed: true))
        }
    }
}
