import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Apps and their configuration, as developers see them.
struct AppFeature: Sendable {
    let apps: Apps
    let keeper: ScoreKeeper
    let accounts: Accounts
    let readActivity: ReadActivity
    let matches: Matches
    let refusedWrites: RefusedMatchWrites
    let players: PlayerAnswers
    let access: DeveloperAccess
    let words: WordChecks
    let acts: RecordedActs
    /// Of this server's pages, such as `https://games.example.org`.
    let origin: String
    let answers: Answers
    let replies: Replies
    var catalogue: Catalogue { accounts.catalogue }

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: AppRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list: try list(caller)
        case .create: try createApp(request, caller)
        case .app(let id): try app(id, caller)
        case .update(let id): try updateApp(request, id, caller)
        case .configuration(let id): try configuration(id, caller)
        case .importConfiguration(let id, let isPlan): try importConfiguration(request, id, isPlan: isPlan, caller)
        case .importFromAppStoreConnect(let id, let isPlan):
            try importFromAppStoreConnect(request, id, isPlan: isPlan, caller)
        case .setDisplayOrder(let id): try setDisplayOrder(request, id, caller)
        case .activity(let id, let days, let environment): try activity(request, id, days, environment, caller)
        case .matches(let id, let before, let count, let environment):
            try appMatches(id, before: before, count, environment, caller)
        case .importScores(let id, let isPlan, let environment):
            try importScores(request, id, isPlan: isPlan, environment, caller)
        case .claims(let id, let environment): try claims(request, id, environment, caller)
        case .renewClaim(let id): try renewClaim(request, id, caller)
        case .wipeTestData(let id, let isPlan): try wipeTestData(request, id, isPlan: isPlan, caller)
        }
    }

    private func list(_ caller: Caller) throws(Problem) -> Reply {
        let apps = ListApps(catalogue)(by: try caller.administering(), access.roster)
        return .now(answers.json(apps.map(answer), as: AppAnswer.list))
    }

    func app(_ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let app = try catalogue.find(bundleID)
        return .now(answers.json(answer(app)))
    }

    func createApp(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let body = try AppBody(of: request)
        guard let bundleID = body.bundleID else { throw Problem(.invalidParameter, field: "bundleID") }
        let description = try AppDescription(wire: body)
        try words.check(app: description.name, body.localizations)
        let team = try access.teamForNewApp(body.team, administrator)
        return replies.later(request) { () async throws(AppError) in
            let app = try await CreateApp(apps)(bundleID, description, in: team, by: administrator)
            return answers.json(.created, answer(app))
        }
    }

    func updateApp(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let body = try AppChangeBody(of: request)
        try words.check(app: body.appName, body.localizations)
        let change = try AppChange(wire: body)
        if change.releases {
            try checkRelease(bundleID, administrator)
            if try !catalogue.find(bundleID).isReleased { try access.proofs.demandProof(of: caller) }
        }
        return replies.later(request) { () async throws(AppError) in
            let app = try await UpdateApp(apps)(bundleID, change, by: administrator)
            return answers.json(answer(app))
        }
    }

    // MARK: Parts

    /// There is no way back from a release, so it is a right of its own.
    func checkRelease(_ bundleID: BundleID, _ administrator: Administrator) throws(Problem) {
        try access.check(.release, in: try catalogue.find(bundleID).team, administrator, Problem.unknown(bundleID))
    }

    private func answer(_ app: App) -> AppAnswer { AppAnswer(app, team: teamID(of: app)) }

    func teamID(of app: App) -> TeamID { access.roster.team(app.team)?.id ?? .none }
}

extension AppDescription {
    init(wire body: AppBody) throws(Problem) {
        do throws(Invalid) {
            self = try AppDescription(
                name: body.appName, sku: body.sku ?? "", defaultLanguage: body.defaultLanguage ?? .english,
                link: body.link, localizations: body.localizations ?? [])
        } catch {
            throw Problem(from: error)
        }
    }
}

extension AppChange {
    init(wire body: AppChangeBody) throws(Problem) {
        self.init()
        name = body.appName
        sku = body.sku
        defaultLanguage = body.defaultLanguage
        if let link = body.link { self.link = link.map { .becomes($0) } ?? .goes }
        isGameCenterEnabled = body.isGameCenterEnabled
        isArchived = body.isArchived
        allowsGuests = body.allowsGuests
        hasDesktopGame = body.hasDesktopGame
        localizations = body.localizations
        guard body.isReleased != false else {
            throw Problem(
                .invalidParameter, "A release can't be undone: isReleased can only change to true.", field: "isReleased"
            )
        }
        releases = body.isReleased ?? false
    }
}
