public import LaurelDomain

/// A version of a saved game, without its data.
public enum SavedGameAnswer {
    public static let schema = Schema.object(
        "SavedGame",
        [
            .init("id", Shape<SavedGameID>.savedGameID.schema),
            .init("name", .plainText(SavedGameName.lengthLimit, example: "Slot 1")),
            .init("deviceName", .string(.init(length: 0...SavedGame.deviceNameLimit, example: "Ali's laptop"))),
            .init("modificationDate", Shape<Timestamp>.timestamp.schema),
            .init("bytes", .integer(0...Int64.max)),
            .init(
                "sha256",
                .string(
                    .init(
                        length: 64...64, pattern: "^[0-9a-f]{64}$",
                        example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"))),
            .init("isConflicting", .boolean),
        ])
    public static let listSchema = Schema.object("SavedGames", [list])
    private static let list = Schema.Property("savedGames", .array(schema, countLimit: SavedGameLimits().count))
}

extension JSONWriter {
    /// - Parameter versions: all of each name that is among them.
    public mutating func value(savedGames versions: [SavedGame]) {
        var counts: [SavedGameName: Int] = [:]
        for version in versions { counts[version.name, default: 0] += 1 }
        beginObject()
        key("savedGames")
        beginArray()
        for version in versions {
            beginObject()
            field("id", version.id.text)
            field("name", version.name.text)
            field("deviceName", version.deviceName)
            field("modificationDate", version.modified)
            field("bytes", version.byteCount)
            field("sha256", version.digest.hexadecimal)
            field("isConflicting", counts[version.name, default: 0] > 1)
            endObject()
        }
        endArray()
        endObject()
    }
}

extension [UInt8] {
    /// Two lower-case digits a byte.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
