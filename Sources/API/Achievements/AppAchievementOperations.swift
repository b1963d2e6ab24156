import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Achievements, as developers see them.
extension APIHandler {
    func appAchievements(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let achievements = services.catalogue.achievements.achievements(of: try find(bundleID).number)
        return .now(
            answers.json(capacity: 4_096) { writer in
                writer.beginObject()
                writer.key("achievements")
                writer.beginArray()
                for achievement in achievements { writer.value(configured: achievement) }
                writer.endArray()
                writer.endObject()
            })
    }

    func appAchievement(_ bundleID: BundleID, _ id: AchievementID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let achievement = try find(id, of: try find(bundleID))
        return .now(answers.json { $0.value(configured: achievement) })
    }

    func createAchievement(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try find(bundleID)
        let body = try AchievementBody(of: request)
        try checkWords(body.referenceName ?? body.id?.text, field: "referenceName")
        try checkWords(body.localizations)
        let wanted = try AchievementConfiguration(wire: body)
        return later(request) { [self] () async throws(Problem) in
            do throws(ConfigureAchievementError) {
                let made = try await services.configureAchievement.create(
                    NewAchievement(id: wanted.id, fields: AchievementFields(wanted)), of: app, by: administrator)
                return answers.json(.created) { $0.value(configured: made) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func updateAchievement(
        _ request: Request, _ bundleID: BundleID, _ id: AchievementID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try find(bundleID)
        let number = try find(id, of: app).number
        let change = try AchievementChangeBody(of: request)
        try checkWords(change.referenceName, field: "referenceName")
        try checkWords(change.localizations ?? [])
        return later(request) { [self] () async throws(Problem) in
            do throws(ConfigureAchievementError) {
                let changed = try await services.configureAchievement.update(number, of: app, by: administrator) {
                    $0.apply(change)
                }
                return answers.json { $0.value(configured: changed) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func deleteAchievement(
        _ request: Request, _ bundleID: BundleID, _ id: AchievementID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try find(bundleID)
        let number = try find(id, of: app).number
        return later(request) { [self] () async throws(Problem) in
            do throws(ConfigureAchievementError) {
                try await services.configureAchievement.remove(number, of: app, by: administrator)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
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
    mutating func value(_ configuration: AchievementConfiguration) {
        beginObject()
        configurationFields(of: configuration.achievement)
        endObject()
    }
}

extension Problem {
    init(from error: ConfigureAchievementError) {
        switch error {
        case .unknownAchievement: self.init(.unknownAchievement)
        case .idTaken: self.init(.conflict, "This ID is already taken.", field: "id")
        case .pointsOutOfRange: self.init(.invalidParameter, error.sentence, field: "points")
        case .tooManyPoints: self.init(.conflict, error.sentence, field: "points")
        case .frozen(let field): self.init(.conflict, error.sentence, field: "\(field)")
        case .tooManyAchievements, .cannotRemoveReleased: self.init(.conflict, error.sentence)
        case .emptyText, .textTooLong, .hiddenCharacter, .missingLanguage, .languageTwice, .tooManyLanguages:
            self.init(.invalidParameter, error.sentence, field: "localizations")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
