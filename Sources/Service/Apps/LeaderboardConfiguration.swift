public import LaurelDomain
import LaurelScores

/// Every field of a leaderboard that its developer writes (rule 4.2).
public struct LeaderboardConfiguration: Hashable, Sendable {
    public var id: LeaderboardID
    public var referenceName: String
    public var format: ScoreFormat
    public var submissionType: SubmissionType
    public var sortOrder: SortOrder
    public var range: ScoreRange?
    public var isDefault: Bool
    public var isHidden: Bool
    public var isArchived: Bool
    /// In order of language.
    public var localizations: [LeaderboardLocalization]
    /// Parts by their ids in the app.
    public var kind: LeaderboardKind<LeaderboardID>
    /// Of a group: ids of the app's leaderboards that were moved into it. In order.
    public var formerIDs: [LeaderboardID]
    /// The outer nil: the file says nothing about it, and it stays as it is.
    public var replays: ReplayRule??

    public init(
        id: LeaderboardID, referenceName: String, format: ScoreFormat, submissionType: SubmissionType,
        sortOrder: SortOrder, range: ScoreRange?, isDefault: Bool, isHidden: Bool, isArchived: Bool,
        localizations: [LeaderboardLocalization], kind: LeaderboardKind<LeaderboardID> = .classic,
        formerIDs: [LeaderboardID] = [], replays: ReplayRule?? = nil
    ) {
        self.id = id
        self.referenceName = referenceName
        self.format = format
        self.submissionType = submissionType
        self.sortOrder = sortOrder
        self.range = range
        self.isDefault = isDefault
        self.isHidden = isHidden
        self.isArchived = isArchived
        self.localizations = localizations.sorted { $0.language.text < $1.language.text }
        self.kind = kind
        self.formerIDs = formerIDs.sorted { $0.text < $1.text }
        self.replays = replays
    }

    /// - Parameter own: all that were made in the app, moved ones too: what numbers stand for.
    public init(_ leaderboard: Leaderboard, among own: [Leaderboard]) {
        let ids = Dictionary(own.map { ($0.number, $0.id) }) { first, _ in first }
        self.init(
            id: leaderboard.id, referenceName: leaderboard.referenceName, format: leaderboard.format,
            submissionType: leaderboard.submissionType, sortOrder: leaderboard.sortOrder, range: leaderboard.range,
            isDefault: leaderboard.isDefault, isHidden: leaderboard.isHidden, isArchived: leaderboard.isArchived,
            localizations: leaderboard.localizations,
            // Parts are the app's own: each has its id.
            kind: leaderboard.kind.map { ids[$0] } ?? .classic,
            formerIDs: own.filter { $0.movedInto == leaderboard.number }.map(\.id),
            replays: .some(leaderboard.replays))
    }
}
