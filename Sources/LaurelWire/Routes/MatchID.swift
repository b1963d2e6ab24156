/// A turn-based match as callers name it, within its game and environment: `M:_` and 32 hexadecimal digits.
public struct MatchID: Hashable, Sendable {
    public static let length = 35
    public let text: String

    /// - Returns: nil for a text of another form; whether there is such a match is another question.
    public init?(_ text: String) {
        guard text.utf8.count == Self.length, text.hasPrefix("M:_") else { return nil }
        let isHexadecimal = text.utf8.dropFirst(3).allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
        guard isHexadecimal else { return nil }
        self.text = text
    }
}

extension Shape where Value == MatchID {
    public static let matchID = Shape(
        .string(
            .init(
                length: MatchID.length...MatchID.length, pattern: "^M:_[0-9a-f]{32}$",
                example: "M:_00112233445566778899aabbccddeeff"))
    ) { (reader) throws(JSONError) in
        guard let id = MatchID(try reader.string(bytesLimit: MatchID.length)) else {
            throw JSONError(.invalid(expected: "a match ID"))
        }
        return id
    } write: {
        $1.value($0.text)
    }
}

extension Parameter where Value == Int {
    /// An exchange, within its match.
    static let exchangeID = integer("exchangeID", 1...Int(UInt32.max))
}

extension Parameter where Value == Int64 {
    /// Of matches, as their games number them.
    static let matchGroup = Parameter(
        name: "group", schema: Shape<Int64>.int64.schema,
        parse: { text in
            // `Int64` would take a plus sign and leading zeros.
            guard let group = Int64(text), String(group) == text else { return nil }
            return group
        }, print: { String($0) })
}

extension Parameter where Value == MatchID {
    /// The last one of the page before.
    static let before = Parameter(
        name: "before", schema: Shape<MatchID>.matchID.schema, parse: { MatchID($0) }, print: { $0.text })
    static let matchID = Parameter(
        name: "matchID", schema: Shape<MatchID>.matchID.schema, parse: { MatchID($0) }, print: { $0.text })
}
