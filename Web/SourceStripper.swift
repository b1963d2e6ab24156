/// Copies a script or a style sheet without what only its readers need. Line starts are where it leaves something out;
/// everything else it reads just to know where a line starts: not within a template, a string or a comment.
struct SourceStripper {
    enum Language { case script, style }

    /// The source isn't understood for certain.
    struct Doubt: Error {}

    /// What stands before a slash, and says whether it divides or begins a regular expression.
    private enum Token {
        /// Or nothing: an expression begins.
        case punctuation
        case dot
        case value
        /// Of a statement whose condition or list follows in parentheses, and then the next statement.
        case head
        /// Either may follow.
        case unclear
    }

    private let source: [UInt8]
    private let language: Language
    private var index = 0
    private var kept: [UInt8] = []
    private var last = Token.punctuation
    /// Of each open parenthesis, what its closing one counts as.
    private var parentheses: [Token] = []
    /// Of each template that an expression stands in, the open braces of the expression.
    private var templates: [Int] = []

    init(_ source: [UInt8], _ language: Language) {
        self.source = source
        self.language = language
    }

    mutating func strip() throws(Doubt) -> [UInt8] {
        // They end lines as well, and nobody writes them.
        guard !source.contains(Self.carriageReturn), !hasLineSeparators, !starts(with: "#!") else { throw Doubt() }
        kept.reserveCapacity(source.count)
        while index < source.count {
            try skipToCode()
            while index < source.count, source[index] != Self.newline {
                switch language {
                case .script: try copyScript()
                case .style: try copyStyle()
                }
            }
            if index < source.count { keep(1) }
        }
        guard parentheses.isEmpty, templates.isEmpty else { throw Doubt() }
        return kept
    }

    // MARK: Line starts

    /// Leaves out what stands before a line's code: indentation, blank lines, comments that fill their lines.
    private mutating func skipToCode() throws(Doubt) {
        while true {
            index = skippingBlanks(from: index)
            guard index < source.count else { return }
            if source[index] == Self.newline {
                index += 1
            } else if let next = try lineBehindComment() {
                index = next
            } else {
                return
            }
        }
    }

    /// Nil: no comment begins here, or more than a comment is on its last line.
    private func lineBehindComment() throws(Doubt) -> Int? {
        if language == .script, starts(with: "//") {
            return (source[index...].firstIndex(of: Self.newline) ?? source.count - 1) + 1
        }
        guard starts(with: "/*"), !starts(with: "/*!") else { return nil }
        let end = skippingBlanks(from: try endOfComment())
        guard end < source.count else { return end }
        return source[end] == Self.newline ? end + 1 : nil
    }

    private func skippingBlanks(from start: Int) -> Int {
        source[start...].firstIndex { $0 != Self.space && $0 != Self.tab } ?? source.count
    }

    // MARK: Scripts

    private mutating func copyScript() throws(Doubt) {
        switch source[index] {
        case Self.space, Self.tab: keep(1)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): try copyString()
        case UInt8(ascii: "`"):
            keep(1)
            try copyTemplate()
        case UInt8(ascii: "/"): try copySlash()
        case UInt8(ascii: "("):
            parentheses.append(Self.token(behindParenthesesOf: last))
            keep(1, as: .punctuation)
        case UInt8(ascii: ")"):
            guard let token = parentheses.popLast() else { throw Doubt() }
            keep(1, as: token)
        case UInt8(ascii: "]"): keep(1, as: .value)
        case UInt8(ascii: "{"):
            if let open = templates.last { templates[templates.count - 1] = open + 1 }
            keep(1, as: .punctuation)
        case UInt8(ascii: "}"): try copyBrace()
        case UInt8(ascii: "."):
            let isSpread = starts(with: "...")
            keep(isSpread ? 3 : 1, as: isSpread ? .punctuation : .dot)
        case let byte where Self.isOfWord(byte): copyWord()
        default: try copyPunctuation()
        }
    }

    private static func token(behindParenthesesOf token: Token) -> Token {
        switch token {
        case .head: .punctuation
        // A loop's condition stands before a statement, or ends one.
        case .unclear: .unclear
        case .punctuation, .dot, .value: .value
        }
    }

    private mutating func copyPunctuation() throws(Doubt) {
        switch source[index] {
        // It writes a letter of a name.
        case UInt8(ascii: "\\"): throw Doubt()
        // Both are comments in scripts that are no modules.
        case UInt8(ascii: "<") where starts(with: "<!--"): throw Doubt()
        case UInt8(ascii: "-") where starts(with: "-->"): throw Doubt()
        case UInt8(ascii: "+") where starts(with: "++"): keep(2, as: .unclear)
        case UInt8(ascii: "-") where starts(with: "--"): keep(2, as: .unclear)
        default: keep(1, as: .punctuation)
        }
    }

    private mutating func copySlash() throws(Doubt) {
        if starts(with: "//") {
            return keep((source[index...].firstIndex(of: Self.newline) ?? source.count) - index)
        }
        if starts(with: "/*") { return keep(try endOfComment() - index) }
        switch last {
        case .value: keep(1, as: .punctuation)
        case .punctuation: try copyRegularExpression()
        case .dot, .head, .unclear: throw Doubt()
        }
    }

    private mutating func copyRegularExpression() throws(Doubt) {
        var (end, isInClass) = (index + 1, false)
        while end < source.count, source[end] != Self.newline {
            switch source[end] {
            case UInt8(ascii: "\\"): end += 1
            case UInt8(ascii: "["): isInClass = true
            case UInt8(ascii: "]"): isInClass = false
            case UInt8(ascii: "/") where !isInClass:
                // Its flags are a word, which counts as a value too.
                return keep(end + 1 - index, as: .value)
            default: break
            }
            end += 1
        }
        throw Doubt()
    }

    /// From within a template's text to its end, or to the beginning of an expression.
    private mutating func copyTemplate() throws(Doubt) {
        while index < source.count {
            if starts(with: "`") { return keep(1, as: .value) }
            if starts(with: "${") {
                templates.append(0)
                return keep(2, as: .punctuation)
            }
            keep(source[index] == UInt8(ascii: "\\") ? 2 : 1)
        }
        throw Doubt()
    }

    private mutating func copyBrace() throws(Doubt) {
        keep(1, as: .unclear)
        guard let open = templates.popLast() else { return }
        guard open > 0 else { return try copyTemplate() }
        templates.append(open - 1)
    }

    private mutating func copyWord() {
        let isNumber = Self.isDigit(source[index])
        let end =
            source[index...].firstIndex { !Self.isOfWord($0) && !(isNumber && $0 == UInt8(ascii: ".")) }
            ?? source.count
        let word = String(decoding: source[index..<end], as: UTF8.self)
        let known = Self.words[word] ?? Token.value
        keep(end - index, as: last == .dot ? Token.value : known)
    }

    /// All but values. `of`, `await` and `yield` can be names.
    private static let words: [String: Token] = [
        "return": .punctuation, "typeof": .punctuation, "instanceof": .punctuation, "in": .punctuation,
        "new": .punctuation, "delete": .punctuation, "void": .punctuation, "throw": .punctuation,
        "case": .punctuation, "default": .punctuation, "do": .punctuation, "else": .punctuation,
        "extends": .punctuation, "if": .head, "for": .head, "with": .head, "while": .unclear,
        "of": .unclear, "await": .unclear, "yield": .unclear,
    ]

    // MARK: Style sheets

    private mutating func copyStyle() throws(Doubt) {
        switch source[index] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): try copyString()
        case UInt8(ascii: "/") where starts(with: "/*"): keep(try endOfComment() - index)
        case UInt8(ascii: "\\"): try copyEscape()
        case UInt8(ascii: "(") where isAddress: try copyAddress()
        default: keep(1)
        }
    }

    /// A line break behind digits ends them, and doesn't separate: then what follows it would.
    private mutating func copyEscape() throws(Doubt) {
        keep(2)
        let end = source[index...].firstIndex { !Self.isHexadecimal($0) } ?? source.count
        let hasDigits = Self.isHexadecimal(source[index - 1])
        if hasDigits, end < source.count, source[end] == Self.newline { throw Doubt() }
    }

    /// Whether `url(` has an address without quotation marks, in which nothing begins a comment or a string.
    private var isAddress: Bool {
        guard String(decoding: kept.suffix(3), as: UTF8.self).lowercased() == "url" else { return false }
        let start = skippingBlanks(from: index + 1)
        return start < source.count && source[start] != UInt8(ascii: "\"") && source[start] != UInt8(ascii: "'")
    }

    private mutating func copyAddress() throws(Doubt) {
        while index < source.count {
            if starts(with: ")") { return keep(1) }
            keep(source[index] == UInt8(ascii: "\\") ? 2 : 1)
        }
        throw Doubt()
    }

    // MARK: Both

    private mutating func copyString() throws(Doubt) {
        let mark = source[index]
        keep(1)
        while index < source.count, source[index] != Self.newline {
            if source[index] == mark { return keep(1, as: .value) }
            // A backslash also goes on with the string on the next line.
            keep(source[index] == UInt8(ascii: "\\") ? 2 : 1)
        }
        throw Doubt()
    }

    /// Of the one that begins here.
    private func endOfComment() throws(Doubt) -> Int {
        var end = index + 2
        while end + 1 < source.count {
            if source[end] == UInt8(ascii: "*"), source[end + 1] == UInt8(ascii: "/") { return end + 2 }
            end += 1
        }
        throw Doubt()
    }

    private mutating func keep(_ count: Int, as token: Token? = nil) {
        let end = min(index + count, source.count)
        kept += source[index..<end]
        index = end
        if let token { last = token }
    }

    private func starts(with text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard count <= source.count - index else { return false }
        return text.withUTF8Buffer { letters in (0..<count).allSatisfy { source[index + $0] == letters[$0] } }
    }

    /// U+2028 and U+2029, in UTF-8.
    private var hasLineSeparators: Bool {
        source.indices.dropLast(2).contains { start in
            source[start] == 0xE2 && source[start + 1] == 0x80 && source[start + 2] | 1 == 0xA9
        }
    }

    private static let newline = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
    private static let space = UInt8(ascii: " ")
    private static let tab = UInt8(ascii: "\t")

    private static func isDigit(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte }
    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || 0x41...0x46 ~= byte || 0x61...0x66 ~= byte
    }

    /// Letters of other alphabets included.
    private static func isOfWord(_ byte: UInt8) -> Bool {
        isDigit(byte) || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte || byte >= 0x80 || byte == UInt8(ascii: "_")
            || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "#")
    }
}
