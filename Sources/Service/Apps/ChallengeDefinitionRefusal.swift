public import LaurelDomain
import LaurelScores

/// What is wrong with a challenge definition.
public enum ChallengeDefinitionRefusal: Error, Hashable, Sendable {
    case idTaken
    case idTwice
    case tooMany(limit: Int)
    /// A title, a reference name or a group ID.
    case title(limit: Int)
    case details(limit: Int)
    case missingLanguage(LanguageTag)
    case languageTwice(LanguageTag)
    case tooManyLanguages(limit: Int)
    case unknownLeaderboard(LeaderboardID)
    /// It takes no scores itself.
    case combinedLeaderboard(LeaderboardID)
    case durationTwice(ChallengeDuration)
    /// A recurring leaderboard's occurrence says how long.
    case durationsOfRecurring
    case version(limit: Int)
    /// Challenges of it may be running.
    case cannotRemoveReleased
}

extension ChallengeDefinitionRefusal: TextRefusal {}

/// How a leaderboard's kind says for how long players compete on it.
enum ChallengeLeaderboard: Hashable, Sendable {
    case classic
    case recurring
    /// Nobody can.
    case combined

    init<Part>(_ kind: LeaderboardKind<Part>) {
        switch kind {
        case .classic: self = .classic
        case .recurring: self = .recurring
        case .combined: self = .combined
        }
    }
}

extension ChallengeDefinition {
    /// As it is kept: in order, and with all durations if it names none.
    ///
    /// - Parameters:
    ///   - kind: of the leaderboard; nil: the app has none with this ID.
    ///   - old: what it takes the place of. A leaderboard that is gone or recurs since then keeps nobody from changing
    ///     the rest.
    func checked(
        _ language: LanguageTag, on kind: ChallengeLeaderboard?, replacing old: ChallengeDefinition?
    ) throws(ChallengeDefinitionRefusal) -> ChallengeDefinition {
        try checkTexts(language)
        var ordered = inOrder()
        let isSame = old?.leaderboard == leaderboard && old?.durations == ordered.durations
        switch kind {
        case nil: guard isSame else { throw .unknownLeaderboard(leaderboard) }
        case .combined: throw .combinedLeaderboard(leaderboard)
        case .recurring:
            guard durations.isEmpty || isSame else { throw .durationsOfRecurring }
            ordered.durations = []
        case .classic:
            var seen: Set<ChallengeDuration> = []
            for duration in durations { guard seen.insert(duration).inserted else { throw .durationTwice(duration) } }
            if durations.isEmpty { ordered.durations = ChallengeDuration.allCases }
        }
        return ordered
    }

    private func checkTexts(_ language: LanguageTag) throws(ChallengeDefinitionRefusal) {
        try ChallengeDefinitionRefusal.check(
            titles: [referenceName] + localizations.map(\.title) + (groupID.map { [$0] } ?? []),
            limit: Self.titleLimit, details: localizations.map(\.details), limit: Self.detailsLimit)
        if let version = oldestAppVersion, AppVersion(version) == nil { throw .version(limit: Self.versionLimit) }
        try ChallengeDefinitionRefusal.check(localizations.map(\.language), language)
    }
}
