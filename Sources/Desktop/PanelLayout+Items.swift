import CLaurelSDL
import LaurelArcade

// How large an item is.
extension PanelLayout {
    /// Letters of a text, in pixels.
    func pixels(_ node: PanelNode) -> Float {
        switch node.item.kind {
        case .heading: u(node.item.index <= 2 ? 24 : 16)
        case .score: u(42)
        case .button:
            switch node.button {
            case .big: u(27)
            case .primary: u(20)
            case .plain, .quiet: u(16)
            }
        case .text:
            switch node.tone {
            case .soft, .mark: u(14)
            case .good: u(18)
            default: u(15)
            }
        default: u(15)
        }
    }

    func naturalWidth(_ node: PanelNode) -> Float {
        let text = lettering.width(of: node.text, pixels: pixels(node)) + 2
        switch node.item.kind {
        case .button:
            switch node.button {
            case .big: return max(text + u(56), u(208))
            case .primary: return max(text + u(48), u(132))
            case .plain, .quiet: return text + u(34)
            }
        case .tab: return text + u(26)
        case .text:
            return text + (node.tone == .mark || node.tone == .newBest || node.tone == .best ? u(26) : u(4))
        case .field: return u(220)
        case .begin: return node.children.map(naturalWidth).max() ?? 0
        default: return text
        }
    }

    mutating func leaf(
        _ node: PanelNode, x: Float, y: Float, width: Float, in parent: PanelNode
    ) -> Float {
        var frame = SDL_FRect(x: x, y: y, w: width, h: 0)
        var lines: [String] = []
        let isCentered = parent.group != .card && parent.group != .list
        switch node.item.kind {
        case .button:
            frame.w = min(naturalWidth(node), width)
            frame.x = x + (width - frame.w) / 2
            frame.h = u(node.button == .big ? 62 : node.button == .primary ? 50 : 42)
        case .tab:
            frame.w = min(naturalWidth(node), width)
            frame.h = u(36)
        case .row: frame.h = u(node.item.action == nil ? 30 : 42)
        case .gap: frame.h = u(14)
        case .progress: frame.h = u(node.value.isEmpty ? 44 : 62)
        case .field: frame.h = u(node.text.isEmpty ? 40 : 62)
        case .heading, .text, .score:
            guard !node.text.isEmpty else { return 0 }
            let isPill = [.mark, .newBest].contains(node.tone) && node.item.kind == .text
            lines = lettering.wrap(node.text, width: width - (isPill ? u(20) : 0), pixels: pixels(node))
            frame.h = Float(lines.count) * pixels(node) * 1.3 + (isPill ? u(6) : 0)
        case .begin, .end: return 0
        }
        boxes.append(Box(node: node, frame: frame, lines: lines, isCentered: isCentered, isInList: isInList))
        return frame.h
    }
}
