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
    let features: Features
    let shared: SharedParts
    let callers: Callers
    let crossOrigin: CrossOrigin
    private let budgets: RequestBudgets?
    private let sharedPages: SharedPages
    private let partyPages: PartyPages
    let providerCallback: ProviderCallback
    private let savedGameStreams: SavedGameStreams
    private let matchStreams: MatchStreams
    private let health: Response
    private let routes = KnownRoutes()
    var answers: Answers { shared.answers }
    private var replies: Replies { shared.replies }
    private var counts: RequestCounts { shared.counts }

    public init(_ services: Services, configuration: APIConfiguration) {
        self.services = services
        self.configuration = configuration
        let shared = SharedParts(services, configuration)
        self.shared = shared
        features = Features(services, configuration, shared)
        callers = Callers(
            authenticate: services.authenticate, keys: AuthenticateKey(services.teams), cookie: shared.cookie,
            origin: shared.originCheck)
        crossOrigin = CrossOrigin(catalogue: services.catalogue, origin: shared.originCheck, answers: shared.answers)
        let budgets = configuration.budgets.map { RequestBudgets($0.plan, clock: $0.clock) }
        self.budgets = budgets
        sharedPages = SharedPages(
            sharing: services.sharing, apps: services.apps, accounts: services.accounts,
            surroundings: SharedPageSurroundings(
                catalogue: services.catalogue, watchPage: shared.watchPage, origin: shared.origin,
                hasPictures: services.drawing != nil, pages: configuration.pages),
            drawing: services.drawing, pictures: SharePictures(services.savedGames.digest),
            isReady: { [keeper = services.keeper] in keeper.isReady },
            spend: { (request) throws(Problem) in _ = try budgets?.spend(.games, request) }, counts: shared.counts,
            answers: shared.answers)
        partyPages = PartyPages(
            parties: services.parties, accounts: services.accounts, codes: services.codes, origin: shared.origin,
            isReady: { [keeper = services.keeper] in keeper.isReady },
            spend: { (request) throws(Problem) in _ = try budgets?.spend(.games, request) }, counts: shared.counts,
            answers: shared.answers)
        providerCallback = ProviderCallback(
            providers: services.providers.providers,
            spend: { (request) throws(Problem) in _ = try budgets?.spend(.games, request) }, answers: shared.answers)
        savedGameStreams = SavedGameStreams(
            services.savedGames.news, services.accounts.catalogue, shared.playerStreams)
        matchStreams = MatchStreams(
            services.keeper.matchNews, ids: services.matches.ids, services.accounts.catalogue, shared.playerStreams)
        health = shared.answers.health
        services.accounts.sessions.onEnd { [events = shared.events] isEnded in events.end(where: isEnded) }
    }

    /// Where `/metrics` finds the server's counters. The server needs the handler first.
    public func attach(_ metrics: @escaping @Sendable () -> ServerMetrics) { shared.serverMetrics.attach(metrics) }

    /// Ends all event streams: nothing happens any more that they could tell of. The server goes on.
    public func endStreams() { shared.events.endAll() }

    /// Writes events and heartbeats until it is canceled. To be run once.
    ///
    /// - Parameter sleep: a parameter, so that tests need not wait.
    public func runEvents(
        sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    ) async {
        await features.events.run(sleep: sleep)
    }

    /// - Returns: nil also for what isn't ``LaurelWire/Route/isJoined``.
    public func answerAtOnce(_ request: Request) -> Response? {
        let route: RouteMatch
        do throws(Route.Refusal) { route = try routes.match(request) } catch { return nil }
        guard request.method == .get, route.route.isJoined else { return nil }
        var bill = RequestBudgets.Bill()
        if let response = outcome(route, request, &bill).response { return response }
        budgets?.giveBack(bill)
        return nil
    }

    public func handle(_ request: Request) -> Outcome {
        // Asked every second by everybody: no parsing.
        if request.method == .get, request.hasPath("/healthz"), request.rawQuery == nil {
            counts.add(.health, .ok)
            return .now(health)
        }
        var bill = RequestBudgets.Bill()
        if let route = HeadNote.route(of: request) { return outcome(route, request, &bill) }
        let route: RouteMatch
        do throws(Route.Refusal) {
            route = try routes.match(request)
        } catch {
            return refused(request, error)
        }
        return outcome(route, request, &bill)
    }

    private func outcome(_ route: RouteMatch, _ request: Request, _ bill: inout RequestBudgets.Bill) -> Outcome {
        let target = RequestCounts.Target.endpoint(route.endpointIndex)
        switch crossOrigin.verdict(route.endpoint, route.bundleID, request) {
        case .own: return counted(target, reply(to: route, request, takesCookies: true, &bill))
        case .refused(let origin):
            return counted(target, .now(answers.problem(.originNotAllowed(origin), request.id).readable(by: origin)))
        case .closed(let origin):
            return counted(target, .now(answers.problem(.closedToGames, request.id).readable(by: origin)))
        case .allowed(let origin):
            let made = reply(to: route, request, takesCookies: false, &bill)
            return counted(target, made.map { $0.readable(by: origin) })
        }
    }

    /// What is no route may be the question of a browser, or a file. A page elsewhere may read what is wrong.
    private func refused(_ request: Request, _ refusal: Route.Refusal) -> Outcome {
        if let response = crossOrigin.preflight(request) {
            counts.add(.nothing, response.status)
            return .now(response)
        }
        if refusal == .notFound, let shared = sharedPages.answer(request) { return shared }
        if refusal == .notFound, let page = partyPages.answer(request) { return page }
        if refusal == .notFound, let response = providerCallback.answer(request) {
            counts.add(.page, response.status)
            return .now(response)
        }
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
    private func reply(
        to route: RouteMatch, _ request: Request, takesCookies: Bool, _ bill: inout RequestBudgets.Bill
    ) -> Reply {
        if case .system(let route) = route.route { return .now(features.system.perform(route, request)) }
        return replies.answering(request) { () throws(Problem) in
            bill.ofAddress = try takeUp(route, request)
            switch try callers.identify(route, request, takesCookies: takesCookies) {
            case .known(let caller):
                bill.ofCaller = try spend(route, request, caller)
                return try perform(route, request, caller)
            case .later(let find):
                return .later { [self] in
                    await replies.answering(request) { () async throws(Problem) in
                        let caller = try await find()
                        try spend(route, request, caller)
                        return try await perform(route, request, caller).resolve()
                    }
                }
            }
        }
    }

    /// What every request needs before anything is looked up for it.
    @discardableResult
    func takeUp(_ route: RouteMatch, _ request: Request) throws(Problem) -> RequestBudgets.Charge {
        guard services.isReady else { throw Problem(.unavailable, "The server is starting.", retryAfterSeconds: 1) }
        if route.endpoint.method != .get, case let level = configuration.storeLevel(), level < .current,
            level < route.route.neededLevel
        {
            throw Problem(
                .unavailable,
                "The servers are being upgraded. This works once all have the new release, and the operator has typed "
                    + "“laurel cluster raise”.", retryAfterSeconds: 60)
        }
        guard let budgets, !request.isAdmitted else { return RequestBudgets.Charge() }
        return try budgets.spend(route.endpoint, request)
    }

    /// What the player and the app may ask for, once it is known who they are.
    @discardableResult
    func spend(_ route: RouteMatch, _ request: Request, _ caller: Caller) throws(Problem) -> RequestBudgets.Charge {
        guard let budgets, !request.isAdmitted else { return RequestBudgets.Charge() }
        var app: BundleID?
        if case .game(let number, _)? = caller.session?.binding { app = services.catalogue.app(number)?.bundleID }
        return try budgets.spend(route, request, caller, app)
    }

    private func perform(_ match: RouteMatch, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        try features.perform(match, request, try shared.access.authorized(match, request, caller))
    }
}
