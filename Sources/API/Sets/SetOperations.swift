import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Sets of leaderboards, and players' own default leaderboards (rules 4.1, 4.3).
extension APIHandler {
    func sets(
        _ request: Request, _ bundleID: BundleID, _ language: LanguageTag?, _ environment: Environment?,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let (app, environment) = try place(bundleID, environment, caller, isReading: true)
        let wishes = languages(language, request)
        return .now(
            answers.json { writer in
                writer.beginObject()
                writer.key("sets")
                writer.beginArray()
                for set in services.catalogue.shownSets(of: app, in: environment) {
                    writer.beginObject()
                    writer.field("id", set.id.text)
                    writer.field("name", set.name(for: wishes, default: app.defaultLanguage))
                    writer.value(leaderboards: set.leaderboards)
                    writer.value(
                        leaderboardNames: set.leaderboardNames(for: wishes, default: app.defaultLanguage))
                    writer.field("image", picture(of: set, in: app, for: wishes))
                    writer.endObject()
                }
                writer.endArray()
                writer.endObject()
            })
    }

    // MARK: Configuration

    func appSets(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let sets = services.catalogue.sets.sets(of: try find(bundleID).number)
        return .now(
            answers.json { writer in
                writer.beginObject()
                writer.key("sets")
                writer.beginArray()
                for set in sets { writer.value(configured: set) }
                writer.endArray()
                writer.endObject()
            })
    }

    func createSet(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try find(bundleID)
        let body = try LeaderboardSetBody(of: request)
        try checkWords(body.referenceName ?? body.id?.text, field: "referenceName")
        try checkWords(body.localizations)
        let wanted = try LeaderboardSetConfiguration(wire: body)
        return later(request) { [self] () async throws(Problem) in
            do throws(ConfigureSetError) {
                let set = try await ConfigureSets(services.apps).create(wanted, of: app, by: administrator)
                return answers.json(.created) { $0.value(configured: set) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func updateSet(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardSetID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try find(bundleID)
        let body = try LeaderboardSetChangeBody(of: request)
        try checkWords(body.referenceName, field: "referenceName")
        try checkWords(body.localizations ?? [])
        return later(request) { [self] () async throws(Problem) in
            do throws(ConfigureSetError) {
                let set = try await ConfigureSets(services.apps).update(id, of: app, by: administrator) { set in
                    if let name = body.referenceName { set.referenceName = name }
                    if let localizations = body.localizations { set.localizations = localizations }
                    if let leaderboards = body.leaderboards {
                        set.leaderboards = leaderboards
                        set.leaderboardNames = nil
                    }
                    if let names = body.leaderboardNames { set.leaderboardNames = names }
                }
                return answers.json { $0.value(configured: set) }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func deleteSet(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardSetID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try find(bundleID)
        return later(request) { [self] () async throws(Problem) in
            do throws(ConfigureSetError) {
                try await ConfigureSets(services.apps).remove(id, of: app, by: administrator)
            } catch {
                throw Problem(from: error)
            }
            return answers.noContent()
        }
    }

    // MARK: Default leaderboard

    func defaultLeaderboard(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, _) = try place(bundleID, nil, caller, isReading: true)
        return .now(
            answer(ofDefault: services.catalogue.defaultLeaderboard(of: app.number, for: session.player), app, session))
    }

    func chooseDefaultLeaderboard(
        _ request: Request, _ bundleID: BundleID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, _) = try place(bundleID, nil, caller, isReading: true)
        let body = try DefaultLeaderboardBody(of: request)
        return later(request) { [self] () async throws(Problem) in
            do throws(ChooseDefaultError) {
                let chosen = try await ChooseDefaultLeaderboard(services.apps)(
                    body.leaderboard, of: session.player, in: app)
                return answer(ofDefault: chosen, app, session)
            } catch {
                throw Problem(from: error)
            }
        }
    }

    private func answer(ofDefault leaderboard: Leaderboard?, _ app: App, _ session: Session) -> Response {
        let own = services.catalogue.defaults.leaderboard(of: session.player, in: app.number)
        return answers.json { writer in
            writer.beginObject()
            writer.field("leaderboard", leaderboard?.id.text)
            writer.field("isOwn", own != nil && own == leaderboard?.number)
            writer.endObject()
        }
    }
}

extension LeaderboardSetConfiguration {
    init(wire body: LeaderboardSetBody) throws(Problem) {
        guard let id = body.id else { throw Problem(.invalidParameter, field: "id") }
        self.init(
            id: id, referenceName: body.referenceName ?? id.text, localizations: body.localizations,
            leaderboards: body.leaderboards, leaderboardNames: body.leaderboardNames)
    }
}

extension JSONWriter {
    mutating func value(_ set: LeaderboardSetConfiguration) {
        beginObject()
        fields(
            ofSet: set.id, set.referenceName, set.localizations, set.leaderboards, set.leaderboardNames ?? [])
        endObject()
    }
}

extension Problem {
    init(from error: ConfigureSetError) {
        switch error {
        case .unknownSet: self.init(.unknownSet)
        case .refused(let refusal): self.init(from: refusal, of: nil)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    /// - Parameter id: named where it is one of many.
    init(from error: SetRefusal, of id: LeaderboardSetID?) {
        let field = id == nil ? nil : "sets"
        let subject = id.map { "\($0.text): " } ?? ""
        func invalid(_ detail: String, _ place: String) -> Problem {
            Problem(.invalidParameter, subject + detail, field: field ?? place)
        }
        switch error {
        case .idTaken: self.init(.conflict, subject + "This ID is already taken.", field: field ?? "id")
        case .tooManySets(let limit): self.init(.conflict, "An app can have at most \(limit) sets.", field: field)
        case .lastSet(let limit):
            self.init(.conflict, "Without sets, an app can have at most \(limit) leaderboards. This one has more.")
        case .name(let limit):
            self = invalid("A name must have 1 to \(limit) characters and no control characters.", "localizations")
        case .missingLanguage(let language):
            self = invalid(
                "A localization in \(language.text), the app's default language, is required.", "localizations")
        case .languageTwice(let language): self = invalid("\(language.text) appears more than once.", "localizations")
        case .tooManyLanguages(let limit): self = invalid("At most \(limit) languages are allowed.", "localizations")
        case .unknownLeaderboard(let leaderboard):
            self = .unknown(leaderboard, in: subject, field: field ?? "leaderboards")
        case .leaderboardTwice(let leaderboard):
            self = invalid("\(leaderboard.text) appears more than once.", "leaderboards")
        case .tooManyLeaderboards(let limit):
            self = invalid("A set can have at most \(limit) leaderboards.", "leaderboards")
        case .nameOfStranger(let leaderboard):
            self = invalid("\(leaderboard.text) has a name but isn't in the set.", "leaderboardNames")
        case .nameTwice(let leaderboard, let language):
            self = invalid("\(leaderboard.text) has more than one name in \(language.text).", "leaderboardNames")
        case .tooManyNames(let limit): self = invalid("At most \(limit) names are allowed.", "leaderboardNames")
        }
    }

    init(from error: ChooseDefaultError) {
        switch error {
        case .unknownLeaderboard(let id): self = .unknown(id, field: "leaderboard")
        case .archived(let id):
            self.init(.leaderboardArchived, "Leaderboard \(id.text) is archived.", field: "leaderboard")
        case .combined(let id):
            self.init(.combinedLeaderboard, "Leaderboard \(id.text) combines others.", field: "leaderboard")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
