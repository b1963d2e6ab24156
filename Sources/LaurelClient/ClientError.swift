public import LaurelWire

/// Why something did not come of a request.
public enum ClientError: Error, Hashable, Sendable {
    /// No answer came.
    case network(TransportError)
    /// The server refused.
    case problem(ServerProblem)
    /// An answer came, and is not what the interface promises.
    case unreadable(UnreadableAnswer)
}

/// A problem as the server told it (RFC 9457).
public struct ServerProblem: Hashable, Sendable {
    /// Nil: a newer server's, or something between us and the server answered.
    public var kind: Problem.Kind?
    public var status: Int
    public var title: String
    public var detail: String?
    /// The place in the body or the query parameter that is wrong.
    public var field: String?
    /// Under which the server's log tells more.
    public var requestID: String?
    public var retryAfterSeconds: Int?

    public init(
        kind: Problem.Kind?, status: Int, title: String, detail: String? = nil, field: String? = nil,
        requestID: String? = nil, retryAfterSeconds: Int? = nil
    ) {
        self.kind = kind
        self.status = status
        self.title = title
        self.detail = detail
        self.field = field
        self.requestID = requestID
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// - Returns: whatever can be told of an answer with an error's status; never nothing.
    init(_ response: TransportResponse) {
        let body: JSONValue?
        do throws(JSONError) { body = try JSONValue(json: response.body) } catch { body = nil }
        let type = body?["type"]?.text
        kind = type.flatMap { Problem.Kind(rawValue: String($0.split(separator: "/").last ?? "")) }
        status = response.status
        title = body?["title"]?.text ?? "The server answered \(response.status)."
        detail = body?["detail"]?.text
        field = body?["field"]?.text
        requestID = body?["requestID"]?.text ?? response.headers["x-request-id"]
        retryAfterSeconds = response.headers["retry-after"].flatMap { Int($0) }
    }
}

/// An answer that is not as it should be.
public struct UnreadableAnswer: Error, Hashable, Sendable {
    /// Such as `player.id is required`.
    public var reason: String
    public var status: Int

    public init(reason: String, status: Int = 200) {
        self.reason = reason
        self.status = status
    }
}

extension ClientError {
    /// The session is over: signed out elsewhere, revoked, or too long idle. Never said of a network that failed.
    public var endsSession: Bool {
        guard case .problem(let problem) = self else { return false }
        return problem.status == 401 && problem.kind == .unauthenticated
    }

    /// Whether the same request may work later (rule 8.1): network, 401, 429, 5xx.
    public var mayPass: Bool {
        switch self {
        case .network, .unreadable: true
        case .problem(let problem):
            problem.status == 401 || problem.status == 408 || problem.status == 429 || problem.status >= 500
        }
    }

    public var retryAfterSeconds: Int? {
        if case .problem(let problem) = self { problem.retryAfterSeconds } else { nil }
    }
}
