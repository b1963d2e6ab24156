public import LaurelDomain

/// A shared page, for whoever has its address: of its owner it tells the alias alone.
public struct SharedPageAnswer: Sendable {
    public var share: ShareAnswer
    /// The game's name, and where it is.
    public var game: String
    public var link: String?
    public var alias: String
    /// Of the run behind the score, and the SHA-256 of its log; nil: there is none to be had.
    public var verification: Verification?
    public var sha256: String?
    /// Where the run can be watched: a path of this site. Nil: nowhere.
    public var watch: String?

    public init(
        _ share: ShareAnswer, game: String, link: String?, alias: String, verification: Verification? = nil,
        sha256: String? = nil, watch: String? = nil
    ) {
        self.share = share
        self.game = game
        self.link = link
        self.alias = alias
        self.verification = verification
        self.sha256 = sha256
        self.watch = watch
    }

    static let watch = Schema.nullable(
        .string(.init(length: 1...200, example: "/watch/?share=00112233445566778899aabbccddeeff")))
    public static let schema = Schema.object(
        "SharedPage",
        [
            .init("id", ShareAnswer.id), .init("kind", .enumeration(["score", "achievement"])),
            .init("game", ChallengeAnswer.game), .init("environment", Shape<Environment>.environment.schema),
            .init("alias", .string(.init(length: 1...240, example: "jungle-jim"))),
            .init("leaderboard", .nullable(Shape<LeaderboardID>.leaderboardID.schema)),
            .init("achievement", .nullable(Shape<AchievementID>.achievementID.schema)),
            .init("title", .nullable(Shape<String>.boardName.schema)),
            .init("value", .nullable(Shape<Int64>.int64.schema)),
            .init("formatted", .nullable(EntryAnswer.formatted)), .init("rank", .nullable(.integer(1...Int64.max))),
            .init("created", Shape<Timestamp>.timestamp.schema), .init("isChallenge", .boolean),
            .init("verification", EntryAnswer.verification), .init("replay", .nullable(ChallengeAnswer.replay)),
            .init("watch", watch), .init("url", ShareAnswer.address), .init("image", ShareAnswer.address),
        ])
}

extension JSONWriter {
    public mutating func value(_ answer: SharedPageAnswer) {
        let share = answer.share
        beginObject()
        field("id", share.share.id.text)
        key("game")
        beginObject()
        field("bundleID", share.bundleID.text)
        field("name", answer.game)
        field("link", answer.link)
        endObject()
        field("environment", share.share.environment.name)
        field("alias", answer.alias)
        subject(of: share)
        field("created", share.share.created)
        field("isChallenge", share.share.challenge != nil)
        field("verification", answer.verification?.name)
        key("replay")
        if let sha256 = answer.sha256 {
            beginObject()
            field("sha256", sha256)
            endObject()
        } else {
            null()
        }
        field("watch", answer.watch)
        field("url", share.url)
        field("image", share.image)
        endObject()
    }
}
