public import LaurelDomain
import LaurelScores

/// What is wrong with an activity.
public enum ActivityRefusal: Error, Hashable, Sendable {
    case idTaken
    case idTwice
    case tooMany(limit: Int)
    /// A title, a reference name or a group ID.
    case title(limit: Int)
    case details(limit: Int)
    case missingLanguage(LanguageTag)
    case languageTwice(LanguageTag)
    case tooManyLanguages(limit: Int)
    case players(ClosedRange<Int>)
    case tooManyProperties(limit: Int)
    case property(nameLimit: Int, valueLimit: Int)
    case propertyTwice(String)
    /// The name stands for something else in a link.
    case propertyReserved(String)
    case url(limit: Int)
    case unknownLeaderboard(LeaderboardID)
    case unknownAchievement(AchievementID)
    /// A leaderboard or an achievement.
    case linkTwice(String)
    case tooManyLinks(limit: Int)
    /// What is wrong with the properties of the link of this leaderboard or achievement.
    indirect case link(String, ActivityRefusal)
    /// It has properties for an activity that it doesn't link to.
    case notLinked
    case tooManyLinkProperties(limit: Int)
    /// Players may have links to it.
    case cannotRemoveReleased
}

extension ActivityRefusal: TextRefusal {}

extension ActivityDefinition {
    /// - Parameters:
    ///   - leaderboards, achievements: of the app.
    func check(
        _ language: LanguageTag, leaderboards known: Set<LeaderboardID>, achievements medals: Set<AchievementID>
    ) throws(ActivityRefusal) {
        try checkTexts(language)
        guard Self.players.contains(minPlayers), maxPlayers.map(Self.players.contains) ?? true,
            minPlayers <= maxPlayers ?? minPlayers
        else { throw .players(Self.players) }
        try Self.check(properties)
        if let fallbackURL {
            guard fallbackURL.utf8.count <= Self.urlLimit, AppDescription.isLink(fallbackURL) else {
                throw .url(limit: Self.urlLimit)
            }
        }
        guard leaderboards.count <= Self.linksLimit, achievements.count <= Self.linksLimit else {
            throw .tooManyLinks(limit: Self.linksLimit)
        }
        var boards: Set<LeaderboardID> = []
        for id in leaderboards {
            guard known.contains(id) else { throw .unknownLeaderboard(id) }
            guard boards.insert(id).inserted else { throw .linkTwice(id.text) }
        }
        var earned: Set<AchievementID> = []
        for id in achievements {
            guard medals.contains(id) else { throw .unknownAchievement(id) }
            guard earned.insert(id).inserted else { throw .linkTwice(id.text) }
        }
        try checkLinks()
    }

    private func checkLinks() throws(ActivityRefusal) {
        let linked = Set(sources)
        var seen: Set<ActivityLink.Source> = []
        for link in links {
            let text = link.source.text
            guard linked.contains(link.source) else { throw .link(text, .notLinked) }
            guard seen.insert(link.source).inserted else { throw .link(text, .idTwice) }
            do throws(ActivityRefusal) { try Self.check(link.properties) } catch { throw .link(text, error) }
            // The game gets them together.
            guard properties(linkedBy: link.source).count <= Self.propertiesLimit else {
                throw .link(text, .tooManyProperties(limit: Self.propertiesLimit))
            }
        }
        guard links.reduce(0, { $0 + $1.properties.count }) <= Self.linkPropertiesLimit else {
            throw .tooManyLinkProperties(limit: Self.linkPropertiesLimit)
        }
    }

    private func checkTexts(_ language: LanguageTag) throws(ActivityRefusal) {
        try ActivityRefusal.check(
            titles: [referenceName] + localizations.map(\.title) + (groupID.map { [$0] } ?? []),
            limit: Self.titleLimit, details: localizations.map(\.details), limit: Self.detailsLimit)
        try ActivityRefusal.check(localizations.map(\.language), language)
    }

    private static func check(_ properties: [ActivityProperty]) throws(ActivityRefusal) {
        guard properties.count <= propertiesLimit else { throw .tooManyProperties(limit: propertiesLimit) }
        var names: Set<String> = []
        for property in properties {
            guard !property.name.isEmpty, PlainText.holds(property.name, limit: propertyNameLimit),
                PlainText.holds(property.value, limit: propertyValueLimit)
            else { throw .property(nameLimit: propertyNameLimit, valueLimit: propertyValueLimit) }
            guard !reservedPropertyNames.contains(property.name) else { throw .propertyReserved(property.name) }
            guard names.insert(property.name).inserted else { throw .propertyTwice(property.name) }
        }
    }
}
