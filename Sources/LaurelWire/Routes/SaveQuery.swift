public import LaurelDomain

/// What a game says beside the data when it saves (rule 9.1).
public struct SaveQuery: Hashable, Sendable {
    /// As many versions as one conflict may have.
    public static let basedOnLimit = 64

    public var name: SavedGameName
    /// What its player calls the device.
    public var deviceName: String?
    public var modified: Timestamp?
    /// The versions that the game has seen under this name; empty: none. Nil: whatever this device saved last.
    public var basedOn: [SavedGameID]?

    public init(
        name: SavedGameName, deviceName: String? = nil, modified: Timestamp? = nil, basedOn: [SavedGameID]? = nil
    ) {
        self.name = name
        self.deviceName = deviceName
        self.modified = modified
        self.basedOn = basedOn
    }
}

extension TargetPart where Value == SaveQuery {
    static let save = query(
        [
            Parameter.savedGameName.described(isRequired: true), Parameter.deviceName.described(),
            Parameter.modificationDate.described(), Parameter.basedOn.described(),
        ]
    ) { (query: inout QueryReader) throws(Route.Refusal) in
        SaveQuery(
            name: try query.demand(.savedGameName), deviceName: try query.take(.deviceName),
            modified: try query.take(.modificationDate), basedOn: try query.take(.basedOn))
    } print: { save, query in
        query.put(.savedGameName, save.name)
        query.put(.deviceName, save.deviceName)
        query.put(.modificationDate, save.modified)
        query.put(.basedOn, save.basedOn)
    }
}

extension Parameter where Value == SavedGameID {
    static let savedGameID = Parameter(
        name: "savedGameID", schema: Shape<SavedGameID>.savedGameID.schema,
        parse: { text in
            do throws(InvalidIdentifier) { return try SavedGameID(text) } catch { return nil }
        }, print: { $0.text })
}

extension Parameter where Value == SavedGameName {
    static let savedGameName = Parameter(
        name: "name", schema: .plainText(SavedGameName.lengthLimit, example: "Slot 1"),
        parse: { SavedGameName($0) }, print: { $0.text })
}

extension Parameter where Value == String {
    static let deviceName = Parameter(
        name: "deviceName", schema: .plainText(SavedGame.deviceNameLimit, example: "Ali's laptop"),
        parse: { text in
            PlainText.holdsPiles(text, limit: SavedGame.deviceNameLimit) && PlainText.isSeen(text) ? text : nil
        },
        print: { $0 })
}

extension Parameter where Value == Timestamp {
    static let modificationDate = Parameter(
        name: "modificationDate", schema: Shape<Timestamp>.timestamp.schema,
        parse: { $0.utf8.count <= 35 ? Timestamp(rfc3339: $0) : nil }, print: { $0.rfc3339 })
}

extension Parameter where Value == [SavedGameID] {
    static let basedOn = Parameter(
        name: "basedOn",
        schema: .string(
            .init(
                length: 0...SaveQuery.basedOnLimit * (SavedGameID.lengthLimit + 1),
                pattern: "^$|^[A-Za-z0-9._-]{1,64}(,[A-Za-z0-9._-]{1,64}){0,63}$",
                example: "7b1f2a34-90ab-4cde-8f01-23456789abcd")),
        parse: { text in
            if text.isEmpty { return [] }
            let parts = text.split(
                separator: ",", maxSplits: SaveQuery.basedOnLimit, omittingEmptySubsequences: false)
            guard parts.count <= SaveQuery.basedOnLimit else { return nil }
            do throws(InvalidIdentifier) {
                return try parts.map { (part) throws(InvalidIdentifier) in try SavedGameID(String(part)) }
            } catch {
                return nil
            }
        }, print: { $0.map(\.text).joined(separator: ",") })
}

extension Shape where Value == SavedGameID {
    static let savedGameID = identifier(
        1...SavedGameID.lengthLimit, pattern: "^[A-Za-z0-9._-]+$", example: "7b1f2a34-90ab-4cde-8f01-23456789abcd",
        expected: "a saved game ID: at most 64 letters, digits, ., _ and -", text: \.text
    ) { (text) throws(InvalidIdentifier) in try SavedGameID(text) }
}

extension Schema {
    /// Of ``PlainText`` that can be seen: one character that is no space, among others that are no control characters.
    /// Written without lookahead and character properties, which many readers of JSON Schema don't know.
    static func plainText(_ limit: Int, example: String) -> Schema {
        let controls = #"\u0000-\u001F\u007F-\u009F\u2028\u2029"#
        return .string(
            .init(
                length: 1...limit, pattern: "^[^\(controls)]*[^\\s\(controls)][^\(controls)]*$", example: example))
    }
}
