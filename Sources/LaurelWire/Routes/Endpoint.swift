public import LaurelDomain

/// A route without its parameters: one method on one path template.
///
/// What hangs on a route (documentation, metrics, the table of bad input) is keyed by this, and switches over it
/// without a `default`, so that a new route cannot be forgotten.
public enum Endpoint: String, CaseIterable, Hashable, Sendable {
    case health, readiness, metrics, openAPI
    case signUp, signIn, signOut, recover
    case currentPlayer, players
    case games, game, leaderboards, leaderboard
    case submitScore, submitScores
    case entries, entriesAround
    case events
    case claimAdministration, invite, resetPassword, renewAdministratorLink
    case apps, createApp, app, updateApp
    case appLeaderboards, createLeaderboard, appLeaderboard, updateLeaderboard, deleteLeaderboard
    // Groups
    case moveLeaderboard
    case configuration, importConfiguration
    // Profiles and accounts
    case profile, updateProfile, restrict, setPhoto, removePhoto, photo
    case changePassword, renewRecoveryCodes, sessions, endSession, endOtherSessions, giveProof, endPlayerSessions
    case requestDevice, pollDevice, pendingDevice, decideDevice
    case exportPlayer, eraseSelf
    case findPlayers, exportNamedPlayer, eraseNamedPlayer
    // Moderation
    case inspectPlayers, inspectEntries, inspectScores, moderateScore
    case bans, banPlayer, unbanPlayer
    case serverBans, serverBanPlayer, serverUnbanPlayer
    case reviews, review, decideReview
    case serverReviews, serverReview, decideServerReview
    case reviewPhoto
    case moderationPolicy, setModerationPolicy
    case leaderboardPolicy, setLeaderboardPolicy, dropLeaderboardPolicy
    case words, changeWord
    case report, heldScores
    case exportScores
    // Achievements
    case achievements, reportAchievements, resetAchievements, challengeablePlayers
    case appAchievements, createAchievement, appAchievement, updateAchievement, deleteAchievement
    // Challenges
    case issueChallenges, challenges, challenge, declineChallenge, challengeReplay, challengeMutes, muteChallenges
    case playChallenge
    // Teams
    case teams, foundTeam, team, updateTeam
    case deleteTeam
    case members, changeRole, removeMember
    case teamInvitations, inviteMember, revokeTeamInvitation, joinTeam, inviteDeveloper
    case keys, makeKey, revokeKey
    case audit, serverAudit
    case wipeTestData
    // Two factors
    case twoFactor, setUpTwoFactor, confirmTwoFactor, removeTwoFactor, resetTwoFactor
    // Notifications
    case notices, readNotices, deleteNotice, muteNotice
    case notificationSettings, changeNotificationSettings
    case push, subscribeToPush, unsubscribeFromPush
    case setWebhook, webhook, testWebhook, webhookDeliveries, resendWebhookDelivery, removeWebhook
    // Saved games
    case saveGame, savedGames, loadSavedGame, deleteSavedGames
    // Identity
    case identity, identityCertificate, rotateIdentityKey
    // Replays
    case issueTicket, sharedReplay
    case sharedPage
    // Figures
    case activity, distribution
    // Web games
    case webOrigins, setWebOrigins, describeAuthorization, authorizeGame, redeemAuthorization
    // Order
    case setDisplayOrder
    // Friends
    case friends, addFriend, removeFriend
    case friendSuggestions
    case friendRequests, requestFriend, endFriendRequest
    case blockedPlayers, blockPlayer, unblockPlayer
    // A link can be looked at until it is taken back.
    case friendInvitations, inviteFriends, viewFriendInvitation, revokeFriendInvitation
    case friendListConsent, setFriendListConsent
    case challengeableFriends
    // Sets
    case sets, defaultLeaderboard, chooseDefaultLeaderboard
    case appSets, createSet, updateSet, deleteSet
    // App Store Connect
    case importFromAppStoreConnect
    case exportAchievements
    // Images
    case image, images
    case setIcon, setScreenshot, setLeaderboardImage, setAchievementImage, setSetImage
    case removeIcon, removeScreenshot, removeLeaderboardImage, removeAchievementImage, removeSetImage
    // Simulators
    case setSimulator, simulators, simulator, removeSimulator
    // Sharing
    case shares, makeShare, withdrawShare, linkChallenge, acceptChallengeLink

    public var method: Method {
        switch self {
        case .health, .readiness, .metrics, .openAPI, .currentPlayer, .players, .games, .game, .leaderboards,
            .leaderboard, .entries, .entriesAround, .events, .apps, .app, .appLeaderboards, .appLeaderboard,
            .configuration:
            .get
        case .teams, .team, .members, .teamInvitations, .keys, .audit, .serverAudit, .twoFactor: .get
        case .foundTeam, .inviteMember, .joinTeam, .inviteDeveloper, .makeKey, .wipeTestData: .post
        case .setUpTwoFactor, .confirmTwoFactor, .removeTwoFactor, .resetTwoFactor: .post
        case .giveProof, .endPlayerSessions: .post
        case .updateTeam, .changeRole: .patch
        case .removeMember, .revokeTeamInvitation, .revokeKey: .delete
        case .deleteTeam: .delete
        case .signUp, .signIn, .recover, .submitScore, .submitScores, .claimAdministration, .invite,
            .resetPassword, .renewAdministratorLink, .createApp, .createLeaderboard:
            .post
        // Groups
        case .moveLeaderboard: .post
        case .importConfiguration: .put
        // Moderation
        case .inspectPlayers, .inspectEntries, .inspectScores, .bans, .serverBans, .reviews, .review, .serverReviews,
            .serverReview, .moderationPolicy, .leaderboardPolicy, .words, .heldScores, .exportScores:
            .get
        case .banPlayer, .serverBanPlayer, .setModerationPolicy, .setLeaderboardPolicy: .put
        case .moderateScore: .patch
        case .unbanPlayer, .serverUnbanPlayer, .dropLeaderboardPolicy: .delete
        case .reviewPhoto: .get
        case .decideReview, .decideServerReview, .changeWord, .report: .post
        // Saved games
        case .savedGames, .loadSavedGame: .get
        case .saveGame: .put
        case .deleteSavedGames: .delete
        // Identity
        case .identity, .identityCertificate: .get
        // Replays
        case .issueTicket: .post
        case .sharedReplay: .get
        case .sharedPage: .get
        case .rotateIdentityKey: .post
        // Figures
        case .activity, .distribution: .get
        // Web games
        case .webOrigins, .describeAuthorization: .get
        case .setWebOrigins: .put
        case .setDisplayOrder: .put
        case .authorizeGame, .redeemAuthorization: .post
        case .updateApp, .updateLeaderboard: .patch
        case .signOut, .deleteLeaderboard: .delete
        // Profiles and accounts
        case .profile, .photo, .sessions, .pendingDevice, .exportPlayer, .findPlayers: .get
        case .renewRecoveryCodes, .requestDevice, .pollDevice, .decideDevice, .eraseSelf: .post
        case .exportNamedPlayer, .eraseNamedPlayer: .post
        case .restrict, .setPhoto, .changePassword: .put
        case .updateProfile: .patch
        case .removePhoto, .endSession, .endOtherSessions: .delete
        // App Store Connect
        case .importFromAppStoreConnect: .post
        // Sets
        case .sets, .defaultLeaderboard, .appSets: .get
        case .createSet: .post
        case .chooseDefaultLeaderboard: .put
        case .updateSet: .patch
        case .deleteSet: .delete
        // Sharing
        case .shares: .get
        case .makeShare, .linkChallenge, .acceptChallengeLink: .post
        case .withdrawShare: .delete
        // Achievements and challenges
        case .achievements, .challengeablePlayers, .appAchievements, .appAchievement, .challenges, .challenge,
            .challengeReplay, .challengeMutes:
            .get
        case .reportAchievements, .createAchievement, .issueChallenges: .post
        case .playChallenge: .post
        case .muteChallenges: .put
        case .updateAchievement: .patch
        case .resetAchievements, .deleteAchievement, .declineChallenge: .delete
        // Notifications
        case .notices, .notificationSettings: .get
        case .readNotices: .patch
        case .muteNotice: .post
        case .changeNotificationSettings: .put
        case .deleteNotice: .delete
        case .push, .webhook, .webhookDeliveries: .get
        case .subscribeToPush, .setWebhook: .put
        case .testWebhook, .resendWebhookDelivery: .post
        case .unsubscribeFromPush, .removeWebhook: .delete
        // Friends
        case .friends, .friendRequests, .blockedPlayers, .friendInvitations, .friendListConsent: .get
        case .friendSuggestions: .get
        case .addFriend, .requestFriend, .blockPlayer, .inviteFriends, .viewFriendInvitation: .post
        case .setFriendListConsent: .put
        case .challengeableFriends: .get
        case .removeFriend, .endFriendRequest, .unblockPlayer, .revokeFriendInvitation: .delete
        case .exportAchievements: .get
        // Images
        case .image, .images: .get
        case .setIcon, .setScreenshot, .setLeaderboardImage, .setAchievementImage, .setSetImage: .put
        case .removeIcon, .removeScreenshot, .removeLeaderboardImage, .removeAchievementImage, .removeSetImage: .delete
        // Simulators
        case .simulators, .simulator: .get
        case .setSimulator: .put
        case .removeSimulator: .delete
        }
    }

    /// As in an OpenAPI document.
    public var template: String {
        switch self {
        case .health: "/healthz"
        case .readiness: "/readyz"
        case .metrics: "/metrics"
        case .openAPI: "/openapi.json"
        case .signUp, .players: "/v1/players"
        case .signIn: "/v1/sessions"
        case .signOut: "/v1/sessions/current"
        case .recover: "/v1/recovery"
        case .currentPlayer: "/v1/players/me"
        case .games: "/v1/games"
        case .game: "/v1/games/{bundleID}"
        case .submitScores: "/v1/games/{bundleID}/scores"
        case .leaderboards: "/v1/games/{bundleID}/leaderboards"
        case .leaderboard: "/v1/games/{bundleID}/leaderboards/{leaderboardID}"
        case .submitScore: "/v1/games/{bundleID}/leaderboards/{leaderboardID}/scores"
        case .entries: "/v1/games/{bundleID}/leaderboards/{leaderboardID}/entries"
        case .entriesAround: "/v1/games/{bundleID}/leaderboards/{leaderboardID}/entries/around"
        case .events: "/v1/events"
        case .claimAdministration: "/v1/connect/administrators"
        case .invite: "/v1/connect/invitations"
        case .resetPassword: "/v1/connect/password-resets"
        case .renewAdministratorLink: "/v1/connect/administrator-links"
        case .apps, .createApp: "/v1/connect/apps"
        case .app, .updateApp: "/v1/connect/apps/{bundleID}"
        case .appLeaderboards, .createLeaderboard: "/v1/connect/apps/{bundleID}/leaderboards"
        case .appLeaderboard, .updateLeaderboard, .deleteLeaderboard:
            "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}"
        // Groups
        case .moveLeaderboard: "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}/move"
        case .configuration, .importConfiguration: "/v1/connect/apps/{bundleID}/configuration"
        // Profiles and accounts
        case .profile, .updateProfile: "/v1/players/me/profile"
        case .restrict: "/v1/players/me/restrictions"
        case .setPhoto, .removePhoto: "/v1/players/me/photo"
        case .photo: "/v1/photos/{photoID}"
        case .changePassword: "/v1/players/me/password"
        case .renewRecoveryCodes: "/v1/players/me/recovery-codes"
        case .sessions, .endOtherSessions: "/v1/sessions"
        case .giveProof: "/v1/sessions/current/proof"
        case .endPlayerSessions: "/v1/connect/session-endings"
        case .endSession: "/v1/sessions/{sessionID}"
        case .requestDevice: "/v1/device-authorizations"
        case .pollDevice: "/v1/device-authorizations/token"
        case .pendingDevice: "/v1/device-authorizations/{userCode}"
        case .decideDevice: "/v1/device-authorizations/{userCode}/decision"
        case .exportPlayer: "/v1/players/me/export"
        case .eraseSelf: "/v1/players/me/erasure"
        case .findPlayers: "/v1/connect/players"
        case .exportNamedPlayer: "/v1/connect/players/exports"
        case .eraseNamedPlayer: "/v1/connect/players/erasures"
        // Moderation
        case .inspectPlayers: "/v1/connect/apps/{bundleID}/players"
        case .inspectEntries: "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}/entries"
        case .inspectScores: "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}/scores"
        case .moderateScore: "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}/scores/{score}"
        case .bans: "/v1/connect/apps/{bundleID}/bans"
        case .banPlayer, .unbanPlayer: "/v1/connect/apps/{bundleID}/bans/{bannedPlayer}"
        case .serverBans: "/v1/connect/bans"
        case .serverBanPlayer, .serverUnbanPlayer: "/v1/connect/bans/{bannedPlayer}"
        case .reviews: "/v1/connect/apps/{bundleID}/reviews"
        case .review, .decideReview: "/v1/connect/apps/{bundleID}/reviews/{review}"
        case .serverReviews: "/v1/connect/reviews"
        case .serverReview, .decideServerReview: "/v1/connect/reviews/{review}"
        case .reviewPhoto: "/v1/connect/reviews/{review}/photos/{photoID}"
        case .moderationPolicy, .setModerationPolicy: "/v1/connect/apps/{bundleID}/moderation"
        case .leaderboardPolicy, .setLeaderboardPolicy, .dropLeaderboardPolicy:
            "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}/moderation"
        case .words, .changeWord: "/v1/connect/words"
        case .report: "/v1/reports"
        case .heldScores: "/v1/games/{bundleID}/leaderboards/{leaderboardID}/scores/held"
        case .exportScores: "/v1/connect/apps/{bundleID}/scores/export"
        // Achievements
        case .achievements, .reportAchievements, .resetAchievements: "/v1/games/{bundleID}/achievements"
        case .challengeablePlayers: "/v1/games/{bundleID}/achievements/{achievementID}/challengeable"
        case .appAchievements, .createAchievement: "/v1/connect/apps/{bundleID}/achievements"
        case .appAchievement, .updateAchievement, .deleteAchievement:
            "/v1/connect/apps/{bundleID}/achievements/{achievementID}"
        // Challenges
        case .issueChallenges: "/v1/games/{bundleID}/challenges"
        case .challenges: "/v1/challenges"
        case .challenge, .declineChallenge: "/v1/challenges/{challengeID}"
        case .challengeReplay: "/v1/challenges/{challengeID}/replay"
        case .playChallenge: "/v1/challenges/{challengeID}/play"
        case .challengeMutes, .muteChallenges: "/v1/challenge-mutes"
        // Teams
        case .teams, .foundTeam: "/v1/connect/teams"
        case .team, .updateTeam: "/v1/connect/teams/{teamID}"
        case .deleteTeam: "/v1/connect/teams/{teamID}"
        case .members: "/v1/connect/teams/{teamID}/members"
        case .changeRole, .removeMember: "/v1/connect/teams/{teamID}/members/{playerID}"
        case .teamInvitations, .inviteMember: "/v1/connect/teams/{teamID}/invitations"
        case .revokeTeamInvitation: "/v1/connect/teams/{teamID}/invitations/{invitationID}"
        case .joinTeam: "/v1/connect/memberships"
        case .inviteDeveloper: "/v1/connect/developer-invitations"
        case .keys, .makeKey: "/v1/connect/teams/{teamID}/keys"
        case .revokeKey: "/v1/connect/teams/{teamID}/keys/{keyID}"
        case .audit: "/v1/connect/teams/{teamID}/audit"
        case .wipeTestData: "/v1/connect/apps/{bundleID}/wipes"
        case .serverAudit: "/v1/connect/audit"
        // Two factors
        case .twoFactor, .setUpTwoFactor: "/v1/players/me/two-factor"
        case .confirmTwoFactor: "/v1/players/me/two-factor/confirmation"
        case .removeTwoFactor: "/v1/players/me/two-factor/removal"
        case .resetTwoFactor: "/v1/connect/two-factor-resets"
        // Notifications
        case .notices, .readNotices: "/v1/notices"
        case .deleteNotice: "/v1/notices/{noticeID}"
        case .muteNotice: "/v1/notices/{noticeID}/mute"
        case .notificationSettings, .changeNotificationSettings: "/v1/notification-settings"
        case .push: "/v1/push"
        case .subscribeToPush, .unsubscribeFromPush: "/v1/push/subscription"
        case .webhook, .setWebhook, .removeWebhook: "/v1/connect/apps/{bundleID}/webhook"
        case .testWebhook: "/v1/connect/apps/{bundleID}/webhook/tests"
        case .webhookDeliveries: "/v1/connect/apps/{bundleID}/webhook/deliveries"
        case .resendWebhookDelivery: "/v1/connect/apps/{bundleID}/webhook/deliveries/{deliveryID}/attempts"
        // Saved games
        case .savedGames, .deleteSavedGames: "/v1/games/{bundleID}/saved-games"
        case .saveGame, .loadSavedGame: "/v1/games/{bundleID}/saved-games/{savedGameID}"
        // Identity
        case .identity: "/v1/games/{bundleID}/identity"
        // Replays
        case .issueTicket: "/v1/games/{bundleID}/tickets"
        case .sharedReplay: "/v1/shares/{shareID}/replay"
        case .sharedPage: "/v1/shares/{shareID}"
        case .identityCertificate: "/identity/{certificate}"
        case .rotateIdentityKey: "/v1/connect/identity-keys"
        // Figures
        case .activity: "/v1/connect/apps/{bundleID}/activity"
        case .distribution: "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}/distribution"
        // Web games
        case .webOrigins, .setWebOrigins: "/v1/connect/apps/{bundleID}/web-origins"
        case .setDisplayOrder: "/v1/connect/apps/{bundleID}/order"
        case .describeAuthorization: "/v1/games/{bundleID}/authorization"
        case .authorizeGame: "/v1/authorizations"
        case .redeemAuthorization: "/v1/authorizations/session"
        // Friends
        case .friends, .addFriend: "/v1/friends"
        case .removeFriend: "/v1/friends/{playerID}"
        case .friendSuggestions: "/v1/friend-suggestions"
        case .friendRequests, .requestFriend: "/v1/friend-requests"
        case .endFriendRequest: "/v1/friend-requests/{playerID}"
        case .blockedPlayers, .blockPlayer: "/v1/blocked-players"
        case .unblockPlayer: "/v1/blocked-players/{playerID}"
        case .friendInvitations, .inviteFriends: "/v1/friend-invitations"
        case .revokeFriendInvitation: "/v1/friend-invitations/{friendInvitationID}"
        case .viewFriendInvitation: "/v1/friend-invitation-views"
        // Sharing
        case .shares, .makeShare: "/v1/shares"
        case .withdrawShare: "/v1/shares/{shareID}"
        case .linkChallenge: "/v1/challenge-links"
        case .acceptChallengeLink: "/v1/challenge-link-acceptances"
        // App Store Connect
        case .importFromAppStoreConnect: "/v1/connect/apps/{bundleID}/app-store-connect-imports"
        // Sets
        case .sets: "/v1/games/{bundleID}/sets"
        case .defaultLeaderboard, .chooseDefaultLeaderboard: "/v1/games/{bundleID}/default-leaderboard"
        case .appSets, .createSet: "/v1/connect/apps/{bundleID}/sets"
        case .updateSet, .deleteSet: "/v1/connect/apps/{bundleID}/sets/{setID}"
        case .friendListConsent, .setFriendListConsent: "/v1/games/{bundleID}/friend-list-consent"
        case .challengeableFriends: "/v1/games/{bundleID}/challengeable-friends"
        case .exportAchievements: "/v1/connect/apps/{bundleID}/achievement-progress/export"
        // Images
        case .image: "/v1/images/{imageID}"
        case .images: "/v1/connect/apps/{bundleID}/images"
        case .setIcon, .removeIcon: "/v1/connect/apps/{bundleID}/icon"
        case .setScreenshot, .removeScreenshot: "/v1/connect/apps/{bundleID}/screenshots/{screenshot}"
        case .setLeaderboardImage, .removeLeaderboardImage:
            "/v1/connect/apps/{bundleID}/leaderboards/{leaderboardID}/images/{language}"
        case .setAchievementImage, .removeAchievementImage:
            "/v1/connect/apps/{bundleID}/achievements/{achievementID}/images/{language}"
        case .setSetImage, .removeSetImage: "/v1/connect/apps/{bundleID}/sets/{setID}/images/{language}"
        // Simulators
        case .simulators: "/v1/connect/apps/{bundleID}/simulators"
        case .simulator, .setSimulator, .removeSimulator: "/v1/connect/apps/{bundleID}/simulators/{simulator}"
        }
    }

    /// Answered even while ranks are not right yet.
    public var isAnsweredBeforeReady: Bool {
        switch self {
        case .health, .readiness, .metrics, .openAPI: true
        default: false
        }
    }

    /// The parameters of its path, in order.
    public var pathParameters: [Schema.Property] {
        template.split(separator: "/").compactMap { segment in
            switch segment {
            case "{bundleID}": Parameter.bundleID.described(isRequired: true)
            case "{leaderboardID}": Parameter.leaderboardID.described(isRequired: true)
            case "{photoID}": Parameter.photoID.described(isRequired: true)
            case "{sessionID}": Parameter.sessionID.described(isRequired: true)
            case "{userCode}": Parameter.userCode.described(isRequired: true)
            case "{setID}": Parameter.setID.described(isRequired: true)
            case "{score}": Parameter.score.described(isRequired: true)
            case "{bannedPlayer}": Parameter.bannedPlayer.described(isRequired: true)
            case "{review}": Parameter.review.described(isRequired: true)
            case "{achievementID}": Parameter.achievementID.described(isRequired: true)
            case "{challengeID}": Parameter.challengeID.described(isRequired: true)
            case "{teamID}": Parameter.teamID.described(isRequired: true)
            case "{playerID}": Parameter.playerID.described(isRequired: true)
            case "{invitationID}": Parameter.invitationID.described(isRequired: true)
            case "{keyID}": Parameter.keyID.described(isRequired: true)
            case "{noticeID}": Parameter.noticeID.described(isRequired: true)
            case "{deliveryID}": Parameter.deliveryID.described(isRequired: true)
            case "{savedGameID}": Parameter.savedGameID.described(isRequired: true)
            case "{certificate}": Parameter.certificate.described(isRequired: true)
            case "{friendInvitationID}": Parameter.friendInvitationID.described(isRequired: true)
            case "{imageID}": Parameter.imageID.described(isRequired: true)
            case "{shareID}": Parameter.shareID.described(isRequired: true)
            case "{screenshot}": Parameter.screenshot.described(isRequired: true)
            case "{simulator}": Parameter.simulator.described(isRequired: true)
            case "{language}": Parameter.language.described(isRequired: true)
            default: nil
            }
        }
    }
}

extension Endpoint {
    /// The endpoints of a path, by method; empty for a path that is none.
    ///
    /// - Parameter path: the parts between the slashes, each percent-decoded on its own.
    public static func of(path: [String]) -> [Endpoint] { PathTable.shared.row(of: path)?.endpoints ?? [] }

    /// The app in a path that belongs to this endpoint.
    public func bundleID(in path: [String]) -> BundleID? {
        let segments = template.split(separator: "/")
        guard segments.count == path.count, let index = segments.firstIndex(of: "{bundleID}") else { return nil }
        return Parameter.bundleID.parse(path[index])
    }
}

/// The templates, split once, for matching.
struct PathTable: Sendable {
    enum Segment: Hashable, Sendable {
        case literal(String)
        case parameter
    }

    struct Row: Sendable {
        let segments: [Segment]
        var endpoints: [Endpoint]

        /// In the order of ``Method``'s cases.
        var methods: [Method] { Method.allCases.filter { method in endpoints.contains { $0.method == method } } }
    }

    static let shared = PathTable()
    /// By the number of segments.
    private let rows: [[Row]]

    private init() {
        var rows: [[Row]] = Array(repeating: [], count: 9)
        for endpoint in Endpoint.allCases {
            let segments = endpoint.template.split(separator: "/").map { segment -> Segment in
                segment.utf8.first == UInt8(ascii: "{") ? .parameter : .literal(String(segment))
            }
            let count = segments.count
            if let index = rows[count].firstIndex(where: { $0.segments == segments }) {
                rows[count][index].endpoints.append(endpoint)
            } else {
                rows[count].append(Row(segments: segments, endpoints: [endpoint]))
            }
        }
        self.rows = rows
    }

    /// The row that a path belongs to. Literals win over parameters by standing first where both are possible; no two
    /// of ours are.
    func row(of path: [String]) -> Row? {
        guard path.count < rows.count else { return nil }
        return rows[path.count].first { row in
            zip(row.segments, path).allSatisfy { segment, text in
                switch segment {
                case .literal(let literal): literal == text
                case .parameter: true
                }
            }
        }
    }
}
