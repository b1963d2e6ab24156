import LaurelDomain

extension Route {
    /// Parses a request's target.
    ///
    /// - Parameters:
    ///   - path: the parts between the slashes, each percent-decoded on its own.
    ///   - query: names and values, decoded, in order.
    public init(
        _ method: Method, path: [String], query: [(name: String, value: String)]
    ) throws(Refusal) {
        guard let row = PathTable.shared.row(of: path) else { throw .notFound }
        guard let endpoint = row.endpoints.first(where: { $0.method == method }) else {
            throw .methodNotAllowed(allow: row.methods)
        }
        var query = QueryReader(query)
        self = try Self.make(endpoint, path, &query)
        try query.finish()
    }

    private static func make(
        _ endpoint: Endpoint, _ path: [String], _ query: inout QueryReader
    ) throws(Refusal) -> Route {
        switch endpoint {
        case .health: return .health
        case .readiness: return .readiness
        case .metrics: return .metrics
        case .openAPI: return .openAPI
        case .signUp: return .signUp
        case .signIn: return .signIn
        case .signOut: return .signOut
        case .recover: return .recover
        case .currentPlayer: return .currentPlayer(try query.take(.environment))
        case .players:
            guard let ids = try query.take(.ids) else { throw .invalidParameter("ids") }
            return .players(ids: ids, try query.take(.environment))
        case .games: return .games(try query.take(.environment))
        case .game: return .game(try bundleID(path), try query.take(.environment))
        case .leaderboards:
            return .leaderboards(
                try bundleID(path), language: try query.take(.language), try query.take(.environment))
        case .leaderboard:
            return .leaderboard(
                try bundleID(path), try leaderboardID(path), language: try query.take(.language),
                try query.take(.environment))
        case .submitScore:
            return .submitScore(try bundleID(path), try leaderboardID(path), try query.take(.environment))
        case .submitScores: return .submitScores(try bundleID(path), try query.take(.environment))
        case .entries: return try entries(path, &query)
        case .entriesAround:
            if try query.take(.players) == .friends {
                return .entriesAroundFriends(
                    try bundleID(path), try leaderboardID(path), count: try query.take(.count) ?? 21,
                    try reading(&query))
            }
            // 21: ten above, ten below.
            return .entriesAround(
                try bundleID(path), try leaderboardID(path), count: try query.take(.count) ?? 21,
                try reading(&query))
        case .events: return try events(&query)
        case .claimAdministration: return .claimAdministration
        case .invite: return .invite
        case .resetPassword: return .resetPassword
        case .renewAdministratorLink: return .renewAdministratorLink
        case .apps: return .apps
        case .createApp: return .createApp
        case .app: return .app(try bundleID(path))
        case .updateApp: return .updateApp(try bundleID(path))
        case .appLeaderboards: return .appLeaderboards(try bundleID(path))
        case .createLeaderboard: return .createLeaderboard(try bundleID(path))
        case .appLeaderboard: return .appLeaderboard(try bundleID(path), try leaderboardID(path))
        case .updateLeaderboard: return .updateLeaderboard(try bundleID(path), try leaderboardID(path))
        case .moveLeaderboard: return .moveLeaderboard(try bundleID(path), try leaderboardID(path))
        case .deleteLeaderboard: return .deleteLeaderboard(try bundleID(path), try leaderboardID(path))
        case .configuration: return .configuration(try bundleID(path))
        case .importConfiguration:
            return .importConfiguration(try bundleID(path), isPlan: try query.take(.plan) ?? false)
        // Profiles and accounts
        case .profile: return .profile
        case .updateProfile: return .updateProfile
        case .restrict: return .restrict
        case .setPhoto: return .setPhoto
        case .removePhoto: return .removePhoto
        case .photo:
            guard let id = Parameter.photoID.parse(path[2]) else { throw .invalidParameter("photoID") }
            return .photo(id)
        case .changePassword: return .changePassword
        case .renewRecoveryCodes: return .renewRecoveryCodes
        case .sessions: return .sessions
        case .endOtherSessions: return .endOtherSessions
        case .giveProof: return .giveProof
        case .endPlayerSessions: return .endPlayerSessions
        case .endSession:
            guard let id = Parameter.sessionID.parse(path[2]) else { throw .invalidParameter("sessionID") }
            return .endSession(id)
        case .requestDevice: return .requestDevice
        case .pollDevice: return .pollDevice
        case .pendingDevice, .decideDevice:
            guard let code = Parameter.userCode.parse(path[2]) else { throw .invalidParameter("userCode") }
            return endpoint == .pendingDevice ? .pendingDevice(userCode: code) : .decideDevice(userCode: code)
        case .exportPlayer: return .exportPlayer
        case .eraseSelf: return .eraseSelf
        case .findPlayers:
            return .findPlayers(prefix: try query.take(.aliasPrefix), after: try query.take(.after))
        case .exportNamedPlayer: return .exportNamedPlayer
        case .eraseNamedPlayer: return .eraseNamedPlayer
        // Moderation
        case .inspectPlayers, .inspectEntries, .inspectScores, .moderateScore, .bans, .banPlayer, .unbanPlayer,
            .serverBans, .serverBanPlayer, .serverUnbanPlayer, .reviews, .review, .decideReview, .serverReviews,
            .serverReview, .decideServerReview, .moderationPolicy, .setModerationPolicy, .leaderboardPolicy,
            .setLeaderboardPolicy, .dropLeaderboardPolicy, .words, .changeWord, .report, .heldScores, .exportScores:
            return try moderation(endpoint, path, &query)
        case .reviewPhoto:
            guard let review = Parameter.review.parse(path[3]) else { throw .invalidParameter("review") }
            guard let id = Parameter.photoID.parse(path[5]) else { throw .invalidParameter("photoID") }
            return .reviewPhoto(review, id)
        // Achievements
        case .achievements:
            return .achievements(
                try bundleID(path), of: try query.take(.friend), language: try query.take(.language),
                try query.take(.environment))
        case .reportAchievements: return .reportAchievements(try bundleID(path), try query.take(.environment))
        case .resetAchievements:
            return .resetAchievements(
                try bundleID(path), waiting: try query.take(.waiting), try query.take(.environment))
        case .challengeablePlayers:
            guard let ids = try query.take(.ids) else { throw .invalidParameter("ids") }
            return .challengeablePlayers(
                try bundleID(path), try achievementID(path), ids: ids, try query.take(.environment))
        case .appAchievements: return .appAchievements(try bundleID(path))
        case .createAchievement: return .createAchievement(try bundleID(path))
        case .appAchievement: return .appAchievement(try bundleID(path), try achievementID(path))
        case .updateAchievement: return .updateAchievement(try bundleID(path), try achievementID(path))
        case .deleteAchievement: return .deleteAchievement(try bundleID(path), try achievementID(path))
        // Challenges
        case .issueChallenges: return .issueChallenges(try bundleID(path), try query.take(.environment))
        case .challenges: return .challenges(try ChallengesQuery(&query))
        case .challenge: return .challenge(try challengeID(path), language: try query.take(.language))
        case .declineChallenge: return .declineChallenge(try challengeID(path))
        case .challengeReplay: return .challengeReplay(try challengeID(path))
        case .playChallenge: return .playChallenge(try challengeID(path))
        case .challengeMutes: return .challengeMutes(try query.take(.environment))
        case .muteChallenges: return .muteChallenges(try query.take(.environment))
        // Teams
        case .teams: return .teams
        case .foundTeam: return .foundTeam
        case .team: return .team(try teamID(path))
        case .updateTeam: return .updateTeam(try teamID(path))
        case .deleteTeam: return .deleteTeam(try teamID(path))
        case .members: return .members(try teamID(path))
        case .changeRole: return .changeRole(try teamID(path), player: try playerID(path))
        case .removeMember: return .removeMember(try teamID(path), player: try playerID(path))
        case .teamInvitations: return .teamInvitations(try teamID(path))
        case .inviteMember: return .inviteMember(try teamID(path))
        case .revokeTeamInvitation: return .revokeTeamInvitation(try teamID(path), try invitationID(path))
        case .joinTeam: return .joinTeam
        case .inviteDeveloper: return .inviteDeveloper
        case .keys: return .keys(try teamID(path))
        case .makeKey: return .makeKey(try teamID(path))
        case .revokeKey: return .revokeKey(try teamID(path), try keyID(path))
        case .audit: return .audit(try teamID(path), try auditQuery(&query))
        case .serverAudit: return .serverAudit(try auditQuery(&query))
        case .wipeTestData:
            return .wipeTestData(try bundleID(path), isPlan: try query.take(.plan) ?? false)
        // Two factors
        case .twoFactor: return .twoFactor
        case .setUpTwoFactor: return .setUpTwoFactor
        case .confirmTwoFactor: return .confirmTwoFactor
        case .removeTwoFactor: return .removeTwoFactor
        case .resetTwoFactor: return .resetTwoFactor
        // Notifications
        case .notices:
            return .notices(before: try query.take(.before), count: try query.take(.count) ?? 50)
        case .readNotices: return .readNotices
        case .deleteNotice: return .deleteNotice(try noticeID(path))
        case .muteNotice: return .muteNotice(try noticeID(path))
        case .notificationSettings: return .notificationSettings
        case .changeNotificationSettings: return .changeNotificationSettings
        case .push: return .push
        case .subscribeToPush: return .subscribeToPush
        case .unsubscribeFromPush: return .unsubscribeFromPush
        case .webhook: return .webhook(try bundleID(path), try query.take(.environment))
        case .setWebhook: return .setWebhook(try bundleID(path), try query.take(.environment))
        case .removeWebhook: return .removeWebhook(try bundleID(path), try query.take(.environment))
        case .testWebhook: return .testWebhook(try bundleID(path), try query.take(.environment))
        case .webhookDeliveries:
            return .webhookDeliveries(
                try bundleID(path), try query.take(.environment), before: try query.take(.beforeDelivery),
                count: try query.take(.count) ?? 50)
        case .resendWebhookDelivery:
            guard let id = Parameter.deliveryID.parse(path[6]) else { throw .invalidParameter("deliveryID") }
            return .resendWebhookDelivery(try bundleID(path), id, try query.take(.environment))
        // Saved games
        case .savedGames: return .savedGames(try bundleID(path), try query.take(.environment))
        case .saveGame:
            return .saveGame(
                try bundleID(path), try savedGameID(path), try SaveQuery(&query), try query.take(.environment))
        case .loadSavedGame:
            return .loadSavedGame(try bundleID(path), try savedGameID(path), try query.take(.environment))
        case .deleteSavedGames:
            guard let name = try query.take(.savedGameName) else { throw .invalidParameter("name") }
            return .deleteSavedGames(try bundleID(path), name, try query.take(.environment))
        // Identity
        // Replays
        case .issueTicket: return .issueTicket(try bundleID(path), try query.take(.environment))
        case .sharedReplay:
            guard let id = Parameter.shareID.parse(path[2]) else { throw .invalidParameter("shareID") }
            return .sharedReplay(id)
        case .sharedPage:
            guard let id = Parameter.shareID.parse(path[2]) else { throw .invalidParameter("shareID") }
            return .sharedPage(id)
        case .identity: return .identity(try bundleID(path), try query.take(.environment))
        case .identityCertificate:
            guard let id = Parameter.certificate.parse(path[1]) else { throw .invalidParameter("certificate") }
            return .identityCertificate(id)
        case .rotateIdentityKey: return .rotateIdentityKey
        // App Store Connect
        case .importFromAppStoreConnect:
            return .importFromAppStoreConnect(try bundleID(path), isPlan: try query.take(.plan) ?? false)
        // Sets
        case .sets:
            return .sets(try bundleID(path), language: try query.take(.language), try query.take(.environment))
        case .defaultLeaderboard: return .defaultLeaderboard(try bundleID(path))
        case .chooseDefaultLeaderboard: return .chooseDefaultLeaderboard(try bundleID(path))
        case .appSets: return .appSets(try bundleID(path))
        case .createSet: return .createSet(try bundleID(path))
        case .updateSet: return .updateSet(try bundleID(path), try setID(path))
        case .deleteSet: return .deleteSet(try bundleID(path), try setID(path))
        // Figures
        case .activity:
            return .activity(
                try bundleID(path), days: try query.take(.days) ?? 30, try query.take(.environment))
        case .distribution:
            return .distribution(try bundleID(path), try leaderboardID(path), try query.take(.environment))
        // Web games
        case .webOrigins: return .webOrigins(try bundleID(path))
        case .setWebOrigins: return .setWebOrigins(try bundleID(path))
        case .setDisplayOrder: return .setDisplayOrder(try bundleID(path))
        case .describeAuthorization:
            guard let origin = try query.take(.webOrigin) else { throw .invalidParameter("origin") }
            return .describeAuthorization(
                try bundleID(path), origin: origin, redirect: try query.take(.redirect), try query.take(.environment))
        case .authorizeGame: return .authorizeGame
        case .redeemAuthorization: return .redeemAuthorization
        // Friends
        case .friends:
            return .friends(
                from: try query.take(.from) ?? 1, count: try query.take(.count) ?? RankWindow.countLimit)
        case .addFriend: return .addFriend
        case .removeFriend: return .removeFriend(playerID: try playerID(path))
        case .friendSuggestions:
            return .friendSuggestions(count: try query.take(.suggestionCount) ?? FriendLimits.suggestions)
        case .friendRequests: return .friendRequests
        case .requestFriend: return .requestFriend
        case .endFriendRequest: return .endFriendRequest(playerID: try playerID(path))
        case .blockedPlayers: return .blockedPlayers
        case .blockPlayer: return .blockPlayer
        case .unblockPlayer: return .unblockPlayer(playerID: try playerID(path))
        case .friendInvitations: return .friendInvitations
        case .inviteFriends: return .inviteFriends
        case .revokeFriendInvitation:
            guard let id = Parameter.friendInvitationID.parse(path[2]) else {
                throw .invalidParameter("friendInvitationID")
            }
            return .revokeFriendInvitation(id)
        case .viewFriendInvitation: return .viewFriendInvitation
        case .friendListConsent: return .friendListConsent(try bundleID(path))
        case .setFriendListConsent: return .setFriendListConsent(try bundleID(path))
        case .challengeableFriends:
            return .challengeableFriends(
                try bundleID(path), from: try query.take(.from) ?? 1,
                count: try query.take(.count) ?? RankWindow.countLimit)
        case .exportAchievements:
            return .exportAchievements(
                try bundleID(path), try query.take(.exportFormat) ?? .csv, try query.take(.environment))
        // Sharing
        case .shares: return .shares
        case .makeShare: return .makeShare
        case .withdrawShare:
            guard let id = Parameter.shareID.parse(path[2]) else { throw .invalidParameter("shareID") }
            return .withdrawShare(id)
        case .linkChallenge: return .linkChallenge
        case .acceptChallengeLink: return .acceptChallengeLink
        // Images
        case .image:
            guard let id = Parameter.imageID.parse(path[2]) else { throw .invalidParameter("imageID") }
            return .image(id)
        case .images: return .images(try bundleID(path))
        case .setIcon, .setScreenshot, .setLeaderboardImage, .setAchievementImage, .setSetImage:
            return .setImage(try bundleID(path), try imagePlace(endpoint, path))
        case .removeIcon, .removeScreenshot, .removeLeaderboardImage, .removeAchievementImage, .removeSetImage:
            return .removeImage(try bundleID(path), try imagePlace(endpoint, path))
        // Simulators
        case .simulators: return .simulators(try bundleID(path))
        case .simulator: return .simulator(try bundleID(path), try simulator(path))
        case .setSimulator: return .setSimulator(try bundleID(path), try simulator(path))
        case .removeSimulator: return .removeSimulator(try bundleID(path), try simulator(path))
        }
    }

    private static func simulator(_ path: [String]) throws(Refusal) -> SimulatorName {
        guard let name = Parameter.simulator.parse(path[5]) else { throw .invalidParameter("simulator") }
        return name
    }

    private static func entries(_ path: [String], _ query: inout QueryReader) throws(Refusal) -> Route {
        let game = try bundleID(path)
        let board = try leaderboardID(path)
        if let ids = try query.take(.ids) {
            return .entriesOfPlayers(game, board, ids: ids, try reading(&query))
        }
        let players = try query.take(.players) ?? .global
        let count = try query.take(.count) ?? RankWindow.countLimit
        let from = try query.take(.from)
        let cursor = try query.take(.cursor)
        if from != nil, cursor != nil { throw .invalidParameter("cursor") }
        let window: RankWindow
        do throws(RankWindow.Invalid) {
            window = try RankWindow(first: cursor?.first ?? from ?? 1, count: count)
        } catch {
            throw .invalidParameter("from")
        }
        return .entries(game, board, players, window, try reading(&query))
    }

    private static func events(_ query: inout QueryReader) throws(Refusal) -> Route {
        var names: [LeaderboardName] = []
        for text in try query.take(.leaderboards) ?? [] {
            guard let name = LeaderboardName(text) else { throw .invalidParameter("leaderboards") }
            names.append(name)
        }
        return .events(
            leaderboards: names, try query.take(.environment), after: try query.take(.lastEventID))
    }

    private static func reading(_ query: inout QueryReader) throws(Refusal) -> ReadingQuery {
        ReadingQuery(
            time: try query.take(.time) ?? .allTime, occurrence: try query.take(.occurrence) ?? .current,
            language: try query.take(.language),
            version: try query.take(.version), environment: try query.take(.environment))
    }

    private static func noticeID(_ path: [String]) throws(Refusal) -> NoticeID {
        guard let id = Parameter.noticeID.parse(path[2]) else { throw .invalidParameter("noticeID") }
        return id
    }

    // Both kinds of paths have the app third (`/v1/games/…`) or fourth (`/v1/connect/apps/…`), and the leaderboard two
    // places later.

    private static func place(_ path: [String]) -> Int { path[1] == "connect" ? 3 : 2 }

    static func bundleID(_ path: [String]) throws(Refusal) -> BundleID {
        guard let id = Parameter.bundleID.parse(path[place(path)]) else { throw .invalidParameter("bundleID") }
        return id
    }

    /// `/v1/…/{playerID}` and `/v1/connect/teams/{teamID}/members/{playerID}`: the last.
    private static func playerID(_ path: [String]) throws(Refusal) -> String {
        guard let id = Parameter.playerID.parse(path[path.count - 1]) else { throw .invalidParameter("playerID") }
        return id
    }

    /// `/v1/connect/apps/{bundleID}/sets/{setID}`.
    private static func setID(_ path: [String]) throws(Refusal) -> LeaderboardSetID {
        guard let id = Parameter.setID.parse(path[5]) else { throw .invalidParameter("setID") }
        return id
    }

    static func leaderboardID(_ path: [String]) throws(Refusal) -> LeaderboardID {
        guard let id = Parameter.leaderboardID.parse(path[place(path) + 2]) else {
            throw .invalidParameter("leaderboardID")
        }
        return id
    }

    // Achievements and challenges

    private static func achievementID(_ path: [String]) throws(Refusal) -> AchievementID {
        guard let id = Parameter.achievementID.parse(path[place(path) + 2]) else {
            throw .invalidParameter("achievementID")
        }
        return id
    }

    private static func challengeID(_ path: [String]) throws(Refusal) -> ChallengeID {
        guard let id = ChallengeID(path[2]) else { throw .invalidParameter("challengeID") }
        return id
    }

    private static func savedGameID(_ path: [String]) throws(Refusal) -> SavedGameID {
        guard let id = Parameter.savedGameID.parse(path[4]) else { throw .invalidParameter("savedGameID") }
        return id
    }
}
