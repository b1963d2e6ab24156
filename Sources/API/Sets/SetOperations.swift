import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Sets of leaderboards, and players' own default leaderboards (rules 4.1, 4.3).
struct SetFeature: Sendable {
    let apps: Apps
    let catalogue: Catalogue
    let pictures: Pictures
    let words: WordChecks
    let answers: Answers
    let replies: Replies

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: SetRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list(let id, let language, let environment): try sets(request, id, language, environment, caller)
        case .defaultLeaderboard(let id): try defaultLeaderboard(id, caller)
        case .chooseDefaultLeaderboard(let id): try chooseDefaultLeaderboard(request, id, caller)
        case .configured(let id): try appSets(id, caller)
        case .create(let id): try createSet(request, id, caller)
        case .update(let id, let set): try updateSet(request, id, set, caller)
        case .delete(let id, let set): try deleteSet(request, id, set, caller)
        }
    }

    func sets(
        _ request: Request, _ bundleID: BundleID, _ language: LanguageTag?, _ environment: Environment?,
        _ caller: Caller
    ) throws(Problem) -> Reply {
        let (app, environment) = try catalogue.resolve(bundleID, environment, caller, isReading: true)
        let languages = request.languages(language)
        let sets = catalogue.shownSets(of: app, in: environment).map { set in
            LeaderboardSetAnswer(
                id: set.id, text: set.name(for: languages, default: app.defaultLanguage),
                leaderboards: set.leaderboards,
                leaderboardNames: set.leaderboardNames(for: languages, default: app.defaultLanguage).map {
                    LeaderboardSetAnswer.LeaderboardName(leaderboard: $0.leaderboard, text: $0.name)
                },
                image: pictures.picture(of: set, in: app, for: languages))
        }
        return .now(answers.json(sets, as: LeaderboardSetAnswer.list))
    }

    // MARK: Configuration

    func appSets(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let sets = catalogue.currentSets(of: try catalogue.find(bundleID).number)
        return .now(answers.json(sets.map(LeaderboardSetBody.init(_:)), as: AppLeaderboardSetAnswer.list))
    }

    func createSet(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        let body = try LeaderboardSetBody(of: request)
        try words.check(body.referenceName ?? body.id?.text, field: "referenceName")
        try words.check(body.localizations)
        let wanted = try LeaderboardSetConfiguration(wire: body)
        return replies.later(request) { () async throws(ConfigureSetError) in
            let set = try await ConfigureSets(apps).create(wanted, of: app, by: administrator)
            return answers.json(.created, LeaderboardSetBody(set), as: AppLeaderboardSetAnswer.shape)
        }
    }

    func updateSet(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardSetID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        let body = try LeaderboardSetChangeBody(of: request)
        try words.check(body.referenceName, field: "referenceName")
        try words.check(body.localizations ?? [])
        return replies.later(request) { () async throws(ConfigureSetError) in
            let set = try await ConfigureSets(apps).update(id, of: app, by: administrator) { set in
                if let name = body.referenceName { set.referenceName = name }
                if let localizations = body.localizations { set.localizations = localizations }
                if let leaderboards = body.leaderboards {
                    set.leaderboards = leaderboards
                    set.leaderboardNames = nil
                }
                if let names = body.leaderboardNames { set.leaderboardNames = names }
            }
            return answers.json(LeaderboardSetBody(set), as: AppLeaderboardSetAnswer.shape)
        }
    }

    func deleteSet(
        _ request: Request, _ bundleID: BundleID, _ id: LeaderboardSetID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        return replies.later(request) { () async throws(ConfigureSetError) in
            try await ConfigureSets(apps).remove(id, of: app, by: administrator)
            return answers.noContent()
        }
    }

    // MARK: Default leaderboard

    func defaultLeaderboard(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, _) = try catalogue.resolve(bundleID, nil, caller, isReading: true)
        return .now(
            answer(ofDefault: catalogue.defaultLeaderboard(of: app.number, for: session.player), app, session))
    }

    func chooseDefaultLeaderboard(
        _ request: Request, _ bundleID: BundleID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let (app, _) = try catalogue.resolve(bundleID, nil, caller, isReading: true)
        let body = try DefaultLeaderboardBody(of: request)
        return replies.later(request) { () async throws(ChooseDefaultError) in
            let chosen = try await ChooseDefaultLeaderboard(apps)(
                body.leaderboard, of: session.player, in: app)
            return answer(ofDefault: chosen, app, session)
        }
    }

    private func answer(ofDefault leaderboard: Leaderboard?, _ app: App, _ session: Session) -> Response {
        let own = catalogue.defaults.leaderboard(of: session.player, in: app.number)
        return answers.json(
            DefaultLeaderboardAnswer(leaderboard: leaderboard?.id, isOwn: own != nil && own == leaderboard?.number))
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

extension LeaderboardSetBody {
    init(_ set: LeaderboardSet) { self.init(LeaderboardSetConfiguration(set)) }

    /// As the export writes it.
    init(_ set: LeaderboardSetConfiguration) {
        self.init()
        id = set.id
        referenceName = set.referenceName
        localizations = set.localizations
        leaderboards = set.leaderboards
        leaderboardNames = set.leaderboardNames ?? []
    }
}

extension SetRefusal: ToldRefusal {
    static var unknown: Problem.Kind { .unknownSet }
    var problem: Problem { Problem(from: self, of: nil) }
}

extension Problem {
    /// - Parameter id: named where it is one of many.
    init(from error: SetRefusal, of id: LeaderboardSetID?) {
        let field = id == nil ? nil : "sets"
        let subject = id.map { "\($0.text): " } ?? ""
        let item = RefusedItem(subject: subject, list: field)
        switch error {
        case .idTaken: self = item.idTaken
        case .tooMany(let limit): self = .tooMany(limit, "An app can have at most \(limit) sets.", field: field)
        case .lastSet(let limit):
            self.init(.conflict, "Without sets, an app can have at most \(limit) leaderboards. This one has more.")
        case .name(let limit): self = item.name("A name", limit)
        case .missingLanguage(let language): self = item.missing(language)
        case .languageTwice(let language): self = item.twice(language)
        case .tooManyLanguages(let limit): self = item.tooManyLanguages(limit)
        case .unknownLeaderboard(let leaderboard):
            self = .unknown(leaderboard, in: subject, field: field ?? "leaderboards")
        case .leaderboardTwice(let leaderboard): self = item.twice(leaderboard.text, "leaderboards")
        case .tooManyLeaderboards(let limit):
            self = item.tooMany(limit, "A set can have at most \(limit) leaderboards.", "leaderboards")
        case .nameOfStranger(let leaderboard):
            self = item.invalid("\(leaderboard.text) has a name but isn't in the set.", "leaderboardNames")
        case .nameTwice(let leaderboard, let language):
            self = item.invalid("\(leaderboard.text) has more than one name in \(language.text).", "leaderboardNames")
        case .tooManyNames(let limit):
            self = item.tooMany(limit, "At most \(limit) names are allowed.", "leaderboardNames")
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
