import LaurelDomain
import LaurelWire

/// What the document says of a route beyond its path and parameters.
struct Documentation {
    let summary: String
    /// The body's schema; nil: no body.
    var body: Schema?
    /// The body is bytes as they are, at most so many; then there is no schema.
    var bytesLimit: Int?
    var answer: Answer
    /// The kinds of problems that this route alone may answer; those of every route are added.
    var problems: [Problem.Kind] = []

    /// Media types of a body that is no JSON.
    var uploads: [String] = []

    enum Answer {
        case json(Int, Schema)
        case text
        case events
        /// CSV or lines of JSON, as long as it takes.
        case export
        /// The OpenAPI document itself.
        case anyJSON
        case noContent
        /// `application/octet-stream`.
        /// A body of bytes as they are, of this type.
        case bytes(String)
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
                problems: [.signUpClosed, .invitationRequired, .aliasTaken, .tooManyAttempts, .textRefused]
                    + Self.gameProblems)
        case .signIn:
            Documentation(
                summary: "Signs a player in on a device.", body: SignInBody.schema,
                answer: .json(201, SessionAnswer.schema),
                problems: [.wrongCredentials, .codeRequired, .wrongCode, .tooManyAttempts] + Self.gameProblems)
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
                problems: [.leaderboardArchived, .scoreOutOfRange, .scoreIDReused, .prereleased] + Self.kindProblems
                    + Self.replayProblems + Self.boardProblems)
        case .submitScores:
            Documentation(
                summary: "Submits several scores: all of them count or none.", body: ScoresBody.schema,
                answer: .json(200, SubmittedAnswer.listSchema),
                problems: [.noDefaultLeaderboard, .leaderboardArchived, .scoreOutOfRange, .scoreIDReused, .prereleased]
                    + Self.kindProblems + Self.replayProblems + Self.boardProblems)
        case .entries:
            Documentation(
                summary: "Entries by rank, or of certain players.", answer: .json(200, EntryAnswer.pageSchema),
                problems: [.unknownOccurrence] + Self.boardProblems)
        case .entriesAround:
            Documentation(
                summary: "Entries around the player who asks.", answer: .json(200, EntryAnswer.pageSchema),
                problems: [.unknownOccurrence] + Self.boardProblems)
        case .events:
            Documentation(
                summary: "Server-sent events named leaderboard: the version of each one, now and when it changes. "
                    + "The data is {bundleID, leaderboard, environment, scopes?, version}. scopes names the windows "
                    + "that changed: today, week, allTime; a page that shows one of them reads again, also when the "
                    + "version is the same, for an entry may have grown too old. The first event has none. "
                    + "With a session also events named notice, each with its id, and inbox: {unread, last, readID?, "
                    + "readUpTo?, deletedID?}, at the beginning and after each change. Last-Event-ID, or lastEventID "
                    + "in the query, resumes after that notice.",
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
                answer: .json(201, AppAnswer.schema),
                problems: [.conflict, .notFound, .twoFactorRequired, .textRefused])
        case .app:
            Documentation(summary: "An app.", answer: .json(200, AppAnswer.schema), problems: [.unknownGame])
        case .updateApp:
            Documentation(
                summary: "Changes an app, at once. A release is for ever.", body: AppChangeBody.schema,
                answer: .json(200, AppAnswer.schema), problems: [.unknownGame, .conflict, .textRefused])
        case .appLeaderboards:
            Documentation(
                summary: "The leaderboards of an app, with every field.",
                answer: .json(200, AppLeaderboardAnswer.listSchema), problems: [.unknownGame])
        case .createLeaderboard:
            Documentation(
                summary: "Makes a leaderboard.", body: LeaderboardBody.schema,
                answer: .json(201, AppLeaderboardAnswer.schema), problems: [.unknownGame, .conflict, .textRefused])
        case .appLeaderboard:
            Documentation(
                summary: "A leaderboard, with every field.", answer: .json(200, AppLeaderboardAnswer.schema),
                problems: [.unknownGame, .unknownLeaderboard])
        case .updateLeaderboard:
            Documentation(
                summary: "Changes a leaderboard, at once.", body: LeaderboardChangeBody.schema,
                answer: .json(200, AppLeaderboardAnswer.changedSchema),
                problems: [.unknownGame, .unknownLeaderboard, .conflict, .textRefused])
        case .deleteLeaderboard:
            Documentation(
                summary: "Deletes a leaderboard that was never released.", answer: .noContent,
                problems: [.unknownGame, .unknownLeaderboard, .conflict])
        // Groups
        case .moveLeaderboard:
            Documentation(
                summary: "Moves an app's leaderboard with its scores into a group; its id answers for the group.",
                body: MoveLeaderboardBody.schema, answer: .json(200, AppLeaderboardAnswer.schema),
                problems: [.unknownGame, .unknownLeaderboard, .conflict])
        case .configuration:
            Documentation(
                summary: "The whole configuration of an app in one document.",
                answer: .json(200, ConfigurationAnswer.schema), problems: [.unknownGame])
        case .importConfiguration:
            Documentation(
                summary: "Makes an app what the document says; with plan=true it only says what would change.",
                body: ConfigurationBody.schema, answer: .json(200, ConfigurationAnswer.planSchema),
                problems: [.unknownGame, .conflict, .notFound, .textRefused])
        case .exportAchievements:
            Documentation(
                summary: "All progress with an app's achievements, player by player, as CSV or as lines of JSON.",
                answer: .export, problems: [.unknownGame])
        // Images
        case .image, .images, .setIcon, .removeIcon, .setScreenshot, .removeScreenshot, .setLeaderboardImage,
            .removeLeaderboardImage,
            .setAchievementImage, .removeAchievementImage, .setSetImage, .removeSetImage:
            imageDocumentation
        // Simulators
        case .simulators, .simulator, .setSimulator, .removeSimulator: simulatorDocumentation
        // Profiles and accounts
        case .profile, .updateProfile, .restrict, .setPhoto, .removePhoto, .photo: profileDocumentation
        case .changePassword, .renewRecoveryCodes, .sessions, .endSession, .endOtherSessions: accountDocumentation
        case .requestDevice, .pollDevice, .pendingDevice, .decideDevice: deviceDocumentation
        case .exportPlayer, .eraseSelf, .findPlayers, .exportNamedPlayer, .eraseNamedPlayer: endDocumentation
        // Achievements
        case .achievements:
            Documentation(
                summary: "The achievements of a game, with the caller's or a friend's progress, and how rare each is.",
                answer: .json(200, AchievementAnswer.listSchema),
                problems: [.unknownPlayer, .forbidden] + Self.gameProblems)
        case .reportAchievements:
            Documentation(
                summary: "Reports progress: all of the reports are taken or none. 100 percent earns.",
                body: ReportsBody.schema, answer: .json(200, AchievementAnswer.reportedSchema),
                problems: [.unknownAchievement, .achievementArchived, .scoreIDReused, .prereleased] + Self.gameProblems)
        case .resetAchievements:
            Documentation(
                summary: "Puts the caller's progress in a game back to zero.", answer: .noContent,
                problems: Self.gameProblems)
        case .challengeablePlayers:
            Documentation(
                summary: "Of these players, those whom the caller may challenge with an achievement.",
                answer: .json(200, ChallengeAnswer.playersSchema), problems: [.unknownAchievement] + Self.gameProblems)
        case .appAchievements:
            Documentation(
                summary: "The achievements of an app, with every field.",
                answer: .json(200, AchievementAnswer.configuredListSchema), problems: [.unknownGame])
        case .createAchievement:
            Documentation(
                summary: "Makes an achievement.", body: AchievementBody.schema,
                answer: .json(201, AchievementAnswer.configuredSchema),
                problems: [.unknownGame, .conflict, .textRefused])
        case .appAchievement:
            Documentation(
                summary: "An achievement, with every field.", answer: .json(200, AchievementAnswer.configuredSchema),
                problems: [.unknownGame, .unknownAchievement])
        case .updateAchievement:
            Documentation(
                summary: "Changes an achievement, at once.", body: AchievementChangeBody.schema,
                answer: .json(200, AchievementAnswer.configuredSchema),
                problems: [.unknownGame, .unknownAchievement, .conflict, .textRefused])
        case .deleteAchievement:
            Documentation(
                summary: "Deletes an achievement that was never released.", answer: .noContent,
                problems: [.unknownGame, .unknownAchievement, .conflict])
        // Challenges
        case .issueChallenges:
            Documentation(
                summary: "Challenges up to ten friends, with a score or an achievement.", body: ChallengeBody.schema,
                answer: .json(201, ChallengeAnswer.issuedSchema),
                problems: [
                    .unknownLeaderboard, .unknownAchievement, .challengeInvalid, .tooManyChallenges, .textRefused,
                ]
                    + Self.gameProblems)
        case .challenges:
            Documentation(
                summary: "The caller's challenges, received or sent, newest first.",
                answer: .json(200, ChallengeAnswer.listSchema), problems: [.unknownChallenge])
        case .challenge:
            Documentation(
                summary: "A challenge that the caller sent or received.", answer: .json(200, ChallengeAnswer.schema),
                problems: [.unknownChallenge])
        case .declineChallenge:
            Documentation(
                summary: "Declines a challenge.", answer: .noContent, problems: [.unknownChallenge, .challengeSettled])
        case .playChallenge:
            Documentation(
                summary: "The receiver wants to play it now: his running game is told, or else is to be started.",
                answer: .json(200, ChallengeAnswer.playedSchema),
                problems: [.unknownChallenge, .challengeSettled, .forbidden])
        case .challengeReplay:
            Documentation(
                summary: "The bytes of a challenge's replay.", answer: .bytes("application/octet-stream"),
                problems: [.unknownChallenge, .notFound])
        case .challengeMutes:
            Documentation(
                summary: "Whose challenges the caller does not want to hear of.",
                answer: .json(200, ChallengeAnswer.mutesSchema))
        case .muteChallenges:
            Documentation(
                summary: "Mutes challenges, or unmutes them: of one player or all, on one leaderboard or everywhere.",
                body: ChallengeMuteBody.schema, answer: .json(200, ChallengeAnswer.mutesSchema),
                problems: [.unknownGame, .unknownLeaderboard, .conflict])
        // Teams
        case .teams, .foundTeam, .team, .updateTeam, .members, .changeRole, .removeMember, .teamInvitations,
            .inviteMember, .revokeTeamInvitation, .joinTeam, .inviteDeveloper, .keys, .makeKey, .revokeKey, .audit,
            .serverAudit:
            teamDocumentation
        case .deleteTeam: teamDocumentation
        case .wipeTestData:
            Documentation(
                summary:
                    "Wipes test data in the Sandbox: a leaderboard, a player, or everything. With plan=true it only "
                    + "says what would go. Nothing brings it back.",
                body: WipeBody.schema, answer: .json(200, WipeAnswer.schema),
                problems: [.unknownGame, .unknownLeaderboard, .notFound])
        // Two factors
        case .twoFactor, .setUpTwoFactor, .confirmTwoFactor, .removeTwoFactor, .resetTwoFactor:
            twoFactorDocumentation
        // Notifications
        case .notices:
            Documentation(
                summary: "What the player was told, newest first; in a game's session what concerns that game.",
                answer: .json(200, InboxAnswer.schema))
        case .readNotices:
            Documentation(
                summary: "Marks one notice, or all up to one, as read on all devices.", body: ReadNoticesBody.schema,
                answer: .json(200, InboxAnswer.unreadSchema))
        case .deleteNotice:
            Documentation(summary: "Deletes a notice.", answer: .noContent, problems: [.notFound])
        case .muteNotice:
            Documentation(
                summary: "Silences what a notice is an example of: its kind in its game, its game, or its kind.",
                body: MuteBody.schema, answer: .json(200, InboxAnswer.mutedSchema), problems: [.notFound, .conflict])
        case .notificationSettings:
            Documentation(
                summary: "What the player wants to be told, and when nothing is pushed.",
                answer: .json(200, NotificationSettingsBody.schema))
        case .changeNotificationSettings:
            Documentation(
                summary: "Puts these choices in place of the ones before.", body: NotificationSettingsBody.schema,
                answer: .json(200, NotificationSettingsBody.schema), problems: [.unknownGame, .conflict])
        case .push:
            Documentation(
                summary: "The key that browsers subscribe with (applicationServerKey), and whether this session's has.",
                answer: .json(200, PushAnswer.schema))
        case .subscribeToPush:
            Documentation(
                summary: "Has the session's browser told when it is closed: the body is PushSubscription.toJSON().",
                body: PushSubscriptionBody.schema, answer: .json(200, PushAnswer.schema))
        case .unsubscribeFromPush:
            Documentation(summary: "Tells the session's browser no more when it is closed.", answer: .noContent)
        case .webhook:
            Documentation(
                summary: "Where the game's own server is told what happens.",
                answer: .json(200, WebhookAnswer.schema), problems: Self.webhookProblems)
        case .setWebhook:
            Documentation(
                summary: "Makes or changes the webhook; a new secret is shown in the answer, this once.",
                body: WebhookBody.schema, answer: .json(200, WebhookAnswer.schema), problems: [.unknownGame])
        case .removeWebhook:
            Documentation(
                summary: "Removes the webhook with all that is on its way.", answer: .noContent,
                problems: Self.webhookProblems)
        case .testWebhook:
            Documentation(
                summary: "Sends an event of the kind test.", body: WebhookTestBody.schema,
                answer: .json(202, WebhookDeliveryAnswer.schema), problems: Self.webhookProblems + [.conflict])
        case .webhookDeliveries:
            Documentation(
                summary: "What became of what the game's server was told, newest first; kept for 30 days.",
                answer: .json(200, WebhookDeliveryAnswer.listSchema), problems: [.unknownGame])
        case .resendWebhookDelivery:
            Documentation(
                summary: "Sends an event once more, under the id that it had.", body: WebhookResendBody.schema,
                answer: .noContent, problems: Self.webhookProblems + [.conflict])
        // Saved games
        case .savedGames:
            Documentation(
                summary: "What the player has saved in a game. Several versions of one name are in conflict. His "
                    + "event streams tell of changes: savedGames with {bundleID, environment, name, versions}.",
                answer: .json(200, SavedGameAnswer.listSchema), problems: Self.gameProblems)
        case .saveGame:
            Documentation(
                summary: "Saves a game under an id that it made: sent again, it is stored once. It replaces the "
                    + "versions of its name that it is based on; others stay, and are in conflict with it. The answer "
                    + "has all versions of the name. Based on all of them, it resolves their conflict.",
                bytesLimit: SavedGameLimits().bytes, answer: .json(200, SavedGameAnswer.listSchema),
                problems: [.tooLarge, .conflict, .savedGamesFull] + Self.gameProblems)
        case .loadSavedGame:
            Documentation(
                summary: "The data of one version, with its SHA-256 as ETag and Repr-Digest (RFC 9530).",
                answer: .bytes("application/octet-stream"),
                problems: [.unknownSavedGame] + Self.gameProblems)
        case .deleteSavedGames:
            Documentation(
                summary: "Deletes a saved game: all versions of the name.", answer: .noContent,
                problems: [.unknownSavedGame] + Self.gameProblems)
        // Replays
        case .issueTicket:
            Documentation(
                summary: "A ticket for the player's next run: its seed and what goes into the log's header. Handed in "
                    + "with a score once, within 24 hours.",
                answer: .json(201, TicketAnswer.schema), problems: Self.gameProblems)
        case .sharedReplay:
            Documentation(
                summary: "The log of the run behind a shared score, for whoever has the page's address.",
                answer: .bytes("application/octet-stream"), problems: [.notFound])
        case .sharedPage:
            Documentation(
                summary: "What a shared page shows, for whoever has its address; `watch` is the page on which the run "
                    + "behind a score can be seen.",
                answer: .json(200, SharedPageAnswer.schema), problems: [.notFound])
        // Identity
        case .identity:
            Documentation(
                summary: "Who the player is, signed for the game's own server: RSASSA-PKCS1-v1_5 with SHA-256 over "
                    + "teamPlayerID, bundleID, timestamp (UInt64, milliseconds, big-endian) and salt.",
                answer: .json(200, IdentityAnswer.schema), problems: Self.gameProblems)
        case .identityCertificate:
            Documentation(
                summary: "A certificate that proofs of identity were signed with, in DER. It never changes.",
                answer: .bytes("application/pkix-cert"), problems: [.notFound])
        case .rotateIdentityKey:
            Documentation(
                summary: "A new key for proofs of identity. Only over the socket in the data folder.",
                body: IdentityKeyBody.schema, answer: .json(201, IdentityAnswer.keySchema))
        // App Store Connect
        case .importFromAppStoreConnect:
            Documentation(
                summary: "Imports leaderboards, sets and achievements from answers of the App Store Connect API; with "
                    + "plan=true it only says what would change. notMapped says what has no place here.",
                body: AppStoreConnectBody.schema, answer: .json(200, AppStoreConnectAnswer.planSchema),
                problems: [.unknownGame, .unknownLeaderboard, .conflict, .textRefused])
        // Sets
        case .sets:
            Documentation(
                summary: "The sets of a game's leaderboards: each leaderboard is in at least one. None: no sets.",
                answer: .json(200, LeaderboardSetAnswer.listSchema), problems: Self.gameProblems)
        case .defaultLeaderboard:
            Documentation(
                summary: "Where the player's scores go that name no leaderboard.",
                answer: .json(200, DefaultLeaderboardAnswer.schema), problems: Self.gameProblems)
        case .chooseDefaultLeaderboard:
            Documentation(
                summary: "Chooses another default leaderboard for this player; null: the app's own again.",
                body: DefaultLeaderboardBody.schema, answer: .json(200, DefaultLeaderboardAnswer.schema),
                problems: [.leaderboardArchived] + Self.boardProblems)
        case .appSets:
            Documentation(
                summary: "The sets of an app's leaderboards, as its developer wrote them.",
                answer: .json(200, AppLeaderboardSetAnswer.listSchema), problems: [.unknownGame])
        case .createSet:
            Documentation(
                summary: "Makes a set of leaderboards.", body: LeaderboardSetBody.schema,
                answer: .json(201, AppLeaderboardSetAnswer.schema),
                problems: [.unknownGame, .unknownLeaderboard, .conflict, .textRefused])
        case .updateSet:
            Documentation(
                summary: "Changes a set, at once.", body: LeaderboardSetChangeBody.schema,
                answer: .json(200, AppLeaderboardSetAnswer.schema),
                problems: [.unknownGame, .unknownSet, .unknownLeaderboard, .conflict, .textRefused])
        case .deleteSet:
            Documentation(
                summary: "Removes a set; its leaderboards stay.", answer: .noContent,
                problems: [.unknownGame, .unknownSet, .conflict])
        // Figures
        case .activity:
            Documentation(
                summary: "What happened in a game on each of the last days (UTC), today last, and how rare its "
                    + "achievements are.",
                answer: .json(200, ActivityAnswer.schema), problems: [.unknownGame])
        case .distribution:
            Documentation(
                summary: "How the values of a leaderboard's entries are spread, worst first, with percentiles.",
                answer: .json(200, ActivityAnswer.distribution),
                problems: Self.boardProblems)
        // Web games
        case .webOrigins:
            Documentation(
                summary: "The origins from which pages may call the game's routes.",
                answer: .json(200, WebOriginsAnswer.schema), problems: [.unknownGame])
        case .setDisplayOrder:
            Documentation(
                summary: "In which order an app shows its leaderboards and achievements; what is not named comes last.",
                body: DisplayOrderBody.schema, answer: .json(200, DisplayOrderAnswer.schema),
                problems: [.unknownGame, .unknownLeaderboard, .unknownAchievement])
        case .setWebOrigins:
            Documentation(
                summary: "Says from which origins pages may call the game's routes, at once.",
                body: WebOriginsBody.schema, answer: .json(200, WebOriginsAnswer.schema), problems: [.unknownGame])
        case .describeAuthorization:
            Documentation(
                summary: "Which game asks for a session, for the page on which its player decides.",
                answer: .json(200, AuthorizationAnswer.schema), problems: [.originNotAllowed] + Self.gameProblems)
        case .authorizeGame:
            Documentation(
                summary: "The player allows a game's page to have a session. Needs a session of his own, not a game's. "
                    + "The code is good once and for a minute; challenge is the SHA-256 of the page's verifier.",
                body: AuthorizationBody.schema, answer: .json(201, AuthorizationAnswer.codeSchema),
                problems: [.originNotAllowed, .tooManyRequests] + Self.gameProblems)
        case .redeemAuthorization:
            Documentation(
                summary: "The page fetches the session that its player allowed, by the code and the verifier.",
                body: RedemptionBody.schema, answer: .json(201, SessionAnswer.schema),
                problems: [.authorizationRefused, .originNotAllowed] + Self.gameProblems)
        case .reviewPhoto:
            Documentation(
                summary: "A photo that was reported, until its item is decided, whatever the player shows since.",
                answer: .bytes("image/png"), problems: [.notFound])
        case .friendSuggestions: friendDocumentation
        // Friends
        case .friends, .addFriend, .removeFriend, .friendRequests, .requestFriend, .endFriendRequest, .blockedPlayers,
            .blockPlayer, .unblockPlayer, .friendInvitations, .inviteFriends, .revokeFriendInvitation,
            .viewFriendInvitation, .friendListConsent, .setFriendListConsent:
            friendDocumentation
        // Sharing
        case .shares, .makeShare, .withdrawShare, .linkChallenge, .acceptChallengeLink: shareDocumentation
        case .challengeableFriends: friendDocumentation
        // Moderation
        case .inspectPlayers, .inspectEntries, .inspectScores, .moderateScore, .bans, .banPlayer, .unbanPlayer,
            .serverBans, .serverBanPlayer, .serverUnbanPlayer, .reviews, .review, .decideReview, .serverReviews,
            .serverReview, .decideServerReview, .moderationPolicy, .setModerationPolicy, .leaderboardPolicy,
            .setLeaderboardPolicy, .dropLeaderboardPolicy, .words, .changeWord, .report, .heldScores, .exportScores:
            moderationDocumentation
        }
    }

    private static let kindProblems: [Problem.Kind] = [.combinedLeaderboard, .betweenOccurrences, .occurrenceOver]
    private static let webhookProblems: [Problem.Kind] = [.unknownGame, .notFound]
    static let gameProblems: [Problem.Kind] = [.unknownGame, .gameCenterDisabled, .notReleased]
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
        if case .team = developerAccess { kinds.formUnion([.twoFactorRequired]) }
        if documentation.body != nil { kinds.formUnion([.tooLarge, .unsupportedMediaType, .forbidden]) }
        return kinds.sorted { ($0.status, $0.rawValue) < ($1.status, $1.rawValue) }
    }
}
