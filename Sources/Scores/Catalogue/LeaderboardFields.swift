public import LaurelDomain

/// What a developer may say about a leaderboard (rule 4.2).
public struct LeaderboardFields: Hashable, Sendable {
    public var referenceName: String
    public var format: ScoreFormat
    public var submissionType: SubmissionType
    public var sortOrder: SortOrder
    public var range: ScoreRange?
    public var isDefault: Bool
    public var isHidden: Bool
    /// Can become true, never false again (rule 3.3).
    public var isReleased: Bool
    public var isArchived: Bool
    public var localizations: [LeaderboardLocalization]
    /// Can change while it has no scores; the parts of a combined one at any time.
    public var kind: LeaderboardKind<LeaderboardNumber>
    /// The other apps of the team that share a group.
    public var sharedWith: [AppNumber]
    public var replays: ReplayRule?

    public init(
        referenceName: String, format: ScoreFormat = .integer, submissionType: SubmissionType = .best,
        sortOrder: SortOrder = .highToLow, range: ScoreRange? = nil, isDefault: Bool = false, isHidden: Bool = false,
        isReleased: Bool = false, isArchived: Bool = false, localizations: [LeaderboardLocalization],
        kind: LeaderboardKind<LeaderboardNumber> = .classic, sharedWith: [AppNumber] = [],
        replays: ReplayRule? = nil
    ) {
        self.referenceName = referenceName
        self.format = format
        self.submissionType = submissionType
        self.sortOrder = sortOrder
        self.range = range
        self.isDefault = isDefault
        self.isHidden = isHidden
        self.isReleased = isReleased
        self.isArchived = isArchived
        self.localizations = localizations
        self.kind = kind
        self.sharedWith = sharedWith
        self.replays = replays
    }

    public init(_ leaderboard: Leaderboard) {
        self.init(
            referenceName: leaderboard.referenceName, format: leaderboard.format,
            submissionType: leaderboard.submissionType, sortOrder: leaderboard.sortOrder, range: leaderboard.range,
            isDefault: leaderboard.isDefault, isHidden: leaderboard.isHidden, isReleased: leaderboard.isReleased,
            isArchived: leaderboard.isArchived, localizations: leaderboard.localizations, kind: leaderboard.kind,
            sharedWith: leaderboard.sharedWith, replays: leaderboard.replays)
    }

    func leaderboard(_ number: LeaderboardNumber, _ app: AppNumber, _ id: LeaderboardID) -> Leaderboard {
        Leaderboard(
            number: number, app: app, id: id, referenceName: referenceName, format: format,
            submissionType: submissionType, sortOrder: sortOrder, range: range, isDefault: isDefault,
            isHidden: isHidden, isReleased: isReleased, isArchived: isArchived, localizations: localizations,
            kind: kind, sharedWith: sharedWith, replays: replays)
    }
}

/// A leaderboard that is not there yet.
public struct NewLeaderboard: Hashable, Sendable {
    public let id: LeaderboardID
    public var fields: LeaderboardFields
    public init(id: LeaderboardID, fields: LeaderboardFields) {
        self.id = id
        self.fields = fields
    }
}
