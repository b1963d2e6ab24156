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

/// A change that took effect (rule 3.4: at once).
public struct ConfiguredLeaderboard: Hashable, Sendable {
    /// Nil after a removal.
    public let leaderboard: Leaderboard?
    /// Entries that a narrower range hides, in both environments together (rule 4.5).
    public let hiddenEntries: Int
}

/// Why a leaderboard is not configured so.
public enum ConfigureLeaderboardError: Error, StoreFailure, Hashable, Sendable {
    case unknownLeaderboard
    case idTaken
    case tooManyLeaderboards(limit: Int)
    /// Frozen once released (rule 3.3).
    case frozen(FrozenField)
    /// A released leaderboard can only be archived.
    case cannotRemoveReleased
    case emptyName
    case nameTooLong(limit: Int)
    /// In a name or a suffix: a control character, or one that turns round or hides what stands beside it.
    case hiddenCharacter
    /// The app's default language must be there (rule 3.6).
    case missingLanguage(LanguageTag)
    case languageTwice(LanguageTag)
    case tooManyLanguages(limit: Int)
    /// Its scores are those of this kind and schedule; it can change while it has none.
    case kindHasScores
    case twoKinds
    case partCount(ClosedRange<Int>)
    case partTwice
    case unknownPart
    case partNotClassic(LeaderboardID)
    /// Another format or order.
    case partDiffers(LeaderboardID)
    /// It is a part of that combined leaderboard, and must stay like it.
    case partOfCombined(LeaderboardID)
    case combinedCannot(CombinedField)
    /// Apps share what has an id that begins with `grp.`.
    case notAGroup
    case unknownShare
    case sharedTwice
    case tooManyShares(limit: Int)
    /// An app whose leaderboard was moved into the group cannot leave it.
    case sharedByMove
    /// A classic leaderboard of one app, not moved yet, can move.
    case cannotMove
    /// Another format, order or type.
    case groupDiffers
    /// This server has no simulator of this name.
    case unknownSimulator(SimulatorName)
    case unavailable
    case broken(reason: String)

    public enum FrozenField: Hashable, Sendable {
        case format, submissionType, sortOrder, isReleased, kind
    }

    /// What a combined leaderboard has not, since its parts have it.
    public enum CombinedField: Hashable, Sendable {
        case range, isDefault, group, replays
    }
}
