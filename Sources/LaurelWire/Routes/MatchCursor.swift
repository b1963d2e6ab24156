public import LaurelDomain

/// Where a page of matches ended: its last match, in the order of the list.
///
/// - Format: milliseconds since 1970, the match's ID and its game's, such as
///   `1800000000000,M:_00112233445566778899aabbccddeeff,com.ali.MonkeyJump`. Clients take it as it is.
public struct MatchCursor: Hashable, Sendable {
    static let lengthLimit = 20 + MatchID.length + 2 + BundleID.lengthLimit
    public let created: Timestamp
    public let match: MatchID
    public let game: BundleID

    public init(created: Timestamp, match: MatchID, game: BundleID) {
        self.created = created
        self.match = match
        self.game = game
    }

    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, text.utf8.count <= Self.lengthLimit, let milliseconds = Int64(parts[0]),
            String(milliseconds) == parts[0], let match = MatchID(String(parts[1]))
        else { return nil }
        let created = Timestamp(clamping: milliseconds)
        guard created.milliseconds == milliseconds else { return nil }
        do throws(InvalidIdentifier) {
            self.init(created: created, match: match, game: try BundleID(String(parts[2])))
        } catch {
            return nil
        }
    }

    public var text: String { "\(created.milliseconds),\(match.text),\(game.text)" }

    /// Whether this one comes first in a list that has the newest first.
    public func isBefore(_ other: MatchCursor) -> Bool {
        (other.created, other.match.text, other.game.text) < (created, match.text, game.text)
    }
}

extension Shape where Value == MatchCursor {
    static let matchCursor = Shape(
        .string(
            .init(
                length: 1...MatchCursor.lengthLimit,
                example: "1800000000000,M:_00112233445566778899aabbccddeeff,com.ali.MonkeyJump"))
    ) { (reader) throws(JSONError) in
        guard let cursor = MatchCursor(try reader.string(bytesLimit: MatchCursor.lengthLimit)) else {
            throw JSONError(.invalid(expected: "what a page of matches has as next"))
        }
        return cursor
    } write: {
        $1.value($0.text)
    }
}

extension Parameter where Value == MatchCursor {
    static let beforeMatch = Parameter(
        name: "before", schema: Shape<MatchCursor>.matchCursor.schema, parse: { MatchCursor($0) }, print: { $0.text })
}
