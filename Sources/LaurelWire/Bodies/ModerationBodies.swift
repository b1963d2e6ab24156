public import LaurelDomain

extension Shape where Value == String {
    /// A moderator's note, or the reason of a ban; characters are counted where they are used.
    static let note = text(0...500, example: "A speed hack: 9,999 m in 12 seconds.")
    static let reportText = text(0...1_000, example: "This name is an insult.")
    static let reportedID = text(1...128, example: "c-4711")
    static let reportedShare = text(1...64, example: "00112233445566778899aabbccddeeff")
    static let word = text(1...80, example: "darn")
}

/// A score taken out or brought back.
public struct ModerateScoreBody: RequestBody {
    public var isRemoved = false
    public var note = ""

    public init() {}
    public static let name = "ScoreModeration"
    public static let fields: [Field<ModerateScoreBody>] = [
        .required("isRemoved", .boolean, \.isRemoved),
        .optional("note", .note, \.note),
    ]
}

public struct BanBody: RequestBody {
    public var reason = ""

    public init() {}
    public static let name = "NewBan"
    public static let fields: [Field<BanBody>] = [
        .required("reason", .note, \.reason)
    ]
}

/// What a moderator decides on an item.
public struct DecisionBody: RequestBody {
    public var isAccepted = false
    public var note = ""

    public init() {}
    public static let name = "ReviewDecision"
    public static let fields: [Field<DecisionBody>] = [
        .required("decision", .word([("accept", true), ("reject", false)]), \.isAccepted),
        .optional("note", .note, \.note),
    ]
}

/// What is held and flagged; what is missing is off.
public struct PolicyBody: RequestBody {
    public var policy = ModerationPolicy()

    public init() {}
    public static let name = "ModerationPolicy"
    public static let alternatives: Set<String> = ["plausibleRange"]
    public static let fields: [Field<PolicyBody>] = fields(of: \.policy)
}

/// A word and what becomes of it.
public struct WordBody: RequestBody {
    public enum Verdict: Hashable, Sendable { case blocked, allowed, asDelivered }

    public var word = ""
    public var verdict = Verdict.blocked

    public init() {}
    public static let name = "WordChange"
    public static let fields: [Field<WordBody>] = [
        .required("word", .word, \.word),
        .required(
            "verdict", .word([("blocked", Verdict.blocked), ("allowed", .allowed), ("asDelivered", .asDelivered)]),
            \.verdict),
    ]
}

/// What a player reports of another.
public struct AbuseReportBody: RequestBody {
    public var player: String?
    /// A page that they share, where their id is not known.
    public var share: String?
    public var thing = ReportedThing.name
    public var id: String?
    /// Where the match is whose message it is.
    public var bundleID: BundleID?
    public var environment: Environment?
    public var reason = ReportReason.other
    public var text = ""

    public init() {}
    public static let name = "AbuseReport"
    public static let alternatives: Set<String> = ["id", "share", "bundleID", "environment"]
    public static let fields: [Field<AbuseReportBody>] = [
        .optional("player", .playerID, \.player),
        .optional("share", .reportedShare, \.share),
        .required("thing", .word(ReportedThing.allCases.map { ($0.name, $0) }), \.thing),
        .optional("id", .reportedID, \.id),
        .optional("bundleID", .bundleID, \.bundleID),
        .optional("environment", .environment, \.environment),
        .required("reason", .word(ReportReason.allCases.map { ($0.name, $0) }), \.reason),
        .optional("text", .reportText, \.text),
    ]
}
