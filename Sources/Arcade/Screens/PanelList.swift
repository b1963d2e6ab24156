/// The items of the screen that is shown, for a host to read in order.
///
/// Two buffers of words that live as long as the list: a host may read the one in place until the next
/// ``Screens/write(into:)``. Each item has ``stride`` words: kind, style, flags, action (0: none), index, text
/// (number, a, b, slot), value (number, a, slot).
public struct PanelList: ~Copyable {
    public static let stride = 12
    /// A picker with as many friends as a player can have, and room. When it is full, the rest is left out.
    public static let capacity = 1280

    public private(set) var count = 0
    /// Grows when what is shown changes: only then a host builds anew.
    public private(set) var revision: Int32 = 0
    private var shown: UnsafeMutablePointer<Int32>
    private var next: UnsafeMutablePointer<Int32>
    private var nextCount = 0

    public init() {
        shown = Self.buffer()
        next = Self.buffer()
    }

    private static func buffer() -> UnsafeMutablePointer<Int32> {
        let words = UnsafeMutablePointer<Int32>.allocate(capacity: capacity * stride)
        words.initialize(repeating: 0, count: capacity * stride)
        return words
    }

    deinit {
        shown.deallocate()
        next.deallocate()
    }

    /// The first word of the first item. Another one after each change.
    public var address: UnsafePointer<Int32> { UnsafePointer(shown) }

    /// An item as it was written; nil beyond the end.
    public subscript(index: Int) -> Panel.Item? {
        guard (0..<count).contains(index) else { return nil }
        let at = shown + index * Self.stride
        guard let kind = Panel.Kind(rawValue: at[0]) else { return nil }
        return Panel.Item(
            kind, style: at[1], flags: Panel.Flags(rawValue: at[2]), action: Action(rawValue: at[3]), index: at[4],
            text: Text(number: at[5], a: at[6], b: at[7], slot: Slot(word: at[8])),
            value: Text(number: at[9], a: at[10], slot: Slot(word: at[11])))
    }

    // MARK: Writing

    mutating func begin() { nextCount = 0 }

    mutating func append(_ item: Panel.Item) {
        guard nextCount < Self.capacity else { return }
        let at = next + nextCount * Self.stride
        at[0] = item.kind.rawValue
        at[1] = item.style
        at[2] = item.flags.rawValue
        at[3] = item.action?.rawValue ?? 0
        at[4] = item.index
        at[5] = item.text.number
        at[6] = item.text.a
        at[7] = item.text.b
        at[8] = item.text.slot.rawValue
        at[9] = item.value.number
        at[10] = item.value.a
        at[11] = item.value.slot.rawValue
        nextCount += 1
    }

    /// - Parameter force: the strings behind the slots changed, if not the words.
    mutating func finish(force: Bool) {
        var isEqual = nextCount == count && !force
        var index = 0
        while isEqual, index < count * Self.stride {
            isEqual = next[index] == shown[index]
            index += 1
        }
        guard !isEqual else { return }
        swap(&shown, &next)
        count = nextCount
        revision &+= 1
    }
}

extension PanelList {
    mutating func begin(_ group: Panel.Group, index: Int32 = 0, flags: Panel.Flags = []) {
        append(Panel.Item(.begin, style: group.rawValue, flags: flags, index: index))
    }

    mutating func end() { append(Panel.Item(.end)) }

    mutating func heading(_ text: Text, level: Int32 = 2) {
        append(Panel.Item(.heading, index: level, text: text))
    }

    mutating func text(_ text: Text, _ tone: Panel.Tone = .plain, value: Text = .none) {
        append(Panel.Item(.text, style: tone.rawValue, text: text, value: value))
    }

    mutating func button(
        _ text: Text, _ action: Action, _ style: Panel.ButtonStyle, index: Int32 = 0, flags: Panel.Flags = [],
        value: Text = .none
    ) {
        append(
            Panel.Item(
                .button, style: style.rawValue, flags: flags, action: action, index: index, text: text, value: value))
    }

    mutating func tab(_ text: Text, _ action: Action, index: Int32, isSelected: Bool) {
        append(Panel.Item(.tab, flags: isSelected ? .isSelected : [], action: action, index: index, text: text))
    }
}

extension Slot {
    fileprivate init(word: Int32) {
        self.init(
            List(rawValue: word >> 24) ?? .none, Field(rawValue: word >> 16 & 0xFF) ?? .name, Int(word & 0xFFFF))
    }
}
