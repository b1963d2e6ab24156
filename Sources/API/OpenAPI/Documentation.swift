import LaurelDomain
import LaurelWire

/// What the document says about a route besides its path and parameters.
struct Documentation {
    let summary: String
    /// The body's schema; nil if there is no body.
    var body: Schema?
    /// For a raw body without a schema: its size limit in bytes.
    var bytesLimit: Int?
    var answer: Answer
    /// The problems specific to this route; those common to all routes are added.
    var problems: [Problem.Kind] = []

    /// Media types of a body that isn't JSON.
    var uploads: [String] = []
    /// A form that says the same as the JSON body, for a standard that wants one, and what it is answered with.
    var form: (body: Schema, answer: Schema)?

    enum Answer {
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
    var documentation: Documentation {
        switch self {
        case .health: Documentation(summary: "Check whether the process responds.", answer: .text)
        case .readiness:
            Documentation(
                summary: "Check whether leaderboards are loaded and requests can be served.", answer: .text,
                problems: [.unavailable])
        case .metrics:
            Documentation(
                summary: "Get metrics in Prometheus text format. Open to the networks that the operator names.",
                answer: .text, problems: [.forbidden])
        case .openAPI: Documentation(summary: "Get this document.", answer: .anyJSON, problems: [.forbidden])
        case .signUp:
            Documentation(
                summary: "Create a player and sign them in.", body: SignUpBody.schema,
                answer: .json(201, SessionAnswer.signUpSchema),
                problems: [.signUpClosed, .invitationRequired, .aliasTaken, .tooManyAttempts, .textRefused]
                    + Self.gameProblems)
        case .signIn:
            Documentation(
                summary: "Sign a player in on a device.", body: SignInBody.schema,
                answer: .json(201, SessionAnswer.schema),
                problems: [.wrongCredentials, .codeRequired, .wrongCode, .tooManyAttempts] + Self.gameProblems)
        case .signOut:
            Documentation(
                summary: "End the current session. A browser also clears its cache.", answer: .noContent)
        case .recover:
            Documentation(
                summary: "Set a new password with a recovery code, and end all of the player's sessions.",
                body: RecoveryBody.schema, answer: .noContent, problems: [.wrongCredentials, .tooManyAttempts])
        case .currentPlayer:
            Documentation(summary: "Get the current player.", answer: .json(200, CurrentPlayerAnswer.schema))
        case .players:
            Documentation(
                summary: "Get players by the IDs visible to the caller. Unknown IDs are omitted.",
                answer: .json(200, PlayersAnswer.schema))
        case .games: Documentation(summary: "List games that can be played.", answer: .json(200, GameAnswer.listSchema))
        case .game:
            Documentation(
                summary: "Get a game.", answer: .json(200, GameAnswer.schema), problems: [.unknownGame])
        case .leaderboards:
            Documentation(
                summary: "List a game's leaderboards.", answer: .json(200, LeaderboardAnswer.listSchema),
                problems: Self.gameProblems)
        case .leaderboard:
            Documentation(
                summary: "Get a leaderboard.", answer: .json(200, LeaderboardAnswer.schema),
                problems: Self.boardProblems)
        case .submitScore:
            Documentation(
                summary: "Submit a score. With an ID, it counts once however often it's sent.",
                body: ScoreBody.schema, answer: .json(200, SubmittedAnswer.schema),
                problems: [.leaderboardArchived, .scoreOutOfRange, .scoreIDReused, .prereleased] + Self.kindProblems
                    + Self.replayProblems + Self.boardProblems)
        case .submitScores:
            Documentation(
                summary: "Submit several scores. Either all count or none.", body: ScoresBody.schema,
                answer: .json(200, SubmittedAnswer.listSchema),
                problems: [.noDefaultLeaderboard, .leaderboardArchived, .scoreOutOfRange, .scoreIDReused, .prereleased]
                    + Self.kindProblems + Self.replayProblems + Self.boardProblems)
        case .entries:
            Documentation(
                summary: "List entries by rank, or of specific players.", answer: .json(200, EntryAnswer.pageSchema),
                problems: [.unknownOccurrence] + Self.boardProblems)
        case .entriesAround:
            Documentation(
                summary: "List entries around the caller.", answer: .json(200, EntryAnswer.pageSchema),
                problems: [.unknownOccurrence] + Self.boardProblems)
        case .events:
            Documentation(
                summary: "Stream server-sent events. leaderboard events carry each version, now and when it changes: "
                    + "{bundleID, leaderboard, environment, scopes?, version}. scopes lists the windows that "
                    + "changed (today, week, allTime); a page showing one of them should reload it even if the "
                    + "version is the same, because an entry may have expired. The first event has no scopes. "
                    + "With a session, there are also notice events, each with its ID, and inbox events {unread, last, "
                    + "readID?, readUpTo?, deletedID?}, first and after each change. Last-Event-ID, or lastEventID "
                    + "in the query, resumes after that notice.",
                answer: .events, problems: [.tooManyRequests] + Self.boardProblems)
        case .claimAdministration:
            Documentation(
                summary: "Create the first administrator with the one-time link.", body: AdministratorBody.schema,
                answer: .json(201, SessionAnswer.signUpSchema),
                problems: [.wrongCredentials, .aliasTaken, .tooManyAttempts])
        case .invite:
            Documentation(
                summary: "Create an invitation code for one player.", body: InvitationBody.schema,
                answer: .json(201, InvitationAnswer.schema))
        case .resetPassword:
            Documentation(
                summary: "Make a code with which a player sets a new password, once and within three days. Their "
                    + "password and recovery codes stop working, and all their sessions end.",
                body: PasswordResetBody.schema, answer: .json(201, PasswordResetAnswer.schema), problems: [.notFound])
        case .renewAdministratorLink:
            Documentation(
                summary: "Create a one-time link for the first administrator. Only over the socket in the data folder.",
                body: AdministratorLinkBody.schema, answer: .json(201, AdministratorLinkAnswer.schema),
                problems: [.conflict])
        case .apps: Documentation(summary: "List apps.", answer: .json(200, AppAnswer.listSchema))
        case .createApp:
            Documentation(
                summary: "Create an app, with Game Center off and only a Sandbox.", body: AppBody.schema,
                answer: .json(201, AppAnswer.schema),
                problems: [.conflict, .notFound, .twoFactorRequired, .textRefused])
        case .app:
            Documentation(summary: "Get an app.", answer: .json(200, AppAnswer.schema), problems: [.unknownGame])
        case .updateApp:
            Documentation(
                summary: "Update an app, effective at once. A release can't be undone.", body: AppChangeBody.schema,
                answer: .json(200, AppAnswer.schema), problems: [.unknownGame, .conflict, .textRefused])
        case .appLeaderboards:
            Documentation(
                summary: "List an app's leaderboards with all fields.",
                answer: .json(200, AppLeaderboardAnswer.listSchema), problems: [.unknownGame])
        case .createLeaderboard:
            Documentation(
                summary: "Create a leaderboard.", body: LeaderboardBody.schema,
                answer: .json(201, AppLeaderboardAnswer.schema), problems: [.unknownGame, .conflict, .textRefused])
        case .appLeaderboard:
            Documentation(
                summary: "Get a leaderboard with all fields.", answer: .json(200, AppLeaderboardAnswer.schema),
                problems: [.unknownGame, .unknownLeaderboard])
        case .updateLeaderboard:
            Documentation(
                summary: "Update a leaderboard, effective at once.", body: LeaderboardChangeBody.schema,
                answer: .json(200, AppLeaderboardAnswer.changedSchema),
                problems: [.unknownGame, .unknownLeaderboard, .conflict, .textRefused])
        case .deleteLeaderboard:
            Documentation(
                summary: "Delete an unreleased leaderboard.", answer: .noContent,
                problems: [.unknownGame, .unknownLeaderboard, .conflict])
        // Groups
        case .moveLeaderboard:
            Documentation(
                summary: "Move a leaderboard and its scores into a group. Its old ID keeps working.",
                body: MoveLeaderboardBody.schema, answer: .json(200, AppLeaderboardAnswer.schema),
                problems: [.unknownGame, .unknownLeaderboard, .conflict])
        case .configuration:
            Documentation(
                summary: "Get an app's whole configuration in one document.",
                answer: .json(200, ConfigurationAnswer.schema), problems: [.unknownGame])
        case .importConfiguration:
            Documentation(
                summary: "Apply a configuration to an app. With plan=true, only show what would change.",
                body: ConfigurationBody.schema, answer: .json(200, ConfigurationAnswer.planSchema),
                problems: [.unknownGame, .conflict, .notFound, .textRefused])
        case .exportAchievements:
            Documentation(
                summary: "Export an app's achievement progress by player, as CSV or JSON Lines.",
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
        case .changePassword, .renewRecoveryCodes, .sessions, .endSession, .endOtherSessions, .giveProof,
            .endPlayerSessions:
            accountDocumentation
        case .requestDevice, .pollDevice, .pendingDevice, .decideDevice: deviceDocumentation
        case .exportPlayer, .eraseSelf, .findPlayers, .exportNamedPlayer, .eraseNamedPlayer: endDocumentation
        // Achievements
        case .achievements:
            Documentation(
                summary: "List a game's achievements, with the caller's or a friend's progress and each one's rarity.",
                answer: .json(200, AchievementAnswer.listSchema),
                problems: [.unknownPlayer, .forbidden] + Self.gameProblems)
        case .reportAchievements:
            Documentation(
                summary: "Report progress. Either all reports count or none. 100 percent earns the achievement.",
                body: ReportsBody.schema, answer: .json(200, AchievementAnswer.reportedSchema),
                problems: [.unknownAchievement, .achievementArchived, .scoreIDReused, .prereleased] + Self.gameProblems)
        case .resetAchievements:
            Documentation(
                summary: "Reset the caller's progress in a game.", answer: .noContent,
                problems: Self.gameProblems)
        case .challengeablePlayers:
            Documentation(
                summary: "List which of these players the caller can challenge with an achievement.",
                answer: .json(200, ChallengeAnswer.playersSchema), problems: [.unknownAchievement] + Self.gameProblems)
        case .appAchievements:
            Documentation(
                summary: "List an app's achievements with all fields.",
                answer: .json(200, AchievementAnswer.configuredListSchema), problems: [.unknownGame])
        case .createAchievement:
            Documentation(
                summary: "Create an achievement.", body: AchievementBody.schema,
                answer: .json(201, AchievementAnswer.configuredSchema),
                problems: [.unknownGame, .conflict, .textRefused])
        case .appAchievement:
            Documentation(
                summary: "Get an achievement with all fields.", answer: .json(200, AchievementAnswer.configuredSchema),
                problems: [.unknownGame, .unknownAchievement])
        case .updateAchievement:
            Documentation(
                summary: "Update an achievement, effective at once.", body: AchievementChangeBody.schema,
                answer: .json(200, AchievementAnswer.configuredSchema),
                problems: [.unknownGame, .unknownAchievement, .conflict, .textRefused])
        case .deleteAchievement:
            Documentation(
                summary: "Delete an unreleased achievement.", answer: .noContent,
                problems: [.unknownGame, .unknownAchievement, .conflict])
        // Challenges
        case .issueChallenges:
            Documentation(
                summary: "Challenge up to ten friends with a score or an achievement.", body: ChallengeBody.schema,
                answer: .json(201, ChallengeAnswer.issuedSchema),
                problems: [
                    .unknownLeaderboard, .unknownAchievement, .challengeInvalid, .tooManyChallenges, .textRefused,
                ]
                    + Self.gameProblems)
        case .challenges:
            Documentation(
                summary: "List the caller's received or sent challenges, newest first.",
                answer: .json(200, ChallengeAnswer.listSchema), problems: [.unknownChallenge])
        case .challenge:
            Documentation(
                summary: "Get a challenge the caller sent or received.", answer: .json(200, ChallengeAnswer.schema),
                problems: [.unknownChallenge])
        case .declineChallenge:
            Documentation(
                summary: "Decline a challenge.", answer: .noContent, problems: [.unknownChallenge, .challengeSettled])
        case .playChallenge:
            Documentation(
                summary: "Play a received challenge now: notify the running game, or return how to launch it.",
                answer: .json(200, ChallengeAnswer.playedSchema),
                problems: [.unknownChallenge, .challengeSettled, .forbidden])
        case .challengeReplay:
            Documentation(
                summary: "Download a challenge's replay.", answer: .bytes("application/octet-stream"),
                problems: [.unknownChallenge, .notFound])
        case .challengeMutes:
            Documentation(
                summary: "List the caller's challenge mutes.",
                answer: .json(200, ChallengeAnswer.mutesSchema))
        case .muteChallenges:
            Documentation(
                summary: "Mute or unmute challenges from one player or all, on one leaderboard or everywhere.",
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
                    "Wipe Sandbox data: a leaderboard, a player or everything. This can't be undone. With plan=true, "
                    + "only show what would be wiped.",
                body: WipeBody.schema, answer: .json(200, WipeAnswer.schema),
                problems: [.unknownGame, .unknownLeaderboard, .notFound])
        // Two factors
        case .twoFactor, .setUpTwoFactor, .confirmTwoFactor, .removeTwoFactor, .resetTwoFactor:
            twoFactorDocumentation
        // Notifications
        case .notices:
            Documentation(
                summary: "List the player's notices, newest first. A game's session sees only that game's.",
                answer: .json(200, InboxAnswer.schema))
        case .readNotices:
            Documentation(
                summary: "Mark one notice, or all up to one, as read on all devices.", body: ReadNoticesBody.schema,
                answer: .json(200, InboxAnswer.unreadSchema))
        case .deleteNotice:
            Documentation(summary: "Delete a notice.", answer: .noContent, problems: [.notFound])
        case .muteNotice:
            Documentation(
                summary: "Mute notices like this one: its kind in its game, its game, or its kind.",
                body: MuteBody.schema, answer: .json(200, InboxAnswer.mutedSchema), problems: [.notFound, .conflict])
        case .notificationSettings:
            Documentation(
                summary: "Get the player's notification settings and quiet hours.",
                answer: .json(200, NotificationSettingsBody.schema))
        case .changeNotificationSettings:
            Documentation(
                summary: "Replace the notification settings.", body: NotificationSettingsBody.schema,
                answer: .json(200, NotificationSettingsBody.schema), problems: [.unknownGame, .conflict])
        case .push:
            Documentation(
                summary: "Get the push key (applicationServerKey), and whether this session's browser is subscribed.",
                answer: .json(200, PushAnswer.schema))
        case .subscribeToPush:
            Documentation(
                summary:
                    "Subscribe this session's browser to push notifications. The body is PushSubscription.toJSON().",
                body: PushSubscriptionBody.schema, answer: .json(200, PushAnswer.schema))
        case .unsubscribeFromPush:
            Documentation(summary: "Unsubscribe this session's browser from push notifications.", answer: .noContent)
        case .webhook:
            Documentation(
                summary: "Get the app's webhook.",
                answer: .json(200, WebhookAnswer.schema), problems: Self.webhookProblems)
        case .setWebhook:
            Documentation(
                summary: "Create or change the webhook. A new secret is shown only once, in the response.",
                body: WebhookBody.schema, answer: .json(200, WebhookAnswer.schema), problems: [.unknownGame])
        case .removeWebhook:
            Documentation(
                summary: "Remove the webhook and its pending deliveries.", answer: .noContent,
                problems: Self.webhookProblems)
        case .testWebhook:
            Documentation(
                summary: "Send a test event.", body: WebhookTestBody.schema,
                answer: .json(202, WebhookDeliveryAnswer.schema), problems: Self.webhookProblems + [.conflict])
        case .webhookDeliveries:
            Documentation(
                summary: "List webhook deliveries, newest first. Kept for 30 days.",
                answer: .json(200, WebhookDeliveryAnswer.listSchema), problems: [.unknownGame])
        case .resendWebhookDelivery:
            Documentation(
                summary: "Resend an event with the same ID.", body: WebhookResendBody.schema,
                answer: .noContent, problems: Self.webhookProblems + [.conflict])
        // Saved games
        case .savedGames:
            Documentation(
                summary: "List the player's saved games. Several versions of one name are in conflict. Changes come on "
                    + "their event streams: savedGames with {bundleID, environment, name, versions}.",
                answer: .json(200, SavedGameAnswer.listSchema), problems: Self.gameProblems)
        case .saveGame:
            Documentation(
                summary: "Save a game under an ID made by the client; sending it again stores it once. It replaces the "
                    + "versions of its name that it's based on; others stay, in conflict with it. The response "
                    + "has all versions of the name. A save based on all of them resolves the conflict.",
                bytesLimit: SavedGameLimits().bytes, answer: .json(200, SavedGameAnswer.listSchema),
                problems: [.tooLarge, .conflict, .savedGamesFull] + Self.gameProblems)
        case .loadSavedGame:
            Documentation(
                summary: "Download one version's data, with its SHA-256 as ETag and Repr-Digest (RFC 9530).",
                answer: .bytes("application/octet-stream"),
                problems: [.unknownSavedGame] + Self.gameProblems)
        case .deleteSavedGames:
            Documentation(
                summary: "Delete a saved game: all versions of the name.", answer: .noContent,
                problems: [.unknownSavedGame] + Self.gameProblems)
        // Replays
        case .issueTicket:
            Documentation(
                summary: "Create a ticket for the player's next run, with its seed and the data for the log's header. "
                    + "Valid for one score, within 24 hours.",
                answer: .json(201, TicketAnswer.schema), problems: Self.gameProblems)
        case .sharedReplay:
            Documentation(
                summary: "Download the log of the run behind a shared score. Open to anyone with the link.",
                answer: .bytes("application/octet-stream"), problems: [.notFound])
        case .sharedPage:
            Documentation(
                summary: "Get a shared page. Open to anyone with the link. `watch` is the page that plays the run "
                    + "behind a score.",
                answer: .json(200, SharedPageAnswer.schema), problems: [.notFound])
        // Identity
        case .identity:
            Documentation(
                summary: "Get a signed identity proof for the game's own server: RSASSA-PKCS1-v1_5 with SHA-256 over "
                    + "teamPlayerID, bundleID, timestamp (UInt64, milliseconds, big-endian) and salt.",
                answer: .json(200, IdentityAnswer.schema), problems: Self.gameProblems)
        case .identityCertificate:
            Documentation(
                summary: "Get an identity-signing certificate in DER. It never changes.",
                answer: .bytes("application/pkix-cert"), problems: [.notFound])
        case .rotateIdentityKey:
            Documentation(
                summary: "Rotate the key that signs identity proofs. Only over the socket in the data folder.",
                body: IdentityKeyBody.schema, answer: .json(201, IdentityAnswer.keySchema))
        // App Store Connect
        case .importFromAppStoreConnect:
            Documentation(
                summary: "Import leaderboards, sets and achievements from App Store Connect API responses. With "
                    + "plan=true, only show what would change. notMapped lists what couldn't be imported as is.",
                body: AppStoreConnectBody.schema, answer: .json(200, AppStoreConnectAnswer.planSchema),
                problems: [.unknownGame, .unknownLeaderboard, .conflict, .textRefused])
        // Sets
        case .sets:
            Documentation(
                summary: "List a game's leaderboard sets. If there are any, each leaderboard is in at least one.",
                answer: .json(200, LeaderboardSetAnswer.listSchema), problems: Self.gameProblems)
        case .defaultLeaderboard:
            Documentation(
                summary: "Get the player's default leaderboard, for scores without a leaderboard.",
                answer: .json(200, DefaultLeaderboardAnswer.schema), problems: Self.gameProblems)
        case .chooseDefaultLeaderboard:
            Documentation(
                summary: "Set this player's default leaderboard. null restores the app's default.",
                body: DefaultLeaderboardBody.schema, answer: .json(200, DefaultLeaderboardAnswer.schema),
                problems: [.leaderboardArchived] + Self.boardProblems)
        case .appSets:
            Documentation(
                summary: "List an app's leaderboard sets with all fields.",
                answer: .json(200, AppLeaderboardSetAnswer.listSchema), problems: [.unknownGame])
        case .createSet:
            Documentation(
                summary: "Create a leaderboard set.", body: LeaderboardSetBody.schema,
                answer: .json(201, AppLeaderboardSetAnswer.schema),
                problems: [.unknownGame, .unknownLeaderboard, .conflict, .textRefused])
        case .updateSet:
            Documentation(
                summary: "Update a set, effective at once.", body: LeaderboardSetChangeBody.schema,
                answer: .json(200, AppLeaderboardSetAnswer.schema),
                problems: [.unknownGame, .unknownSet, .unknownLeaderboard, .conflict, .textRefused])
        case .deleteSet:
            Documentation(
                summary: "Delete a set. Its leaderboards stay.", answer: .noContent,
                problems: [.unknownGame, .unknownSet, .conflict])
        // Figures
        case .activity:
            Documentation(
                summary: "Get a game's daily activity (UTC, today last) and its achievements' rarity.",
                answer: .json(200, ActivityAnswer.schema), problems: [.unknownGame])
        case .distribution:
            Documentation(
                summary: "Get the distribution of a leaderboard's scores, worst first, with percentiles.",
                answer: .json(200, ActivityAnswer.distribution),
                problems: Self.boardProblems)
        // Web games
        case .webOrigins:
            Documentation(
                summary: "List the web origins that can call the game's routes, and the pages that sign-ins return to.",
                answer: .json(200, WebOriginsAnswer.schema), problems: [.unknownGame])
        case .setDisplayOrder:
            Documentation(
                summary: "Set the display order of an app's leaderboards and achievements. Omitted ones come last.",
                body: DisplayOrderBody.schema, answer: .json(200, DisplayOrderAnswer.schema),
                problems: [.unknownGame, .unknownLeaderboard, .unknownAchievement])
        case .setWebOrigins:
            Documentation(
                summary:
                    "Set the web origins that can call the game's routes, and the pages of theirs that a sign-in by "
                    + "redirect can return to, effective at once.",
                body: WebOriginsBody.schema, answer: .json(200, WebOriginsAnswer.schema), problems: [.unknownGame])
        case .describeAuthorization:
            Documentation(
                summary: "Get the game that's asking for a session, for the consent page. "
                    + "redirect must be registered exactly.",
                answer: .json(200, AuthorizationAnswer.schema), problems: [.originNotAllowed] + Self.gameProblems)
        case .authorizeGame:
            Documentation(
                summary: "Authorize a game's page to get a session. Requires the player's own session, not a game's. "
                    + "The code works once, for a minute; challenge is the SHA-256 of the page's verifier.",
                body: AuthorizationBody.schema, answer: .json(201, AuthorizationAnswer.codeSchema),
                problems: [.originNotAllowed, .tooManyRequests] + Self.gameProblems)
        case .redeemAuthorization:
            Documentation(
                summary:
                    "Exchange the code and verifier for the session. Using a code again ends the session that it gave.",
                body: RedemptionBody.schema, answer: .json(201, SessionAnswer.schema),
                problems: [.authorizationRefused, .originNotAllowed] + Self.gameProblems)
        case .reviewPhoto:
            Documentation(
                summary: "Get a reported photo while its item is pending, even if the player has changed it.",
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
        if developerAccess == .server { kinds.insert(.twoFactorRequired) }
        if asksForProof || canRelease { kinds.insert(.proofNeeded) }
        if documentation.body != nil { kinds.formUnion([.tooLarge, .unsupportedMediaType, .forbidden]) }
        if requestClass != nil { kinds.insert(.tooManyRequests) }
        // The version that the caller has seen is not there yet.
        if queryParameters.contains(where: { $0.name == "version" }) { kinds.insert(.conflict) }
        return kinds.sorted { ($0.status, $0.rawValue) < ($1.status, $1.rawValue) }
    }

    /// All refusals by status, what the HTTP server says before it knows the route included.
    var refusals: [(status: Int, kinds: [Problem.Kind])] {
        var byStatus = Dictionary(grouping: problems, by: \.status)
        byStatus[414] = [.tooLarge]
        return byStatus.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
