import LaurelDomain

/// Challenges as their senders and receivers see them.
public enum ChallengeAnswer {
    /// Ids of challenges that a score or report set off.
    static let ids = Schema.array(Shape<ChallengeID>.challengeID.schema, countLimit: Challenge.pendingLimit)

    static let replay = Schema.object(
        "Replay",
        [
            .init(
                "sha256",
                .string(.init(length: 64...64, pattern: "^[0-9a-f]{64}$", example: String(repeating: "0", count: 64))))
        ])
    static let game = Schema.object(
        "ChallengeGame",
        [
            .init("bundleID", Shape<BundleID>.bundleID.schema), .init("name", Shape<String>.name.schema),
            .init("link", .nullable(Shape<String>.link.schema)),
        ])
    static let properties: [Schema.Property] = [
        .init("id", Shape<ChallengeID>.challengeID.schema), .init("kind", .enumeration(["score", "achievement"])),
        .init("state", .enumeration(ChallengeState.allCases.map(\.name))), .init("game", game),
        .init("environment", Shape<Environment>.environment.schema), .init("sender", PlayerAnswer.schema),
        .init("receiver", PlayerAnswer.schema),
        .init("leaderboard", .nullable(Shape<LeaderboardID>.leaderboardID.schema)),
        .init("achievement", .nullable(Shape<AchievementID>.achievementID.schema)),
        .init("title", .nullable(Shape<String>.boardName.schema)),
        .init("value", .nullable(Shape<Int64>.int64.schema)), .init("formatted", .nullable(EntryAnswer.formatted)),
        .init("context", .nullable(Shape<Int64>.int64.schema)),
        .init("message", .nullable(Shape<String>.challengeMessage.schema)),
        .init("issued", Shape<Timestamp>.timestamp.schema), .init("expires", Shape<Timestamp>.timestamp.schema),
        .init("settled", .nullable(Shape<Timestamp>.timestamp.schema)), .init("replay", .nullable(replay)),
        .init("watch", SharedPageAnswer.watch),
    ]
    public static let schema = Schema.object("Challenge", properties)
    public static let listSchema = Schema.object(
        "Challenges",
        [
            .init("challenges", .array(schema, countLimit: ChallengesQuery.countLimit)),
            .init("next", .nullable(Shape<ChallengeID>.challengeID.schema)),
        ])
    private static let issued = Schema.object("IssuedChallenge", properties + [.init("isNew", .boolean)])
    public static let issuedSchema = Schema.object(
        "IssuedChallenges", [.init("challenges", .array(issued, countLimit: Challenge.receiversLimit))])
    /// - isRunning: the game has heard of it; else `launch` starts it, or `game.link` leads to it.
    public static let playedSchema = Schema.object(
        "PlayedChallenge",
        [
            .init("isRunning", .boolean),
            .init("launch", .string(.init(length: 1...100, example: "laurel://challenges/C:_0011"))),
            .init("link", .nullable(Shape<String>.link.schema)),
        ])
    public static let playersSchema = Schema.object(
        "ChallengeablePlayers",
        [.init("players", .array(Shape<String>.playerID.schema, countLimit: RankWindow.countLimit))])
    private static let mute = Schema.object(
        "ChallengeMute",
        [
            .init("player", .nullable(Shape<String>.playerID.schema)),
            .init("bundleID", .nullable(Shape<BundleID>.bundleID.schema)),
            .init("leaderboard", .nullable(Shape<LeaderboardID>.leaderboardID.schema)),
        ])
    public static let mutesSchema = Schema.object(
        "ChallengeMutes", [.init("mutes", .array(mute, countLimit: ChallengeMute.countLimit))])
}
