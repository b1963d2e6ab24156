public import LaurelDomain

/// A leaderboard as players see it, in one language.
public struct LeaderboardAnswer: Answer, Hashable {
    public var id: LeaderboardID
    public var kind: LeaderboardKindAnswer
    public var name: String
    public var description: String?
    /// Nil, as the next two: a word that a newer server has added.
    public var format: ScoreFormat?
    public var sortOrder: SortOrder?
    public var submissionType: SubmissionType?
    public var range: ScoreRange?
    public var isDefault: Bool
    public var isHidden: Bool
    public var isReleased: Bool
    public var isArchived: Bool
    /// The one that runs now; nil in a gap, and if the leaderboard doesn't recur.
    public var occurrence: OccurrenceAnswer?
    /// When it ends.
    public var nextReset: Timestamp?
    /// When the next occurrence begins.
    public var nextStart: Timestamp?
    public var image: PictureAnswer
    public var replays: ReplayRule?
    /// Nil: it links to none.
    public var activity: LinkedActivityAnswer?

    private init(
        id: LeaderboardID, kind: LeaderboardKindAnswer, name: String, description: String?, format: ScoreFormat?,
        sortOrder: SortOrder?, submissionType: SubmissionType?, range: ScoreRange?, isDefault: Bool, isHidden: Bool,
        isReleased: Bool, isArchived: Bool, occurrence: OccurrenceAnswer?, nextReset: Timestamp?,
        nextStart: Timestamp?, image: PictureAnswer, replays: ReplayRule?, activity: LinkedActivityAnswer?
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.description = description
        self.format = format
        self.sortOrder = sortOrder
        self.submissionType = submissionType
        self.range = range
        self.isDefault = isDefault
        self.isHidden = isHidden
        self.isReleased = isReleased
        self.isArchived = isArchived
        self.occurrence = occurrence
        self.nextReset = nextReset
        self.nextStart = nextStart
        self.image = image
        self.replays = replays
        self.activity = activity
    }

    /// - Parameter now: decides which occurrence runs.
    public init(
        leaderboard: Leaderboard, localization: LeaderboardLocalization, kind: LeaderboardKind<LeaderboardID>,
        now: Timestamp, image: PictureAnswer, activity: LinkedActivityAnswer?
    ) {
        let recurrence = leaderboard.kind.recurrence
        let running = recurrence?.running(at: now)
        self.init(
            id: leaderboard.id, kind: LeaderboardKindAnswer(kind), name: localization.name,
            description: localization.description, format: leaderboard.format, sortOrder: leaderboard.sortOrder,
            submissionType: leaderboard.submissionType, range: leaderboard.range, isDefault: leaderboard.isDefault,
            isHidden: leaderboard.isHidden, isReleased: leaderboard.isReleased, isArchived: leaderboard.isArchived,
            occurrence: running.map { OccurrenceAnswer($0) }, nextReset: running?.end,
            nextStart: recurrence?.nextStart(after: now), image: image, replays: leaderboard.replays,
            activity: activity)
    }

    public static let name = "Leaderboard"
    public static let fields = Fields(
        AnswerField("id", .leaderboardID, \.id), AnswerField(LeaderboardKindAnswer.fields, \.kind),
        AnswerField("name", .boardName, \.name), AnswerField(orNull: "description", .boardDescription, \.description),
        AnswerField("format", Shape.scoreFormat.orUnknown, \.format),
        AnswerField("sortOrder", Shape.sortOrder.orUnknown, \.sortOrder),
        AnswerField("submissionType", Shape.submissionType.orUnknown, \.submissionType),
        AnswerField(orNull: "range", .scoreRange, \.range), AnswerField("isDefault", .boolean, \.isDefault),
        AnswerField("isHidden", .boolean, \.isHidden), AnswerField("isReleased", .boolean, \.isReleased),
        AnswerField("isArchived", .boolean, \.isArchived),
        AnswerField(orNull: "occurrence", OccurrenceAnswer.shape, \.occurrence),
        AnswerField(orNull: "nextReset", .timestamp, \.nextReset),
        AnswerField(orNull: "nextStart", .timestamp, \.nextStart), AnswerField("image", PictureAnswer.shape, \.image),
        AnswerField("replays", Shape.replayRule.orNull.unknown(as: nil), \.replays),
        AnswerField(optional: "activity", LinkedActivityAnswer.shape, \.activity),
        make: Self.init(
            id:kind:name:description:format:sortOrder:submissionType:range:isDefault:isHidden:isReleased:isArchived:
            occurrence:nextReset:nextStart:image:replays:activity:))
    public static let list = shape.list(countLimit: 500).held(by: "leaderboards", of: "Leaderboards")
}
