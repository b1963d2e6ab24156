/// Why a request was refused, as `application/problem+json` (RFC 9457).
public struct Problem: Error, Hashable, Sendable {
    public let kind: Kind
    /// What went wrong this time, for the developer. Never anything that belongs only in the log.
    public let detail: String?
    /// The body field or query parameter at fault, such as `scores[2].value`.
    public let field: String?
    /// Which rule the field breaks, where it has several that a page tells apart.
    public let reason: Reason?
    /// The numbers and names of that rule.
    public let values: Values?
    /// Seconds to wait before trying again.
    public let retryAfterSeconds: Int?
    /// For the log only; never sent.
    public let cause: String?
    /// The request budget that is used up, if that is the problem.
    public var rateLimit: RateLimit?
    /// What the caller should have known, if that is the problem.
    public var current: Current?

    /// What there is, for a request that was made of something older.
    public indirect enum Current: Hashable, Sendable {
        case match(MatchAnswer)

        var match: MatchAnswer? {
            switch self {
            case .match(let match): match
            }
        }
    }

    public init(
        _ kind: Kind, _ detail: String? = nil, field: String? = nil, reason: Reason? = nil, values: Values? = nil,
        retryAfterSeconds: Int? = nil, cause: String? = nil
    ) {
        self.kind = kind
        self.detail = detail
        self.field = field
        self.reason = reason
        self.values = values
        self.retryAfterSeconds = retryAfterSeconds
        self.cause = cause
    }

    /// A request budget, for the rate limit header fields.
    public struct RateLimit: Hashable, Sendable {
        /// The policy name, such as `player-read`.
        public var policy: String
        /// Requests allowed per window.
        public var quota: Int64
        /// Seconds until the full quota is available again.
        public var window: Int64

        public init(policy: String, quota: Int64, window: Int64) {
            self.policy = policy
            self.quota = quota
            self.window = window
        }
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
        // Turn-based matches
        case unknownMatch = "unknown-match"
        case matchRequestInvalid = "match-request-invalid"
        case participantInvalid = "participant-invalid"
        case matchStateInvalid = "match-state-invalid"
        case notYourTurn = "not-your-turn"
        case tooManyMatches = "too-many-matches"
        case keyReused = "key-reused"
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
        // Guests
        case guestsNotAllowed = "guests-not-allowed"
        case guestUpgraded = "guest-upgraded"
        case guestRestricted = "guest-restricted"
        case guestMerged = "guest-merged"
        // Providers
        case providerRefused = "provider-refused"
        case providerUnavailable = "provider-unavailable"
        case linkTaken = "link-taken"
        case lastSignIn = "last-sign-in"
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
        // Activities
        case unknownActivity = "unknown-activity"
        case unknownChallengeDefinition = "unknown-challenge-definition"
        case unknownParty = "unknown-party"
        // Moderation
        case banned = "banned"
        case textRefused = "text-refused"
        // Two-factor authentication
        case codeRequired = "code-required"
        case wrongCode = "wrong-code"
        case twoFactorRequired = "two-factor-required"
        case proofNeeded = "proof-needed"
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
        // Refused by the HTTP server itself, before routing
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

        /// The HTTP status (RFC 9110, section 15). The HTTP server also sends `too-large` with 414 for a long target
        /// and 431 for a large head.
        public var status: Int {
            switch self {
            case .invalidParameter, .noDefaultLeaderboard, .malformedRequest: 400
            case .unauthenticated, .wrongCredentials: 401
            case .codeRequired, .wrongCode: 401
            case .twoFactorRequired, .proofNeeded: 403
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
            // Turn-based matches
            case .unknownMatch: 404
            case .matchRequestInvalid, .participantInvalid: 422
            case .matchStateInvalid, .notYourTurn, .tooManyMatches, .keyReused: 409
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
            // Guests
            case .guestsNotAllowed, .guestRestricted: 403
            case .guestUpgraded, .guestMerged: 409
            // Providers
            case .providerRefused: 401
            case .providerUnavailable: 503
            case .linkTaken, .lastSignIn: 409
            // Profiles and accounts
            case .aliasReserved: 409
            case .guardianNeeded: 403
            case .invalidImage: 422
            case .authorizationPending, .slowDown, .accessDenied, .expiredCode: 400
            // Sets
            case .unknownSet: 404
            case .unknownActivity, .unknownParty, .unknownChallengeDefinition: 404
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

        /// The same text every time, as RFC 9457 requires.
        public var title: String {
            switch self {
            case .invalidParameter: "Invalid request"
            case .noDefaultLeaderboard: "Game has no default leaderboard"
            case .unauthenticated: "Sign-in required"
            case .wrongCredentials: "Wrong alias or password"
            case .forbidden: "Not allowed"
            case .codeRequired: "Two-factor code required"
            case .wrongCode: "Two-factor code is wrong, used or expired"
            case .twoFactorRequired: "Two-factor authentication required"
            case .proofNeeded: "Confirm that it's you"
            case .signUpClosed: "Sign-up is closed"
            case .invitationRequired: "Invitation required"
            case .gameCenterDisabled: "Game Center is off for this game"
            case .notReleased: "Game isn't released; only its Sandbox is available"
            case .notFound: "Not found"
            case .unknownGame: "Game not found"
            case .unknownLeaderboard: "Leaderboard not found"
            case .methodNotAllowed: "Method not allowed"
            // Achievements and challenges
            case .unknownAchievement: "Achievement not found"
            case .unknownChallenge: "Challenge not found"
            case .achievementArchived: "Achievement is archived"
            case .challengeSettled: "Challenge is no longer pending"
            case .challengeInvalid: "Challenge is invalid"
            case .tooManyChallenges: "Too many challenges"
            // Turn-based matches
            case .unknownMatch: "Match not found"
            case .matchRequestInvalid: "Request for a match is invalid"
            case .participantInvalid: "Participant can't be chosen"
            case .matchStateInvalid: "Match doesn't allow this now"
            case .notYourTurn: "Not the caller's turn, or the match has changed"
            case .tooManyMatches: "Too many open matches"
            case .keyReused: "This key was already used for another request"
            case .conflict: "Conflicts with the current state"
            case .aliasTaken: "Alias is taken"
            case .scoreIDReused: "This ID was already used for another score"
            case .leaderboardArchived: "Leaderboard is archived"
            // Kinds of leaderboards
            case .combinedLeaderboard: "Combined leaderboards don't accept scores"
            case .betweenOccurrences: "No occurrence was running at the score's date"
            case .occurrenceOver: "The occurrence for the score's date has expired"
            case .unknownOccurrence: "Occurrence not found or expired"
            case .tooLarge: "Request is too large"
            case .unsupportedMediaType: "Content-Type must be application/json"
            case .scoreOutOfRange: "Score is outside the leaderboard's range"
            case .tooManyAttempts: "Too many attempts"
            case .tooManyRequests: "Too many requests"
            case .internalError: "Internal server error"
            case .unavailable: "Temporarily unavailable"
            case .banned: "Player is banned"
            case .textRefused: "Text contains a blocked word"
            case .malformedRequest: "Malformed HTTP request"
            case .requestTimeout: "Request timed out"
            case .tooManyConnections: "Too many connections"
            case .notImplemented: "Not implemented"
            // Guests
            case .guestsNotAllowed: "Guests aren't accepted here"
            case .guestUpgraded: "Guest has an alias and a password now"
            case .guestRestricted: "Guests can't do this"
            case .guestMerged: "Guest is part of an account now"
            // Providers
            case .providerRefused: "Provider's proof can't be accepted"
            case .providerUnavailable: "Provider can't be reached"
            case .linkTaken: "Provider's account is linked to another player"
            case .lastSignIn: "Nothing else signs the player in"
            // Profiles and accounts
            case .aliasReserved: "Alias is reserved"
            case .guardianNeeded: "Guardian code required"
            case .invalidImage: "Image can't be used"
            case .authorizationPending: "Player hasn't decided yet"
            case .slowDown: "Polling too often"
            case .accessDenied: "Player denied the request"
            case .expiredCode: "Code is invalid, used or expired"
            // Sets
            case .unknownSet: "Leaderboard set not found"
            case .unknownActivity: "Activity not found"
            case .unknownChallengeDefinition: "Challenge definition not found"
            case .unknownParty: "Party not found"
            // Saved games
            case .unknownSavedGame: "Saved game not found"
            case .savedGamesFull: "Saved game limit reached"
            // Web games
            // Releases
            case .prereleased: "Not released yet; available only in the Sandbox"
            // Teams
            case .soleOwner: "Player is the only owner of a team"
            // Replays
            case .replayRequired: "Leaderboard requires a replay with each score"
            case .replayUnreadable: "Replay can't be read"
            case .replayOfOtherGame: "Replay is from another game"
            case .replayOfOtherVersion: "Replay is from an unsupported version of the game"
            case .replayPastEnd: "Replay continues after the end of the run"
            case .replayUnfinished: "Replay ends before the run is over"
            case .replayTooLong: "Replay is too long"
            case .replayStopped: "Simulator returned no score within its limits"
            case .replayScoreDiffers: "Replay gives a different score"
            case .replayReused: "Run was already submitted"
            case .ticketRequired: "Run has no ticket, or was submitted too late"
            case .ticketInvalid: "Ticket is for another player or game"
            case .ticketSeedDiffers: "Run doesn't use its ticket's seed"
            case .ticketUsed: "Ticket was already used"
            case .runTooFast: "Run is longer than the time since its ticket was issued"
            // Simulators
            case .invalidSimulator: "Simulator can't be run"
            case .unknownSimulator: "Simulator not found"
            case .originNotAllowed: "Origin isn't registered for this game"
            case .authorizationRefused: "Authorization code is invalid, used or expired"
            // Friends
            case .unknownPlayer: "Player not found"
            case .alreadyFriends: "Already friends"
            case .playerBlocked: "You've blocked this player"
            case .friendLimit: "Limit reached"
            case .friendInvitationRefused: "Invitation is no longer valid"
            case .friendListNotDetermined: "Player hasn't decided whether this game can see their friends"
            case .friendListRestricted: "Player's friends aren't shared with games"
            case .friendListDenied: "Player doesn't let this game see their friends"
            case .playerRestricted: "Player can't interact with strangers"
            case .requestsNotTaken: "Player doesn't accept friend requests"
            }
        }
    }
}
