public import LaurelDomain
import LaurelWire

/// A version of a saved game, without its data.
public struct SavedGameRecord: AnswerValue, Hashable, Sendable {
    public var id: SavedGameID
    public var name: String
    public var deviceName: String
    public var modified: Timestamp
    /// SHA-256 of the data, in hexadecimal digits.
    public var digest: String
    /// Other versions of the name are there too.
    public var isConflicting: Bool

    public init(_ answer: AnswerReader) throws(UnreadableAnswer) {
        let id = try answer.string("id")
        do throws(InvalidIdentifier) { self.id = try SavedGameID(id) } catch {
            throw UnreadableAnswer(reason: "“\(id)” isn't a saved game ID.")
        }
        name = try answer.string("name")
        deviceName = try answer.string("deviceName")
        modified = try answer.date("modificationDate")
        digest = try answer.string("sha256")
        isConflicting = try answer.boolean("isConflicting")
    }
}

struct SavedGameList: AnswerValue {
    var savedGames: [SavedGameRecord]
    init(_ answer: AnswerReader) throws(UnreadableAnswer) { savedGames = try answer.list("savedGames") }
}
