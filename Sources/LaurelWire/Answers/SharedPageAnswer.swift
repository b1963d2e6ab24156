public import LaurelDomain

/// A shared page, for anyone with its address: of its owner it tells the alias alone.
public struct SharedPageAnswer: Answer, Hashable {
    public var id: ShareID
    public var game: ChallengeGameAnswer
    public var environment: Environment
    public var alias: String
    public var subject: ShareSubjectAnswer
    public var created: Timestamp
    public var isChallenge: Bool
    /// Of the run behind the score, as is ``replay``, its log; nil: there is none to be had.
    public var verification: Verification?
    public var replay: ReplayAnswer?
    /// Where the run can be watched: a path of this site. Nil: nowhere.
    public var watch: String?
    public var url: String
    public var image: String

    public init(
        id: ShareID, game: ChallengeGameAnswer, environment: Environment, alias: String, subject: ShareSubjectAnswer,
        created: Timestamp, isChallenge: Bool, verification: Verification?, replay: ReplayAnswer?, watch: String?,
        url: String, image: String
    ) {
        self.id = id
        self.game = game
        self.environment = environment
        self.alias = alias
        self.subject = subject
        self.created = created
        self.isChallenge = isChallenge
        self.verification = verification
        self.replay = replay
        self.watch = watch
        self.url = url
        self.image = image
    }

    /// - Parameter share: as its owner sees it; whatever is theirs alone is left out.
    public init(
        _ share: ShareAnswer, game: ChallengeGameAnswer, alias: String, verification: Verification?,
        replay: ReplayAnswer?, watch: String?
    ) {
        self.init(
            id: share.id, game: game, environment: share.environment, alias: alias, subject: share.subject,
            created: share.created, isChallenge: share.isChallenge, verification: verification, replay: replay,
            watch: watch, url: share.url, image: share.image)
    }

    static let watchShape = Shape<String>.text(1...200, example: "/watch/?share=00112233445566778899aabbccddeeff")
    public static let name = "SharedPage"
    public static let fields = Fields(
        AnswerField("id", .shareID, \.id), AnswerField("game", ChallengeGameAnswer.shape, \.game),
        AnswerField("environment", .environment, \.environment),
        AnswerField("alias", .text(1...240, example: "jungle-jim"), \.alias),
        AnswerField(ShareSubjectAnswer.fields, \.subject), AnswerField("created", .timestamp, \.created),
        AnswerField("isChallenge", .boolean, \.isChallenge),
        AnswerField("verification", .verification, \.verification),
        AnswerField(orNull: "replay", ReplayAnswer.shape, \.replay),
        AnswerField(orNull: "watch", watchShape, \.watch), AnswerField("url", ShareAnswer.addressShape, \.url),
        AnswerField("image", ShareAnswer.addressShape, \.image),
        make: Self.init(
            id:game:environment:alias:subject:created:isChallenge:verification:replay:watch:url:image:))
}
