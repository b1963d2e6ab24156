/// A screen over the picture: what is on it and in which order, not where.
///
/// The core says the content, the order and what the focus begins on; each host lays it out in its own way: a page
/// as real elements, a window by drawing. So all hosts show the same, and can be used by key alone in the same order.
///
/// ```swift
/// var list = PanelList()
/// screens.write(into: &list)
/// if list.revision != shown { rebuild(from: list) }   // the focus stays on the item with the same action and index
/// ```
public enum Panel {
    /// What an item is. Groups nest: ``Kind/begin`` and ``Kind/end`` enclose the items of one.
    public enum Kind: Int32, Sendable {
        /// A group begins; its style is a ``Group``.
        case begin
        case end
        /// ``Item/index`` is the level: 2 for a screen's title, 3 below it.
        case heading
        /// A line of text; its style is a ``Tone``.
        case text
        /// What was reached, large.
        case score
        /// Its style is a ``ButtonStyle``.
        case button
        /// A row of a list. ``Item/text`` has the rank in `a` (0: none) and the name in its slot; ``Item/value`` is
        /// what stands at its end. With an action it is chosen as a whole, and ``Flags/isSelected`` is its tick.
        case row
        /// Ranks are left out between the rows.
        case gap
        /// Text to write. ``Item/text`` is its label; `a` the most characters; `b` the number of the text that stands
        /// in it at first (0: none), which takes ``Item/value`` as its argument. What is written stays with the host,
        /// which tells of a change by ``Screens/act(_:_:)`` and keeps it as long as the field is shown.
        case field
        /// One of several, of which one is chosen.
        case tab
        /// An achievement: ``Item/text`` is its title, with percent in `a` and points in `b`; ``Item/value`` says more.
        case progress
    }

    /// How a group's items belong together.
    public enum Group: Int32, Sendable {
        /// Whole screens: one of these is the outermost.
        case home, paused, over, picker, scores, challenges, achievements, question
        /// What a run gave, beside the small leaderboard.
        case result, board
        /// What became of the score. ``Item/index`` is the ``Fate``.
        case fate
        /// Scores that nobody owns are offered; who plays.
        case offer, account
        /// Side by side: buttons; tabs; the title of a screen between two buttons.
        case row, tabs, bar
        case list
        /// One thing with several lines and buttons.
        case card
        /// Small buttons in the corners of the window, by their actions.
        case corner
    }

    public enum ButtonStyle: Int32, Sendable {
        /// The one that is offered first.
        case primary
        /// As primary, and larger.
        case big
        case plain
        case quiet
    }

    public enum Tone: Int32, Sendable {
        case plain, soft, good, bad
        /// What the best is; a new best.
        case best, newBest
        /// A mark, as "Sandbox".
        case mark
        /// What another player wrote.
        case quote
        /// Told at once to who does not see it.
        case notice
    }

    public struct Flags: OptionSet, Hashable, Sendable {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }
        /// The player's own row.
        public static let isYou = Flags(rawValue: 1)
        /// A tick, a chosen tab, a pressed toggle, an earned achievement.
        public static let isSelected = Flags(rawValue: 2)
        /// It can't be used now. It can be chosen all the same, and then says why.
        public static let isOff = Flags(rawValue: 4)
        /// Something is on its way: what is shown may be old, and a button waits.
        public static let isBusy = Flags(rawValue: 8)
        /// The field has to be filled before it goes on: a red border.
        public static let isInvalid = Flags(rawValue: 16)
        /// The focus begins here, and the key of the game presses it.
        public static let isDefault = Flags(rawValue: 32)
        /// A picture goes with it: ``Slot/Field/photo`` of the list and the index that its name has.
        public static let hasPhoto = Flags(rawValue: 64)
    }

    public struct Item: Hashable, Sendable {
        public var kind: Kind
        /// A ``Group``, ``ButtonStyle`` or ``Tone``, by ``kind``.
        public var style: Int32
        public var flags: Flags
        /// What the host calls ``Screens/act(_:_:)`` with when it is chosen; nil: it can't be.
        public var action: Action?
        public var index: Int32
        public var text: Text
        public var value: Text

        public init(
            _ kind: Kind, style: Int32 = 0, flags: Flags = [], action: Action? = nil, index: Int32 = 0,
            text: Text = .none, value: Text = .none
        ) {
            self.kind = kind
            self.style = style
            self.flags = flags
            self.action = action
            self.index = index
            self.text = text
            self.value = value
        }
    }
}

/// A text that the host has in the player's language, with what stands in it.
public struct Text: Hashable, Sendable {
    /// A ``Phrase``, or from ``own`` on a text of the game's own; 0: the string of ``slot`` alone, or nothing.
    public var number: Int32
    public var a: Int32
    public var b: Int32
    public var slot: Slot

    /// The first number of a game's own texts.
    public static let own: Int32 = 0x100
    public static let none = Text(number: 0)

    public init(number: Int32, a: Int32 = 0, b: Int32 = 0, slot: Slot = .none) {
        self.number = number
        self.a = a
        self.b = b
        self.slot = slot
    }

    public init(_ phrase: Phrase, a: Int32 = 0, b: Int32 = 0, slot: Slot = .none) {
        self.init(number: phrase.rawValue, a: a, b: b, slot: slot)
    }

    /// A string of the host, as it is.
    public init(_ slot: Slot) { self.init(number: 0, slot: slot) }
}

/// Where a string is that the host keeps and the core only points to: the name of a friend, a sentence of the server.
///
/// The host keeps what it was answered, and finds the string by list, index and field. The core never sees it.
public struct Slot: Hashable, Sendable {
    /// What the host handed over with the answer of the same name.
    public enum List: Int32, Sendable {
        case none
        /// Who plays.
        case account
        /// What became of the last score.
        case outcome
        case entries, friends, challenges, achievements
        /// Who challenged with the challenge that was accepted last.
        case opponent
        /// Why the last thing that was asked for did not work, and what to do.
        case problem
        /// Those of ``Rival/number``.
        case rivals
        case groups
    }

    public enum Field: Int32, Sendable {
        case name
        /// As the leaderboard writes it.
        case score
        case message, title, detail, photo
    }

    /// Bits 24–31: list; 16–23: field; 0–15: index.
    public let rawValue: Int32
    public static let none = Slot(.none, .name)

    public init(_ list: List, _ field: Field, _ index: Int = 0) {
        rawValue = list.rawValue << 24 | field.rawValue << 16 | Int32(truncatingIfNeeded: index & 0xFFFF)
    }

    public var list: List { List(rawValue: rawValue >> 24) ?? .none }
    public var field: Field { Field(rawValue: rawValue >> 16 & 0xFF) ?? .name }
    public var index: Int { Int(rawValue & 0xFFFF) }
}
