public import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// Answers every request: pages, and the routes of ``LaurelWire/Route``.
///
/// ```swift
/// let api = APIHandler(services, configuration: APIConfiguration(publicURL: url, pages: files))
/// let server = Server(Configuration(endpoints: […]), handler: api)
/// api.attach { server.metrics }
/// async let events: Void = api.runEvents()   // until canceled
/// ```
public final class APIHandler: Handler {
    let services: Services
    let configuration: APIConfiguration
    let answers: Answers
    let replies: Replies
    let playerAnswers: PlayerAnswers
    let wordChecks: WordChecks
    let pictures: Pictures
    let watchPage: WatchPage
    // Features that are values of their own, handed what they need.
    let challengeAnswers: ChallengeAnswers
    let challenges: ChallengeFeature
    let friends: FriendFeature
    let games: GameFeature
    let achievements: AchievementFeature
    let replays: ReplayFeature
    let notifications: NotificationFeature
    let savedGames: SavedGameFeature
    let simulators: SimulatorFeature
    let identity: IdentityFeature
    let access: DeveloperAccess
    let apps: AppFeature
    let sets: SetFeature
    let images: ImageFeature
    let appLeaderboards: AppLeaderboardFeature
    let teams: TeamFeature
    let moderation: ModerationFeature
    let exports: ExportFeature
    let system: SystemFeature
    let eventFeature: EventFeature
    let accounts: AccountFeature
    let players: PlayerFeature
    let administration: AdministrationFeature
    let webGames: WebGameFeature
    let proofs: Proofs
    let crossOrigin: CrossOrigin
    let origin: OriginCheck
    let cookie: SessionCookie
    let counts = RequestCounts()
    let events: EventStreams
    private let budgets: RequestBudgets?
    let noticeEncoding: NoticeEncoding
    let playerStreams = PlayerStreams()
    private let savedGameStreams: SavedGameStreams
    let placeholders: Placeholders
    let sharing: SharingFeature
    private let sharedPages: SharedPages
    private let health: Response
    private let serverMetrics = AttachedMetrics()

    public init(_ services: Services, configuration: APIConfiguration) {
        self.services = services
        self.configuration = configuration
        answers = Answers(report: configuration.report)
        replies = Replies(answers: answers, isDiskFull: services.isDiskFull)
        playerAnswers = PlayerAnswers(services.accounts)
        wordChecks = WordChecks(filter: services.accounts.words)
        placeholders = Placeholders(services.savedGames.digest)
        pictures = Pictures(catalogue: services.catalogue, placeholders: placeholders)
        watchPage = WatchPage { [pages = configuration.pages] in pages?.response(to: $0) }
        challengeAnswers = ChallengeAnswers(
            catalogue: services.catalogue, ids: services.challengeIDs, players: playerAnswers, watchPage: watchPage)
        challenges = ChallengeFeature(
            challenges: services.challenges, catalogue: services.catalogue, players: playerAnswers, words: wordChecks,
            rendering: challengeAnswers, streams: playerStreams, answers: answers, replies: replies)
        friends = FriendFeature(
            friends: services.friends, catalogue: services.catalogue, seePlayers: SeePlayers(services.accounts),
            players: playerAnswers, words: wordChecks, origin: configuration.publicURL.origin, answers: answers,
            replies: replies)
        games = GameFeature(
            catalogue: services.catalogue, accounts: services.accounts, teams: services.teams,
            friends: services.friends, keeper: services.keeper, challenges: services.challenges,
            submitScores: services.submitScores, readEntries: services.readEntries, pictures: pictures,
            versionWait: configuration.limits.versionWait, encodedPages: configuration.limits.encodedPages,
            answers: answers, replies: replies)
        achievements = AchievementFeature(
            read: services.readAchievements, submit: services.reportAchievements, reset: services.resetAchievements,
            configure: services.configureAchievement, challenges: services.challenges, friends: services.friends.graph,
            catalogue: services.catalogue, players: playerAnswers, pictures: pictures, words: wordChecks,
            answers: answers, replies: replies)
        replays = ReplayFeature(
            issue: IssueTicket(services.keeper, random: services.accounts.random), shares: ReadShare(services.sharing),
            catalogue: services.catalogue, players: playerAnswers, answers: answers, replies: replies)
        noticeEncoding = NoticeEncoding(services.accounts)
        savedGames = SavedGameFeature(
            store: services.savedGames, catalogue: services.catalogue, answers: answers, replies: replies)
        simulators = SimulatorFeature(
            setSimulator: SetSimulator(services.apps, services.savedGames.digest), catalogue: services.catalogue,
            answers: answers, replies: replies)
        identity = IdentityFeature(
            keys: services.identityKeys, ids: services.accounts.ids, catalogue: services.catalogue,
            origin: configuration.publicURL.origin, answers: answers, replies: replies)
        sets = SetFeature(
            apps: services.apps, catalogue: services.catalogue, pictures: pictures, words: wordChecks,
            answers: answers, replies: replies)
        images = ImageFeature(
            apps: services.apps, catalogue: services.catalogue,
            change: SetImage(services.apps, services.accounts.images, services.savedGames.digest),
            placeholders: placeholders, answers: answers, replies: replies)
        appLeaderboards = AppLeaderboardFeature(
            configure: services.configureLeaderboard, readEntries: services.readEntries,
            catalogue: services.catalogue, words: wordChecks, answers: answers, replies: replies)
        teams = TeamFeature(
            teams: services.teams, ids: services.accounts.ids, catalogue: services.catalogue, players: playerAnswers,
            answers: answers, replies: replies)
        moderation = ModerationFeature(
            moderation: services.moderation, keeper: services.keeper, readEntries: services.readEntries,
            sharing: services.sharing, catalogue: services.catalogue, ids: services.accounts.ids,
            names: services.accounts.names, words: services.accounts.words, answers: answers, replies: replies)
        let parts = AccountParts(services, configuration, playerAnswers, answers, replies)
        proofs = parts.proofs
        accounts = parts.accountFeature
        players = parts.playerFeature
        administration = parts.administrationFeature
        webGames = parts.webGameFeature
        access = DeveloperAccess(
            roster: services.teams.roster, catalogue: services.catalogue, proofs: proofs,
            firstTeam: services.apps.team)
        apps = AppFeature(
            apps: services.apps, keeper: services.keeper, accounts: services.accounts,
            readActivity: services.readActivity, access: access, words: wordChecks, answers: answers,
            replies: replies)
        exports = ExportFeature(
            keeper: services.keeper, accounts: services.accounts, answers: answers, report: configuration.report)
        origin = OriginCheck(publicURL: configuration.publicURL)
        crossOrigin = CrossOrigin(catalogue: services.catalogue, origin: origin, answers: answers)
        cookie = SessionCookie(isSecure: configuration.publicURL.isSecure)
        events = EventStreams(services.keeper.versions, limits: configuration.limits)
        budgets = configuration.budgets.map { RequestBudgets($0.plan, clock: $0.clock) }
        savedGameStreams = SavedGameStreams(services.savedGames.news, services.accounts.catalogue, playerStreams)
        health = answers.health
        system = SystemFeature(
            audience: { [configuration] in configuration.audience(of: $0) },
            isReady: { [keeper = services.keeper] in keeper.isReady }, facts: services.facts, counts: counts,
            events: events, serverMetrics: serverMetrics, node: configuration.node,
            document: OpenAPIDocument.bytes(server: configuration.publicURL.origin), answers: answers)
        sharing = SharingFeature(
            sharing: services.sharing, catalogue: services.catalogue, players: playerAnswers, words: wordChecks,
            challenges: challengeAnswers, watchPage: watchPage, origin: configuration.publicURL.origin,
            answers: answers, replies: replies)
        sharedPages = SharedPages(
            sharing: services.sharing, apps: services.apps,
            surroundings: SharedPageSurroundings(
                catalogue: services.catalogue, watchPage: watchPage, origin: configuration.publicURL.origin,
                hasPictures: services.drawing != nil, pages: configuration.pages),
            drawing: services.drawing, pictures: SharePictures(services.savedGames.digest),
            isReady: { [keeper = services.keeper] in keeper.isReady },
            spend: { [budgets] (request) throws(Problem) in try budgets?.spend(.games, request) }, counts: counts,
            answers: answers)
        eventFeature = EventFeature(
            accounts: services.accounts, keeper: services.keeper, feed: services.inboxes.feed, streams: events,
            playerStreams: playerStreams, notices: noticeEncoding)
        notifications = NotificationFeature(
            events: eventFeature, inboxes: services.inboxes, deliveries: services.deliveries, encoding: noticeEncoding,
            catalogue: services.catalogue, answers: answers, replies: replies)
        services.accounts.sessions.onEnd { [events] isEnded in events.end(where: isEnded) }
    }

    /// Where `/metrics` finds the server's counters. The server needs the handler first.
    public func attach(_ metrics: @escaping @Sendable () -> ServerMetrics) { serverMetrics.attach(metrics) }

    /// Ends all event streams: nothing happens any more that they could tell of. The server goes on.
    public func endStreams() { events.endAll() }

    /// Writes events and heartbeats until it is canceled. To be run once.
    ///
    /// - Parameter sleep: a parameter, so that tests need not wait.
    public func runEvents(
        sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) async {
        await eventFeature.run(sleep: sleep)
    }

    public func handle(_ request: Request) -> Outcome {
        // Asked every second by everybody: no parsing.
        if request.method == .get, request.hasPath("/healthz"), request.rawQuery == nil {
            counts.add(.endpoint(.health), .ok)
            return .now(health)
        }
        let route: RouteMatch
        do throws(Route.Refusal) {
            route = try RouteMatch(request)
        } catch {
            return refused(request, error)
        }
        let target = RequestCounts.Target.endpoint(route.endpoint)
        switch crossOrigin.verdict(route.endpoint, route.bundleID, request) {
        case .own: return counted(target, reply(to: route, request, takesCookies: true))
        case .refused(let origin):
            return counted(target, .now(answers.problem(.originNotAllowed(origin), request.id).readable(by: origin)))
        case .closed(let origin):
            return counted(target, .now(answers.problem(.closedToGames, request.id).readable(by: origin)))
        case .allowed(let origin):
            return counted(target, reply(to: route, request, takesCookies: false).map { $0.readable(by: origin) })
        }
    }

    /// What is no route may be the question of a browser, or a file. A page elsewhere may read what is wrong.
    private func refused(_ request: Request, _ refusal: Route.Refusal) -> Outcome {
        if let response = crossOrigin.preflight(request) {
            counts.add(.nothing, response.status)
            return .now(response)
        }
        if refusal == .notFound, let shared = sharedPages.answer(request) { return shared }
        let outcome = page(request, otherwise: refusal)
        guard case .now(let response) = outcome, request.method != .options else { return outcome }
        switch crossOrigin.verdict(request, method: request.method.text) {
        case .own: return outcome
        case .allowed(let origin), .closed(let origin): return .now(response.readable(by: origin))
        case .refused(let origin):
            return .now(answers.problem(.originNotAllowed(origin), request.id).readable(by: origin))
        }
    }

    func counted(_ target: RequestCounts.Target, _ reply: Reply) -> Outcome {
        switch reply {
        case .now(let response):
            counts.add(target, response.status)
            return .now(response)
        case .later(let work):
            return .later { [counts] in
                let response = await work()
                counts.add(target, response.status)
                return response
            }
        case .deferred(let start):
            return .deferred { [counts] responder in
                start { make in
                    responder.complete {
                        let response = make()
                        counts.add(target, response.status)
                        return response
                    }
                }
            }
        }
    }

    // MARK: Pages

    /// What is no route may be a file.
    private func page(_ request: Request, otherwise refusal: Route.Refusal) -> Outcome {
        if refusal == .notFound, var response = configuration.pages?.response(to: request) {
            if response.status == .methodNotAllowed {
                response = answers.problem(Problem(.methodNotAllowed, "Allowed: GET, HEAD."), request.id)
                response.headers.append("Allow", "GET, HEAD")
            }
            counts.add(.page, response.status)
            return .now(response)
        }
        var allow: [LaurelWire.Method] = []
        if case .methodNotAllowed(let methods) = refusal { allow = methods }
        let response = answers.problem(Problem(from: refusal), request.id, allow: allow)
        counts.add(.nothing, response.status)
        return .now(response)
    }

    // MARK: Who asks

    /// - Parameter takesCookies: false for pages of other origins, which have tokens.
    private func reply(to route: RouteMatch, _ request: Request, takesCookies: Bool) -> Reply {
        if case .system(let route) = route.route { return .now(system.perform(route, request)) }
        return answering(request) { () throws(Problem) in
            try takeUp(route.endpoint, request)
            switch try identify(route, request, takesCookies: takesCookies) {
            case .known(let caller): return try perform(route, request, caller)
            case .later(let find):
                return .later { [self] in
                    await answering(request) { () async throws(Problem) in
                        try await perform(route, request, try await find()).resolve()
                    }
                }
            }
        }
    }

    /// What every request needs before anything is looked up for it.
    func takeUp(_ endpoint: Endpoint, _ request: Request) throws(Problem) {
        guard services.isReady else { throw Problem(.unavailable, "The server is starting.", retryAfterSeconds: 1) }
        if !request.isAdmitted { try budgets?.spend(endpoint, request) }
    }

    /// Who sent a request.
    enum Sender {
        case known(Caller)
        /// The store has to be asked.
        case later(@Sendable () async throws(Problem) -> Caller)
    }

    /// - Parameter takesCookies: false for pages of other origins, which have tokens.
    func identify(_ route: RouteMatch, _ request: Request, takesCookies: Bool) throws(Problem) -> Sender {
        switch route.endpoint.access {
        case .anyone: return .known(.anonymous)
        case .playerOrAnonymous, .player, .server, .person, .developer, .team, .operator: break
        }
        var credential = Credential(request, cookie)
        if case .cookie = credential, !takesCookies { credential = .none }
        switch credential {
        case .none: return .known(request.peer == .local ? .operator : .anonymous)
        case .unusable: throw Problem(.unauthenticated, "The Authorization header must be “Bearer TOKEN”.")
        case .bearer(let token), .cookie(let token): return try authenticated(token, credential, route, request)
        }
    }

    private func authenticated(
        _ token: String, _ credential: Credential, _ route: RouteMatch, _ request: Request
    ) throws(Problem) -> Sender {
        if case .bearer = credential, AuthenticateKey.isKey(token) {
            guard let key = AuthenticateKey(services.teams)(token) else { throw Problem(.unauthenticated) }
            return .known(.key(key))
        }
        if case .cookie = credential, !request.method.isSafe, !origin.passes(request) {
            throw Problem(.forbidden, "Requests with a session cookie must have this server's own Origin.")
        }
        switch services.authenticate.immediately(token) {
        case .session(let session): return .known(.session(session))
        case .unauthenticated: return .known(try stranger(credential, route))
        case .banned: return .known(try stranger(credential, route, Problem(.banned)))
        case .unknown:
            return .later { [self] () async throws(Problem) in try await caller(token, credential, route) }
        }
    }

    private func caller(
        _ token: String, _ credential: Credential, _ route: RouteMatch
    ) async throws(Problem) -> Caller {
        do throws(AuthenticateError) {
            return .session(try await services.authenticate(token))
        } catch {
            if error == .unauthenticated { return try stranger(credential, route) }
            if error == .banned { return try stranger(credential, route, Problem(.banned)) }
            throw Problem(from: error)
        }
    }

    /// A caller with an unknown token: API clients get 401, a browser with an old cookie counts as signed out.
    private func stranger(
        _ credential: Credential, _ route: RouteMatch, _ problem: Problem = Problem(.unauthenticated)
    ) throws(Problem) -> Caller {
        if case .cookie = credential, route.endpoint.access == .playerOrAnonymous { return .anonymous }
        throw problem
    }

    /// What the player and the app may ask for, once it is known who they are.
    func spend(_ route: RouteMatch, _ request: Request, _ caller: Caller) throws(Problem) {
        guard let budgets, !request.isAdmitted else { return }
        var app: BundleID?
        if case .game(let number, _)? = caller.session?.binding { app = services.catalogue.app(number)?.bundleID }
        try budgets.spend(route, request, caller, app)
    }

    // MARK: Problems

    func answering(_ request: Request, _ work: () throws(Problem) -> Reply) -> Reply {
        replies.answering(request, work)
    }

    func answering(
        _ request: Request, _ work: () async throws(Problem) -> Response
    ) async -> Response {
        await replies.answering(request, work)
    }

    func named(_ problem: Problem, isWrite: Bool) -> Problem { replies.named(problem, isWrite: isWrite) }

    /// For operations that wait.
    func later(_ request: Request, _ work: @escaping @Sendable () async throws(Problem) -> Response) -> Reply {
        replies.later(request, work)
    }
}

extension RouteMatch {
    /// - Throws: also for methods that no route has.
    init(_ request: Request) throws(Route.Refusal) {
        let method: LaurelWire.Method =
            switch request.method {
            case .get, .head: .get
            case .post: .post
            case .put: .put
            case .patch: .patch
            case .delete: .delete
            case .options: throw try Self.options(request)
            }
        let query = request.rawQuery == nil ? [] : request.query.pairs
        self = try RouteMatch(method, path: request.segments, query: query)
    }

    /// The methods of the path. What a browser asks before a call from elsewhere is answered by `preflight`.
    private static func options(_ request: Request) throws(Route.Refusal) -> Route.Refusal {
        var allow: [LaurelWire.Method] = []
        for method in LaurelWire.Method.allCases {
            do throws(Route.Refusal) {
                _ = try RouteMatch(method, path: request.segments, query: [])
                allow.append(method)
            } catch {
                switch error {
                case .notFound: throw .notFound
                case .methodNotAllowed(let methods): return .methodNotAllowed(allow: methods)
                case .invalidParameter: allow.append(method)
                }
            }
        }
        return .methodNotAllowed(allow: allow)
    }
}
