import LaurelArcade

/// An item of a panel with its texts as the player reads them, and what is in it if it is a group.
struct PanelNode {
    var item: Panel.Item
    var text = ""
    var value = ""
    var children: [PanelNode] = []

    var group: Panel.Group? { item.kind == .begin ? Panel.Group(rawValue: item.style) : nil }
    var tone: Panel.Tone { Panel.Tone(rawValue: item.style) ?? .plain }
    var button: Panel.ButtonStyle { Panel.ButtonStyle(rawValue: item.style) ?? .plain }

    /// Its own item, then those of its children, in their order.
    var items: [Panel.Item] { [item] + children.flatMap(\.items) }

    /// Whether it can have the focus.
    var isChoice: Bool { item.action != nil && item.kind != .begin && item.kind != .end }

    /// - Parameter read: the string of a text; the second is the item's value as it reads in it.
    static func tree(_ list: borrowing PanelList, read: (Text, String) -> String) -> [PanelNode] {
        var stack: [PanelNode] = [PanelNode(item: Panel.Item(.begin))]
        for index in 0..<list.count {
            guard let item = list[index] else { continue }
            if item.kind == .end {
                guard stack.count > 1 else { continue }
                let done = stack.removeLast()
                stack[stack.count - 1].children.append(done)
                continue
            }
            let value = read(item.value, "")
            let node = PanelNode(item: item, text: read(item.text, value), value: value)
            if item.kind == .begin { stack.append(node) } else { stack[stack.count - 1].children.append(node) }
        }
        while stack.count > 1 {
            let done = stack.removeLast()
            stack[stack.count - 1].children.append(done)
        }
        return stack[0].children
    }
}

/// Which item has the focus, whatever is built anew around it.
struct Focus: Hashable {
    let action: Action
    let index: Int32

    init?(_ item: Panel.Item) {
        guard let action = item.action else { return nil }
        self.action = action
        index = item.index
    }
}
