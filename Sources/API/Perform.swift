import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// Each route's operation. No `default`: a new route is a compile error here.
    func perform(_ route: Route, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        try spend(route, request, caller)
        let caller = try authorized(route, request, caller)
        return switch route {
        case .health, .readiness, .metrics, .openAPI: throw Problem(.notFound)
        case .signUp: try signUp(request)
        case .signIn: try signIn(request)
        case .signOut: try signOut(request, caller)
        case .recover: try recover(request)
        case .currentPlayer(let environment): try currentPlayer(request, environment, caller)
        case .players(let ids, let environment): try players(request, ids, environment, caller)
        case .games(let environment): try games(request, environment, caller)
        case .game(let id, let environment): try game(request, id, environment, caller)
        case .leaderboards(let id, let language, let environment):
            try leaderboards(request, id, language, environment, caller)
        case .leaderboard(let id, let board, let language, let environment):
            try leaderboard(request, id, board, language, environment, caller)
        case .submitScore(let id, let board, let environment):
            try submitScore(request, id, board, environment, caller)
        case .submitScores(let id, let environment): try submitScores(request, id, environment, caller)
        case .entries(let id, let board, let players, let window, let reading):
            try entries(request, id, board, players, window, reading, caller)
        case .entriesOfPlayers(let id, let board, let ids, let reading):
            try entries(request, id, board, of: ids, reading, caller)
        case .entriesAround(let id, let board, let count, let reading):
            try entriesAround(request, id, board, count, reading, caller)
        case .events(let leaderboards, let environment, let last):
            try events(request, leaderboards, environment, after: last, caller)
        case .claimAdministration: try claimAdministration(request)
        case .invite: try invite(request, caller)
        case .resetPassword: try resetPassword(request, caller)
        case .renewAdministratorLink: try renewAdministratorLink(request, caller)
        case .apps: try apps(caller)
        case .createApp: try createApp(request, caller)
        case .app(let id): try app(id, caller)
        case .updateApp(let id): try updateApp(request, id, caller)
        case .appLeaderboards(let id): try appLeaderboards(id, caller)
        case .createLeaderboard(let id): try createLeaderboard(request, id, caller)
        case .appLeaderboard(let id, let board): try appLeaderboard(id, board, caller)
        case .updateLeaderboard(let id, let board): try updateLeaderboard(request, id, board, caller)
        case .deleteLeaderboard(let id, let board): try deleteLeaderboard(request, id, board, caller)
        // Groups
        case .moveLeaderboard(let id, let board): try moveLeaderboard(request, id, board, caller)
        case .configuration(let id): try configuration(id, caller)
        case .importConfiguration(let id, let isPlan):
            try importConfiguration(request, id, isPlan: isPlan, caller)
        case .exportAchievements(let id, let format, let environment):
            try exportAchievements(request, id, format, environment, caller)
        // Images
        case .image(let id): image(request, id)
        case .images(let id): try images(id, caller)
        case .setImage(let id, let place): try setImage(request, id, place, caller)
        case .removeImage(let id, let place): try removeImage(request, id, place, caller)
        // Profiles and accounts
        case .profile: try profile(request, caller)
        case .updateProfile: try updateProfile(request, caller)
        case .restrict: try restrict(request, caller)
        case .setPhoto: try setPhoto(request, caller)
        case .removePhoto: try removePhoto(request, caller)
        case .photo(let id): photo(request, id)
        case .changePassword: try changePassword(request, caller)
        case .renewRecoveryCodes: try renewRecoveryCodes(request, caller)
        case .sessions: try sessions(request, caller)
        case .endSession(let id): try endSession(request, id, caller)
        case .endOtherSessions: try endOtherSessions(request, caller)
        case .giveProof: try giveProof(request, caller)
        case .endPlayerSessions: try endPlayerSessions(request, caller)
        case .requestDevice: try requestDevice(request)
        case .pollDevice: try pollDevice(request)
        case .pendingDevice(let code): try pendingDevice(request, code, caller)
        case .decideDevice(let code): try decideDevice(request, code, caller)
        case .exportPlayer: try exportPlayer(request, caller)
        case .eraseSelf: try eraseSelf(request, caller)
        case .findPlayers(let prefix, let after): try findPlayers(request, prefix, after, caller)
        case .exportNamedPlayer: try exportNamedPlayer(request, caller)
        case .eraseNamedPlayer: try eraseNamedPlayer(request, caller)
        // App Store Connect
        case .importFromAppStoreConnect(let id, let isPlan):
            try importFromAppStoreConnect(request, id, isPlan: isPlan, caller)
        // Sets
        case .sets(let id, let language, let environment): try sets(request, id, language, environment, caller)
        case .defaultLeaderboard(let id): try defaultLeaderboard(id, caller)
        case .chooseDefaultLeaderboard(let id): try chooseDefaultLeaderboard(request, id, caller)
        case .appSets(let id): try appSets(id, caller)
        case .createSet(let id): try createSet(request, id, caller)
        case .updateSet(let id, let set): try updateSet(request, id, set, caller)
        case .deleteSet(let id, let set): try deleteSet(request, id, set, caller)
        // Moderation
        case .inspectPlayers(let id, let search): try inspectPlayers(request, id, search, caller)
        case .inspectEntries(let id, let board, let window, let environment):
            try inspectEntries(request, id, board, window, environment, caller)
        case .inspectScores(let id, let board, let player, let before, let environment):
            try inspectScores(request, id, board, player, before, environment, caller)
        case .moderateScore(let id, let board, let score, let environment):
            try moderateScore(request, id, board, score, environment, caller)
        case .bans(let id): try bans(request, id, caller)
        case .banPlayer(let id, let player): try banPlayer(request, id, player, caller)
        case .unbanPlayer(let id, let player): try unbanPlayer(request, id, player, caller)
        case .reviews(let id, let state, let after): try reviews(request, id, state, after, caller)
        case .review(let id, let review): try self.review(request, id, review, caller)
        case .decideReview(let id, let review): try decideReview(request, id, review, caller)
        case .moderationPolicy(let id): try moderationPolicy(request, id, nil, caller)
        case .setModerationPolicy(let id): try setModerationPolicy(request, id, nil, caller)
        case .leaderboardPolicy(let id, let board): try moderationPolicy(request, id, board, caller)
        case .setLeaderboardPolicy(let id, let board): try setModerationPolicy(request, id, board, caller)
        case .dropLeaderboardPolicy(let id, let board): try dropModerationPolicy(request, id, board, caller)
        case .words: try words(request, caller)
        case .changeWord: try changeWord(request, caller)
        case .report: try report(request, caller)
        case .heldScores(let id, let board, let language, let environment):
            try heldScores(request, id, board, language, environment, caller)
        case .exportScores(let id, let format, let board, let after, let environment):
            try exportScores(request, id, format, board, after, environment, caller)
        // Achievements
        case .achievements(let id, let friend, let language, let environment):
            try achievements(request, id, of: friend, language, environment, caller)
        case .reportAchievements(let id, let environment): try reportAchievements(request, id, environment, caller)
        case .resetAchievements(let id, let waiting, let environment):
            try resetAchievements(request, id, waiting: waiting, environment, caller)
        case .challengeablePlayers(let id, let achievement, let ids, let environment):
            try challengeablePlayers(request, id, achievement, ids, environment, caller)
        case .appAchievements(let id): try appAchievements(id, caller)
        case .createAchievement(let id): try createAchievement(request, id, caller)
        case .appAchievement(let id, let achievement): try appAchievement(id, achievement, caller)
        case .updateAchievement(let id, let achievement): try updateAchievement(request, id, achievement, caller)
        case .deleteAchievement(let id, let achievement): try deleteAchievement(request, id, achievement, caller)
        // Challenges
        case .issueChallenges(let id, let environment): try issueChallenges(request, id, environment, caller)
        case .challenges(let query): try challenges(request, query, caller)
        case .challenge(let id, let language): try challenge(request, id, language, caller)
        case .declineChallenge(let id): try declineChallenge(request, id, caller)
        case .challengeReplay(let id): try challengeReplay(request, id, caller)
        case .playChallenge(let id): try playChallenge(request, id, caller)
        case .challengeMutes(let environment): try challengeMutes(request, environment, caller)
        case .muteChallenges(let environment): try muteChallenges(request, environment, caller)
        // Teams
        case .teams: try teams(request, caller)
        case .foundTeam: try foundTeam(request, caller)
        case .team(let id): try team(id, caller)
        case .updateTeam(let id): try updateTeam(request, id, caller)
        case .deleteTeam(let id): try deleteTeam(request, id, caller)
        case .members(let id): try members(request, id, caller)
        case .changeRole(let id, let player): try changeRole(request, id, player, caller)
        case .removeMember(let id, let player): try removeMember(request, id, player, caller)
        case .teamInvitations(let id): try teamInvitations(request, id, caller)
        case .inviteMember(let id): try inviteMember(request, id, caller)
        case .revokeTeamInvitation(let id, let invitation): try revokeTeamInvitation(request, id, invitation, caller)
        case .joinTeam: try joinTeam(request, caller)
        case .inviteDeveloper: try inviteDeveloper(request, caller)
        case .keys(let id): try keys(request, id, caller)
        case .makeKey(let id): try makeKey(request, id, caller)
        case .revokeKey(let id, let key): try revokeKey(request, id, key, caller)
        case .audit(let id, let query): try audit(request, id, query, caller)
        case .serverAudit(let query): try serverAudit(request, query, caller)
        case .wipeTestData(let id, let isPlan): try wipeTestData(request, id, isPlan: isPlan, caller)
        // Two factors
        case .twoFactor: try twoFactor(request, caller)
        case .setUpTwoFactor: try setUpTwoFactor(request, caller)
        case .confirmTwoFactor: try confirmTwoFactor(request, caller)
        case .removeTwoFactor: try removeTwoFactor(request, caller)
        case .resetTwoFactor: try resetTwoFactor(request, caller)
        // Notifications
        case .notices(let before, let count): try notices(request, before: before, count: count, caller)
        case .readNotices: try readNotices(request, caller)
        case .deleteNotice(let id): try deleteNotice(request, id, caller)
        case .muteNotice(let id): try muteNotice(request, id, caller)
        case .notificationSettings: try notificationSettings(request, caller)
        case .changeNotificationSettings: try changeNotificationSettings(request, caller)
        case .push: try push(request, caller)
        case .subscribeToPush: try subscribeToPush(request, caller)
        case .unsubscribeFromPush: try unsubscribeFromPush(request, caller)
        case .webhook(let id, let environment): try webhook(request, id, environment, caller)
        case .setWebhook(let id, let environment): try setWebhook(request, id, environment, caller)
        case .removeWebhook(let id, let environment): try removeWebhook(request, id, environment, caller)
        case .testWebhook(let id, let environment): try testWebhook(request, id, environment, caller)
        case .webhookDeliveries(let id, let environment, let before, let count):
            try webhookDeliveries(request, id, environment, before: before, count: count, caller)
        case .resendWebhookDelivery(let id, let delivery, let environment):
            try resendWebhookDelivery(request, id, delivery, environment, caller)
        // Saved games
        case .savedGames(let id, let environment): try savedGames(request, id, environment, caller)
        case .saveGame(let id, let save, let query, let environment):
            try saveGame(request, id, save, query, environment, caller)
        case .loadSavedGame(let id, let save, let environment):
            try loadSavedGame(request, id, save, environment, caller)
        case .deleteSavedGames(let id, let name, let environment):
            try deleteSavedGames(request, id, name, environment, caller)
        // Identity
        case .identity(let id, let environment): try identity(request, id, environment, caller)
        // Replays
        case .issueTicket(let id, let environment): try issueTicket(id, environment, caller)
        case .sharedReplay(let id): sharedReplay(request, id)
        case .sharedPage(let id): sharedPage(request, id)
        case .identityCertificate(let id): try identityCertificate(id)
        case .rotateIdentityKey: try rotateIdentityKey(request, caller)
        // Simulators
        case .simulators(let id): try simulators(id, caller)
        case .simulator(let id, let name): try simulator(request, id, name, caller)
        case .setSimulator(let id, let name): try setSimulator(request, id, name, caller)
        case .removeSimulator(let id, let name): try removeSimulator(request, id, name, caller)
        // Figures
        case .activity(let id, let days, let environment): try activity(request, id, days, environment, caller)
        case .distribution(let id, let board, let environment):
            try distribution(request, id, board, environment, caller)
        // Web games
        case .webOrigins(let id): try webOrigins(id, caller)
        case .setWebOrigins(let id): try setWebOrigins(request, id, caller)
        case .setDisplayOrder(let id): try setDisplayOrder(request, id, caller)
        case .describeAuthorization(let id, let origin, let redirect, let environment):
            try describeAuthorization(id, origin, redirect, environment)
        case .authorizeGame: try authorizeGame(request, caller)
        case .redeemAuthorization: try redeemAuthorization(request)
        // Friends
        case .entriesAroundFriends(let id, let board, let count, let reading):
            try friendEntries(request, id, board, around: count, reading, caller)
        case .friends(let from, let count): try friends(request, from, count, caller)
        case .addFriend: try addFriend(request, caller)
        case .removeFriend(let id): try removeFriend(request, id, caller)
        case .reviewPhoto(let review, let id): try reviewPhoto(request, review, id, caller)
        case .friendSuggestions(let count): try friendSuggestions(request, count, caller)
        case .friendRequests: try friendRequests(request, caller)
        case .requestFriend: try requestFriend(request, caller)
        case .endFriendRequest(let id): try endFriendRequest(request, id, caller)
        case .blockedPlayers: try blockedPlayers(request, caller)
        case .blockPlayer: try blockPlayer(request, caller)
        case .unblockPlayer(let id): try unblockPlayer(request, id, caller)
        case .friendInvitations: try friendInvitations(request, caller)
        case .inviteFriends: try inviteFriends(request, caller)
        case .revokeFriendInvitation(let id): try revokeFriendInvitation(request, id, caller)
        case .viewFriendInvitation: try viewFriendInvitation(request, caller)
        // Sharing
        case .shares: try shares(request, caller)
        case .makeShare: try makeShare(request, caller)
        case .withdrawShare(let id): try withdrawShare(request, id, caller)
        case .linkChallenge: try linkChallenge(request, caller)
        case .acceptChallengeLink: try acceptChallengeLink(request, caller)
        case .friendListConsent(let id): try friendListConsent(request, id, caller)
        case .setFriendListConsent(let id): try setFriendListConsent(request, id, caller)
        case .challengeableFriends(let id, let from, let count):
            try challengeableFriends(request, id, from, count, caller)
        }
    }
}
