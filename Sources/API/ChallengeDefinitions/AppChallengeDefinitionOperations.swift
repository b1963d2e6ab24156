import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Challenge definitions, as developers see them.
extension ChallengeDefinitionFeature {
    func appChallengeDefinitions(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let definitions = catalogue.challengeDefinitions.definitions(of: try catalogue.find(bundleID).number)
        return .now(
            answers.json(definitions.map { AppChallengeDefinitionAnswer($0) }, as: AppChallengeDefinitionAnswer.list))
    }

    func createChallengeDefinition(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply
    {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        let wanted = try ChallengeDefinition(wire: try ChallengeDefinitionBody(of: request))
        try words.check(wanted)
        return replies.later(request) { () async throws(ConfigureChallengeDefinitionError) in
            let made = try await ConfigureChallengeDefinitions(apps).create(wanted, of: app, by: administrator)
            return answers.json(.created, AppChallengeDefinitionAnswer(made))
        }
    }

    func updateChallengeDefinition(
        _ request: Request, _ bundleID: BundleID, _ id: ChallengeDefinitionID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        let body = try ChallengeDefinitionChangeBody(of: request)
        try words.check(body.referenceName, field: "referenceName")
        try words.check(body.localizations ?? [])
        return replies.later(request) { () async throws(ConfigureChallengeDefinitionError) in
            let changed = try await ConfigureChallengeDefinitions(apps).update(id, of: app, by: administrator) {
                $0.apply(body)
            }
            return answers.json(.ok, AppChallengeDefinitionAnswer(changed))
        }
    }

    func deleteChallengeDefinition(
        _ request: Request, _ bundleID: BundleID, _ id: ChallengeDefinitionID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        return replies.later(request) { () async throws(ConfigureChallengeDefinitionError) in
            try await ConfigureChallengeDefinitions(apps).remove(id, of: app, by: administrator)
            return answers.noContent()
        }
    }
}

extension ChallengeDefinition {
    init(wire body: ChallengeDefinitionBody) throws(Problem) {
        guard let id = body.id else { throw Problem(.invalidParameter, field: "id") }
        guard let leaderboard = body.leaderboard else { throw Problem(.invalidParameter, field: "leaderboard") }
        self.init(
            id: id, referenceName: body.referenceName ?? id.text, leaderboard: leaderboard,
            durations: body.durations ?? [], localizations: body.localizations)
        groupID = body.groupID
        isRepeatable = body.isRepeatable
        oldestAppVersion = body.oldestAppVersion
        isArchived = body.isArchived
    }

    /// Takes over what the body names.
    fileprivate mutating func apply(_ body: ChallengeDefinitionChangeBody) {
        if let value = body.referenceName { referenceName = value }
        if let value = body.groupID { groupID = value }
        if let value = body.leaderboard { leaderboard = value }
        if let value = body.durations { durations = value }
        if let value = body.isRepeatable { isRepeatable = value }
        if let value = body.oldestAppVersion { oldestAppVersion = value }
        if let value = body.isArchived { isArchived = value }
        if let value = body.localizations { localizations = value }
    }
}

extension ChallengeDefinitionBody {
    /// As the export writes it.
    init(_ definition: ChallengeDefinition) {
        self.init()
        id = definition.id
        referenceName = definition.referenceName
        groupID = definition.groupID
        leaderboard = definition.leaderboard
        durations = definition.durations
        isRepeatable = definition.isRepeatable
        oldestAppVersion = definition.oldestAppVersion
        isArchived = definition.isArchived
        localizations = definition.localizations
    }
}

extension ChallengeDefinitionRefusal: ToldRefusal {
    static var unknown: Problem.Kind { .unknownChallengeDefinition }
    var problem: Problem { Problem(from: self, of: nil) }
}

extension Problem {
    /// - Parameter id: named where it is one of many.
    init(from error: ChallengeDefinitionRefusal, of id: ChallengeDefinitionID?) {
        let field = id == nil ? nil : "challengeDefinitions"
        let subject = id.map { "\($0.text): " } ?? ""
        let item = RefusedItem(subject: subject, list: field)
        switch error {
        case .idTaken: self = item.idTaken
        case .idTwice: self = item.invalid("This ID appears more than once.", "id")
        case .tooMany(let limit):
            self = .tooMany(limit, "An app can have at most \(limit) challenge definitions.", field: field)
        case .title(let limit): self = item.title(limit)
        case .details(let limit): self = item.details(limit)
        case .missingLanguage(let language): self = item.missing(language)
        case .languageTwice(let language): self = item.twice(language)
        case .tooManyLanguages(let limit): self = item.tooManyLanguages(limit)
        case .unknownLeaderboard(let leaderboard):
            self = .unknown(leaderboard, in: subject, field: field ?? "leaderboard")
        case .combinedLeaderboard(let leaderboard):
            self = item.invalid(
                "\(leaderboard.text) is a combined leaderboard, which takes no scores. Use one of its parts.",
                "leaderboard")
        case .durationTwice(let duration): self = item.twice(duration.name, "durations")
        case .durationsOfRecurring:
            self = item.invalid(
                "On a recurring leaderboard, a challenge runs for the rest of the occurrence. Leave durations empty.",
                "durations")
        case .version(let limit):
            self = item.invalid("A version must have 1 to \(limit) digits and dots, as in 2.1.", "oldestAppVersion")
        case .cannotRemoveReleased:
            self.init(.conflict, "A released challenge definition can't be deleted. Archive it instead.")
        }
    }
}
