import HTTPServer
import LaurelDomain
import LaurelWire
import Service

// Leaderboards, as developers see them.
extension APIHandler {
    func appLeaderboards(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let leaderboards = services.catalogue.leaderboards(of: try find(bundleID).number)
        return .now(
            answers.json(capacity: 4_096) { writer in
                writer.beginObject()
                writer.key("leaderboards")
                writer.beginArray()
                for leaderboard in leaderboards { writer.value(configured: leaderboard) }
                writer.endArray()
                writer.endObject()
            })
    }

    func appLeaderboard(_ bundleID: BundleID, _ id: LeaderboardID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let leaderboard = try find(id, of: try find(bundleID))
        return .now(answers.json { $0.value(configured: leaderboard) })
    }

    func createLeaderboard(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let app = try find(bundleID)
        let new = try NewLeaderboard(wire: try LeaderboardBody(of: request))
        return later(request) { [self] () async throws(Problem) in
            do throws(ConfigureLeaderboardError) {
                let made = try await services.configureLeaderboard.create(new, of: app)
                guard let leaderboard = made.leaderboard else { throw .unavailable }
                return answers.json(.created) { $0.value(configured: leaderboard) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func updateLeaderboard(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ caller: Caller
    ) throws(Problem) -> Reply {
        _ = try caller.administering()
        let app = try find(bundleID)
        let number = try find(id, of: app).number
        let change = try LeaderboardChangeBody(of: request)
        return later(request) { [self] () async throws(Problem) in
            do throws(ConfigureLeaderboardError) {
                let changed = try await services.configureLeaderboard.update(number, of: app) { $0.apply(change) }
                guard let leaderboard = changed.leaderboard else { throw .unknownLeaderboard }
                return answers.json { $0.value(configured: leaderboard, hiddenEntries: changed.hiddenEntries) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func deleteLeaderboard(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardID, _ caller: Caller
    ) throws(Problem) -> Reply {
        _ = try caller.administering()
        let app = try find(bundleID)
        let number = try find(id, of: app).number
        return later(request) { [self] () async throws(Problem) in
            do throws(ConfigureLeaderboardError) {
                try await services.configureLeaderboard.remove(number, of: app)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }
}

extension NewLeaderboard {
    init(wire body: LeaderboardBody) throws(Problem) {
        guard let id = body.id else { throw Problem(.invalidParameter, field: "id") }
        self.init(
            id: id,
            fields: LeaderboardFields(
                referenceName: body.referenceName ?? id.text, format: body.format,
                submissionType: body.submissionType, sortOrder: body.sortOrder, range: body.range,
                isDefault: body.isDefault, isHidden: body.isHidden, localizations: body.localizations))
    }
}

extension LeaderboardFields {
    /// Takes over what the body names.
    fileprivate mutating func apply(_ body: LeaderboardChangeBody) {
        if let value = body.referenceName { referenceName = value }
        if let value = body.format { format = value }
        if let value = body.submissionType { submissionType = value }
        if let value = body.sortOrder { sortOrder = value }
        if let value = body.range { range = value }
        if let value = body.isDefault { isDefault = value }
        if let value = body.isHidden { isHidden = value }
        if let value = body.isArchived { isArchived = value }
        if let value = body.localizations { localizations = value }
    }
}

extension Problem {
    init(from error: ConfigureLeaderboardError) {
        switch error {
        case .unknownLeaderboard: self.init(.unknownLeaderboard)
        case .idTaken: self.init(.conflict, "This id is taken.", field: "id")
        case .tooManyLeaderboards(let limit): self.init(.conflict, "An app has at most \(limit) leaderboards.")
        case .frozen(let field):
            self.init(.conflict, "\(field) is frozen since the release.", field: "\(field)")
        case .cannotRemoveReleased:
            self.init(.conflict, "A released leaderboard can only be archived.")
        case .emptyName: self.init(.invalidParameter, "A name must not be empty.", field: "localizations")
        case .nameTooLong(let limit):
            self.init(.invalidParameter, "Names and suffixes have at most \(limit) characters.", field: "localizations")
        case .hiddenCharacter:
            self.init(
                .invalidParameter, "A name or suffix has a character that cannot be seen.", field: "localizations")
        case .missingLanguage(let language):
            self.init(
                .invalidParameter, "A localization for \(language.text), the app's default, is required.",
                field: "localizations")
        case .languageTwice(let language):
            self.init(.invalidParameter, "\(language.text) is there twice.", field: "localizations")
        case .tooManyLanguages(let limit):
            self.init(.invalidParameter, "At most \(limit) languages.", field: "localizations")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
