import CLaurelSDL
import LaurelArcade

// How the items of a group lie.
extension PanelLayout {
    /// - Returns: the height.
    mutating func column(
        _ nodes: [PanelNode], x: Float, y: Float, width: Float, gap: Float, of parent: PanelNode
    ) -> Float {
        if parent.group == .over, isWide, let split = nodes.firstIndex(where: { $0.group == .board }) {
            return twoColumns(nodes, split, x: x, y: y, width: width, gap: gap, of: parent)
        }
        var at = y
        for node in nodes {
            let height = put(node, x: x, y: at, width: width, in: parent)
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
        let right = put(nodes[split], x: x + half + space, y: y, width: width - half - space, in: parent)
        let height = max(left, right)
        for index in before..<boxes.count where index < middle {
            boxes[index].frame.y += (height - left) / 2
        }
        for index in middle..<boxes.count { boxes[index].frame.y += (height - right) / 2 }
        if boxes[middle..<boxes.count].contains(where: \.isInList) { list?.y += (height - right) / 2 }
        return height
    }

    private mutating func put(
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
        let first = boxes.count
        boxes.append(Box(node: node, frame: SDL_FRect(), isInList: isInList))
        let height = column(
            node.children, x: x + padding, y: y + padding, width: width - 2 * padding, gap: u(8), of: node)
        guard height > 0 else { return 0 }
        boxes[first].frame = SDL_FRect(x: x, y: y, w: width, h: height + 2 * padding)
        if node.group != .account { for index in first..<boxes.count { boxes[index].isOnLight = true } }
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
            var items: [(Range<Int>, Float)] = []
            for (child, natural) in line {
                let from = boxes.count
                let height = put(child, x: left, y: at, width: natural, in: node)
                items.append((from..<boxes.count, height))
                tallest = max(tallest, height)
                left += natural + gap
            }
            for (range, height) in items where first < boxes.count {
                for index in range { boxes[index].frame.y += (tallest - height) / 2 }
            }
            at += tallest + gap
        }
        return at - gap - y
    }

    /// The title of a screen between its buttons.
    private mutating func bar(_ node: PanelNode, x: Float, y: Float, width: Float) -> Float {
        let buttons = node.children.filter { $0.item.kind == .button }.map { naturalWidth($0) }
        let titles = node.children.filter { $0.item.kind != .button }
        let space = u(6)
        // In the middle, or, where the buttons leave no room there, between them.
        var start = (buttons.max() ?? 0) + space
        var middle = width - 2 * start
        if titles.contains(where: { naturalWidth($0) > middle }) {
            start = (buttons.first ?? 0) + space
            middle = width - start - (buttons.count > 1 ? buttons.last ?? 0 : 0) - space
        }
        let fits = titles.allSatisfy { naturalWidth($0) <= middle }
        var top = y
        if !fits {
            for title in titles { top += put(title, x: x, y: top, width: width, in: node) + u(8) }
        }
        var (left, tallest): (Float, Float) = (x, 0)
        var isFirst = true
        for child in node.children {
            if child.item.kind == .button {
                let natural = naturalWidth(child)
                let at = isFirst ? left : x + width - natural
                tallest = max(tallest, put(child, x: at, y: top, width: natural, in: node))
                isFirst = false
            } else if fits {
                let before = boxes.count
                let height = put(child, x: x + start, y: top, width: middle, in: node)
                for index in before..<boxes.count { boxes[index].frame.y += max(u(44) - height, 0) / 2 }
                tallest = max(tallest, height)
                isFirst = false
            }
            left = x
        }
        return top + tallest - y
    }
}
