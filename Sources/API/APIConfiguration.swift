public import LaurelHTTPServer
public import LaurelDomain
public import LaurelService
import LaurelWire

/// What the operator decides about the interface.
public struct APIConfiguration: Sendable {
    public var publicURL: PublicURL
    /// Nil: no pages, routes alone.
    public var pages: Pages?
    public var limits = APILimits()
    /// How much each address, player and app may ask for, and the clock it is counted by, which never goes back; nil:
    /// as much as the server can do.
    public var budgets: (plan: BudgetPlan, clock: Clock)?
    /// Who may read `/metrics`. They tell nobody's secrets, but how busy a server is and what fails there.
    public var metricsAudience = Audience.thisMachine
    /// Who may read `/openapi.json`.
    public var documentAudience = Audience.everyone
    /// Where the causes of faults go that no caller may see.
    public var report: FaultReport = { _, _, _ in }
    /// Hears of sign-ins and what else concerns a way in; nil: nobody does.
    public var authentication: AuthenticationReport?
    /// Who must have a second factor to do their work.
    public var requiredTwoFactor: @Sendable () -> RequiredTwoFactor = { .nobody }

    public init(publicURL: PublicURL, pages: Pages? = nil) {
        self.publicURL = publicURL
        self.pages = pages
    }

    func audience(of endpoint: Endpoint) -> Audience {
        switch endpoint {
        case .metrics: metricsAudience
        case .openAPI: documentAudience
        default: .everyone
        }
    }
}

/// From where a route of the operator's may be called. The socket in the data folder always may.
public enum Audience: Hashable, Sendable {
    case everyone
    case networks([IPNetwork])

    /// Its own loopback addresses.
    public static let thisMachine = Audience.networks(["127.0.0.0/8", "::1"].compactMap { IPNetwork($0) })

    /// - Parameter text: `everyone`, or addresses and networks with commas between them.
    /// - Returns: nil for anything else.
    public init?(_ text: String) {
        if text == "everyone" {
            self = .everyone
            return
        }
        var networks: [IPNetwork] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let network = IPNetwork(String(part)) else { return nil }
            networks.append(network)
        }
        self = .networks(networks)
    }

    func admits(_ peer: Peer) -> Bool {
        switch (self, peer) {
        case (.everyone, _), (_, .local): true
        case (.networks(let networks), .inet(let address)): networks.contains { $0.contains(address) }
        }
    }
}

/// Called on any thread with the request's id, the kind of problem that was answered, and why; must not block.
public typealias FaultReport = @Sendable (_ requestID: String, _ kind: String, _ cause: String) -> Void

/// What one caller may have of what costs us something while it lasts.
public struct APILimits: Hashable, Sendable {
    /// Event streams in all; each holds a connection.
    public var eventStreams = 15_000
    /// Of one player: a few browsers, whose tabs share one stream each.
    public var eventStreamsPerPlayer = 16
    /// Of one address without a session: a school or an office behind one address still gets by.
    public var eventStreamsPerAddress = 256
    /// Encoded pages of leaderboards kept, of about 20 KB each.
    public var encodedPages = 1_024
    /// Bytes of a request's body; the largest is an import of a configuration.
    public var bodyBytes = 1_048_576
    /// The same for requests of nobody in particular, such as a sign-up, and where no token is needed. More than the
    /// server takes from a socket at a time, so it holds for each of them or for none.
    public var anonymousBodyBytes = 65_536
    /// How long a read may wait for a version that is not there yet.
    public var versionWait = Duration.seconds(2)

    public init() {}
}

/// The pages and what belongs to them.
public struct Pages: Sendable {
    /// Those with headers of their own come first.
    private let groups: [StaticFiles]
    /// What a path that is no file gets; with status 404.
    private let notFound: Response?

    /// The header fields that pages and their parts need: give them to `StaticFiles` when it is made.
    public static var headers: ResponseHeaders { Answers().page }

    /// - Parameters:
    ///   - files: made with ``headers``.
    ///   - notFoundPath: one of them.
    public init(_ files: StaticFiles, notFoundPath: String = "404.html") {
        self.init([files], notFoundPath: notFoundPath)
    }

    /// - Parameter files: the bytes under each path, without a slash at its start.
    public init(_ files: [String: [UInt8]], notFoundPath: String = "404.html") {
        let answers = Answers()
        // A pop-up that goes to a page which keeps openers out has lost its opener for ever, also when it comes back;
        // so the way through the sign-in page must not be one.
        let popups = files.filter { $0.key.hasPrefix("authorize/") || $0.key.hasPrefix("sign-in/") }
        let modules = files.filter { $0.key.hasPrefix("sdk/") }
        let rest = files.filter { popups[$0.key] == nil && modules[$0.key] == nil }
        self.init(
            [
                StaticFiles(popups, headers: answers.popup), StaticFiles(modules, headers: answers.module),
                StaticFiles(rest, headers: answers.page),
            ], notFoundPath: notFoundPath)
    }

    private init(_ groups: [StaticFiles], notFoundPath: String) {
        self.groups = groups
        if let request = Request(.get, "/" + notFoundPath), var response = Self.response(to: request, from: groups) {
            response.status = .notFound
            notFound = response
        } else {
            notFound = nil
        }
    }

    private static func response(to request: Request, from groups: [StaticFiles]) -> Response? {
        let segments = segments(of: request)
        for group in groups {
            if let response = group.response(to: request, at: segments) { return response }
        }
        return nil
    }

    /// Each kind of problem has an address, the `type` in its responses, and one page explains them all.
    private static func segments(of request: Request) -> [String] {
        let segments = request.segments
        guard segments.count == 2, segments[0] == "problems", Problem.Kind(rawValue: segments[1]) != nil else {
            return segments
        }
        return ["problems", ""]
    }

    /// - Returns: nil when the path is no page and there is no page that says so, or a page cannot be asked for like
    ///   that.
    func response(to request: Request) -> Response? {
        if let response = Self.response(to: request, from: groups) { return response }
        guard request.method == .get || request.method == .head else { return nil }
        let path = request.rawPath
        if !path.hasSuffix("/"), !path.hasPrefix("/v1/"), let folder = Request(.get, path + "/"),
            Self.response(to: folder, from: groups) != nil
        {
            // Clean URLs have a slash at their end, so that relative links work. A path of ours starts with one
            // slash: two would be another server's address.
            var response = Response(.permanentRedirect)
            let query = request.rawQuery.map { "?" + $0 } ?? ""
            response.headers.append("Location", "/" + path.drop { $0 == "/" } + "/" + query)
            return response
        }
        // Programs get a problem; people get a page.
        guard !path.hasPrefix("/v1/"), request.headers["accept"]?.contains("text/html") == true else { return nil }
        return notFound
    }
}
