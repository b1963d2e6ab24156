public import LaurelDomain

/// A score made elsewhere.
public struct ImportedScoreBody: RequestBody {
    /// In one request: at 1,000 bytes each they fit into a body.
    public static let countLimit = 1_000

    public var leaderboard: LeaderboardID?
    /// Who the player was there; nil: what ``alias`` says.
    public var player: ForeignPlayerID?
    /// Of an account here. It counts where aliases are matched, or where ``player`` isn't there.
    public var alias: String?
    /// What the player was called there.
    public var displayName: String?
    public var value: Int64 = 0
    public var context: Int64?
    public var date: Timestamp?

    public init() {}
    public static let name = "ImportedScore"
    public static let fields: [Field<ImportedScoreBody>] = [
        .required("leaderboard", .leaderboardID, \.leaderboard),
        .optional("player", .foreignPlayerID, \.player),
        .optional("alias", .text(1...120, example: "jungle-jim"), \.alias),
        .optional("name", .text(0...200, example: "Jungle Jim"), \.displayName),
        .required("value", .int64, \.value),
        .optional("context", .int64, \.context),
        .required("date", .timestamp, \.date),
    ]
}

/// Scores made elsewhere: all are imported or none.
public struct ScoreImportBody: RequestBody {
    public var scores: [ImportedScoreBody] = []
    /// Whether a player whom no import has brought yet is the account with their alias. Only for administrators of the
    /// server.
    public var matchesAliases = false

    public init() {}
    public static let name = "ScoreImport"
    public static let fields: [Field<ScoreImportBody>] = [
        .required("scores", ImportedScoreBody.shape.list(countLimit: ImportedScoreBody.countLimit), \.scores),
        .optional("matchAliases", .boolean, \.matchesAliases),
    ]
}

/// Where a page of links begins.
public struct ClaimsBody: RequestBody {
    /// Nil: at the beginning.
    public var after: ForeignPlayerID?

    public init() {}
    public static let name = "ClaimsQuery"
    public static let fields: [Field<ClaimsBody>] = [.optional("after", .foreignPlayerID, \.after)]
}

/// Whose link is replaced.
public struct ClaimRenewalBody: RequestBody {
    public var player: ForeignPlayerID?

    public init() {}
    public static let name = "ClaimRenewal"
    public static let fields: [Field<ClaimRenewalBody>] = [.required("player", .foreignPlayerID, \.player)]
}

extension Shape where Value == ForeignPlayerID {
    public static let foreignPlayerID = Shape<String>.text(
        1...ForeignPlayerID.lengthLimit, example: "9C1E4A7B2D"
    ).map(expected: "a player's ID elsewhere: 1 to 200 visible characters without spaces at the ends") {
        ForeignPlayerID($0)
    } back: {
        $0.text
    }
}
