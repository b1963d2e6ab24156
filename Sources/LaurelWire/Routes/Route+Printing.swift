public import LaurelDomain

extension Route {
    /// The request's target, such as `/v1/players/me?environment=sandbox`.
    public var target: String { path + query }

    private var path: String {
        var path = ""
        for segment in endpoint.template.split(separator: "/") {
            switch segment {
            case "{bundleID}": path += "/" + (bundleID?.text ?? "")
            case "{leaderboardID}": path += "/" + (leaderboardID?.text ?? "")
            case "{photoID}", "{sessionID}", "{userCode}": path += "/" + accountID.percentEncoded
            case "{score}", "{bannedPlayer}", "{review}": path += "/" + moderated.percentEncoded
            case "{achievementID}": path += "/" + (achievementID?.text ?? "")
            case "{challengeID}": path += "/" + (challengeID?.text ?? "")
            case "{teamID}": path += "/" + (teamID?.text ?? "")
            case "{setID}": path += "/" + (setID?.text ?? "")
            case "{playerID}": path += "/" + (playerID ?? "").percentEncoded
            case "{invitationID}": path += "/" + (invitationID.map { String($0.rawValue) } ?? "")
            case "{keyID}": path += "/" + (keyID.map { String($0.rawValue) } ?? "")
            case "{noticeID}": path += "/" + (noticeID.map { String($0.rawValue) } ?? "")
            case "{deliveryID}": path += "/" + (deliveryID.map { String($0.rawValue) } ?? "")
            case "{savedGameID}": path += "/" + (savedGameID?.text ?? "")
            case "{certificate}": path += "/" + (certificateID.map(Parameter.certificate.print) ?? "")
            case "{friendInvitationID}": path += "/" + (friendInvitationID.map { String($0) } ?? "")
            case "{shareID}": path += "/" + (shareID?.text ?? "")
            case "{imageID}": if case .image(let id) = self { path += "/" + id }
            case "{screenshot}": if case .screenshot(let number)? = imagePlace { path += "/\(number)" }
            case "{language}": path += "/" + (imagePlace?.language?.text ?? "")
            case "{simulator}": path += "/" + (simulator?.text ?? "")
            default: path += "/" + segment
            }
        }
        return path
    }

    private var query: String {
        var query = QueryPrinter()
        switch self {
        case .health, .readiness, .metrics, .openAPI, .signUp, .signIn, .signOut, .recover, .claimAdministration,
            .invite, .resetPassword, .renewAdministratorLink, .apps, .createApp, .app, .updateApp, .appLeaderboards,
            .createLeaderboard, .appLeaderboard, .updateLeaderboard, .deleteLeaderboard, .configuration:
            break
        // Groups
        case .moveLeaderboard: break
        case .currentPlayer(let environment), .games(let environment), .game(_, let environment),
            .submitScore(_, _, let environment), .submitScores(_, let environment):
            query.put(.environment, environment)
        case .players(let ids, let environment):
            query.put(.ids, ids)
            query.put(.environment, environment)
        case .leaderboards(_, let language, let environment), .leaderboard(_, _, let language, let environment):
            query.put(.language, language)
            query.put(.environment, environment)
        case .entries(_, _, let players, let window, let reading):
            query.put(.players, players)
            query.put(.from, window.first)
            query.put(.count, window.count)
            reading.print(to: &query)
        case .entriesOfPlayers(_, _, let ids, let reading):
            query.put(.ids, ids)
            reading.print(to: &query)
        case .entriesAround(_, _, let count, let reading):
            query.put(.count, count)
            reading.print(to: &query)
        case .events(let leaderboards, let environment, let last):
            query.put(.leaderboards, leaderboards.isEmpty ? nil : leaderboards.map(\.text))
            query.put(.environment, environment)
            query.put(.lastEventID, last)
        case .importConfiguration(_, let isPlan):
            query.put(.plan, isPlan ? true : nil)
        // Profiles and accounts
        case .findPlayers(let prefix, let after):
            query.put(.aliasPrefix, prefix)
            query.put(.after, after)
        case .profile, .updateProfile, .restrict, .setPhoto, .removePhoto, .photo, .changePassword, .renewRecoveryCodes,
            .sessions, .endOtherSessions, .endSession, .giveProof, .endPlayerSessions, .requestDevice, .pollDevice,
            .pendingDevice, .decideDevice,
            .exportPlayer, .eraseSelf, .exportNamedPlayer, .eraseNamedPlayer:
            break
        // Moderation
        case .bans, .banPlayer, .unbanPlayer, .review, .decideReview, .moderationPolicy, .setModerationPolicy,
            .leaderboardPolicy, .setLeaderboardPolicy, .dropLeaderboardPolicy, .words, .changeWord, .report:
            break
        case .inspectPlayers(_, let search): query.put(.search, search)
        case .inspectEntries(_, _, let window, let environment):
            query.put(.from, window.first)
            query.put(.count, window.count)
            query.put(.environment, environment)
        case .inspectScores(_, _, let player, let before, let environment):
            query.put(.player, player)
            query.put(.beforeScore, before)
            query.put(.environment, environment)
        case .moderateScore(_, _, _, let environment): query.put(.environment, environment)
        case .reviews(_, let state, let after):
            query.put(.reviewState, state)
            query.put(.afterReview, after)
        case .heldScores(_, _, let language, let environment):
            query.put(.language, language)
            query.put(.environment, environment)
        case .exportScores(_, let format, let leaderboard, let after, let environment):
            query.put(.exportFormat, format)
            query.put(.exportedLeaderboard, leaderboard)
            query.put(.afterRow, after)
            query.put(.environment, environment)
        // Achievements
        case .appAchievements, .createAchievement, .appAchievement, .updateAchievement, .deleteAchievement: break
        case .achievements(_, let friend, let language, let environment):
            query.put(.friend, friend)
            query.put(.language, language)
            query.put(.environment, environment)
        case .reportAchievements(_, let environment): query.put(.environment, environment)
        case .resetAchievements(_, let waiting, let environment):
            query.put(.waiting, waiting)
            query.put(.environment, environment)
        case .challengeablePlayers(_, _, let ids, let environment):
            query.put(.ids, ids)
            query.put(.environment, environment)
        // Challenges
        case .declineChallenge, .challengeReplay: break
        case .playChallenge: break
        case .issueChallenges(_, let environment), .challengeMutes(let environment), .muteChallenges(let environment):
            query.put(.environment, environment)
        case .challenge(_, let language): query.put(.language, language)
        case .challenges(let wanted): wanted.print(to: &query)
        // Teams
        case .teams, .foundTeam, .team, .updateTeam, .members, .changeRole, .removeMember, .teamInvitations,
            .inviteMember, .revokeTeamInvitation, .joinTeam, .inviteDeveloper, .keys, .makeKey, .revokeKey:
            break
        case .deleteTeam: break
        case .audit(_, let audit), .serverAudit(let audit):
            query.put(.before, audit.before)
            query.put(.count, audit.count)
        case .wipeTestData(_, let isPlan): query.put(.plan, isPlan ? true : nil)
        // Two factors
        case .twoFactor, .setUpTwoFactor, .confirmTwoFactor, .removeTwoFactor, .resetTwoFactor: break
        // Notifications
        case .notices(let before, let count):
            query.put(.before, before)
            query.put(.count, count)
        case .readNotices, .deleteNotice, .muteNotice, .notificationSettings, .changeNotificationSettings: break
        case .push, .subscribeToPush, .unsubscribeFromPush: break
        case .webhook(_, let environment), .setWebhook(_, let environment), .removeWebhook(_, let environment),
            .testWebhook(_, let environment), .resendWebhookDelivery(_, _, let environment):
            query.put(.environment, environment)
        case .webhookDeliveries(_, let environment, let before, let count):
            query.put(.environment, environment)
            query.put(.beforeDelivery, before)
            query.put(.count, count)
        // Saved games
        case .savedGames(_, let environment), .loadSavedGame(_, _, let environment):
            query.put(.environment, environment)
        case .saveGame(_, _, let save, let environment):
            save.print(to: &query)
            query.put(.environment, environment)
        case .deleteSavedGames(_, let name, let environment):
            query.put(.savedGameName, name)
            query.put(.environment, environment)
        // Identity
        case .identity(_, let environment): query.put(.environment, environment)
        // Replays
        case .issueTicket(_, let environment): query.put(.environment, environment)
        case .sharedReplay: break
        case .sharedPage: break
        case .identityCertificate, .rotateIdentityKey: break
        // App Store Connect
        case .importFromAppStoreConnect(_, let isPlan): query.put(.plan, isPlan ? true : nil)
        // Sets
        case .sets(_, let language, let environment):
            query.put(.language, language)
            query.put(.environment, environment)
        case .defaultLeaderboard, .chooseDefaultLeaderboard, .appSets, .createSet, .updateSet, .deleteSet: break
        // Figures
        case .activity(_, let days, let environment):
            query.put(.days, days)
            query.put(.environment, environment)
        case .distribution(_, _, let environment): query.put(.environment, environment)
        // Web games
        case .webOrigins, .setWebOrigins, .authorizeGame, .redeemAuthorization: break
        case .setDisplayOrder: break
        case .describeAuthorization(_, let origin, let redirect, let environment):
            query.put(.webOrigin, origin)
            query.put(.redirect, redirect)
            query.put(.environment, environment)
        // Friends
        case .entriesAroundFriends(_, _, let count, let reading):
            query.put(.players, PlayerScope.friends)
            query.put(.count, count)
            reading.print(to: &query)
        case .reviewPhoto: break
        case .friendSuggestions(let count): query.put(.suggestionCount, count)
        case .friends(let from, let count):
            query.put(.from, from)
            query.put(.count, count)
        case .challengeableFriends(_, let from, let count):
            query.put(.from, from)
            query.put(.count, count)
        case .addFriend, .removeFriend, .friendRequests, .requestFriend, .endFriendRequest, .blockedPlayers,
            .blockPlayer, .unblockPlayer, .friendInvitations, .inviteFriends, .revokeFriendInvitation,
            .viewFriendInvitation, .friendListConsent, .setFriendListConsent:
            break
        // Sharing
        case .shares, .makeShare, .withdrawShare, .linkChallenge, .acceptChallengeLink: break
        case .exportAchievements(_, let format, let environment):
            query.put(.exportFormat, format)
            query.put(.environment, environment)
        // Images
        case .image, .images, .setImage, .removeImage: break
        // Simulators
        case .simulators, .simulator, .setSimulator, .removeSimulator: break
        }
        return query.text
    }

    /// The app in the path.
    public var bundleID: BundleID? {
        switch self {
        case .game(let id, _), .leaderboards(let id, _, _), .leaderboard(let id, _, _, _),
            .submitScore(let id, _, _), .submitScores(let id, _), .entries(let id, _, _, _, _),
            .entriesOfPlayers(let id, _, _, _), .entriesAround(let id, _, _, _),
            .entriesAroundFriends(let id, _, _, _):
            id
        // Groups
        case .moveLeaderboard(let id, _): id
        // Moderation
        case .words, .changeWord, .report: nil
        case .bans(let id), .banPlayer(let id, _), .unbanPlayer(let id, _), .reviews(let id, _, _), .review(let id, _),
            .decideReview(let id, _):
            id
        case .inspectPlayers(let id, _), .inspectEntries(let id, _, _, _), .inspectScores(let id, _, _, _, _),
            .moderateScore(let id, _, _, _), .moderationPolicy(let id), .setModerationPolicy(let id),
            .leaderboardPolicy(let id, _), .setLeaderboardPolicy(let id, _), .dropLeaderboardPolicy(let id, _),
            .heldScores(let id, _, _, _), .exportScores(let id, _, _, _, _):
            id
        case .app(let id), .updateApp(let id), .appLeaderboards(let id), .createLeaderboard(let id),
            .appLeaderboard(let id, _), .updateLeaderboard(let id, _), .deleteLeaderboard(let id, _),
            .configuration(let id), .importConfiguration(let id, _):
            id
        // Profiles and accounts
        case .profile, .updateProfile, .restrict, .setPhoto, .removePhoto, .photo, .changePassword, .renewRecoveryCodes,
            .sessions, .endOtherSessions, .endSession, .giveProof, .endPlayerSessions, .requestDevice, .pollDevice,
            .pendingDevice, .decideDevice,
            .exportPlayer, .eraseSelf, .findPlayers, .exportNamedPlayer, .eraseNamedPlayer:
            nil
        // Achievements and challenges
        case .achievements(let id, _, _, _), .reportAchievements(let id, _), .resetAchievements(let id, _, _),
            .challengeablePlayers(let id, _, _, _), .appAchievements(let id), .createAchievement(let id),
            .appAchievement(let id, _), .updateAchievement(let id, _), .deleteAchievement(let id, _),
            .issueChallenges(let id, _):
            id
        // Notifications
        case .webhook(let id, _), .setWebhook(let id, _), .removeWebhook(let id, _), .testWebhook(let id, _),
            .webhookDeliveries(let id, _, _, _), .resendWebhookDelivery(let id, _, _):
            id
        // Saved games
        case .savedGames(let id, _), .saveGame(let id, _, _, _), .loadSavedGame(let id, _, _),
            .deleteSavedGames(let id, _, _):
            id
        // Identity
        case .identity(let id, _): id
        // Replays
        case .issueTicket(let id, _): id
        // App Store Connect
        case .importFromAppStoreConnect(let id, _): id
        // Sets
        case .sets(let id, _, _), .defaultLeaderboard(let id), .chooseDefaultLeaderboard(let id), .appSets(let id),
            .createSet(let id), .updateSet(let id, _), .deleteSet(let id, _):
            id
        case .identityCertificate, .rotateIdentityKey: nil
        // Figures
        case .activity(let id, _, _), .distribution(let id, _, _): id
        // Web games
        case .webOrigins(let id), .setWebOrigins(let id), .describeAuthorization(let id, _, _, _): id
        case .setDisplayOrder(let id): id
        case .authorizeGame, .redeemAuthorization: nil
        // Friends
        case .friendListConsent(let id), .setFriendListConsent(let id): id
        case .challengeableFriends(let id, _, _): id
        // Wipes
        case .wipeTestData(let id, _): id
        case .exportAchievements(let id, _, _): id
        // Images
        case .images(let id), .setImage(let id, _), .removeImage(let id, _): id
        // Simulators
        case .simulators(let id), .simulator(let id, _), .setSimulator(let id, _), .removeSimulator(let id, _): id
        default: nil
        }
    }

    /// The achievement in the path.
    public var achievementID: AchievementID? {
        switch self {
        case .challengeablePlayers(_, let id, _, _), .appAchievement(_, let id), .updateAchievement(_, let id),
            .deleteAchievement(_, let id):
            id
        // Images
        case .setImage(_, .achievement(let id, _)), .removeImage(_, .achievement(let id, _)): id
        default: nil
        }
    }

    /// The shared page in the path.
    public var shareID: ShareID? {
        switch self {
        case .withdrawShare(let id), .sharedReplay(let id): id
        case .sharedPage(let id): id
        default: nil
        }
    }

    /// The challenge in the path.
    public var challengeID: ChallengeID? {
        switch self {
        case .challenge(let id, _), .declineChallenge(let id), .challengeReplay(let id): id
        case .playChallenge(let id): id
        default: nil
        }
    }

    /// The saved game in the path.
    public var savedGameID: SavedGameID? {
        switch self {
        case .saveGame(_, let id, _, _), .loadSavedGame(_, let id, _): id
        default: nil
        }
    }

    /// The set in the path.
    public var setID: LeaderboardSetID? {
        switch self {
        case .updateSet(_, let id), .deleteSet(_, let id): id
        // Images
        case .setImage(_, .set(let id, _)), .removeImage(_, .set(let id, _)): id
        default: nil
        }
    }

    /// The player in the path, as the caller sees them.
    public var playerID: String? {
        switch self {
        case .removeFriend(let id), .endFriendRequest(let id), .unblockPlayer(let id): id
        case .changeRole(_, let id), .removeMember(_, let id): id
        default: nil
        }
    }

    /// The notice in the path.
    public var noticeID: NoticeID? {
        switch self {
        case .deleteNotice(let id), .muteNotice(let id): id
        default: nil
        }
    }

    /// The delivery to a webhook in the path.
    public var deliveryID: WebhookDeliveryID? {
        if case .resendWebhookDelivery(_, let id, _) = self { id } else { nil }
    }

    /// The certificate in the path.
    private var certificateID: CertificateID? {
        if case .identityCertificate(let id) = self { id } else { nil }
    }

    /// The invitation link in the path.
    public var friendInvitationID: Int? {
        if case .revokeFriendInvitation(let id) = self { id } else { nil }
    }

    /// The leaderboard in the path.
    public var leaderboardID: LeaderboardID? {
        switch self {
        case .leaderboard(_, let id, _, _), .submitScore(_, let id, _), .entries(_, let id, _, _, _),
            .entriesOfPlayers(_, let id, _, _), .entriesAround(_, let id, _, _), .appLeaderboard(_, let id),
            .updateLeaderboard(_, let id), .deleteLeaderboard(_, let id):
            id
        // Groups
        case .moveLeaderboard(_, let id): id
        // Moderation
        case .inspectEntries(_, let id, _, _), .inspectScores(_, let id, _, _, _), .moderateScore(_, let id, _, _),
            .leaderboardPolicy(_, let id), .setLeaderboardPolicy(_, let id), .dropLeaderboardPolicy(_, let id),
            .heldScores(_, let id, _, _):
            id
        // Figures
        case .distribution(_, let id, _): id
        case .entriesAroundFriends(_, let id, _, _): id
        // Images
        case .setImage(_, .leaderboard(let id, _)), .removeImage(_, .leaderboard(let id, _)): id
        default: nil
        }
    }

    /// What the last part of a path of moderation names.
    private var moderated: String {
        switch self {
        case .moderateScore(_, _, let score, _): String(score.rawValue)
        case .banPlayer(_, let player), .unbanPlayer(_, let player): player
        case .review(_, let review), .decideReview(_, let review): String(review.rawValue)
        case .reviewPhoto(let review, _): String(review.rawValue)
        default: ""
        }
    }
}

extension ReadingQuery {
    func print(to query: inout QueryPrinter) {
        query.put(.time, time)
        query.put(.occurrence, occurrence == .current ? nil : occurrence)
        query.put(.language, language)
        query.put(.version, version)
        query.put(.environment, environment)
    }
}
