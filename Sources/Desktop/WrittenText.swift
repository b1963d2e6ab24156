/// What stands in a text field: the player writes at its end or inside, and an input method composes there.
public struct WrittenText: Hashable, Sendable {
    private(set) var letters: [Character]
    /// Where the next letter goes.
    private(set) var cursor: Int
    /// What an input method has not finished yet: it is shown, and not yet part of the text.
    public var composition = ""
    let limit: Int
    /// Nobody has to hold a key down for capital letters.
    private let isUppercase: Bool

    /// - Parameters:
    ///   - limit: the most characters.
    ///   - isUppercase: all letters that are written become capital ones.
    public init(_ text: String, limit: Int, isUppercase: Bool = false) {
        self.limit = max(limit, 1)
        self.isUppercase = isUppercase
        letters = Array(text.prefix(self.limit))
        cursor = letters.count
    }

    public var text: String { String(letters) }
    var isBlank: Bool { letters.allSatisfy(\.isWhitespace) }
    var before: String { String(letters[..<cursor]) }
    var after: String { String(letters[cursor...]) }

    /// One line: what breaks lines becomes a space.
    /// - Returns: whether anything changed.
    @discardableResult public mutating func insert(_ text: String) -> Bool {
        composition = ""
        let added = (isUppercase ? text.uppercased() : text).map { $0.isNewline || $0 == "\t" ? " " : $0 }
            .filter { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }
            .prefix(limit - letters.count)
        letters.insert(contentsOf: added, at: cursor)
        cursor += added.count
        return !added.isEmpty
    }

    @discardableResult public mutating func deleteBackward() -> Bool {
        guard cursor > 0 else { return false }
        cursor -= 1
        letters.remove(at: cursor)
        return true
    }

    mutating func deleteForward() -> Bool {
        guard cursor < letters.count else { return false }
        letters.remove(at: cursor)
        return true
    }

    mutating func removeAll() -> Bool {
        defer {
            letters = []
            cursor = 0
        }
        return !letters.isEmpty
    }

    mutating func move(by step: Int) { cursor = min(max(cursor + step, 0), letters.count) }
    mutating func moveToEnd(_ isEnd: Bool) { cursor = isEnd ? letters.count : 0 }
}
