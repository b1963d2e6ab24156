public import LaurelDomain

/// A page that the caller made public.
public struct ShareAnswer: Sendable {
    public var share: Share
    public var bundleID: BundleID
    public var leaderboard: LeaderboardID?
    public var achievement: AchievementID?
    /// As a reader in the caller's language sees it; nil: it is gone.
    public var title: String?
    public var formatted: String?
    /// Of the page. Of a challenge link: with its code when it has just been made, and never again.
    public var url: String
    /// Of the picture that goes with the page.
    public var image: String
    public var code: String?

    public init(_ share: Share, bundleID: BundleID, url: String, image: String, code: String? = nil) {
        self.share = share
        self.bundleID = bundleID
        self.url = url
        self.image = image
        self.code = code
    }

    static let id = Schema.string(
        .init(
            length: ShareID.byteCount * 2...ShareID.byteCount * 2, pattern: "^[0-9a-f]{32}$",
            example: "00112233445566778899aabbccddeeff"))
    static let address = Schema.string(
        .init(length: 1...2_048, example: "https://games.example/share/00112233445566778899aabbccddeeff"))
    private static let properties: [Schema.Property] = [
        .init("id", id), .init("kind", .enumeration(["score", "achievement"])),
        .init("bundleID", Shape<BundleID>.bundleID.schema),
        .init("environment", Shape<Environment>.environment.schema),
        .init("leaderboard", .nullable(Shape<LeaderboardID>.leaderboardID.schema)),
        .init("achievement", .nullable(Shape<AchievementID>.achievementID.schema)),
        .init("title", .nullable(Shape<String>.boardName.schema)),
        .init("value", .nullable(Shape<Int64>.int64.schema)), .init("formatted", .nullable(EntryAnswer.formatted)),
        .init("rank", .nullable(.integer(1...Int64.max))), .init("created", Shape<Timestamp>.timestamp.schema),
        .init("isChallenge", .boolean), .init("message", .nullable(Shape<String>.challengeMessage.schema)),
        .init("expires", .nullable(Shape<Timestamp>.timestamp.schema)),
        .init("usesLeft", .nullable(.integer(0...Int64(FriendLimits.invitationUses.upperBound)))),
        .init("url", address), .init("image", address),
    ]
    public static let schema = Schema.object("Share", properties)
    public static let linkSchema = Schema.object(
        "ChallengeLink",
        properties + [.init("code", .string(.init(length: 1...64, example: "7QK2-M9XA-0TBC-41ZE")))])
    public static let listSchema = Schema.object(
        "Shares", [.init("shares", .array(schema, countLimit: ShareLimits.ofPlayer))])
    /// The challenge is the caller's now. `isNew`: false: they had one of this sender that asks for as much.
    public static let acceptedSchema = Schema.object(
        "AcceptedChallengeLink", [.init("challenge", ChallengeAnswer.schema), .init("isNew", .boolean)])
}

extension JSONWriter {
    public mutating func value(_ answer: ShareAnswer) {
        beginObject()
        let share = answer.share
        field("id", share.id.text)
        field("bundleID", answer.bundleID.text)
        field("environment", share.environment.name)
        subject(of: answer)
        field("created", share.created)
        field("isChallenge", share.challenge != nil)
        field("message", share.challenge.flatMap { $0.message.isEmpty ? nil : $0.message })
        field("expires", share.challenge?.expires)
        number("usesLeft", share.challenge.map { Int64($0.usesLeft) })
        field("url", answer.url)
        field("image", answer.image)
        if let code = answer.code { field("code", code) }
        endObject()
    }

    /// What it shows, on any answer about it.
    mutating func subject(of answer: ShareAnswer) {
        var value: Int64?
        var rank: Int64?
        switch answer.share.subject {
        case .score(_, let points, let place):
            (value, rank) = (points, Int64(place))
            field("kind", "score")
        case .achievement: field("kind", "achievement")
        }
        field("leaderboard", answer.leaderboard?.text)
        field("achievement", answer.achievement?.text)
        field("title", answer.title)
        number("value", value)
        field("formatted", answer.formatted)
        number("rank", rank)
    }

    private mutating func number(_ key: StaticString, _ number: Int64?) {
        if let number { return field(key, number) }
        self.key(key)
        null()
    }
}
