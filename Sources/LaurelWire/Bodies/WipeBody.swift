public import LaurelDomain

/// Which test data goes: one of the four is said, and nothing goes by leaving things out.
public struct WipeBody: RequestBody {
    public var leaderboard: LeaderboardID?
    /// As the caller, or the team's exports, know them.
    public var player: String?
    public var alias: String?
    public var everything = false

    public init() {}
    public static let name = "Wipe"
    public static let fields: [Field<WipeBody>] = [
        .optional("leaderboard", .leaderboardID) { $0.leaderboard = $1 },
        .optional("player", .text(1...80, example: "G:1000001")) { $0.player = $1 },
        .optional("alias", .alias) { $0.alias = $1 },
        .optional("everything", .boolean) { $0.everything = $1 },
    ]
}

/// What goes, or went.
public enum WipeAnswer {
    public static let schema = Schema.object(
        "WipePlan",
        [
            .init("isPlan", .boolean),
            .init(
                "leaderboards",
                .array(
                    .object(
                        "WipedLeaderboard",
                        [
                            .init("id", Shape<LeaderboardID>.leaderboardID.schema),
                            .init("entries", .integer(0...Int64.max)),
                        ]), countLimit: 500)),
            .init(
                "sections",
                .array(
                    .object(
                        "WipedSection",
                        [
                            .init("name", .string(.init(length: 1...64, example: "achievements"))),
                            .init("count", .integer(0...Int64.max)),
                        ]), countLimit: 16)),
        ])
}
