import LaurelWire

/// Why something did not come of a request.
public enum ClientError: Error, Hashable, Sendable {
    /// No answer came.
    case network(TransportError)
    /// The server refused.
    case problem(ServerProblem)
    /// An answer came, and is not what the interface promises: something between us and the server gave it, such as a
    /// proxy or the sign-in page of a network, or a server of another kind.
    case unreadable(UnreadableAnswer)
}

/// An answer that is not as it should be.
public struct UnreadableAnswer: Error, Hashable, Sendable {
    /// Such as `player.id is required`.
    public var reason: String
    public var status: Int
    public var retryAfterSeconds: Int?

    public init(reason: String, status: Int = 200, retryAfterSeconds: Int? = nil) {
        self.reason = reason
        self.status = status
        self.retryAfterSeconds = retryAfterSeconds
    }
}

extension TransportResponse {
    /// In lower case, without parameters; empty: not said.
    var mediaType: String {
        let type = headers["content-type"]?.split(separator: ";").first ?? ""
        return type.split(separator: " ").first.map { $0.lowercased() } ?? ""
    }

    var retryAfterSeconds: Int? { headers["retry-after"].flatMap { Int($0) } }
}

extension ClientError {
    /// An answer that is none of success. Laurel's own problem alone is the server's word: what a proxy or the sign-in
    /// page of a network answers says nothing of the request, whatever its status.
    public init(refusal response: TransportResponse) {
        if let problem = ServerProblem(response) {
            self = .problem(problem)
        } else {
            self = .unreadable(.foreign(response))
        }
    }
}

extension UnreadableAnswer {
    static func foreign(_ response: TransportResponse) -> UnreadableAnswer {
        let type = response.mediaType.isEmpty ? "no type" : response.mediaType
        return UnreadableAnswer(
            reason:
                "The response \(response.status) (\(type)) isn't from Laurel. It may come from a proxy or this "
                + "network's sign-in page.", status: response.status,
            retryAfterSeconds: response.retryAfterSeconds)
    }
}

extension ClientError {
    /// The session is over: signed out elsewhere, revoked, or too long idle. Never said of a network that failed.
    public var endsSession: Bool {
        guard case .problem(let problem) = self else { return false }
        return problem.status == 401 && problem.kind == .unauthenticated
    }

    /// Whether the same request may work later (rule 8.1): network, 401, 429, 5xx, and answers that are not Laurel's.
    /// Not a challenge too many that can't be sent within the hour: those before it stand for up to thirty days, and it
    /// would hold up all behind it.
    public var mayPass: Bool {
        switch self {
        case .network, .unreadable: true
        case .problem(let problem) where problem.kind == .tooManyChallenges:
            problem.retryAfterSeconds.map { $0 <= 3_600 } ?? false
        case .problem(let problem):
            problem.status == 401 || problem.status == 408 || problem.status == 429 || problem.status >= 500
        }
    }

    /// Whether it may work later, and others need not wait for it: the refusal names one score, of a leaderboard that
    /// has to be looked through first, say (rule 4.12).
    public var concernsOneScore: Bool {
        guard case .problem(let problem) = self else { return false }
        return problem.status == 429 && problem.field?.hasPrefix("scores[") ?? false
    }

    /// The request has more bytes than the server, or a proxy before it, takes.
    public var isTooLarge: Bool {
        switch self {
        case .network: false
        case .problem(let problem): problem.status == 413
        case .unreadable(let answer): answer.status == 413
        }
    }

    public var retryAfterSeconds: Int? {
        switch self {
        case .network: nil
        case .problem(let problem): problem.retryAfterSeconds
        case .unreadable(let answer): answer.retryAfterSeconds
        }
    }
}

extension JSONValue {
    var text: String? { if case .string(let text) = self { text } else { nil } }
}
