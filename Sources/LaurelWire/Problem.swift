/// Why a request was refused, as `application/problem+json` (RFC 9457).
public struct Problem: Error, Hashable, Sendable {
    public let kind: Kind
    /// What is wrong this time, for the developer who reads it. Never what only the log may know.
    public let detail: String?
    /// The place in the body or the query parameter that is wrong, such as `scores[2].value`.
    public let field: String?
    /// When it is worth trying again, in seconds.
    public let retryAfterSeconds: Int?
    /// What the log alone may know; never sent.
    public let cause: String?

    public init(
        _ kind: Kind, _ detail: String? = nil, field: String? = nil, retryAfterSeconds: Int? = nil,
        cause: String? = nil
    ) {
        self.kind = kind
        self.detail = detail
        self.field = field
        self.retryAfterSeconds = retryAfterSeconds
        self.cause = cause
    }

    /// A body that is not as its schema says.
    public init(_ error: JSONError) {
        let subject = error.path.isEmpty ? "The body" : error.path
        self.init(
            .invalidParameter, subject + " " + error.explanation + ".", field: error.path.isEmpty ? nil : error.path)
    }

    /// Raw values are the last part of the `type` URI. Clients switch on them: they are never renamed.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        case invalidParameter = "invalid-parameter"
        case noDefaultLeaderboard = "no-default-leaderboard"
        case unauthenticated = "unauthenticated"
        case wrongCredentials = "wrong-credentials"
        case forbidden = "forbidden"
        case signUpClosed = "sign-up-closed"
        case invitationRequired = "invitation-required"
        case gameCenterDisabled = "game-center-disabled"
        case notReleased = "not-released"
        case notFound = "not-found"
        case unknownGame = "unknown-game"
        case unknownLeaderboard = "unknown-leaderboard"
        case methodNotAllowed = "method-not-allowed"
        case conflict = "conflict"
        case aliasTaken = "alias-taken"
        case scoreIDReused = "score-id-reused"
        case leaderboardArchived = "leaderboard-archived"
        case tooLarge = "too-large"
        case unsupportedMediaType = "unsupported-media-type"
        case scoreOutOfRange = "score-out-of-range"
        case tooManyAttempts = "too-many-attempts"
        case tooManyRequests = "too-many-requests"
        case internalError = "internal-error"
        case unavailable = "unavailable"
        // Refused by the HTTP server itself, before any route.
        case malformedRequest = "malformed-request"
        case requestTimeout = "request-timeout"
        case tooManyConnections = "too-many-connections"
        case notImplemented = "not-implemented"

        /// The status it comes with (RFC 9110, section 15). The HTTP server itself says `too-large` with 414 and 431
        /// too, when it is the target or the head that is.
        public var status: Int {
            switch self {
            case .invalidParameter, .noDefaultLeaderboard, .malformedRequest: 400
            case .unauthenticated, .wrongCredentials: 401
            case .forbidden, .signUpClosed, .invitationRequired, .gameCenterDisabled, .notReleased: 403
            case .notFound, .unknownGame, .unknownLeaderboard: 404
            case .methodNotAllowed: 405
            case .requestTimeout: 408
            case .conflict, .aliasTaken, .scoreIDReused, .leaderboardArchived: 409
            case .tooLarge: 413
            case .unsupportedMediaType: 415
            case .scoreOutOfRange: 422
            case .tooManyAttempts, .tooManyRequests, .tooManyConnections: 429
            case .internalError: 500
            case .notImplemented: 501
            case .unavailable: 503
            }
        }

        /// The same sentence each time, as RFC 9457 wants it.
        public var title: String {
            switch self {
            case .invalidParameter: "The request is not valid"
            case .noDefaultLeaderboard: "This game has no default leaderboard"
            case .unauthenticated: "Sign in first"
            case .wrongCredentials: "Alias or password is wrong"
            case .forbidden: "Not allowed"
            case .signUpClosed: "Sign-up is closed"
            case .invitationRequired: "Sign-up needs an invitation"
            case .gameCenterDisabled: "Game Center is off for this game"
            case .notReleased: "This game is not released: it has the sandbox only"
            case .notFound: "No such thing here"
            case .unknownGame: "No such game"
            case .unknownLeaderboard: "No such leaderboard"
            case .methodNotAllowed: "Not with this method"
            case .conflict: "In conflict with what is there"
            case .aliasTaken: "This alias is taken"
            case .scoreIDReused: "Another score was sent under this id"
            case .leaderboardArchived: "This leaderboard is archived"
            case .tooLarge: "The body is too large"
            case .unsupportedMediaType: "The body must be application/json"
            case .scoreOutOfRange: "The score is outside the leaderboard's range"
            case .tooManyAttempts: "Too many attempts"
            case .tooManyRequests: "Too many requests"
            case .internalError: "Something broke on the server"
            case .unavailable: "Try again shortly"
            case .malformedRequest: "This is not HTTP as RFC 9112 has it"
            case .requestTimeout: "The request did not arrive in time"
            case .tooManyConnections: "Too many connections"
            case .notImplemented: "Not implemented"
            }
        }
    }

    /// The body of the answer.
    public func json(requestID: String) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.field("type", "/problems/" + kind.rawValue)
        writer.field("title", kind.title)
        writer.field("status", kind.status)
        if let detail { writer.field("detail", detail) }
        writer.field("requestID", requestID)
        if let field { writer.field("field", field) }
        writer.endObject()
        return writer.finish()
    }

    public static let schema = Schema.object(
        "Problem",
        [
            .init("type", .enumeration(Kind.allCases.map { "/problems/" + $0.rawValue })),
            .init("title", .string(.init(length: 1...200, example: "The request is not valid"))),
            .init("status", .integer(400...599)),
            .init("detail", .string(.init(length: 1...2_000, example: "value is required.")), isRequired: false),
            .init("requestID", .string(.init(length: 1...200, example: "4f1c2d"))),
            .init("field", .string(.init(length: 1...500, example: "scores[2].value")), isRequired: false),
        ])
}
