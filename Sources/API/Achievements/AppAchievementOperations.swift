import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Achievements, as developers see them.
extension AchievementFeature {
    func appAchievements(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let achievements = catalogue.achievements.achievements(of: try catalogue.find(bundleID).number)
        return .now(
            answers.json(.ok, achievements.map { AppAchievementAnswer($0) }, as: AppAchievementAnswer.listShape))
    }

    func appAchievement(_ bundleID: BundleID, _ id: AchievementID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let achievement = try catalogue.find(id, of: try catalogue.find(bundleID))
        return .now(answers.json(.ok, AppAchievementAnswer(achievement)))
    }

    func createAchievement(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        let body = try AchievementBody(of: request)
        try words.check(body.referenceName ?? body.id?.text, field: "referenceName")
        try words.check(body.localizations)
        let wanted = try AchievementConfiguration(wire: body)
        return replies.later(request) { () async throws(ConfigureAchievementError) in
            let made = try await configure.create(
                NewAchievement(id: wanted.id, fields: AchievementFields(wanted)), of: app, by: administrator)
            return answers.json(.created, AppAchievementAnswer(made))
        }
    }

    func updateAchievement(
        _ request: Request, _ bundleID: BundleID, _ id: AchievementID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        let number = try catalogue.find(id, of: app).number
        let change = try AchievementChangeBody(of: request)
        try words.check(change.referenceName, field: "referenceName")
        try words.check(change.localizations ?? [])
        return replies.later(request) { () async throws(ConfigureAchievementError) in
            let changed = try await configure.update(number, of: app, by: administrator) {
                $0.apply(change)
            }
            return answers.json(.ok, AppAchievementAnswer(changed))
        }
    }

    func deleteAchievement(
        _ request: Request, _ bundleID: BundleID, _ id: AchievementID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        let number = try catalogue.find(id, of: app).number
        return replies.later(request) { () async throws(ConfigureAchievementError) in
            try await configure.remove(number, of: app, by: administrator)
            return answers.noContent()
        }
    }
}

extension AchievementConfiguration {
    init(wire body: AchievementBody, isArchived: Bool = false) throws(Problem) {
        guard let id = body.id else { throw Problem(.invalidParameter, field: "id") }
        self.init(
            id: id, referenceName: body.referenceName ?? id.text, points: body.points, isHidden: body.isHidden,
            isRepeatable: body.isRepeatable, isArchived: isArchived, localizations: body.localizations)
    }
}

extension AchievementFields {
    /// Takes over what the body names.
    fileprivate mutating func apply(_ body: AchievementChangeBody) {
        if let value = body.referenceName { referenceName = value }
        if let value = body.points { points = value }
        if let value = body.isHidden { isHidden = value }
        if let value = body.isRepeatable { isRepeatable = value }
        if let value = body.isArchived { isArchived = value }
        if let value = body.localizations { localizations = value }
    }
}

extension JSONWriter {
    /// As a configuration has it, and an import reads it.
    mutating func value(_ configuration: AchievementConfiguration) {
        let achievement = configuration.achievement
        var body = ConfiguredAchievementBody()
        body.achievement.id = achievement.id
        body.achievement.referenceName = achievement.referenceName
        body.achievement.points = achievement.points
        body.achievement.isHidden = achievement.isHidden
        body.achievement.isRepeatable = achievement.isRepeatable
        body.achievement.localizations = achievement.localizations
        body.isArchived = achievement.isArchived
        value(body, as: ConfiguredAchievementBody.shape)
    }
}

extension Problem {
    init(from error: ConfigureAchievementError) {
        switch error {
        case .unknownAchievement: self.init(.unknownAchievement)
        case .idTaken: self.init(.conflict, error.sentence, field: "id", reason: .taken)
        case .pointsOutOfRange(let limit):
            self.init(
                .invalidParameter, error.sentence, field: "points", reason: .integer,
                values: Values(minimum: 0, maximum: limit))
        case .tooManyPoints(let limit):
            self.init(
                .conflict, error.sentence, field: "points", reason: .tooManyPoints, values: Values(maximum: limit))
        case .frozen(let field): self.init(.conflict, error.sentence, field: "\(field)", reason: .frozen)
        case .tooManyAchievements(let limit): self = .tooMany(limit, error.sentence)
        case .cannotRemoveReleased: self.init(.conflict, error.sentence)
        case .missingLanguage(let language):
            self.init(
                .invalidParameter, error.sentence, field: "localizations", reason: .noLocalization,
                values: Values(language: language.text))
        case .languageTwice(let language): self = .twice(language.text, in: "localizations")
        case .tooManyLanguages(let limit):
            self = .tooMany(limit, error.sentence, kind: .invalidParameter, field: "localizations")
        case .textTooLong(let limit):
            self.init(
                .invalidParameter, error.sentence, field: "localizations", reason: .tooLong,
                values: Values(maximum: limit))
        case .emptyText, .hiddenCharacter:
            self.init(.invalidParameter, error.sentence, field: "localizations")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
