public import LaurelDomain

/// What is wrong with a set.
public enum SetRefusal: Error, Hashable, Sendable {
    case idTaken
    case tooMany(limit: Int)
    /// The app has more leaderboards than one without sets may have.
    case lastSet(limit: Int)
    case name(limit: Int)
    case missingLanguage(LanguageTag)
    case languageTwice(LanguageTag)
    case tooManyLanguages(limit: Int)
    case unknownLeaderboard(LeaderboardID)
    case leaderboardTwice(LeaderboardID)
    case tooManyLeaderboards(limit: Int)
    /// A name within the set for a leaderboard that is not in it.
    case nameOfStranger(LeaderboardID)
    case nameTwice(LeaderboardID, LanguageTag)
    case tooManyNames(limit: Int)
}

extension SetRefusal: LanguageRefusal {}
