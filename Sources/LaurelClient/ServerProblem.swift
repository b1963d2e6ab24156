public import LaurelWire

/// A problem as a Laurel server told it (RFC 9457).
public struct ServerProblem: Hashable, Sendable {
    /// Nil: a newer server's.
    public var kind: Problem.Kind?
    public var status: Int
    public var title: String
    public var detail: String?
    /// The path in the body, or the query parameter, that is wrong.
    public var field: String?
    /// Which rule the field breaks, where it has several; `unknown`: a newer server's.
    public var reason: Problem.Reason?
    /// Under which the server's log tells more.
    public var requestID: String?
    public var retryAfterSeconds: Int?
    /// The match as it is, of a write that was made of an older one.
    public var match: MatchAnswer?

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

    /// - Returns: nil for an answer that no Laurel server gave.
    init?(_ response: TransportResponse) {
        let body: JSONValue
        do throws(JSONError) { body = try JSONValue(json: response.body) } catch { return nil }
        guard response.mediaType == "application/problem+json", let type = body["type"]?.text,
            type.hasPrefix(Problem.Kind.typePrefix)
        else { return nil }
        kind = Problem.Kind(rawValue: String(type.dropFirst(Problem.Kind.typePrefix.count)))
        status = response.status
        title = body["title"]?.text ?? "The server responded with \(response.status)."
        detail = body["detail"]?.text
        field = body["field"]?.text
        reason = (body["reason"]?.text).map { Problem.Reason(rawValue: $0) ?? .unknown }
        requestID = body["requestID"]?.text ?? response.headers["x-request-id"]
        retryAfterSeconds = response.retryAfterSeconds
        match = body["match"] == nil ? nil : Self.match(in: response.body)
    }

    /// - Returns: nil where it can't be understood: the refusal is true without it.
    private static func match(in json: [UInt8]) -> MatchAnswer? {
        do throws(JSONError) { return try ProblemAnswer.shape.answer(json: json).match } catch { return nil }
    }
}
