public import LaurelDomain

/// What a shared page shows: a score or an achievement.
public struct ShareSubjectAnswer: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        case score
        case achievement
    }

    public var kind: Kind
    /// Nil: it is gone.
    public var leaderboard: LeaderboardID?
    public var achievement: AchievementID?
    /// As a reader in the caller's language sees it; nil: it is gone.
    public var title: String?
    public var value: Int64?
    public var formatted: String?
    public var rank: Int?

    public init(
        kind: Kind, leaderboard: LeaderboardID? = nil, achievement: AchievementID? = nil, title: String? = nil,
        value: Int64? = nil, formatted: String? = nil, rank: Int? = nil
    ) {
        self.kind = kind
        self.leaderboard = leaderboard
        self.achievement = achievement
        self.title = title
        self.value = value
        self.formatted = formatted
        self.rank = rank
    }

    static let fields = Fields(
        AnswerField("kind", .word([("score", Kind.score), ("achievement", Kind.achievement)]), \.kind),
        AnswerField(orNull: "leaderboard", .leaderboardID, \.leaderboard),
        AnswerField(orNull: "achievement", .achievementID, \.achievement),
        AnswerField(orNull: "title", .boardName, \.title), AnswerField(orNull: "value", .int64, \.value),
        AnswerField(orNull: "formatted", EntryAnswer.formattedShape, \.formatted),
        AnswerField(orNull: "rank", .integer(1...Int.max), \.rank),
        make: Self.init(kind:leaderboard:achievement:title:value:formatted:rank:))
}

/// A page that the caller made public.
public struct ShareAnswer: Answer, Hashable {
    public var id: ShareID
    public var bundleID: BundleID
    public var environment: Environment
    public var subject: ShareSubjectAnswer
    public var created: Timestamp
    public var isChallenge: Bool
    public var message: String?
    /// Of a challenge link, as is ``usesLeft``.
    public var expires: Timestamp?
    public var usesLeft: Int?
    /// Of the page. Of a challenge link: with its code when it has just been made, and never again.
    public var url: String
    /// Of the picture that goes with the page.
    public var image: String

    public init(
        id: ShareID, bundleID: BundleID, environment: Environment, subject: ShareSubjectAnswer, created: Timestamp,
        isChallenge: Bool, message: String?, expires: Timestamp?, usesLeft: Int?, url: String, image: String
    ) {
        self.id = id
        self.bundleID = bundleID
        self.environment = environment
        self.subject = subject
        self.created = created
        self.isChallenge = isChallenge
        self.message = message
        self.expires = expires
        self.usesLeft = usesLeft
        self.url = url
        self.image = image
    }

    static let addressShape = Shape<String>.text(
        1...2_048, example: "https://games.example/share/00112233445566778899aabbccddeeff")
    public static let name = "Share"
    public static let fields = Fields(
        AnswerField("id", .shareID, \.id), AnswerField("bundleID", .bundleID, \.bundleID),
        AnswerField("environment", .environment, \.environment), AnswerField(ShareSubjectAnswer.fields, \.subject),
        AnswerField("created", .timestamp, \.created), AnswerField("isChallenge", .boolean, \.isChallenge),
        AnswerField(orNull: "message", .challengeMessage, \.message),
        AnswerField(orNull: "expires", .timestamp, \.expires),
        AnswerField(orNull: "usesLeft", .integer(0...FriendLimits.invitationUses.upperBound), \.usesLeft),
        AnswerField("url", addressShape, \.url), AnswerField("image", addressShape, \.image),
        make: Self.init(
            id:bundleID:environment:subject:created:isChallenge:message:expires:usesLeft:url:image:))
    public static let listShape = shape.list(countLimit: ShareLimits.ofPlayer).held(by: "shares", of: "Shares")
}

/// An open challenge that was just made.
public struct ChallengeLinkAnswer: Answer, Hashable {
    public var share: ShareAnswer
    /// What the link challenges with; shown now, and never again.
    public var code: String

    public init(share: ShareAnswer, code: String) {
        self.share = share
        self.code = code
    }

    public static let name = "ChallengeLink"
    public static let fields = Fields(
        AnswerField(ShareAnswer.fields, \.share),
        AnswerField("code", .text(1...64, example: "7QK2-M9XA-0TBC-41ZE"), \.code),
        make: Self.init(share:code:))
}

/// The challenge of a link is the caller's now.
public struct AcceptedChallengeLinkAnswer: Answer, Hashable {
    public var challenge: ChallengeAnswer
    /// False: they had one of this sender that asks for as much.
    public var isNew: Bool

    public init(challenge: ChallengeAnswer, isNew: Bool) {
        self.challenge = challenge
        self.isNew = isNew
    }

    public static let name = "AcceptedChallengeLink"
    public static let fields = Fields(
        AnswerField("challenge", ChallengeAnswer.shape, \.challenge), AnswerField("isNew", .boolean, \.isNew),
        make: Self.init(challenge:isNew:))
}

extension Shape where Value == ShareID {
    static let shareID = Shape(
        .string(
            .init(
                length: ShareID.byteCount * 2...ShareID.byteCount * 2, pattern: "^[0-9a-f]{32}$",
                example: "00112233445566778899aabbccddeeff"))
    ) { (reader) throws(JSONError) in
        guard let id = ShareID(try reader.string(bytesLimit: 64)) else {
            throw JSONError(.invalid(expected: "the ID of a shared page"))
        }
        return id
    } write: {
        $1.value($0.text)
    }
}
