public import LaurelDomain

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
