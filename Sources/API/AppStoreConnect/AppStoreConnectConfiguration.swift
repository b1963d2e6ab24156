import LaurelDomain
import LaurelWire
import LaurelService

/// An app's leaderboards, sets, achievements, activities and challenges as App Store Connect tells of them.
///
/// - Source: App Store Connect API 3.0 and later: `gameCenterLeaderboards`, `gameCenterLeaderboardSets`,
///   `gameCenterAchievements` and what belongs to them.
struct AppStoreConnectConfiguration {
    private(set) var configuration: AppConfiguration
    private(set) var notMapped: [AppStoreConnectNote] = []
    private let resources: JSONAPIResources
    private let present: [LeaderboardID: LeaderboardKind<LeaderboardID>]
    private let presentActivities: [ActivityID: ActivityDefinition]
    private let presentDefinitions: [ChallengeDefinitionID: ChallengeDefinition]
    private let isReleased: Bool
    /// To what each version and localization belongs that was mapped.
    private var owners: [JSONAPIResources.Key: JSONAPIResources.Key] = [:]
    private var language: LanguageTag { configuration.description.defaultLanguage }

    /// - Parameter app: what there is: everything that the documents do not speak of stays.
    init(_ documents: [JSONValue], onto app: AppConfiguration) throws(Problem) {
        resources = try JSONAPIResources(documents)
        configuration = app
        present = Dictionary(app.leaderboards.map { ($0.id, $0.kind) }) { first, _ in first }
        presentActivities = Dictionary((app.activities ?? []).map { ($0.id, $0) }) { first, _ in first }
        presentDefinitions = Dictionary(
            (app.challengeDefinitions ?? []).map { ($0.id, $0) }
        ) { first, _ in first }
        isReleased = app.isReleased
        configuration.leaderboards = []
        configuration.sets = nil
        configuration.activities = nil
        configuration.challengeDefinitions = nil
        configuration.achievements = nil
        try mapLeaderboards()
        yieldDefault(app.leaderboards)
        try mapSets()
        try mapAchievements()
        try mapActivities()
        try mapChallenges()
        noteTheRest()
        guard
            !configuration.leaderboards.isEmpty || configuration.sets != nil || configuration.achievements != nil
                || configuration.activities != nil || configuration.challengeDefinitions != nil
        else {
            throw Problem(
                .invalidParameter,
                "These documents contain no leaderboards, sets, achievements, activities or challenges.",
                field: "documents")
        }
    }

    private typealias Subject = (kind: AppStoreConnectNote.Subject, name: String)

    private mutating func note(_ subject: Subject, _ kind: AppStoreConnectNote.Kind) {
        // More are told to nobody.
        guard notMapped.count < AppStoreConnectPlanAnswer.notMappedLimit else { return }
        notMapped.append(AppStoreConnectNote(subject: subject.kind, name: subject.name, kind: kind))
    }

    /// Before more is made than any plan takes.
    private static func check(_ count: Int, below limit: Int, _ refusal: ConfigurationRefusal) throws(Problem) {
        guard count < limit else { throw Problem(from: refusal) }
    }

    // MARK: Leaderboards

    private mutating func mapLeaderboards() throws(Problem) {
        let limit = LeaderboardSet.appLeaderboardsLimit
        let defaults = Set(
            resources.all("gameCenterDetails").flatMap {
                $0.relationships["defaultLeaderboard", default: []]
                    + $0.relationships["defaultLeaderboardV2", default: []]
            })
        for resource in resources.all("gameCenterLeaderboards") {
            let name: Subject = (.leaderboard, Self.name(of: resource))
            guard let id = leaderboardID(resource) else {
                note(name, .idNotTaken)
                continue
            }
            try Self.check(configuration.leaderboards.count, below: limit, .tooManyLeaderboards(limit: limit))
            let format = Self.formats[resource.text("defaultFormatter") ?? ""]
            if format == nil { note(name, .formatUnknown) }
            noteWhatLeaderboardsLack(resource, name)
            configuration.leaderboards.append(
                LeaderboardConfiguration(
                    id: id,
                    settings: LeaderboardSettings(
                        referenceName: resource.text("referenceName") ?? id.text, format: format ?? .integer,
                        submissionType: resource.text("submissionType") == "MOST_RECENT_SCORE" ? .mostRecent : .best,
                        sortOrder: resource.text("scoreSortType") == "ASC" ? .lowToHigh : .highToLow,
                        range: range(resource, name), isDefault: defaults.contains(resource.key),
                        isHidden: resource.text("visibility") == "HIDE_FOR_ALL",
                        isArchived: resource.flag("archived") ?? false, localizations: try names(of: resource, name)),
                    kind: kind(resource, id, name), staying: Self.unknownToApple))
        }
    }

    /// Settings that Apple's answers say nothing of.
    private static let unknownToApple = Set(LeaderboardSettings.fields.map(\.name)).subtracting([
        "referenceName", "format", "submissionType", "sortOrder", "range", "isDefault", "isHidden", "isArchived",
        "localizations",
    ])

    /// A release froze the kind of what was there: it stays.
    private mutating func kind(
        _ resource: JSONAPIResources.Resource, _ id: LeaderboardID, _ name: Subject
    ) -> LeaderboardKind<LeaderboardID> {
        let (duration, rule) = (resource.text("recurrenceDuration"), resource.text("recurrenceRule"))
        let frozen = isReleased ? present[id] : nil
        guard duration != nil || rule != nil else { return frozen ?? .classic }
        let mapped = AppleRecurrence.recurrence(
            start: resource.text("recurrenceStartDate"), duration: duration, rule: rule)
        let kind = mapped.map { LeaderboardKind<LeaderboardID>.recurring($0) } ?? .classic
        guard mapped != nil, frozen == nil || frozen == kind else {
            note(name, .recurrence)
            return frozen ?? .classic
        }
        return kind
    }

    /// The last one that was made so is the default (rule 4.3).
    private mutating func yieldDefault(_ present: [LeaderboardConfiguration]) {
        guard configuration.leaderboards.contains(where: \.isDefault) else { return }
        let mapped = Set(configuration.leaderboards.map(\.id))
        for var other in present where other.isDefault && !mapped.contains(other.id) {
            other.isDefault = false
            configuration.leaderboards.insert(other, at: 0)
            note((.leaderboard, other.id.text), .defaultNoMore)
        }
    }

    private func leaderboardID(_ resource: JSONAPIResources.Resource) -> LeaderboardID? {
        do throws(InvalidIdentifier) { return try LeaderboardID(resource.text("vendorIdentifier") ?? "") } catch {
            return nil
        }
    }

    private mutating func noteWhatLeaderboardsLack(_ resource: JSONAPIResources.Resource, _ name: Subject) {
        if !resource.relationships["gameCenterGroup", default: []].isEmpty
            || !resource.relationships["groupLeaderboard", default: []].isEmpty
        {
            note(name, .group)
        }
    }

    private mutating func range(_ resource: JSONAPIResources.Resource, _ name: Subject) -> ScoreRange? {
        switch (resource.integer("scoreRangeStart"), resource.integer("scoreRangeEnd")) {
        case (nil, nil): break
        case (let lowest?, let highest?):
            if let range = ScoreRange(lowest: lowest, highest: highest) { return range }
            note(name, .rangeEmpty(lowest: lowest, highest: highest))
        default: note(name, .rangeOpen)
        }
        return nil
    }

    private mutating func names(
        of resource: JSONAPIResources.Resource, _ name: Subject
    ) throws(Problem) -> [LeaderboardLocalization] {
        var names: [LeaderboardLocalization] = []
        for item in try localizations(of: resource, "gameCenterLeaderboard", name) {
            guard let language = tag(item, name) else { continue }
            names.append(
                LeaderboardLocalization(
                    language: language, name: item.text("name") ?? "",
                    description: item.text("description").flatMap { $0.isEmpty ? nil : $0 },
                    formatOverride: item.text("formatterOverride").flatMap { Self.formats[$0] },
                    suffixSingular: item.text("formatterSuffixSingular"), suffixPlural: item.text("formatterSuffix")))
        }
        if let index = stand(names.map(\.language), name) {
            var copy = names[index]
            copy.language = language
            names.append(copy)
        }
        return names
    }

    // MARK: Sets

    private mutating func mapSets() throws(Problem) {
        let limit = LeaderboardSet.countLimit
        for resource in resources.all("gameCenterLeaderboardSets") {
            let name: Subject = (.set, Self.name(of: resource))
            let id: LeaderboardSetID
            do throws(InvalidIdentifier) { id = try LeaderboardSetID(resource.text("vendorIdentifier") ?? "") } catch {
                note(name, .idNotTaken)
                continue
            }
            try Self.check(configuration.sets?.count ?? 0, below: limit, .tooManySets(limit: limit))
            let members = resources.related(
                to: resource.key, link: "gameCenterLeaderboards", type: "gameCenterLeaderboards",
                back: "gameCenterLeaderboardSets")
            let known = members.compactMap(leaderboardID)
            let linked = resource.relationships["gameCenterLeaderboards", default: []].count
            if known.count < linked { note(name, .leaderboardsMissing(linked - known.count)) }
            var names: [SetLocalization] = []
            for item in try localizations(of: resource, "gameCenterLeaderboardSet", name) {
                guard let language = tag(item, name) else { continue }
                names.append(SetLocalization(language: language, name: item.text("name") ?? ""))
            }
            if let index = stand(names.map(\.language), name) {
                names.append(SetLocalization(language: language, name: names[index].name))
            }
            let set = LeaderboardSetConfiguration(
                id: id, referenceName: resource.text("referenceName") ?? id.text, localizations: names,
                leaderboards: known)
            Self.append(set, to: &configuration.sets)
        }
    }

    // MARK: Achievements

    private mutating func mapAchievements() throws(Problem) {
        let limit = Achievement.countLimit
        for resource in resources.all("gameCenterAchievements") {
            let name: Subject = (.achievement, Self.name(of: resource))
            let id: AchievementID
            do throws(InvalidIdentifier) { id = try AchievementID(resource.text("vendorIdentifier") ?? "") } catch {
                note(name, .idNotTaken)
                continue
            }
            try Self.check(configuration.achievements?.count ?? 0, below: limit, .tooManyAchievements(limit: limit))
            var texts: [AchievementLocalization] = []
            for item in try localizations(of: resource, "gameCenterAchievement", name) {
                guard let language = tag(item, name) else { continue }
                texts.append(
                    AchievementLocalization(
                        language: language, title: item.text("name") ?? "",
                        descriptionBefore: item.text("beforeEarnedDescription") ?? "",
                        descriptionAfter: item.text("afterEarnedDescription") ?? ""))
            }
            if let index = stand(texts.map(\.language), name) {
                var copy = texts[index]
                copy.language = language
                texts.append(copy)
            }
            let points = Int(clamping: resource.integer("points") ?? 0)
            let achievement = AchievementConfiguration(
                id: id, referenceName: resource.text("referenceName") ?? id.text, points: points,
                isHidden: resource.flag("showBeforeEarned") == false,
                isRepeatable: resource.flag("repeatable") ?? false,
                isArchived: resource.flag("archived") ?? false, localizations: texts)
            Self.append(achievement, to: &configuration.achievements)
        }
    }
}

extension AppStoreConnectConfiguration {
    /// In its place: there may be thousands.
    private static func append<Element>(_ element: Element, to list: inout [Element]?) {
        if list == nil { list = [element] } else { list?.append(element) }
    }
}

// MARK: Challenges

extension AppStoreConnectConfiguration {
    /// Apple's answers name no durations: all that the leaderboard allows.
    mutating func mapChallenges() throws(Problem) {
        let limit = ChallengeDefinition.countLimit
        for resource in resources.all("gameCenterChallenges") {
            let name: Subject = (.challenge, Self.name(of: resource))
            let id: ChallengeDefinitionID
            do throws(InvalidIdentifier) {
                id = try ChallengeDefinitionID(resource.text("vendorIdentifier") ?? "")
            } catch {
                note(name, .idNotTaken)
                continue
            }
            guard let leaderboard = challengeLeaderboard(of: resource) else {
                note(name, .leaderboardsMissing(1))
                continue
            }
            let count = configuration.challengeDefinitions?.count ?? 0
            try Self.check(count, below: limit, .challengeDefinition(id, .tooMany(limit: limit)))
            var definition = ChallengeDefinition(
                id: id, referenceName: resource.text("referenceName") ?? id.text, leaderboard: leaderboard,
                durations: [], localizations: try texts(of: resource, "gameCenterChallenge", name))
            definition.isRepeatable = resource.flag("repeatable") ?? false
            definition.isArchived = resource.flag("archived") ?? false
            let old = presentDefinitions[id]
            if old?.leaderboard == leaderboard { definition.durations = old?.durations ?? [] }
            definition.groupID = old?.groupID
            definition.oldestAppVersion = old?.oldestAppVersion
            Self.append(definition, to: &configuration.challengeDefinitions)
        }
    }

    private func challengeLeaderboard(of resource: JSONAPIResources.Resource) -> LeaderboardID? {
        for link in ["leaderboardV2", "leaderboard"] {
            let found = resources.related(
                to: resource.key, link: link, type: "gameCenterLeaderboards", back: "challenge")
            if let id = found.compactMap(leaderboardID).first { return id }
        }
        return nil
    }
}

// MARK: Activities

extension AppStoreConnectConfiguration {
    /// What the answers don't say of an activity stays: its group, what links to it, and with which properties.
    mutating func mapActivities() throws(Problem) {
        let limit = ActivityDefinition.countLimit
        let said = linkProperties()
        for resource in resources.all("gameCenterActivities") {
            let name: Subject = (.activity, Self.name(of: resource))
            let id: ActivityID
            do throws(InvalidIdentifier) { id = try ActivityID(resource.text("vendorIdentifier") ?? "") } catch {
                note(name, .idNotTaken)
                continue
            }
            let count = configuration.activities?.count ?? 0
            try Self.check(count, below: limit, .activity(id, .tooMany(limit: limit)))
            let old = presentActivities[id]
            var activity = ActivityDefinition(
                id: id, referenceName: resource.text("referenceName") ?? id.text,
                localizations: try texts(of: resource, "gameCenterActivity", name))
            activity.groupID = old?.groupID
            activity.playStyle = Self.playStyles[resource.text("playStyle") ?? ""] ?? .unspecified
            activity.minPlayers = resource.integer("minimumPlayersCount").map { Int(clamping: $0) } ?? 1
            activity.maxPlayers = resource.integer("maximumPlayersCount").map { Int(clamping: $0) }
            activity.supportsPartyCodes = resource.flag("supportsPartyCode") ?? false
            activity.isArchived = resource.flag("archived") ?? false
            activity.fallbackURL = try newestVersion(of: resource, "gameCenterActivity", name)?.text("fallbackUrl")
            activity.properties = Self.properties(resource, "properties") ?? []
            let boards = linked(to: resource, "leaderboards", "gameCenterLeaderboards")
            let medals = linked(to: resource, "achievements", "gameCenterAchievements")
            let (leaderboards, achievements) = (
                boards.found.compactMap(leaderboardID), medals.found.compactMap(achievementID)
            )
            if leaderboards.count < boards.count {
                note(name, .leaderboardsMissing(boards.count - leaderboards.count))
            }
            if achievements.count < medals.count {
                note(name, .achievementsMissing(medals.count - achievements.count))
            }
            activity.leaderboards = boards.count == 0 ? old?.leaderboards ?? [] : leaderboards
            activity.achievements = medals.count == 0 ? old?.achievements ?? [] : achievements
            let known = Dictionary((old?.links ?? []).map { ($0.source, $0.properties) }) { first, _ in first }
            for source in activity.sources {
                let properties = said[source] ?? known[source] ?? []
                if !properties.isEmpty { activity.links.append(ActivityLink(source, properties)) }
            }
            Self.append(activity, to: &configuration.activities)
        }
        noteStrayProperties()
    }

    /// What leaderboards and achievements say to the activity that they link to (rule 14.3).
    private func linkProperties() -> [ActivityLink.Source: [ActivityProperty]] {
        var found: [ActivityLink.Source: [ActivityProperty]] = [:]
        for resource in resources.all("gameCenterLeaderboards") + resources.all("gameCenterAchievements") {
            guard let source = linkSource(resource) else { continue }
            found[source] = Self.properties(resource, "activityProperties")
        }
        return found
    }

    /// Properties for an activity that the documents don't have.
    private mutating func noteStrayProperties() {
        let linked = Set((configuration.activities ?? []).flatMap(\.sources))
        for resource in resources.all("gameCenterLeaderboards") + resources.all("gameCenterAchievements") {
            guard let source = linkSource(resource), !linked.contains(source),
                Self.properties(resource, "activityProperties")?.isEmpty == false
            else { continue }
            switch source {
            case .leaderboard: note((.leaderboard, source.text), .activityProperties)
            case .achievement: note((.achievement, source.text), .activityProperties)
            }
        }
    }

    private func linkSource(_ resource: JSONAPIResources.Resource) -> ActivityLink.Source? {
        resource.key.type == "gameCenterLeaderboards"
            ? leaderboardID(resource).map { .leaderboard($0) } : achievementID(resource).map { .achievement($0) }
    }

    /// In order of name; nil: it says nothing of them.
    private static func properties(
        _ resource: JSONAPIResources.Resource, _ attribute: String
    ) -> [ActivityProperty]? {
        guard case .object(let properties)? = resource.attributes[attribute] else { return nil }
        return properties.compactMap { name, value in
            if case .string(let text) = value { ActivityProperty(name: name, value: text) } else { nil }
        }.sorted { $0.name < $1.name }
    }

    private static let playStyles: [String: ActivityPlayStyle] = [
        "SYNCHRONOUS": .synchronous, "ASYNCHRONOUS": .asynchronous,
    ]

    /// What links to an activity, under the names of both versions of the API.
    ///
    /// - Returns: those that the documents have, and how many there are in all.
    private func linked(
        to activity: JSONAPIResources.Resource, _ link: String, _ type: String
    ) -> (found: [JSONAPIResources.Resource], count: Int) {
        var found: [JSONAPIResources.Resource] = []
        var (keys, seen): (Set<JSONAPIResources.Key>, Set<JSONAPIResources.Key>) = ([], [])
        for name in [link + "V2", link] {
            keys.formUnion(activity.relationships[name, default: []])
            for resource in resources.related(to: activity.key, link: name, type: type, back: "activity")
            where seen.insert(resource.key).inserted { found.append(resource) }
        }
        return (found, keys.union(seen).count)
    }

    private func achievementID(_ resource: JSONAPIResources.Resource) -> AchievementID? {
        do throws(InvalidIdentifier) { return try AchievementID(resource.text("vendorIdentifier") ?? "") } catch {
            return nil
        }
    }
}

// MARK: Parts

extension AppStoreConnectConfiguration {
    /// Titles and details of an activity or a challenge.
    private mutating func texts(
        of resource: JSONAPIResources.Resource, _ back: String, _ name: Subject
    ) throws(Problem) -> [ActivityLocalization] {
        var texts: [ActivityLocalization] = []
        for item in try localizations(of: resource, back, name) {
            guard let language = tag(item, name) else { continue }
            texts.append(
                ActivityLocalization(
                    language: language, title: item.text("name") ?? "", details: item.text("description") ?? ""))
        }
        if let index = stand(texts.map(\.language), name) {
            var copy = texts[index]
            copy.language = language
            texts.append(copy)
        }
        return texts
    }

    private static func name(of resource: JSONAPIResources.Resource) -> String {
        resource.text("vendorIdentifier") ?? resource.text("referenceName") ?? resource.key.id
    }

    /// Of the thing itself, or of its newest version (API 4).
    private mutating func localizations(
        of resource: JSONAPIResources.Resource, _ back: String, _ name: Subject
    ) throws(Problem) -> [JSONAPIResources.Resource] {
        let type = back + "Localizations"
        var found = resources.related(to: resource.key, link: "localizations", type: type, back: back)
        if found.isEmpty, let version = try newestVersion(of: resource, back, name) {
            found = resources.related(to: version.key, link: "localizations", type: type, back: "version")
        }
        guard found.count <= localizationsLimit else {
            throw Problem(
                .invalidParameter,
                "\(name.kind.rawValue) \(name.name) can have at most \(localizationsLimit) localizations.",
                field: "documents")
        }
        for item in found { try give(item.key, to: resource.key, name) }
        return found
    }

    private mutating func newestVersion(
        of resource: JSONAPIResources.Resource, _ back: String, _ name: Subject
    ) throws(Problem) -> JSONAPIResources.Resource? {
        let short = back.dropFirst("gameCenter".count)
        let versions = resources.related(
            to: resource.key, link: "versions", type: back + "Versions",
            back: short.prefix(1).lowercased() + short.dropFirst())
        let newest = versions.max { $0.integer("version") ?? 0 < $1.integer("version") ?? 0 }
        if let newest { try give(newest.key, to: resource.key, name) }
        return newest
    }

    /// At Apple a version or a localization belongs to one thing. A body of 1 MiB in which thousands of things shared
    /// one would become gigabytes.
    private mutating func give(
        _ part: JSONAPIResources.Key, to owner: JSONAPIResources.Key, _ name: Subject
    ) throws(Problem) {
        guard owners[part, default: owner] == owner else {
            throw Problem(
                .invalidParameter,
                "\(part.type) \(part.id) of \(name.kind.rawValue) \(name.name) belongs to something else already.",
                field: "documents")
        }
        owners[part] = owner
    }

    private mutating func tag(_ item: JSONAPIResources.Resource, _ name: Subject) -> LanguageTag? {
        do throws(InvalidIdentifier) { return try LanguageTag(item.text("locale") ?? "") } catch {
            note(name, .languageMissing)
            return nil
        }
    }

    /// The app's default language is required (rule 3.6), and Apple's locales are often narrower: `en-US` for `en`.
    ///
    /// - Returns: which localization stands for it; nil: it is there, or there is none at all.
    private mutating func stand(_ languages: [LanguageTag], _ name: Subject) -> Int? {
        guard !languages.contains(language), !languages.isEmpty else { return nil }
        let best = languages.indices.max { affinity(languages[$0]) < affinity(languages[$1]) } ?? 0
        note(name, .languageFrom(language.text, standIn: languages[best].text))
        return best
    }

    private func affinity(_ other: LanguageTag) -> Int { language.affinity(to: other) }

    private mutating func noteTheRest() {
        let taken: Set = [
            "gameCenterLeaderboards", "gameCenterLeaderboardLocalizations", "gameCenterLeaderboardVersions",
            "gameCenterLeaderboardSets", "gameCenterLeaderboardSetLocalizations", "gameCenterLeaderboardSetVersions",
            "gameCenterAchievements", "gameCenterAchievementLocalizations", "gameCenterAchievementVersions",
            "gameCenterActivities", "gameCenterActivityLocalizations", "gameCenterActivityVersions",
            "gameCenterChallenges", "gameCenterChallengeLocalizations", "gameCenterChallengeVersions",
            "gameCenterDetails",
        ]
        var rest: [String: Int] = [:]
        for key in resources.keys where !taken.contains(key.type) { rest[key.type, default: 0] += 1 }
        for (type, count) in rest.sorted(by: { $0.key < $1.key }) { note((.resource, type), .leftOut(count)) }
        for index in resources.unfinished {
            note((.document, String(index + 1)), .morePages)
        }
    }

    private static let formats: [String: ScoreFormat] = [
        "INTEGER": .integer, "DECIMAL_POINT_1_PLACE": .fixedPoint1, "DECIMAL_POINT_2_PLACE": .fixedPoint2,
        "DECIMAL_POINT_3_PLACE": .fixedPoint3, "ELAPSED_TIME_MINUTE": .elapsedTimeMinute,
        "ELAPSED_TIME_SECOND": .elapsedTimeSecond, "ELAPSED_TIME_CENTISECOND": .elapsedTimeCentisecond,
        "MONEY_DOLLAR": .dollarWhole, "MONEY_DOLLAR_DECIMAL": .dollarDecimal, "MONEY_EURO": .euroWhole,
        "MONEY_EURO_DECIMAL": .euroDecimal, "MONEY_FRANC": .francWhole, "MONEY_FRANC_DECIMAL": .francDecimal,
        "MONEY_KRONER": .kroneWhole, "MONEY_KRONER_DECIMAL": .kroneDecimal, "MONEY_POUND": .poundWhole,
        "MONEY_POUND_DECIMAL": .poundDecimal, "MONEY_YEN": .yenWhole,
    ]
}
