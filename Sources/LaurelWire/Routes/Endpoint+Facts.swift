public import LaurelDomain

// What a declaration says of an endpoint, besides its path.
extension Endpoint {
    /// Who may ask for it.
    public enum Access: Hashable, Sendable {
        /// Whatever comes along is not looked at.
        case anyone
        /// Signed in or not, with a different answer perhaps.
        case playerOrAnonymous
        case player
        /// The operator and the administrators of the server, in their own session.
        case server
        /// Anybody who signed in to our own pages or tools.
        case person
        /// A person, or a program with a key.
        case developer
        /// Members with this right in the team that the route, or its app, belongs to.
        case team(TeamRight)
        /// The operator, through the socket in the data folder alone, before there is an administrator.
        case `operator`

        /// Whether it is on the developers' side.
        public var isDevelopers: Bool {
            switch self {
            case .anyone, .playerOrAnonymous, .player, .operator: false
            case .server, .person, .developer, .team: true
            }
        }
    }

    /// Pages of which other origins may call it, with a token.
    public enum Origins: Hashable, Sendable {
        case never
        /// Origins of the app in the path.
        case game
        /// Origins of any app: the token says which game it is.
        case anyGame
    }

    /// Whether it asks for a password or a code within the last ten minutes, besides the right to it
    /// (docs/decisions/0022-proof.md). Not those that have the password in their own body.
    public enum Proof: Hashable, Sendable {
        case none
        /// It gives power over others, or over an account's secrets.
        case always
        /// When it releases an app, which nobody can take back. Judged where the body is read.
        case ofRelease
    }

    /// What the document groups operations by. Generators of clients make a class of each.
    public enum Tag: String, CaseIterable, Sendable {
        case accounts = "Accounts"
        case games = "Games"
        case leaderboards = "Leaderboards"
        case achievements = "Achievements"
        case challenges = "Challenges"
        case matches = "Matches"
        case activities = "Activities"
        case savedGames = "Saved games"
        case friends = "Friends"
        case notifications = "Notifications"
        case sharing = "Sharing"
        case connect = "Connect"
        case teams = "Teams"
        case administration = "Administration"
        case system = "System"
    }

    public enum Body: Sendable {
        case none
        case json(Schema)
        /// JSON, or a form that says the same for a standard that wants one, and what the form is answered with.
        case jsonOrForm(Schema, form: Schema, formAnswer: Schema)
        /// A file of one of these media types.
        case file([String])
        /// Bytes of any kind, at most so many.
        case bytes(limit: Int)

        /// Of its JSON.
        public var schema: Schema? {
            switch self {
            case .none, .file, .bytes: nil
            case .json(let schema), .jsonOrForm(let schema, _, _): schema
            }
        }

        /// The form that may be sent in place of JSON, and its answer.
        public var form: (body: Schema, answer: Schema)? {
            if case .jsonOrForm(_, let form, let answer) = self { (form, answer) } else { nil }
        }

        public var isNone: Bool { if case .none = self { true } else { false } }
    }

    public enum Answer: Sendable {
        case json(Int, Schema)
        case text
        case events
        /// CSV or JSON Lines, streamed.
        case export
        /// The OpenAPI document itself.
        case anyJSON
        case noContent
        /// A raw body of this type.
        case bytes(String)
    }
}

extension Endpoint {
    /// All kinds of problems that it may answer, by status and name.
    public var problems: [Problem.Kind] {
        var kinds = Set(ownProblems)
        kinds.formUnion([.invalidParameter, .internalError])
        if !isAnsweredBeforeReady { kinds.insert(.unavailable) }
        if access != .anyone { kinds.formUnion([.unauthenticated, .forbidden]) }
        switch access {
        case .server, .team: kinds.insert(.twoFactorRequired)
        case .anyone, .playerOrAnonymous, .player, .person, .developer, .operator: break
        }
        if proof != .none { kinds.insert(.proofNeeded) }
        if body.schema != nil { kinds.formUnion([.tooLarge, .unsupportedMediaType, .forbidden]) }
        if budget != nil { kinds.insert(.tooManyRequests) }
        // The version that the caller has seen is not there yet.
        if queryParameters.contains(where: { $0.name == "version" }) { kinds.insert(.conflict) }
        return kinds.sorted { ($0.status, $0.rawValue) < ($1.status, $1.rawValue) }
    }
}

/// Problems that several endpoints share.
enum Problems {
    static let game: [Problem.Kind] = [.unknownGame, .gameCenterDisabled, .notReleased]
    static let board = game + [.unknownLeaderboard]
    /// Of a leaderboard as developers see it.
    static let configuredBoard: [Problem.Kind] = [.unknownGame, .unknownLeaderboard]
    static let boardKind: [Problem.Kind] = [.combinedLeaderboard, .betweenOccurrences, .occurrenceOver]
    static let webhook: [Problem.Kind] = [.unknownGame, .notFound]
    static let friendship: [Problem.Kind] = [.unknownPlayer, .alreadyFriends, .playerBlocked, .friendLimit]
    static let share = game + [.unknownLeaderboard, .unknownAchievement, .conflict, .playerRestricted, .banned]
    /// Why a score or an achievement keeps a match from ending.
    static let matchResults: [Problem.Kind] =
        [
            .unknownLeaderboard, .noDefaultLeaderboard, .leaderboardArchived, .scoreOutOfRange, .prereleased,
            .replayRequired, .unknownAchievement, .achievementArchived,
        ] + boardKind
    /// Why a score is refused where replays are checked.
    static let replay: [Problem.Kind] = [
        .replayRequired, .replayUnreadable, .replayOfOtherGame, .replayOfOtherVersion, .replayPastEnd,
        .replayUnfinished, .replayTooLong, .replayStopped, .replayScoreDiffers, .replayReused, .ticketRequired,
        .ticketInvalid, .ticketSeedDiffers, .ticketUsed, .runTooFast,
    ]
}
