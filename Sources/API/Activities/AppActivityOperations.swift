import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Activities, as developers see them.
extension ActivityFeature {
    func appActivities(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let activities = catalogue.activities.activities(of: try catalogue.find(bundleID).number)
        return .now(answers.json(activities.map { AppActivityAnswer($0) }, as: AppActivityAnswer.list))
    }

    func createActivity(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        let wanted = try ActivityDefinition(wire: try ActivityBody(of: request))
        try words.check(wanted)
        return replies.later(request) { () async throws(ConfigureActivityError) in
            let made = try await ConfigureActivities(apps).create(wanted, of: app, by: administrator)
            return answers.json(.created, AppActivityAnswer(made))
        }
    }

    func updateActivity(
        _ request: Request, _ bundleID: BundleID, _ id: ActivityID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        let body = try ActivityChangeBody(of: request)
        try words.check(body.referenceName, field: "referenceName")
        try words.check(body.localizations ?? [])
        return replies.later(request) { () async throws(ConfigureActivityError) in
            let changed = try await ConfigureActivities(apps).update(id, of: app, by: administrator) {
                $0.apply(body)
            }
            return answers.json(.ok, AppActivityAnswer(changed))
        }
    }

    func deleteActivity(
        _ request: Request, _ bundleID: BundleID, _ id: ActivityID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        return replies.later(request) { () async throws(ConfigureActivityError) in
            try await ConfigureActivities(apps).remove(id, of: app, by: administrator)
            return answers.noContent()
        }
    }
}

extension ActivityDefinition {
    init(wire body: ActivityBody) throws(Problem) {
        guard let id = body.id else { throw Problem(.invalidParameter, field: "id") }
        self.init(id: id, referenceName: body.referenceName ?? id.text, localizations: body.localizations)
        groupID = body.groupID
        playStyle = body.playStyle
        minPlayers = body.minPlayers
        maxPlayers = body.maxPlayers
        properties = body.properties
        fallbackURL = body.fallbackURL
        supportsPartyCodes = body.supportsPartyCodes
        isArchived = body.isArchived
        leaderboards = body.leaderboards
        achievements = body.achievements
        links = body.links
    }

    /// Takes over what the body names.
    fileprivate mutating func apply(_ body: ActivityChangeBody) {
        if let value = body.referenceName { referenceName = value }
        if let value = body.groupID { groupID = value }
        if let value = body.playStyle { playStyle = value }
        if let value = body.minPlayers { minPlayers = value }
        if let value = body.maxPlayers { maxPlayers = value }
        if let value = body.properties { properties = value }
        if let value = body.fallbackURL { fallbackURL = value }
        if let value = body.supportsPartyCodes { supportsPartyCodes = value }
        if let value = body.isArchived { isArchived = value }
        if let value = body.localizations { localizations = value }
        if let value = body.leaderboards { leaderboards = value }
        if let value = body.achievements { achievements = value }
        // What doesn't link to it any more says nothing of it.
        let sources = Set(sources)
        links.removeAll { !sources.contains($0.source) }
        if let value = body.links { links = value }
    }
}

extension ActivityBody {
    /// As the export writes it.
    init(_ activity: ActivityDefinition) {
        self.init()
        id = activity.id
        referenceName = activity.referenceName
        groupID = activity.groupID
        playStyle = activity.playStyle
        minPlayers = activity.minPlayers
        maxPlayers = activity.maxPlayers
        properties = activity.properties
        fallbackURL = activity.fallbackURL
        supportsPartyCodes = activity.supportsPartyCodes
        isArchived = activity.isArchived
        localizations = activity.localizations
        leaderboards = activity.leaderboards
        achievements = activity.achievements
        links = activity.links
    }
}

extension ActivityRefusal: ToldRefusal {
    static var unknown: Problem.Kind { .unknownActivity }
    var problem: Problem { Problem(from: self, of: nil) }
}

extension Problem {
    /// - Parameters:
    ///   - id: named where it is one of many.
    ///   - link: the leaderboard or achievement whose link has something wrong.
    init(from error: ActivityRefusal, of id: ActivityID?, link: String? = nil) {
        let field = id == nil ? link.map { _ in "links" } : "activities"
        let subject = [id?.text, link].compactMap(\.self).map { "\($0): " }.joined()
        let item = RefusedItem(subject: subject, list: field)
        switch error {
        case .idTaken: self = item.idTaken
        case .idTwice: self = item.invalid("This ID appears more than once.", "id")
        case .tooMany(let limit):
            self = .tooMany(limit, "An app can have at most \(limit) activities.", field: field)
        case .title(let limit): self = item.title(limit)
        case .details(let limit): self = item.details(limit)
        case .missingLanguage(let language): self = item.missing(language)
        case .languageTwice(let language): self = item.twice(language)
        case .tooManyLanguages(let limit): self = item.tooManyLanguages(limit)
        case .players(let range):
            self = item.invalid(
                "minPlayers and maxPlayers must be \(range.lowerBound) to \(range.upperBound), and maxPlayers not "
                    + "below minPlayers.", "minPlayers")
        case .tooManyProperties(let limit):
            self = item.tooMany(limit, "At most \(limit) properties are allowed.", "properties")
        case .property(let nameLimit, let valueLimit):
            self = item.invalid(
                "A property's name must have 1 to \(nameLimit) characters, its value at most \(valueLimit), without "
                    + "control characters.", "properties")
        case .propertyTwice(let name): self = item.twice(name, "properties")
        case .propertyReserved(let name):
            self = item.invalid("A property can't be called \(name): links to activities use that name.", "properties")
        case .url(let limit):
            self = item.invalid(
                "fallbackURL must be an http or https URL or a path on this server, with at most \(limit) characters.",
                "fallbackURL")
        case .unknownLeaderboard(let leaderboard):
            self = .unknown(leaderboard, in: subject, field: field ?? "leaderboards")
        case .unknownAchievement(let achievement):
            self.init(
                .unknownAchievement, subject + "No achievement has the ID \(achievement.text).",
                field: field ?? "achievements")
        case .linkTwice(let text): self = item.twice(text, "leaderboards")
        case .tooManyLinks(let limit):
            self = item.invalid("At most \(limit) leaderboards and \(limit) achievements are allowed.", "leaderboards")
        case .link(let text, let refusal): self.init(from: refusal, of: id, link: text)
        case .notLinked:
            self = item.invalid("It has properties, but isn't among the leaderboards and achievements.", "links")
        case .tooManyLinkProperties(let limit):
            self = item.invalid("At most \(limit) properties in all links together are allowed.", "links")
        case .cannotRemoveReleased:
            self.init(.conflict, "A released activity can't be deleted. Archive it instead.")
        }
    }
}
