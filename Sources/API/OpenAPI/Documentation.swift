import LaurelWire

/// What the document says of a route beyond its path and parameters.
struct Documentation {
    let summary: String
    /// The body's schema; nil: no body.
    var body: Schema?
    var answer: Answer
    /// The kinds of problems that this route alone may answer; those of every route are added.
    var problems: [Problem.Kind] = []

    enum Answer {
        case json(Int, Schema)
        case text
        case events
        /// The OpenAPI document itself.
        case anyJSON
        case noContent
    }
}

extension Endpoint {
    var documentation: Documentation {
        switch self {
        case .health: Documentation(summary: "Whether the process answers.", answer: .text)
        case .readiness:
            Documentation(summary: "Whether ranks are right.", answer: .text, problems: [.unavailable])
        case .metrics: Documentation(summary: "Counters in the text format of Prometheus.", answer: .text)
        case .openAPI: Documentation(summary: "This document.", answer: .anyJSON)
        case .signUp:
            Documentation(
                summary: "Makes a player and signs him in.", body: SignUpBody.schema,
                answer: .json(201, SessionAnswer.signUpSchema),
                problems: [.signUpClosed, .invitationRequired, .aliasTaken, .tooManyAttempts] + Self.gameProblems)
        case .signIn:
            Documentation(
                summary: "Signs a player in on a device.", body: SignInBody.schema,
                answer: .json(201, SessionAnswer.schema),
                problems: [.wrongCredentials, .tooManyAttempts] + Self.gameProblems)
        case .signOut: Documentation(summary: "Ends the session that asks.", answer: .noContent)
        case .recover:
            Documentation(
                summary: "A new password for a recovery code; ends all sessions of the player.",
                body: RecoveryBody.schema, answer: .noContent, problems: [.wrongCredentials, .tooManyAttempts])
        case .currentPlayer:
            Documentation(summary: "Who asks.", answer: .json(200, CurrentPlayerAnswer.schema))
        case .players:
            Documentation(
                summary: "Players by the ids that the caller sees; unknown ids are left out.",
                answer: .json(200, PlayersAnswer.schema))
        case .games: Documentation(summary: "Games that can be played.", answer: .json(200, GameAnswer.listSchema))
        case .game:
            Documentation(
                summary: "A game.", answer: .json(200, GameAnswer.schema), problems: [.unknownGame])
        case .leaderboards:
            Documentation(
                summary: "The leaderboards of a game.", answer: .json(200, LeaderboardAnswer.listSchema),
                problems: Self.gameProblems)
        case .leaderboard:
            Documentation(
                summary: "A leaderboard.", answer: .json(200, LeaderboardAnswer.schema),
                problems: Self.boardProblems)
        case .submitScore:
            Documentation(
                summary: "Submits a score. With an id it counts once, however often it is sent.",
                body: ScoreBody.schema, answer: .json(200, SubmittedAnswer.schema),
                problems: [.leaderboardArchived, .scoreOutOfRange, .scoreIDReused] + Self.boardProblems)
        case .submitScores:
            Documentation(
                summary: "Submits several scores: all of them count or none.", body: ScoresBody.schema,
                answer: .json(200, SubmittedAnswer.listSchema),
                problems: [.noDefaultLeaderboard, .leaderboardArchived, .scoreOutOfRange, .scoreIDReused]
                    + Self.boardProblems)
        case .entries:
            Documentation(
                summary: "Entries by rank, or of certain players.", answer: .json(200, EntryAnswer.pageSchema),
                problems: Self.boardProblems)
        case .entriesAround:
            Documentation(
                summary: "Entries around the player who asks.", answer: .json(200, EntryAnswer.pageSchema),
                problems: Self.boardProblems)
        case .events:
            Documentation(
                summary: "Server-sent events named leaderboard: the version of each one, now and when it changes. "
                    + "The data is {bundleID, leaderboard, environment, scopes?, version}. scopes names the windows "
                    + "that changed: today, week, allTime; a page that shows one of them reads again, also when the "
                    + "version is the same, for an entry may have grown too old. The first event has none.",
                answer: .events, problems: [.tooManyRequests] + Self.boardProblems)
        case .claimAdministration:
            Documentation(
                summary: "Makes the first administrator, by the one-time link.", body: AdministratorBody.schema,
                answer: .json(201, SessionAnswer.signUpSchema),
                problems: [.wrongCredentials, .aliasTaken, .tooManyAttempts])
        case .invite:
            Documentation(
                summary: "Makes a code that lets one player sign up.", body: InvitationBody.schema,
                answer: .json(201, InvitationAnswer.schema))
        case .resetPassword:
            Documentation(
                summary: "A new password and new recovery codes for a player who lost both; ends all his sessions.",
                body: PasswordResetBody.schema, answer: .json(201, PasswordResetAnswer.schema), problems: [.notFound])
        case .renewAdministratorLink:
            Documentation(
                summary: "A new one-time link for the first administrator. Only over the socket in the data folder.",
                body: AdministratorLinkBody.schema, answer: .json(201, AdministratorLinkAnswer.schema),
                problems: [.conflict])
        case .apps: Documentation(summary: "All apps.", answer: .json(200, AppAnswer.listSchema))
        case .createApp:
            Documentation(
                summary: "Makes an app: Game Center off, sandbox only.", body: AppBody.schema,
                answer: .json(201, AppAnswer.schema), problems: [.conflict])
        case .app:
            Documentation(summary: "An app.", answer: .json(200, AppAnswer.schema), problems: [.unknownGame])
        case .updateApp:
            Documentation(
                summary: "Changes an app, at once. A release is for ever.", body: AppChangeBody.schema,
                answer: .json(200, AppAnswer.schema), problems: [.unknownGame, .conflict])
        case .appLeaderboards:
            Documentation(
                summary: "The leaderboards of an app, with every field.",
                answer: .json(200, AppLeaderboardAnswer.listSchema), problems: [.unknownGame])
        case .createLeaderboard:
            Documentation(
                summary: "Makes a leaderboard.", body: LeaderboardBody.schema,
                answer: .json(201, AppLeaderboardAnswer.schema), problems: [.unknownGame, .conflict])
        case .appLeaderboard:
            Documentation(
                summary: "A leaderboard, with every field.", answer: .json(200, AppLeaderboardAnswer.schema),
                problems: [.unknownGame, .unknownLeaderboard])
        case .updateLeaderboard:
            Documentation(
                summary: "Changes a leaderboard, at once.", body: LeaderboardChangeBody.schema,
                answer: .json(200, AppLeaderboardAnswer.changedSchema),
                problems: [.unknownGame, .unknownLeaderboard, .conflict])
        case .deleteLeaderboard:
            Documentation(
                summary: "Deletes a leaderboard that was never released.", answer: .noContent,
                problems: [.unknownGame, .unknownLeaderboard, .conflict])
        case .configuration:
            Documentation(
                summary: "The whole configuration of an app in one document.",
                answer: .json(200, ConfigurationAnswer.schema), problems: [.unknownGame])
        case .importConfiguration:
            Documentation(
                summary: "Makes an app what the document says; with plan=true it only says what would change.",
                body: ConfigurationBody.schema, answer: .json(200, ConfigurationAnswer.planSchema),
                problems: [.unknownGame, .conflict])
        }
    }

    private static let gameProblems: [Problem.Kind] = [.unknownGame, .gameCenterDisabled, .notReleased]
    private static let boardProblems: [Problem.Kind] = gameProblems + [.unknownLeaderboard]

    /// All kinds of problems that it may answer, by status and name.
    var problems: [Problem.Kind] {
        var kinds = Set(documentation.problems)
        kinds.formUnion([.invalidParameter, .internalError])
        if !isAnsweredBeforeReady { kinds.formUnion([.unavailable]) }
        switch access {
        case .anyone: break
        case .playerOrAnonymous: kinds.formUnion([.unauthenticated, .forbidden])
        case .player, .administrator, .operator: kinds.formUnion([.unauthenticated, .forbidden])
        }
        if documentation.body != nil { kinds.formUnion([.tooLarge, .unsupportedMediaType, .forbidden]) }
        return kinds.sorted { ($0.status, $0.rawValue) < ($1.status, $1.rawValue) }
    }
}
