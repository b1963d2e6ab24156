import LaurelDomain

/// What moderators see.
public enum ModerationAnswer {
    private static let pageLimit = 100
    static let sequence = Schema.integer(1...1 << 48 - 1)
    static let note = Shape<String>.note.schema

    public static let players = Schema.object(
        "InspectedPlayers",
        [
            .init(
                "players",
                .array(
                    .object(
                        "InspectedPlayer",
                        [
                            .init("player", PlayerAnswer.schema), .init("isBanned", .boolean),
                            .init("isBannedEverywhere", .boolean),
                        ]), countLimit: pageLimit))
        ])

    private static let scoreFields: [Schema.Property] = [
        .init("sequence", sequence), .init("value", Shape<Int64>.int64.schema),
        .init("formatted", EntryAnswer.formatted), .init("context", Shape<Int64>.int64.schema),
        .init("date", Shape<Timestamp>.timestamp.schema),
    ]

    public static let entries = Schema.object(
        "InspectedEntries",
        [
            .init(
                "entries",
                .array(
                    .object(
                        "InspectedEntry",
                        [.init("rank", .integer(1...Int64.max))] + scoreFields
                            + [.init("player", PlayerAnswer.schema)]),
                    countLimit: RankWindow.countLimit)),
            .init("total", EntryAnswer.total), .init("version", EntryAnswer.version),
        ])

    public static let scores = Schema.object(
        "InspectedScores",
        [
            .init("player", PlayerAnswer.schema),
            .init(
                "scores",
                .array(
                    .object(
                        "InspectedScore",
                        scoreFields + [
                            .init("time", Shape<Timestamp>.timestamp.schema),
                            .init("state", .enumeration(["counted", "removed", "held"])),
                        ]), countLimit: pageLimit)),
            .init("next", .nullable(sequence)),
        ])

    public static let version = Schema.object("Version", [.init("version", EntryAnswer.version)])

    public static let ban = Schema.object(
        "Ban",
        [
            .init("player", PlayerAnswer.schema), .init("reason", note),
            .init("created", Shape<Timestamp>.timestamp.schema),
        ])
    public static let bans = Schema.object("Bans", [.init("bans", .array(ban, countLimit: 100_000))])

    private static let reviewFields: [Schema.Property] = [
        .init("id", .integer(1...Int64.max)),
        .init("kind", .enumeration(["score"] + ReportedThing.allCases.map(\.name))),
        .init("state", .enumeration(ReviewState.allCases.map(\.name))),
        .init("bundleID", .nullable(Shape<BundleID>.bundleID.schema)),
        .init("environment", .nullable(Shape<Environment>.environment.schema)),
        .init("player", PlayerAnswer.schema), .init("created", Shape<Timestamp>.timestamp.schema),
        .init("reasons", .array(reason, countLimit: 16)), .init("reportCount", .integer(0...Int64.max)),
        .init("score", .nullable(score)),
        .init("subject", .nullable(.string(.init(length: 0...128, example: "c-4711")))),
        .init("decision", .nullable(decision)),
    ]
    private static let reason = Schema.object(
        "ReviewReason",
        [
            .init("rule", .enumeration(ReviewRule.allCases.map(\.name))),
            .init(
                "sentence", .string(.init(length: 1...500, example: "9999 is outside the plausible range, 0 to 500."))),
        ])
    private static let score = Schema.object(
        "ReviewedScore",
        [
            .init("leaderboard", .nullable(Shape<LeaderboardID>.leaderboardID.schema)), .init("sequence", sequence),
            .init("value", Shape<Int64>.int64.schema), .init("date", Shape<Timestamp>.timestamp.schema),
            .init("isHeld", .boolean),
        ])
    private static let decision = Schema.object(
        "Decision", [.init("time", Shape<Timestamp>.timestamp.schema), .init("note", note)])

    public static let review = Schema.object("Review", reviewFields)
    public static let reviews = Schema.object(
        "Reviews",
        [.init("reviews", .array(review, countLimit: pageLimit)), .init("next", .nullable(.integer(1...Int64.max)))])
    public static let reportedReview = Schema.object(
        "ReviewWithReports",
        reviewFields + [
            .init(
                "reports",
                .array(
                    .object(
                        "FiledReport",
                        [
                            .init("reason", .enumeration(ReportReason.allCases.map(\.name))),
                            .init("text", Shape<String>.reportText.schema),
                            .init("evidence", .string(.init(length: 0...4_000, example: "jungle-jim"))),
                            .init("created", Shape<Timestamp>.timestamp.schema),
                        ]), countLimit: pageLimit))
        ])

    public static let policy = Schema.object(
        "ModerationPolicyState",
        [
            .init("holdsScores", .boolean), .init("plausibleRange", .nullable(ScoreRangeBody.schema)),
            .init("shortestIntervalSeconds", .nullable(integer(ModerationPolicy.intervalSeconds))),
            .init("leapOverBestPercent", .nullable(integer(ModerationPolicy.bestPercent))),
            .init("leapOverBoardSpreads", .nullable(integer(ModerationPolicy.boardSpreads))),
            .init("isOwn", .boolean),
        ])

    private static func integer(_ range: ClosedRange<Int>) -> Schema {
        .integer(Int64(range.lowerBound)...Int64(range.upperBound))
    }

    public static let words = Schema.object(
        "Words",
        [
            .init(
                "words",
                .array(
                    .object(
                        "Word",
                        [
                            .init("word", Shape<String>.word.schema),
                            .init("verdict", .enumeration(["blocked", "allowed"])),
                        ]), countLimit: 10_000))
        ])

    public static let held = Schema.object(
        "HeldScores",
        [
            .init(
                "scores",
                .array(
                    .object(
                        "HeldScore",
                        [
                            .init("value", Shape<Int64>.int64.schema), .init("formatted", EntryAnswer.formatted),
                            .init("date", Shape<Timestamp>.timestamp.schema),
                            .init("state", .enumeration(["pending", "rejected"])),
                        ]), countLimit: pageLimit))
        ])
}
