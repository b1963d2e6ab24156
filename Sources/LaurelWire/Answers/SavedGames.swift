public import LaurelDomain

/// A version of a saved game, without its data.
public struct SavedGameAnswer: Answer, Hashable {
    public var id: SavedGameID
    public var name: String
    public var deviceName: String
    public var modified: Timestamp
    public var byteCount: Int
    /// SHA-256 of the data, in hexadecimal digits.
    public var digest: String
    /// Other versions of the name are there too.
    public var isConflicting: Bool

    public init(
        id: SavedGameID, name: String, deviceName: String, modified: Timestamp, byteCount: Int, digest: String,
        isConflicting: Bool
    ) {
        self.id = id
        self.name = name
        self.deviceName = deviceName
        self.modified = modified
        self.byteCount = byteCount
        self.digest = digest
        self.isConflicting = isConflicting
    }

    public static let name = "SavedGame"
    private static let digests = Shape<String>.answered(
        .string(
            .init(
                length: 64...64, pattern: "^[0-9a-f]{64}$",
                example: "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08")))
    public static let fields = Fields(
        AnswerField("id", .savedGameID, \.id),
        AnswerField("name", .answered(.plainText(SavedGameName.lengthLimit, example: "Slot 1")), \.name),
        AnswerField("deviceName", .text(0...SavedGame.deviceNameLimit, example: "Ali's laptop"), \.deviceName),
        AnswerField("modificationDate", .timestamp, \.modified),
        AnswerField("bytes", .integer(0...Int.max), \.byteCount), AnswerField("sha256", digests, \.digest),
        AnswerField("isConflicting", .boolean, \.isConflicting),
        make: Self.init(id:name:deviceName:modified:byteCount:digest:isConflicting:))

    public static let listShape = shape.list(countLimit: SavedGameLimits().count)
        .held(by: "savedGames", of: "SavedGames")

    /// - Parameter versions: all of each name that is among them.
    public static func list(_ versions: [SavedGame]) -> [SavedGameAnswer] {
        var counts: [SavedGameName: Int] = [:]
        for version in versions { counts[version.name, default: 0] += 1 }
        return versions.map {
            SavedGameAnswer(
                id: $0.id, name: $0.name.text, deviceName: $0.deviceName, modified: $0.modified,
                byteCount: $0.byteCount, digest: $0.digest.hexadecimal,
                isConflicting: counts[$0.name, default: 0] > 1)
        }
    }
}

/// What a player's open streams are told of their saved games under one name.
public struct SavedGamesEvent: Answer, Hashable {
    public var bundleID: BundleID
    public var environment: Environment
    public var name: String
    /// How many there are now.
    public var versions: Int

    public init(bundleID: BundleID, environment: Environment, name: String, versions: Int) {
        self.bundleID = bundleID
        self.environment = environment
        self.name = name
        self.versions = versions
    }

    public static let name = "SavedGamesEvent"
    public static let fields = Fields(
        AnswerField("bundleID", .bundleID, \.bundleID), AnswerField("environment", .environment, \.environment),
        AnswerField("name", .answered(.plainText(SavedGameName.lengthLimit, example: "Slot 1")), \.name),
        AnswerField("versions", .integer(0...SavedGameLimits().count), \.versions),
        make: Self.init(bundleID:environment:name:versions:))
}

extension [UInt8] {
    /// Two lower-case digits a byte.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
