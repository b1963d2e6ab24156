public import LaurelHTTPServer
import LaurelDomain
import LaurelService
import LaurelWire

/// What a server answers by itself while another one owns the store that both use, and what it has to know of requests
/// that it passes on to that one.
public struct StandbyAnswers: Sendable {
    /// Why a request gets no answer from the owner.
    public enum Trouble: Sendable {
        /// Nobody owns the store, or the owner doesn't answer.
        case noOwner
        /// More requests wait for an owner than may.
        case tooManyWaiting
        /// The owner was lost while it had the request.
        case mayHaveBeenDone
    }

    private let answers: Answers
    private let routes = KnownRoutes()
    private let metricsAudience: Audience
    private let bodyBytesLimit: Int
    private let saveBytesLimit = SavedGameLimits().bytes

    public init(metricsAudience: Audience, report: @escaping FaultReport) {
        answers = Answers(report: report)
        self.metricsAudience = metricsAudience
        bodyBytesLimit = Limits().bodyBytes
    }

    /// Whether this process lives, and how it is: both are asked of each server, whether it owns the store or not.
    ///
    /// - Parameters:
    ///   - isReady: whether requests are passed on, or will be within a few seconds. `/metrics` says the same.
    ///   - node: what `/metrics` says of this server's part in the cluster.
    /// - Returns: nil for all other requests.
    public func local(
        _ request: Request, isReady: Bool, _ server: () -> ServerMetrics, _ node: () -> NodeFacts
    ) -> Response? {
        guard request.method == .get || request.method == .head, request.rawQuery == nil else { return nil }
        if request.hasPath("/healthz") { return answers.health }
        if request.hasPath("/readyz") {
            return isReady ? answers.text("ready\n") : response(to: .noOwner, request.id)
        }
        guard request.hasPath("/metrics") else { return nil }
        guard metricsAudience.admits(request.peer) else {
            return answers.problem(
                Problem(.forbidden, "The server's operator hasn't opened this route to your address."), request.id)
        }
        return answers.text(Metrics.text(server: server(), isReady: isReady, node: node()))
    }

    public func response(to trouble: Trouble, _ id: RequestID) -> Response {
        let detail =
            switch trouble {
            case .noOwner: "No server answers for this store at the moment. Nothing was changed; try again."
            case .tooManyWaiting: "Too many requests are waiting. Nothing was changed; try again."
            case .mayHaveBeenDone:
                "The connection to the server that had this request was lost. It may have been carried out: look "
                    + "before you try again."
            }
        return answers.problem(Problem(.unavailable, detail, retryAfterSeconds: 1), id)
    }

    /// Whether the owner makes IDs from a key of the request, for scores and reports that have none.
    public func takesKey(_ request: Request) -> Bool { endpoint(of: request).map(Self.isCountedByID) ?? false }

    /// Whether a route changes nothing but rows that have IDs, and what is in one commit with them. When their device
    /// was last heard of is noted besides, which does no harm a second time.
    private static func isCountedByID(_ endpoint: Endpoint) -> Bool {
        [.submitScore, .submitScores, .reportAchievements].contains(endpoint)
    }

    /// Whether the same request can be sent to the owner again, though it may have been carried out: scores and reports
    /// count once by their IDs (rule 4.4), and get them from the request's key if they have none.
    public func mayRepeat(_ request: Request) -> Bool {
        guard let endpoint = endpoint(of: request) else { return false }
        if request.repeatKey != nil && Self.isCountedByID(endpoint) { return true }
        // What can't be read is refused by the owner, as often as it's sent.
        do throws(Problem) {
            switch endpoint {
            case .submitScore: return try ScoreBody(of: request).score.id != nil
            case .submitScores:
                let body = try ScoresBody(of: request)
                return body.scores.allSatisfy { $0.score.id != nil }
                    && (body.achievements ?? []).allSatisfy { $0.reportID != nil }
            case .reportAchievements: return try ReportsBody(of: request).reports.allSatisfy { $0.reportID != nil }
            // With a key it arrives once.
            case .issueChallenges: return try ChallengeBody(of: request).key != nil
            // Each has a key, or is the same when done again.
            case _ where endpoint.tag == .matches: return true
            default: return false
            }
        } catch {
            return true
        }
    }

    /// Whether a request goes to the owner together with others: what its route says of itself. What is no route goes
    /// alone.
    public func isJoined(_ request: Request) -> Bool {
        guard request.method == .get else { return false }
        do throws(Route.Refusal) { return try routes.match(request).route.isJoined } catch { return false }
    }

    private func endpoint(of request: Request) -> Endpoint? {
        do throws(Route.Refusal) { return try RouteMatch(request).endpoint } catch { return nil }
    }

    /// The most that the owner may allow: it judges the body again.
    public func bodyLimit(_ request: Request) -> Int {
        endpoint(of: request) == .saveGame ? saveBytesLimit : bodyBytesLimit
    }
}
