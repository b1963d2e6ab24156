public import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService
import Synchronization

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
    // Features that are values of their own, handed what they need.
    let savedGames: SavedGameFeature
    let simulators: SimulatorFeature
    let identity: IdentityFeature
    let origin: OriginCheck
    let cookie: SessionCookie
    let counts = RequestCounts()
    let events: EventStreams
    let pages: EncodedPages
    let exports = RunningExports()
    private let budgets: RequestBudgets?
    let noticeEncoding: NoticeEncoding
    let playerStreams = PlayerStreams()
    private let savedGameStreams: SavedGameStreams
    let placeholders: Placeholders
    let sharePictures: SharePictures
    private let health: Response
    private let openAPI: [UInt8]
    private let serverMetrics = Mutex<@Sendable () -> ServerMetrics>({ ServerMetrics() })

    public init(_ services: Services, configuration: APIConfiguration) {
        self.services = services
        self.configuration = configuration
        answers = Answers(report: configuration.report)
        replies = Replies(answers: answers, isDiskFull: services.isDiskFull)
        savedGames = SavedGameFeature(
            store: services.savedGames, catalogue: services.catalogue, answers: answers, replies: replies)
        simulators = SimulatorFeature(
            setSimulator: SetSimulator(services.apps, services.savedGames.digest), catalogue: services.catalogue,
            answers: answers, replies: replies)
        identity = IdentityFeature(
            keys: services.identityKeys, ids: services.accounts.ids, catalogue: services.catalogue,
            origin: configuration.publicURL.origin, answers: answers, replies: replies)
        origin = OriginCheck(publicURL: configuration.publicURL)
        cookie = SessionCookie(isSecure: configuration.publicURL.isSecure)
        events = EventStreams(services.keeper.versions, limits: configuration.limits)
        pages = EncodedPages(limit: configuration.limits.encodedPages)
        budgets = configuration.budgets.map { RequestBudgets($0.plan, clock: $0.clock) }
        savedGameStreams = SavedGameStreams(services.savedGames.news, services.accounts.catalogue, playerStreams)
        health = answers.text("ok\n")
        openAPI = OpenAPIDocument.bytes(server: configuration.publicURL.origin)
        placeholders = Placeholders(services.savedGames.digest)
        sharePictures = SharePictures(services.savedGames.digest)
        noticeEncoding = NoticeEncoding(services.accounts)
        services.accounts.sessions.onEnd { [events] isEnded in events.end(where: isEnded) }
    }

    /// Where `/metrics` finds the server's counters. The server needs the handler first.
    public func attach(_ metrics: @escaping @Sendable () -> ServerMetrics) {
        serverMetrics.withLock { $0 = metrics }
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
        switch crossOrigin(route.endpoint, route.bundleID, request) {
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
        if let response = preflight(request) {
            counts.add(.nothing, response.status)
            return .now(response)
        }
        if refusal == .notFound, let shared = sharedPage(request) { return shared }
        let outcome = page(request, otherwise: refusal)
        guard case .now(let response) = outcome, request.method != .options else { return outcome }
        switch crossOrigin(request, method: request.method.text) {
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
        if route.endpoint.isAnsweredBeforeReady { return .now(system(route.endpoint, request)) }
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

    /// Whoever shows a token of no session. A game must hear of it; a browser with an old cookie is just signed out.
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

    /// Charges a page that anyone can open like one read.
    func spendReading(_ request: Request) throws(Problem) { try budgets?.spend(.games, request) }

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

    // MARK: System

    private func system(_ endpoint: Endpoint, _ request: Request) -> Response {
        guard configuration.audience(of: endpoint).admits(request.peer) else {
            return answers.problem(
                Problem(.forbidden, "The server's operator hasn't opened this route to your address."), request.id)
        }
        switch endpoint {
        case .health: return health
        case .readiness:
            if services.isReady { return answers.text("ready\n") }
            return answers.problem(
                Problem(.unavailable, "Leaderboards are still loading.", retryAfterSeconds: 1), request.id)
        case .metrics:
            return answers.text(
                Metrics.text(
                    counts: counts, server: serverMetrics.withLock { $0 }(), facts: services.facts(),
                    eventStreams: events.count, isReady: services.isReady))
        case .openAPI:
            var response = answers.json(.ok, [])
            response.body = .shared(openAPI)
            return response
        default: return answers.problem(Problem(.notFound), request.id)
        }
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
