/// What a player of a match says to another one: a key and arguments that the receiver's game puts into words of the
/// receiver's language, and the sender's text for games that can't (rule 12.20). Who may read it is for the reader to
/// ask.
///
/// - Range: each text at most 255 characters and 1,020 bytes, at most 16 arguments.
public struct MatchMessage: Hashable, Sendable {
    public static let lengthLimit = 255
    public static let argumentsLimit = 16
    /// At most so many Unicode code points of ``plain``.
    public static let plainLimit = 4_000

    /// Nothing is said.
    public static let empty = MatchMessage()

    public let key: String
    public let arguments: [String]
    public let text: String

    /// - Throws: ``MatchRefusal/messageTooLong``.
    public init(key: String = "", arguments: [String] = [], text: String = "") throws(MatchRefusal) {
        guard arguments.count <= Self.argumentsLimit else { throw .messageTooLong }
        // One character may be any number of bytes; these are counted first, and cheaply.
        for part in arguments + [key, text] {
            guard part.utf8.count <= 4 * Self.lengthLimit, part.count <= Self.lengthLimit else { throw .messageTooLong }
        }
        self.key = key
        self.arguments = arguments
        self.text = text
    }

    /// All that it says, for readers who aren't games: the text, and below it, each on a line, the key and the
    /// arguments. What is longer than ``plainLimit`` is cut.
    public var plain: String {
        let lines = ([text, key] + arguments).filter { !$0.isEmpty }
        return String(String.UnicodeScalarView(lines.joined(separator: "\n").unicodeScalars.prefix(Self.plainLimit)))
    }

    private init() {
        key = ""
        arguments = []
        text = ""
    }
}
