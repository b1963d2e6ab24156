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
    /// Whose budget is used up; nil: it is not about one.
    public var rateLimit: RateLimit?

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

    /// A budget of requests, as header fields tell of it.
    public struct RateLimit: Hashable, Sendable {
        /// Whose, such as `player-read`.
        public var policy: String
        /// Requests at once…
        public var quota: Int64
        /// …which are there again after so many seconds.
        public var window: Int64

        public init(policy: String, quota: Int64, window: Int64) {
            self.policy = policy
            self.quota = quota
            self.window = window
        }
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
        // Achievements and challenges
        case unknownAchievement = "unknown-achievement"
        case achievementArchived = "achievement-archived"
        case unknownChallenge = "unknown-challenge"
        case challengeInvalid = "challenge-invalid"
        case challengeSettled = "challenge-settled"
        case tooManyChallenges = "too-many-challenges"
        case aliasTaken = "alias-taken"
        case scoreIDReused = "score-id-reused"
        case leaderboardArchived = "leaderboard-archived"
        // Kinds of leaderboards
        case combinedLeaderboard = "combined-leaderboard"
        case betweenOccurrences = "between-occurrences"
        case occurrenceOver = "occurrence-over"
        case unknownOccurrence = "unknown-occurrence"
        case tooLarge = "too-large"
        case unsupportedMediaType = "unsupported-media-type"
        case scoreOutOfRange = "score-out-of-range"
        case tooManyAttempts = "too-many-attempts"
        case tooManyRequests = "too-many-requests"
        case internalError = "internal-error"
        case unavailable = "unavailable"
        // Profiles and accounts
        case aliasReserved = "alias-reserved"
        case guardianNeeded = "guardian-needed"
        case invalidImage = "invalid-image"
        // Devices without a keyboard (RFC 8628, section 3.5)
        case authorizationPending = "authorization-pending"
        case slowDown = "slow-down"
        case accessDenied = "access-denied"
        case expiredCode = "expired-code"
        // Sets
        case unknownSet = "unknown-set"
        // Moderation
        case banned = "banned"
        case textRefused = "text-refused"
        // Two factors
        case codeRequired = "code-required"
        case wrongCode = "wrong-code"
        case twoFactorRequired = "two-factor-required"
        // Friends
        case unknownPlayer = "unknown-player"
        case alreadyFriends = "already-friends"
        case playerBlocked = "player-blocked"
        case friendLimit = "friend-limit"
        case friendInvitationRefused = "friend-invitation-refused"
        case friendListNotDetermined = "friend-list-not-determined"
        case friendListRestricted = "friend-list-restricted"
        case friendListDenied = "friend-list-denied"
        case playerRestricted = "player-restricted"
        case requestsNotTaken = "requests-not-taken"
        // Refused by the HTTP server itself, before any route.
        case malformedRequest = "malformed-request"
        case requestTimeout = "request-timeout"
        case tooManyConnections = "too-many-connections"
        case notImplemented = "not-implemented"
        // Saved games
        case unknownSavedGame = "unknown-saved-game"
        case savedGamesFull = "saved-games-full"
        // Web games
        case originNotAllowed = "origin-not-allowed"
        case authorizationRefused = "authorization-refused"
        // Releases
        case prereleased
        // Teams
        case soleOwner = "sole-owner"
        // Replays
        case replayRequired = "replay-required"
        case replayUnreadable = "replay-unreadable"
        case replayOfOtherGame = "replay-of-other-game"
        case replayOfOtherVersion = "replay-of-other-version"
        case replayPastEnd = "replay-past-end"
        case replayUnfinished = "replay-unfinished"
        case replayTooLong = "replay-too-long"
        case replayStopped = "replay-stopped"
        case replayScoreDiffers = "replay-score-differs"
        case replayReused = "replay-reused"
        case ticketRequired = "ticket-required"
        case ticketInvalid = "ticket-invalid"
        case ticketSeedDiffers = "ticket-seed-differs"
        case ticketUsed = "ticket-used"
        case runTooFast = "run-too-fast"
        // Simulators
        case invalidSimulator = "invalid-simulator"
        case unknownSimulator = "unknown-simulator"

        /// The status it comes with (RFC 9110, section 15). The HTTP server itself says `too-large` with 414 and 431
        /// too, when it is the target or the head that is.
        public var status: Int {
            switch self {
            case .invalidParameter, .noDefaultLeaderboard, .malformedRequest: 400
            case .unauthenticated, .wrongCredentials: 401
            case .codeRequired, .wrongCode: 401
            case .twoFactorRequired: 403
            case .forbidden, .signUpClosed, .invitationRequired, .gameCenterDisabled, .notReleased: 403
            case .banned: 403
            case .textRefused: 422
            case .notFound, .unknownGame, .unknownLeaderboard: 404
            case .methodNotAllowed: 405
            // Achievements and challenges
            case .unknownAchievement, .unknownChallenge: 404
            case .achievementArchived, .challengeSettled: 409
            case .challengeInvalid: 422
            case .tooManyChallenges: 429
            case .requestTimeout: 408
            case .conflict, .aliasTaken, .scoreIDReused, .leaderboardArchived: 409
            // Kinds of leaderboards
            case .combinedLeaderboard, .betweenOccurrences, .occurrenceOver: 409
            case .unknownOccurrence: 404
            case .tooLarge: 413
            case .unsupportedMediaType: 415
            case .scoreOutOfRange: 422
            case .tooManyAttempts, .tooManyRequests, .tooManyConnections: 429
            case .internalError: 500
            case .notImplemented: 501
            case .unavailable: 503
            // Profiles and accounts
            case .aliasReserved: 409
            case .guardianNeeded: 403
            case .invalidImage: 422
            case .authorizationPending, .slowDown, .accessDenied, .expiredCode: 400
            // Sets
            case .unknownSet: 404
            // Saved games
            case .unknownSavedGame: 404
            case .savedGamesFull: 409
            // Web games
            case .originNotAllowed: 403
            case .authorizationRefused: 401
            // Releases
            case .prereleased: 403
            // Teams
            case .soleOwner: 409
            // Replays
            case .replayReused, .ticketUsed: 409
            // Simulators
            case .invalidSimulator: 422
            case .unknownSimulator: 404
            case .replayRequired, .replayUnreadable, .replayOfOtherGame, .replayOfOtherVersion, .replayPastEnd,
                .replayUnfinished, .replayTooLong, .replayStopped, .replayScoreDiffers, .ticketRequired, .ticketInvalid,
                .ticketSeedDiffers, .runTooFast:
                422
            // Friends
            case .unknownPlayer, .friendInvitationRefused: 404
            case .alreadyFriends, .playerBlocked, .friendLimit: 409
            case .friendListNotDetermined, .friendListRestricted, .friendListDenied: 403
            case .playerRestricted, .requestsNotTaken: 403
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
            case .codeRequired: "A code of the second factor is needed"
            case .wrongCode: "The code is wrong, used or too old"
            case .twoFactorRequired: "This team asks its members for a second factor"
            case .signUpClosed: "Sign-up is closed"
            case .invitationRequired: "Sign-up needs an invitation"
            case .gameCenterDisabled: "Game Center is off for this game"
            case .notReleased: "This game is not released: it has the sandbox only"
            case .notFound: "No such thing here"
            case .unknownGame: "No such game"
            case .unknownLeaderboard: "No such leaderboard"
            case .methodNotAllowed: "Not with this method"
            // Achievements and challenges
            case .unknownAchievement: "No such achievement"
            case .unknownChallenge: "No such challenge"
            case .achievementArchived: "This achievement is archived"
            case .challengeSettled: "This challenge is no longer pending"
            case .challengeInvalid: "The challenge is not valid"
            case .tooManyChallenges: "Too many challenges"
            case .conflict: "In conflict with what is there"
            case .aliasTaken: "This alias is taken"
            case .scoreIDReused: "Another score was sent under this id"
            case .leaderboardArchived: "This leaderboard is archived"
            // Kinds of leaderboards
            case .combinedLeaderboard: "A combined leaderboard takes no scores"
            case .betweenOccurrences: "No occurrence was running at the score's date"
            case .occurrenceOver: "The occurrence of the score's date can no longer be reached"
            case .unknownOccurrence: "No such occurrence, or no longer"
            case .tooLarge: "The body is too large"
            case .unsupportedMediaType: "The body must be application/json"
            case .scoreOutOfRange: "The score is outside the leaderboard's range"
            case .tooManyAttempts: "Too many attempts"
            case .tooManyRequests: "Too many requests"
            case .internalError: "Something broke on the server"
            case .unavailable: "Try again shortly"
            case .banned: "This player is kept out"
            case .textRefused: "This text has a word that is not allowed here"
            case .malformedRequest: "This is not HTTP as RFC 9112 has it"
            case .requestTimeout: "The request did not arrive in time"
            case .tooManyConnections: "Too many connections"
            case .notImplemented: "Not implemented"
            // Profiles and accounts
            case .aliasReserved: "This alias is kept for the service"
            case .guardianNeeded: "This needs the guardian's code"
            case .invalidImage: "This is no picture that can be used"
            case .authorizationPending: "The player has not decided yet"
            case .slowDown: "Ask less often"
            case .accessDenied: "The player said no"
            case .expiredCode: "This code is unknown, used or too old"
            // Sets
            case .unknownSet: "No such set of leaderboards"
            // Saved games
            case .unknownSavedGame: "No such saved game"
            case .savedGamesFull: "There is no room for more saved games"
            // Web games
            // Releases
            case .prereleased: "Not released yet: it has the sandbox only"
            // Teams
            case .soleOwner: "A team has this owner alone"
            // Replays
            case .replayRequired: "This leaderboard takes no score without its replay"
            case .replayUnreadable: "The replay is no log"
            case .replayOfOtherGame: "The replay is of another game"
            case .replayOfOtherVersion: "The replay is of a version of the game that cannot be played here"
            case .replayPastEnd: "The replay goes on after the run was over"
            case .replayUnfinished: "The replay ends before the run is over"
            case .replayTooLong: "The replay is too long to be played"
            case .replayStopped: "The simulator gave no score within its limits"
            case .replayScoreDiffers: "The replay gives another score"
            case .replayReused: "This run was handed in before"
            case .ticketRequired: "This leaderboard takes no run without a ticket in time"
            case .ticketInvalid: "The ticket was not given to this player for this game"
            case .ticketSeedDiffers: "The run has another seed than its ticket"
            case .ticketUsed: "A run was handed in with this ticket before"
            case .runTooFast: "The run is longer than the time since its ticket"
            // Simulators
            case .invalidSimulator: "This is no simulator that can be run"
            case .unknownSimulator: "No such simulator"
            case .originNotAllowed: "This game has not registered the page's origin"
            case .authorizationRefused: "This way in is unknown, used or too old"
            // Friends
            case .unknownPlayer: "No such player"
            case .alreadyFriends: "You are friends already"
            case .playerBlocked: "You block this player"
            case .friendLimit: "There are too many of these"
            case .friendInvitationRefused: "This invitation is no good any more"
            case .friendListNotDetermined: "The player has not said yet whether this game may see friends"
            case .friendListRestricted: "This player's friends are shown to no game"
            case .friendListDenied: "The player does not let this game see friends"
            case .playerRestricted: "This player may meet no strangers"
            case .requestsNotTaken: "This player takes no requests"
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
