import CLaurelSDL
import LaurelArcade

/// Where the items of a panel lie in a window: one below the other on a card, rows side by side, long lists scrolling.
///
/// - Unit: pixels of the window.
@MainActor struct PanelLayout {
    /// An item, or the ground of a group, at its place.
    struct Box {
        var node: PanelNode
        var frame: SDL_FRect
        /// Its text, broken to its width.
        var lines: [String] = []
        var isCentered = true
        /// It moves with the list, or with the whole card.
        var isInList = false
        var isFixed = false
    }

    var boxes: [Box] = []
    /// The card, and the list on it that scrolls.
    private(set) var card = SDL_FRect()
    private(set) var cardLook: Shapes.Look?
    private(set) var list: SDL_FRect?
    /// How far the list, or else the card, can be scrolled.
    private(set) var overflow: Float = 0
    let unit: Float

    let lettering: Lettering
    private let window: SDL_FRect
    /// What the list may be high; nil: as high as it is.
    private var listLimit: Float?
    private var listHeight: Float = 0
    var isInList = false

    /// - Parameters:
    ///   - width: of the window, as `height`.
    ///   - isPauseLeft: the pause button is in the upper left corner, as the game's rules have it.
    init(_ nodes: [PanelNode], width: Float, height: Float, unit: Float, lettering: Lettering, isPauseLeft: Bool) {
        self.unit = unit
        self.lettering = lettering
        window = SDL_FRect(x: 0, y: 0, w: width, h: height)
        for node in nodes {
            if node.group == .corner {
                corner(node, isPauseLeft: isPauseLeft)
            } else {
                screen(node)
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
        let kept = boxes
        var height = column(node.children, x: 0, y: 0, width: outer - 2 * padding, gap: u(10), of: node)
        if height > room, listHeight > 0 {
            listLimit = max(listHeight - (height - room), u(96))
            boxes = kept
            let natural = listHeight
            listHeight = 0
            height = column(node.children, x: 0, y: 0, width: outer - 2 * padding, gap: u(10), of: node)
            overflow = max(natural - (listLimit ?? natural), 0)
        } else if height > room {
            overflow = height - room
        }
        let shown = min(height, room)
        let cardHeight = shown + 2 * padding
        let x = (window.w - outer) / 2
        let y = isHome ? window.h - cardHeight - u(14) - window.h * 0.02 : max((window.h - cardHeight) / 2, top)
        card = SDL_FRect(x: x, y: max(y, u(8)), w: outer, h: cardHeight)
        cardLook = isHome ? nil : .card
        let (dx, dy) = (x + padding, card.y + padding)
        for index in kept.count..<boxes.count {
            boxes[index].frame.x += dx
            boxes[index].frame.y += dy
        }
        if let region = list {
            list = SDL_FRect(x: region.x + dx, y: region.y + dy, w: region.w, h: region.h)
        } else if overflow > 0 {
            list = SDL_FRect(x: card.x, y: card.y + padding, w: card.w, h: shown)
            for index in kept.count..<boxes.count { boxes[index].isInList = true }
        }
    }

    /// In units.
    private func cardWidth(_ node: PanelNode) -> Float {
        switch node.group {
        case .home: 560
        case .paused: 320
        case .question: 420
        case .over: isWide ? 720 : 440
        default: 560
        }
    }

    private var isWide: Bool { window.w >= u(640) }

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

    // MARK: Groups

    /// - Returns: the height.
    private mutating func column(
        _ nodes: [PanelNode], x: Float, y: Float, width: Float, gap: Float, of parent: PanelNode
    ) -> Float {
        if parent.group == .over, isWide, let split = nodes.firstIndex(where: { $0.group == .board }) {
            return twoColumns(nodes, split, x: x, y: y, width: width, gap: gap, of: parent)
        }
        var at = y
        for node in nodes {
            let height = place(node, x: x, y: at, width: width, in: parent)
            if height > 0 { at += height + gap }
        }
        return max(at - gap - y, 0)
    }

    /// What the run gave, and the small leaderboard beside it.
    private mutating func twoColumns(
        _ nodes: [PanelNode], _ split: Int, x: Float, y: Float, width: Float, gap: Float, of parent: PanelNode
    ) -> Float {
        let space = u(24)
        let half = (width - space) * 0.54
        let before = boxes.count
        let left = column(
            nodes.enumerated().filter { $0.offset != split }.map(\.element), x: x, y: y, width: half, gap: gap,
            of: PanelNode(item: Panel.Item(.begin, style: Panel.Group.result.rawValue)))
        let middle = boxes.count
        let right = place(nodes[split], x: x + half + space, y: y, width: width - half - space, in: parent)
        let height = max(left, right)
        for index in before..<boxes.count where index < middle {
            boxes[index].frame.y += (height - left) / 2
        }
        for index in middle..<boxes.count { boxes[index].frame.y += (height - right) / 2 }
        if boxes[middle..<boxes.count].contains(where: \.isInList) { list?.y += (height - right) / 2 }
        return height
    }

    private mutating func place(
        _ node: PanelNode, x: Float, y: Float, width: Float, in parent: PanelNode
    ) -> Float {
        guard let group = node.group else { return leaf(node, x: x, y: y, width: width, in: parent) }
        guard !node.children.isEmpty else { return 0 }
        switch group {
        case .row, .tabs: return row(node, x: x, y: y, width: width, gap: u(group == .tabs ? 6 : 12))
        case .bar: return bar(node, x: x, y: y, width: width)
        case .list: return listGroup(node, x: x, y: y, width: width)
        case .card, .offer, .account: return ground(node, x: x, y: y, width: width)
        case .fate: return column(node.children, x: x, y: y, width: width, gap: u(4), of: node)
        default: return column(node.children, x: x, y: y, width: width, gap: u(8), of: node)
        }
    }

    private mutating func ground(_ node: PanelNode, x: Float, y: Float, width: Float) -> Float {
        let padding = u(12)
        let place = boxes.count
        boxes.append(Box(node: node, frame: SDL_FRect(), isInList: isInList))
        let height = column(
            node.children, x: x + padding, y: y + padding, width: width - 2 * padding, gap: u(8), of: node)
        guard height > 0 else { return 0 }
        boxes[place].frame = SDL_FRect(x: x, y: y, w: width, h: height + 2 * padding)
        return height + 2 * padding
    }

    private mutating func listGroup(_ node: PanelNode, x: Float, y: Float, width: Float) -> Float {
        let isOuter = !isInList && list == nil || listLimit != nil && !isInList
        isInList = isOuter || isInList
        let height = column(node.children, x: x, y: y, width: width, gap: u(4), of: node)
        guard isOuter else { return height }
        isInList = false
        listHeight = height
        let shown = min(height, listLimit ?? height)
        list = SDL_FRect(x: x, y: y, w: width, h: shown)
        return shown
    }

    /// Side by side, as many as fit, each line in the middle.
    private mutating func row(_ node: PanelNode, x: Float, y: Float, width: Float, gap: Float) -> Float {
        var lines: [[(node: PanelNode, width: Float)]] = [[]]
        var used: Float = 0
        for child in node.children {
            let natural = min(naturalWidth(child), width)
            if used > 0, used + gap + natural > width {
                lines.append([])
                used = 0
            }
            lines[lines.count - 1].append((child, natural))
            used += (used > 0 ? gap : 0) + natural
        }
        var at = y
        for line in lines {
            let whole = line.reduce(0) { $0 + $1.width } + gap * Float(line.count - 1)
            var left = x + (width - whole) / 2
            let first = boxes.count
            var tallest: Float = 0
            var places: [(Range<Int>, Float)] = []
            for (child, natural) in line {
                let from = boxes.count
                let height = place(child, x: left, y: at, width: natural, in: node)
                places.append((from..<boxes.count, height))
                tallest = max(tallest, height)
                left += natural + gap
            }
            for (range, height) in places where first < boxes.count {
                for index in range { boxes[index].frame.y += (tallest - height) / 2 }
            }
            at += tallest + gap * 0.7
        }
        return at - gap * 0.7 - y
    }

    /// The title of a screen between its buttons.
    private mutating func bar(_ node: PanelNode, x: Float, y: Float, width: Float) -> Float {
        let buttons = node.children.filter { $0.item.kind == .button }.map { naturalWidth($0) }
        let side = buttons.max() ?? 0
        let titles = node.children.filter { $0.item.kind != .button }
        let middle = width - 2 * (side + u(10))
        let fits = titles.allSatisfy { naturalWidth($0) <= middle }
        var top = y
        if !fits {
            for title in titles { top += place(title, x: x, y: top, width: width, in: node) + u(8) }
        }
        var (left, tallest): (Float, Float) = (x, 0)
        var isFirst = true
        for child in node.children {
            if child.item.kind == .button {
                let natural = naturalWidth(child)
                let at = isFirst ? left : x + width - natural
                tallest = max(tallest, place(child, x: at, y: top, width: natural, in: node))
                isFirst = false
            } else if fits {
                let before = boxes.count
                let height = place(child, x: x + (width - middle) / 2, y: top, width: middle, in: node)
                for index in before..<boxes.count { boxes[index].frame.y += max(u(44) - height, 0) / 2 }
                tallest = max(tallest, height)
                isFirst = false
            }
            left = x
        }
        return top + tallest - y
    }
}
