import LaurelDomain

extension Route {
    /// One or more of every endpoint, with and without what is optional: the round trip, the document's examples and
    /// the table of bad input are made of these.
    public static let examples: [Route] = Endpoint.allCases.flatMap { $0.examples }
}

extension Endpoint {
    /// At least one route of this endpoint.
    public var examples: [Route] {
        guard let game = Parameter.bundleID.parse("com.ali.MonkeyJump"),
            let board = Parameter.leaderboardID.parse("HighScores"), let chinese = Parameter.language.parse("zh-Hans"),
            let page = Parameter.cursor.parse("p2t")
        else { return [] }
        let reading = ReadingQuery()
        let full = ReadingQuery(
            time: .week, occurrence: .previous, language: chinese, version: JournalSequence(7), environment: .sandbox)
        switch self {
        case .health: return [.health]
        case .readiness: return [.readiness]
        case .metrics: return [.metrics]
        case .openAPI: return [.openAPI]
        case .signUp: return [.signUp]
        case .signIn: return [.signIn]
        case .signOut: return [.signOut]
        case .recover: return [.recover]
        case .currentPlayer: return [.currentPlayer(nil), .currentPlayer(.sandbox)]
        case .players:
            return [.players(ids: ["G:1000001"], nil), .players(ids: ["A:_00ff", "A:_ü /"], .sandbox)]
        case .games: return [.games(nil), .games(.sandbox)]
        case .game: return [.game(game, nil), .game(game, .production)]
        case .leaderboards:
            return [.leaderboards(game, language: nil, nil), .leaderboards(game, language: chinese, .sandbox)]
        case .leaderboard:
            return [
                .leaderboard(game, board, language: nil, nil), .leaderboard(game, board, language: chinese, .sandbox),
            ]
        case .submitScore: return [.submitScore(game, board, nil), .submitScore(game, board, .sandbox)]
        case .submitScores: return [.submitScores(game, nil), .submitScores(game, .sandbox)]
        case .entries:
            do throws(RankWindow.Invalid) {
                return [
                    .entries(game, board, .global, try RankWindow(first: 1, count: 100), reading),
                    .entries(game, board, .global, try RankWindow(first: page.first, count: 1), full),
                    .entries(game, board, .friends, try RankWindow(first: 1, count: 25), full),
                    .entriesOfPlayers(game, board, ids: ["A:_1", "A:_2"], full),
                    .entries(
                        game, board, .global, try RankWindow(first: 1, count: 1), ReadingQuery(occurrence: .number(7))),
                ]
            } catch {
                return []
            }
        case .entriesAround:
            return [
                .entriesAround(game, board, count: 21, reading), .entriesAround(game, board, count: 1, full),
                .entriesAroundFriends(game, board, count: 7, full),
            ]
        case .events:
            return [
                .events(leaderboards: [], nil, after: nil),
                .events(
                    leaderboards: [LeaderboardName(game, board), LeaderboardName(game, board)], .sandbox,
                    after: NoticeID(7)),
            ]
        case .claimAdministration: return [.claimAdministration]
        case .invite: return [.invite]
        case .resetPassword: return [.resetPassword]
        case .renewAdministratorLink: return [.renewAdministratorLink]
        case .apps: return [.apps]
        case .createApp: return [.createApp]
        case .app: return [.app(game)]
        case .updateApp: return [.updateApp(game)]
        case .appLeaderboards: return [.appLeaderboards(game)]
        case .createLeaderboard: return [.createLeaderboard(game)]
        case .appLeaderboard: return [.appLeaderboard(game, board)]
        case .updateLeaderboard: return [.updateLeaderboard(game, board)]
        case .deleteLeaderboard: return [.deleteLeaderboard(game, board)]
        case .configuration: return [.configuration(game)]
        // Groups
        case .moveLeaderboard: return [.moveLeaderboard(game, board)]
        case .importConfiguration:
            return [.importConfiguration(game, isPlan: false), .importConfiguration(game, isPlan: true)]
        // Profiles and accounts
        case .profile: return [.profile]
        case .updateProfile: return [.updateProfile]
        case .restrict: return [.restrict]
        case .setPhoto: return [.setPhoto]
        case .removePhoto: return [.removePhoto]
        case .photo: return [.photo(String(repeating: "0a", count: 32))]
        case .changePassword: return [.changePassword]
        case .renewRecoveryCodes: return [.renewRecoveryCodes]
        case .sessions: return [.sessions]
        case .endOtherSessions: return [.endOtherSessions]
        case .giveProof: return [.giveProof]
        case .endPlayerSessions: return [.endPlayerSessions]
        case .endSession: return [.endSession(SessionID(1)), .endSession(SessionID(.max))]
        case .requestDevice: return [.requestDevice]
        case .pollDevice: return [.pollDevice]
        case .pendingDevice: return [.pendingDevice(userCode: "WDJB-MJHT"), .pendingDevice(userCode: "wdjb mjht")]
        case .decideDevice: return [.decideDevice(userCode: "WDJB-MJHT")]
        case .exportPlayer: return [.exportPlayer]
        case .eraseSelf: return [.eraseSelf]
        case .findPlayers:
            return [.findPlayers(prefix: nil, after: nil), .findPlayers(prefix: "zoë", after: "G:1000001")]
        case .exportNamedPlayer: return [.exportNamedPlayer]
        case .eraseNamedPlayer: return [.eraseNamedPlayer]
        // Moderation
        case .inspectPlayers: return [.inspectPlayers(game, search: "jungle jim")]
        case .inspectEntries:
            do throws(RankWindow.Invalid) {
                let window = try RankWindow(first: 3, count: 7)
                return [.inspectEntries(game, board, window, nil), .inspectEntries(game, board, window, .sandbox)]
            } catch {
                return []
            }
        case .inspectScores:
            return [
                .inspectScores(game, board, player: "T:_1", before: nil, nil),
                .inspectScores(game, board, player: "T:_1", before: JournalSequence(7), .sandbox),
            ]
        case .moderateScore:
            return [
                .moderateScore(game, board, JournalSequence(7), nil),
                .moderateScore(game, board, JournalSequence(7), .sandbox),
            ]
        case .bans: return [.bans(game)]
        case .banPlayer: return [.banPlayer(game, "T:_ü /")]
        case .unbanPlayer: return [.unbanPlayer(game, "T:_1")]
        case .serverBans: return [.bans(nil)]
        case .serverBanPlayer: return [.banPlayer(nil, "G:1")]
        case .serverUnbanPlayer: return [.unbanPlayer(nil, "G:1")]
        case .reviews:
            return [.reviews(game, .pending, after: nil), .reviews(game, .rejected, after: ReviewID(7))]
        case .review: return [.review(game, ReviewID(7))]
        case .decideReview: return [.decideReview(game, ReviewID(7))]
        case .serverReviews: return [.reviews(nil, .pending, after: ReviewID(7))]
        case .serverReview: return [.review(nil, ReviewID(7))]
        case .reviewPhoto: return [.reviewPhoto(ReviewID(7), String(repeating: "0a", count: 32))]
        case .decideServerReview: return [.decideReview(nil, ReviewID(7))]
        case .moderationPolicy: return [.moderationPolicy(game)]
        case .setModerationPolicy: return [.setModerationPolicy(game)]
        case .leaderboardPolicy: return [.leaderboardPolicy(game, board)]
        case .setLeaderboardPolicy: return [.setLeaderboardPolicy(game, board)]
        case .dropLeaderboardPolicy: return [.dropLeaderboardPolicy(game, board)]
        case .words: return [.words]
        case .changeWord: return [.changeWord]
        case .report: return [.report]
        case .heldScores:
            return [
                .heldScores(game, board, language: nil, nil), .heldScores(game, board, language: chinese, .sandbox),
            ]
        case .exportScores:
            return [
                .exportScores(game, .csv, leaderboard: nil, after: nil, nil),
                .exportScores(game, .json, leaderboard: board, after: JournalSequence(7), .sandbox),
            ]
        // Achievements and challenges
        case .achievements, .reportAchievements, .resetAchievements, .challengeablePlayers, .appAchievements,
            .createAchievement, .appAchievement, .updateAchievement, .deleteAchievement:
            return achievementExamples(game, chinese)
        case .issueChallenges, .challenges, .challenge, .declineChallenge, .challengeReplay, .challengeMutes,
            .muteChallenges:
            return challengeExamples(game, chinese)
        case .playChallenge: return challengeExamples(game, chinese)
        // Teams
        case .teams, .foundTeam, .team, .updateTeam, .members, .changeRole, .removeMember, .teamInvitations,
            .inviteMember, .revokeTeamInvitation, .joinTeam, .inviteDeveloper, .keys, .makeKey, .revokeKey, .audit,
            .serverAudit:
            return teamExamples
        case .deleteTeam: return teamExamples
        case .wipeTestData: return [.wipeTestData(game, isPlan: false), .wipeTestData(game, isPlan: true)]
        // Two factors
        case .twoFactor: return [.twoFactor]
        case .setUpTwoFactor: return [.setUpTwoFactor]
        case .confirmTwoFactor: return [.confirmTwoFactor]
        case .removeTwoFactor: return [.removeTwoFactor]
        case .resetTwoFactor: return [.resetTwoFactor]
        // Notifications
        case .notices: return [.notices(before: nil, count: 50), .notices(before: NoticeID(7), count: 1)]
        case .readNotices: return [.readNotices]
        case .deleteNotice: return [.deleteNotice(NoticeID(7))]
        case .muteNotice: return [.muteNotice(NoticeID(7))]
        case .notificationSettings: return [.notificationSettings]
        case .changeNotificationSettings: return [.changeNotificationSettings]
        case .push: return [.push]
        case .subscribeToPush: return [.subscribeToPush]
        case .unsubscribeFromPush: return [.unsubscribeFromPush]
        case .webhook: return [.webhook(game, nil), .webhook(game, .sandbox)]
        case .setWebhook: return [.setWebhook(game, nil), .setWebhook(game, .sandbox)]
        case .removeWebhook: return [.removeWebhook(game, nil), .removeWebhook(game, .sandbox)]
        case .testWebhook: return [.testWebhook(game, nil), .testWebhook(game, .sandbox)]
        case .webhookDeliveries:
            return [
                .webhookDeliveries(game, nil, before: nil, count: 50),
                .webhookDeliveries(game, .sandbox, before: WebhookDeliveryID(7), count: 1),
            ]
        case .resendWebhookDelivery:
            return [
                .resendWebhookDelivery(game, WebhookDeliveryID(7), nil),
                .resendWebhookDelivery(game, WebhookDeliveryID(7), .sandbox),
            ]
        // Saved games
        case .savedGames: return [.savedGames(game, nil), .savedGames(game, .sandbox)]
        case .saveGame, .loadSavedGame, .deleteSavedGames: return savedGameExamples(game)
        // Identity
        // Replays
        case .issueTicket: return [.issueTicket(game, nil), .issueTicket(game, .sandbox)]
        case .sharedReplay:
            return ShareID(String(repeating: "0a", count: ShareID.byteCount)).map { [.sharedReplay($0)] } ?? []
        case .sharedPage:
            return ShareID(String(repeating: "0b", count: ShareID.byteCount)).map { [.sharedPage($0)] } ?? []
        case .identity: return [.identity(game, nil), .identity(game, .sandbox)]
        case .identityCertificate:
            return CertificateID("00112233445566778899aabbccddeeff").map { [.identityCertificate($0)] } ?? []
        case .rotateIdentityKey: return [.rotateIdentityKey]
        // App Store Connect
        case .importFromAppStoreConnect:
            return [
                .importFromAppStoreConnect(game, isPlan: false), .importFromAppStoreConnect(game, isPlan: true),
            ]
        // Sets
        case .sets: return [.sets(game, language: nil, nil), .sets(game, language: chinese, .sandbox)]
        case .defaultLeaderboard: return [.defaultLeaderboard(game)]
        case .chooseDefaultLeaderboard: return [.chooseDefaultLeaderboard(game)]
        case .appSets: return [.appSets(game)]
        case .createSet: return [.createSet(game)]
        case .updateSet: return Parameter.setID.parse("Jungle").map { [.updateSet(game, $0)] } ?? []
        case .deleteSet: return Parameter.setID.parse("Jungle").map { [.deleteSet(game, $0)] } ?? []
        // Figures
        case .activity: return [.activity(game, days: 30, nil), .activity(game, days: 7, .sandbox)]
        case .distribution: return [.distribution(game, board, nil), .distribution(game, board, .sandbox)]
        // Web games
        case .webOrigins: return [.webOrigins(game)]
        case .setWebOrigins: return [.setWebOrigins(game)]
        case .setDisplayOrder: return [.setDisplayOrder(game)]
        case .describeAuthorization:
            guard let origin = WebOrigin("http://[::1]:8081") else { return [] }
            return [
                .describeAuthorization(game, origin: origin, redirect: nil, nil),
                .describeAuthorization(game, origin: origin, redirect: "http://[::1]:8081/hop/?a=b&c", .sandbox),
            ]
        case .authorizeGame: return [.authorizeGame]
        case .redeemAuthorization: return [.redeemAuthorization]
        // Friends
        case .friends: return [.friends(from: 1, count: 100), .friends(from: 101, count: 25)]
        case .addFriend: return [.addFriend]
        case .removeFriend: return [.removeFriend(playerID: "G:1000001"), .removeFriend(playerID: "ü /?")]
        case .friendSuggestions: return [.friendSuggestions(count: 50), .friendSuggestions(count: 7)]
        case .friendRequests: return [.friendRequests]
        case .requestFriend: return [.requestFriend]
        case .endFriendRequest: return [.endFriendRequest(playerID: "G:1000001")]
        case .blockedPlayers: return [.blockedPlayers]
        case .blockPlayer: return [.blockPlayer]
        case .unblockPlayer: return [.unblockPlayer(playerID: "G:1000001")]
        case .friendInvitations: return [.friendInvitations]
        case .inviteFriends: return [.inviteFriends]
        case .revokeFriendInvitation: return [.revokeFriendInvitation(7)]
        case .viewFriendInvitation: return [.viewFriendInvitation]
        // Sharing
        case .shares: return [.shares]
        case .makeShare: return [.makeShare]
        case .withdrawShare:
            return ShareID(String(repeating: "0a", count: ShareID.byteCount)).map { [.withdrawShare($0)] } ?? []
        case .linkChallenge: return [.linkChallenge]
        case .acceptChallengeLink: return [.acceptChallengeLink]
        case .friendListConsent: return [.friendListConsent(game)]
        case .setFriendListConsent: return [.setFriendListConsent(game)]
        case .challengeableFriends:
            return [.challengeableFriends(game, from: 1, count: 100), .challengeableFriends(game, from: 101, count: 5)]
        case .exportAchievements:
            return [.exportAchievements(game, .csv, nil), .exportAchievements(game, .json, .sandbox)]
        // Images
        case .image, .images, .setIcon, .removeIcon, .setScreenshot, .removeScreenshot, .setLeaderboardImage,
            .removeLeaderboardImage, .setAchievementImage, .removeAchievementImage, .setSetImage, .removeSetImage:
            return imageExamples(game)
        // Simulators
        case .simulators: return [.simulators(game)]
        case .simulator, .setSimulator, .removeSimulator:
            guard let name = Parameter.simulator.parse("gems-2.0") else { return [] }
            return [.simulator(game, name), .setSimulator(game, name), .removeSimulator(game, name)]
                .filter { $0.endpoint == self }
        }
    }

    /// The parameters of its query.
    public var queryParameters: [Schema.Property] {
        switch self {
        case .health, .readiness, .metrics, .openAPI, .signUp, .signIn, .signOut, .recover, .claimAdministration,
            .invite, .resetPassword, .renewAdministratorLink, .apps, .createApp, .app, .updateApp, .appLeaderboards,
            .createLeaderboard, .appLeaderboard, .updateLeaderboard, .deleteLeaderboard, .configuration:
            []
        // Groups
        case .moveLeaderboard: []
        case .currentPlayer, .games, .game, .submitScore, .submitScores:
            [Parameter.environment.described()]
        case .players: [Parameter.ids.described(isRequired: true), Parameter.environment.described()]
        case .leaderboards, .leaderboard: [Parameter.language.described(), Parameter.environment.described()]
        case .entries:
            [
                Parameter.players.described(), Parameter.from.described(), Parameter.count.described(),
                Parameter.cursor.described(), Parameter.ids.described(),
            ] + Self.reading
        case .entriesAround: [Parameter.players.described(), Parameter.count.described()] + Self.reading
        case .events:
            [
                Parameter.leaderboards.described(), Parameter.environment.described(),
                Parameter.lastEventID.described(),
            ]
        case .importConfiguration: [Parameter.plan.described()]
        // App Store Connect
        case .importFromAppStoreConnect: [Parameter.plan.described()]
        // Sets
        case .sets: [Parameter.language.described(), Parameter.environment.described()]
        case .defaultLeaderboard, .chooseDefaultLeaderboard, .appSets, .createSet, .updateSet, .deleteSet: []
        // Moderation
        case .bans, .banPlayer, .unbanPlayer, .serverBans, .serverBanPlayer, .serverUnbanPlayer, .review,
            .decideReview, .serverReview, .decideServerReview, .moderationPolicy, .setModerationPolicy,
            .leaderboardPolicy, .setLeaderboardPolicy, .dropLeaderboardPolicy, .words, .changeWord, .report:
            []
        case .inspectPlayers: [Parameter.search.described(isRequired: true)]
        case .inspectEntries:
            [Parameter.from.described(), Parameter.count.described(), Parameter.environment.described()]
        case .inspectScores:
            [
                Parameter.player.described(isRequired: true), Parameter.beforeScore.described(),
                Parameter.environment.described(),
            ]
        case .moderateScore: [Parameter.environment.described()]
        case .reviews, .serverReviews: [Parameter.reviewState.described(), Parameter.afterReview.described()]
        case .heldScores: [Parameter.language.described(), Parameter.environment.described()]
        case .exportScores:
            [
                Parameter.exportFormat.described(), Parameter.exportedLeaderboard.described(),
                Parameter.afterRow.described(), Parameter.environment.described(),
            ]
        // Achievements and challenges
        case .achievements:
            [Parameter.friend.described(), Parameter.language.described(), Parameter.environment.described()]
        case .resetAchievements: [Parameter.waiting.described(), Parameter.environment.described()]
        case .reportAchievements, .issueChallenges, .challengeMutes, .muteChallenges:
            [Parameter.environment.described()]
        case .challengeablePlayers: [Parameter.ids.described(isRequired: true), Parameter.environment.described()]
        case .appAchievements, .createAchievement, .appAchievement, .updateAchievement, .deleteAchievement,
            .declineChallenge, .challengeReplay:
            []
        case .playChallenge: []
        case .challenges: ChallengesQuery.parameters
        case .challenge: [Parameter.language.described()]
        // Teams
        case .teams, .foundTeam, .team, .updateTeam, .members, .changeRole, .removeMember, .teamInvitations,
            .inviteMember, .revokeTeamInvitation, .joinTeam, .inviteDeveloper, .keys, .makeKey, .revokeKey:
            []
        case .deleteTeam: []
        case .audit, .serverAudit: [Parameter<AuditID>.before.described(), Parameter.count.described()]
        case .wipeTestData: [Parameter.plan.described()]
        // Two factors
        case .twoFactor, .setUpTwoFactor, .confirmTwoFactor, .removeTwoFactor, .resetTwoFactor: []
        // Notifications
        case .notices: [Parameter<NoticeID>.before.described(), Parameter.count.described()]
        case .readNotices, .deleteNotice, .muteNotice, .notificationSettings, .changeNotificationSettings: []
        case .push, .subscribeToPush, .unsubscribeFromPush: []
        case .webhook, .setWebhook, .removeWebhook, .testWebhook, .resendWebhookDelivery:
            [Parameter.environment.described()]
        case .webhookDeliveries:
            [
                Parameter.environment.described(), Parameter.beforeDelivery.described(), Parameter.count.described(),
            ]
        // Saved games
        case .savedGames, .loadSavedGame: [Parameter.environment.described()]
        case .saveGame: SaveQuery.described + [Parameter.environment.described()]
        case .deleteSavedGames:
            [Parameter.savedGameName.described(isRequired: true), Parameter.environment.described()]
        // Identity
        case .identity: [Parameter.environment.described()]
        // Replays
        case .issueTicket: [Parameter.environment.described()]
        case .sharedReplay: []
        case .sharedPage: []
        case .identityCertificate, .rotateIdentityKey: []
        // Profiles and accounts
        case .findPlayers: [Parameter.aliasPrefix.described(), Parameter.after.described()]
        case .profile, .updateProfile, .restrict, .setPhoto, .removePhoto, .photo, .changePassword, .renewRecoveryCodes,
            .sessions, .endOtherSessions, .endSession, .giveProof, .endPlayerSessions, .requestDevice, .pollDevice,
            .pendingDevice, .decideDevice,
            .exportPlayer, .eraseSelf, .exportNamedPlayer, .eraseNamedPlayer:
            []
        // Figures
        case .activity: [Parameter.days.described(), Parameter.environment.described()]
        case .distribution: [Parameter.environment.described()]
        // Web games
        case .webOrigins, .setWebOrigins, .authorizeGame, .redeemAuthorization: []
        case .setDisplayOrder: []
        case .describeAuthorization:
            [
                Parameter.webOrigin.described(isRequired: true), Parameter.redirect.described(),
                Parameter.environment.described(),
            ]
        // Friends
        case .reviewPhoto: []
        case .friendSuggestions: [Parameter.suggestionCount.described()]
        case .friends: [Parameter.from.described(), Parameter.count.described()]
        case .challengeableFriends: [Parameter.from.described(), Parameter.count.described()]
        case .addFriend, .removeFriend, .friendRequests, .requestFriend, .endFriendRequest, .blockedPlayers,
            .blockPlayer, .unblockPlayer, .friendInvitations, .inviteFriends, .revokeFriendInvitation,
            .viewFriendInvitation, .friendListConsent, .setFriendListConsent:
            []
        // Sharing
        case .shares, .makeShare, .withdrawShare, .linkChallenge, .acceptChallengeLink: []
        case .exportAchievements: [Parameter.exportFormat.described(), Parameter.environment.described()]
        // Images
        case .image, .images, .setIcon, .removeIcon, .setScreenshot, .removeScreenshot, .setLeaderboardImage,
            .removeLeaderboardImage,
            .setAchievementImage, .removeAchievementImage, .setSetImage, .removeSetImage:
            []
        // Simulators
        case .simulators, .simulator, .setSimulator, .removeSimulator: []
        }
    }

    private static var reading: [Schema.Property] {
        [
            Parameter.time.described(), Parameter.occurrence.described(), Parameter.language.described(),
            Parameter.version.described(),
            Parameter.environment.described(),
        ]
    }

    private func savedGameExamples(_ game: BundleID) -> [Route] {
        guard let id = Parameter.savedGameID.parse("save-1"), let name = SavedGameName("存档 1/2 + ü"),
            let moment = Timestamp(rfc3339: "2026-11-21T12:00:00.000Z")
        else { return [] }
        switch self {
        case .saveGame:
            return [
                .saveGame(game, id, SaveQuery(name: name), nil),
                .saveGame(game, id, SaveQuery(name: name, basedOn: []), nil),
                .saveGame(
                    game, id, SaveQuery(name: name, deviceName: "Ali's", modified: moment, basedOn: [id, id]),
                    .sandbox),
            ]
        case .loadSavedGame: return [.loadSavedGame(game, id, nil), .loadSavedGame(game, id, .sandbox)]
        default: return [.deleteSavedGames(game, name, nil), .deleteSavedGames(game, name, .sandbox)]
        }
    }
}
