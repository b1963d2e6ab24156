/// Answers of the App Store Connect API as they came: JSON:API documents with `data` and `included`.
public struct AppStoreConnectBody: RequestBody {
    /// One for leaderboards, one for sets, one for achievements, and their further pages.
    public static let documentsLimit = 100

    public var documents: [JSONValue] = []

    public init() {}
    public static let name = "AppStoreConnectImport"
    public static let fields: [Field<AppStoreConnectBody>] = [
        .required("documents", Shape<JSONValue>.anyObject.list(countLimit: documentsLimit)) { $0.documents = $1 }
    ]
}

extension Shape where Value == JSONValue {
    /// An object whose members somebody else looks at.
    static let anyObject = Shape(.anyObject) { (reader) throws(JSONError) in
        let value = try reader.value()
        guard case .object = value else { throw JSONError(.invalid(expected: "an object")) }
        return value
    }
}

public enum AppStoreConnectAnswer {
    public static let notMappedLimit = 1_000
    public static let sentenceLimit = 500

    public static let planSchema = Schema.object(
        "AppStoreConnectPlan",
        ConfigurationAnswer.planProperties + [
            .init("notMapped", .array(noteSchema, countLimit: notMappedLimit))
        ])

    /// What Apple has and we have not, or not so.
    public enum NoteKind: String, CaseIterable, Sendable {
        case idNotTaken = "id-not-taken"
        case formatUnknown = "format-unknown"
        case defaultNoMore = "default-no-more"
        case recurrence
        case group
        case activityProperties = "activity-properties"
        case rangeEmpty = "range-empty"
        case rangeOpen = "range-open"
        case leaderboardsMissing = "leaderboards-missing"
        case languageMissing = "language-missing"
        case languageFrom = "language-from"
        case leftOut = "left-out"
        case morePages = "more-pages"
    }

    private static let noteSchema = Schema.object(
        "AppStoreConnectNote",
        [
            .init("subject", .enumeration(["leaderboard", "set", "achievement", "resource", "document"])),
            .init("name", .string(.init(length: 0...sentenceLimit, example: "LA_LB"))),
            .init("kind", .enumeration(NoteKind.allCases.map(\.rawValue))),
            // Numbers and languages of the sentence, in its order.
            .init("values", .array(.string(.init(length: 0...sentenceLimit, example: "en-US")), countLimit: 2)),
            .init("sentence", .string(.init(length: 1...sentenceLimit, example: "leaderboard LA_LB: it recurs"))),
        ])
}
