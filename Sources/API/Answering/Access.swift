import LaurelWire

/// Who may ask for what.
enum Access: Hashable, Sendable {
    /// Whatever comes along is not looked at.
    case anyone
    /// Signed in or not, with a different answer perhaps.
    case playerOrAnonymous
    case player
    /// An administrator's own session, or the operator's socket.
    case administrator
    // Each of these has its own entry in ``Endpoint/developerAccess``: a team's member or key may do too, for some.
    /// The socket in the data folder alone: whoever is not administrator yet, and owns the machine.
    case `operator`
}

extension Endpoint {
    var access: Access {
        switch self {
        case .health, .readiness, .metrics, .openAPI, .signUp, .signIn, .recover, .claimAdministration: .anyone
        case .games, .game, .leaderboards, .leaderboard, .entries, .events: .playerOrAnonymous
        case .signOut, .currentPlayer, .players, .submitScore, .submitScores, .entriesAround: .player
        // Groups
        case .moveLeaderboard: .administrator
        case .renewAdministratorLink: .operator
        // App Store Connect
        case .importFromAppStoreConnect: .administrator
        // Sets
        case .sets: .playerOrAnonymous
        case .defaultLeaderboard, .chooseDefaultLeaderboard: .player
        case .appSets, .createSet, .updateSet, .deleteSet: .administrator
        // Notifications
        case .notices, .readNotices, .deleteNotice, .muteNotice, .notificationSettings, .changeNotificationSettings,
            .push, .subscribeToPush, .unsubscribeFromPush:
            .player
        case .webhook, .setWebhook, .removeWebhook, .testWebhook, .webhookDeliveries, .resendWebhookDelivery:
            .administrator
        // Friends
        case .friends, .addFriend, .removeFriend, .friendRequests, .requestFriend, .endFriendRequest, .blockedPlayers,
            .blockPlayer, .unblockPlayer, .friendInvitations, .inviteFriends, .revokeFriendInvitation,
            .viewFriendInvitation, .friendListConsent, .setFriendListConsent:
            .player
        // Sharing
        case .shares, .makeShare, .withdrawShare, .linkChallenge, .acceptChallengeLink: .player
        case .challengeableFriends: .player
        case .friendSuggestions: .player
        case .reviewPhoto: .administrator
        case .invite, .resetPassword, .apps, .createApp, .app, .updateApp, .appLeaderboards, .createLeaderboard,
            .appLeaderboard, .updateLeaderboard, .deleteLeaderboard, .configuration, .importConfiguration:
            .administrator
        // Profiles and accounts
        case .photo, .requestDevice, .pollDevice: .anyone
        case .profile, .updateProfile, .restrict, .setPhoto, .removePhoto, .changePassword, .renewRecoveryCodes,
            .sessions, .endSession, .endOtherSessions, .giveProof, .pendingDevice, .decideDevice, .exportPlayer,
            .eraseSelf:
            .player
        case .findPlayers, .exportNamedPlayer, .eraseNamedPlayer, .endPlayerSessions: .administrator
        // Moderation
        case .report, .heldScores: .player
        case .inspectPlayers, .inspectEntries, .inspectScores, .moderateScore, .bans, .banPlayer, .unbanPlayer,
            .serverBans, .serverBanPlayer, .serverUnbanPlayer, .reviews, .review, .decideReview, .serverReviews,
            .serverReview, .decideServerReview, .moderationPolicy, .setModerationPolicy, .leaderboardPolicy,
            .setLeaderboardPolicy, .dropLeaderboardPolicy, .words, .changeWord, .exportScores:
            .administrator
        // Achievements and challenges
        case .achievements: .playerOrAnonymous
        case .reportAchievements, .resetAchievements, .challengeablePlayers, .issueChallenges, .challenges, .challenge,
            .declineChallenge, .challengeReplay, .challengeMutes, .muteChallenges:
            .player
        case .playChallenge: .player
        case .appAchievements, .createAchievement, .appAchievement, .updateAchievement, .deleteAchievement:
            .administrator
        // Teams
        case .teams, .foundTeam, .team, .updateTeam, .members, .changeRole, .removeMember, .teamInvitations,
            .inviteMember, .revokeTeamInvitation, .joinTeam, .inviteDeveloper, .keys, .makeKey, .revokeKey, .audit,
            .serverAudit, .resetTwoFactor:
            .administrator
        case .deleteTeam: .administrator
        case .wipeTestData: .administrator
        // Two factors
        case .twoFactor, .setUpTwoFactor, .confirmTwoFactor, .removeTwoFactor: .player
        // Saved games
        case .saveGame, .savedGames, .loadSavedGame, .deleteSavedGames: .player
        // Identity
        case .identity: .player
        // Replays
        case .issueTicket: .player
        case .sharedReplay: .anyone
        case .sharedPage: .anyone
        case .identityCertificate: .anyone
        case .rotateIdentityKey: .operator
        case .exportAchievements: .administrator
        // Images
        case .image: .anyone
        case .images, .setIcon, .removeIcon, .setScreenshot, .removeScreenshot, .setLeaderboardImage,
            .removeLeaderboardImage,
            .setAchievementImage, .removeAchievementImage, .setSetImage, .removeSetImage:
            .administrator
        // Simulators
        case .simulators, .simulator, .setSimulator, .removeSimulator: .administrator
        // Figures
        case .activity, .distribution: .administrator
        // Web games
        case .webOrigins, .setWebOrigins: .administrator
        case .setDisplayOrder: .administrator
        case .describeAuthorization, .redeemAuthorization: .anyone
        case .authorizeGame: .player
        }
    }
}
