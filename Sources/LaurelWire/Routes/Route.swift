public import LaurelDomain

/// Everything that can be asked of the server. A client prints it, the server parses it.
public enum Route: Hashable, Sendable {
    case health, readiness, metrics, openAPI
    case signUp, signIn, signOut, recover
    case currentPlayer(Environment?)
    /// - ids: 1 to 100, unknown ones are left out of the answer.
    case players(ids: [String], Environment?)
    case games(Environment?)
    case game(BundleID, Environment?)
    case leaderboards(BundleID, language: LanguageTag?, Environment?)
    case leaderboard(BundleID, LeaderboardID, language: LanguageTag?, Environment?)
    case submitScore(BundleID, LeaderboardID, Environment?)
    case submitScores(BundleID, Environment?)
    case entries(BundleID, LeaderboardID, PlayerScope, RankWindow, ReadingQuery)
    /// The entries of these players, with their ranks on the whole board.
    case entriesOfPlayers(BundleID, LeaderboardID, ids: [String], ReadingQuery)
    case entriesAround(BundleID, LeaderboardID, count: Int, ReadingQuery)
    /// - leaderboards: `BUNDLEID/LEADERBOARDID` each.
    /// - after: the last notice that was heard (`Last-Event-ID`).
    case events(leaderboards: [LeaderboardName], Environment?, after: NoticeID?)
    case claimAdministration
    case invite
    case resetPassword
    case renewAdministratorLink
    case apps, createApp
    case app(BundleID)
    case updateApp(BundleID)
    case appLeaderboards(BundleID)
    case createLeaderboard(BundleID)
    case appLeaderboard(BundleID, LeaderboardID)
    case updateLeaderboard(BundleID, LeaderboardID)
    case deleteLeaderboard(BundleID, LeaderboardID)
    // Groups
    case moveLeaderboard(BundleID, LeaderboardID)
    case configuration(BundleID)
    /// - isPlan: only say what would change.
    case importConfiguration(BundleID, isPlan: Bool)
    // Profiles and accounts
    case profile, updateProfile, restrict, setPhoto, removePhoto
    case photo(String)
    case changePassword, renewRecoveryCodes, sessions, endOtherSessions, giveProof, endPlayerSessions
    case endSession(SessionID)
    case requestDevice, pollDevice
    /// As typed.
    case pendingDevice(userCode: String)
    case decideDevice(userCode: String)
    case exportPlayer, eraseSelf
    /// - prefix: of the alias; after: the id of the last player seen.
    case findPlayers(prefix: String?, after: String?)
    case exportNamedPlayer, eraseNamedPlayer
    // Moderation
    /// - search: the beginning of an alias, or an id.
    case inspectPlayers(BundleID, search: String)
    case inspectEntries(BundleID, LeaderboardID, RankWindow, Environment?)
    /// - before: the last score of the page before.
    case inspectScores(BundleID, LeaderboardID, player: String, before: JournalSequence?, Environment?)
    case moderateScore(BundleID, LeaderboardID, JournalSequence, Environment?)
    // Without an app: on the whole server.
    case bans(BundleID?)
    case banPlayer(BundleID?, String)
    case unbanPlayer(BundleID?, String)
    case reviews(BundleID?, ReviewState, after: ReviewID?)
    /// - photoID: as the evidence of a report has it.
    case reviewPhoto(ReviewID, String)
    case review(BundleID?, ReviewID)
    case decideReview(BundleID?, ReviewID)
    case moderationPolicy(BundleID)
    case setModerationPolicy(BundleID)
    case leaderboardPolicy(BundleID, LeaderboardID)
    case setLeaderboardPolicy(BundleID, LeaderboardID)
    case dropLeaderboardPolicy(BundleID, LeaderboardID)
    case words, changeWord
    case report
    case heldScores(BundleID, LeaderboardID, language: LanguageTag?, Environment?)
    /// - after: the last row of an export that broke off.
    case exportScores(BundleID, ExportFormat, leaderboard: LeaderboardID?, after: JournalSequence?, Environment?)
    // Achievements
    /// - of: a friend of the caller, whose progress is shown in place of the caller's own.
    case achievements(BundleID, of: String? = nil, language: LanguageTag?, Environment?)
    case reportAchievements(BundleID, Environment?)
    case resetAchievements(BundleID, waiting: Int?, Environment?)
    /// - ids: of them, those whom the caller may challenge with it.
    case challengeablePlayers(BundleID, AchievementID, ids: [String], Environment?)
    case appAchievements(BundleID)
    case createAchievement(BundleID)
    case appAchievement(BundleID, AchievementID)
    case updateAchievement(BundleID, AchievementID)
    case deleteAchievement(BundleID, AchievementID)
    // Challenges
    case issueChallenges(BundleID, Environment?)
    case challenges(ChallengesQuery)
    case challenge(ChallengeID, language: LanguageTag?)
    case declineChallenge(ChallengeID)
    case challengeReplay(ChallengeID)
    /// The caller wants to play it now.
    case playChallenge(ChallengeID)
    case challengeMutes(Environment?)
    case muteChallenges(Environment?)
    // Teams
    case teams, foundTeam
    case team(TeamID)
    case updateTeam(TeamID)
    case deleteTeam(TeamID)
    case members(TeamID)
    /// - player: as the caller sees them.
    case changeRole(TeamID, player: String)
    case removeMember(TeamID, player: String)
    case teamInvitations(TeamID)
    case inviteMember(TeamID)
    case revokeTeamInvitation(TeamID, TeamInvitationID)
    case joinTeam, inviteDeveloper
    case keys(TeamID)
    case makeKey(TeamID)
    case revokeKey(TeamID, DeveloperKeyID)
    case audit(TeamID, AuditQuery)
    case serverAudit(AuditQuery)
    /// - isPlan: only say what would go.
    case wipeTestData(BundleID, isPlan: Bool)
    // Two factors
    case twoFactor, setUpTwoFactor, confirmTwoFactor, removeTwoFactor, resetTwoFactor
    // Notifications
    case notices(before: NoticeID?, count: Int)
    case readNotices
    case deleteNotice(NoticeID)
    case muteNotice(NoticeID)
    case notificationSettings
    case changeNotificationSettings
    case push
    case subscribeToPush
    case unsubscribeFromPush
    case webhook(BundleID, Environment?)
    case setWebhook(BundleID, Environment?)
    case removeWebhook(BundleID, Environment?)
    case testWebhook(BundleID, Environment?)
    case webhookDeliveries(BundleID, Environment?, before: WebhookDeliveryID?, count: Int)
    case resendWebhookDelivery(BundleID, WebhookDeliveryID, Environment?)
    // Saved games
    case savedGames(BundleID, Environment?)
    /// - SavedGameID: made by the game with the save; sent again, it is stored once.
    case saveGame(BundleID, SavedGameID, SaveQuery, Environment?)
    case loadSavedGame(BundleID, SavedGameID, Environment?)
    case deleteSavedGames(BundleID, SavedGameName, Environment?)
    // Identity
    case identity(BundleID, Environment?)
    // Replays
    case issueTicket(BundleID, Environment?)
    case sharedReplay(ShareID)
    case sharedPage(ShareID)
    case identityCertificate(CertificateID)
    case rotateIdentityKey
    // Figures
    case activity(BundleID, days: Int, Environment?)
    case distribution(BundleID, LeaderboardID, Environment?)
    // Web games
    case webOrigins(BundleID)
    case setWebOrigins(BundleID)
    // Order
    case setDisplayOrder(BundleID)
    case describeAuthorization(BundleID, origin: WebOrigin, redirect: String?, Environment?)
    case authorizeGame, redeemAuthorization
    // Friends
    /// Among the caller's friends and the caller (rule 2.3).
    case entriesAroundFriends(BundleID, LeaderboardID, count: Int, ReadingQuery)
    /// - from, count: of the list by name.
    case friends(from: Int, count: Int)
    case addFriend
    case removeFriend(playerID: String)
    case friendSuggestions(count: Int)
    case friendRequests, requestFriend
    case endFriendRequest(playerID: String)
    case blockedPlayers, blockPlayer
    case unblockPlayer(playerID: String)
    case friendInvitations, inviteFriends
    case revokeFriendInvitation(Int)
    case viewFriendInvitation
    // Sharing
    case shares, makeShare, linkChallenge, acceptChallengeLink
    case withdrawShare(ShareID)
    case friendListConsent(BundleID)
    case setFriendListConsent(BundleID)
    /// - from, count: of the list by name.
    case challengeableFriends(BundleID, from: Int, count: Int)
    // App Store Connect
    /// - isPlan: only say what would change.
    case importFromAppStoreConnect(BundleID, isPlan: Bool)
    // Sets
    case sets(BundleID, language: LanguageTag?, Environment?)
    case defaultLeaderboard(BundleID)
    case chooseDefaultLeaderboard(BundleID)
    case appSets(BundleID)
    case createSet(BundleID)
    case updateSet(BundleID, LeaderboardSetID)
    case deleteSet(BundleID, LeaderboardSetID)
    // Export of achievements
    case exportAchievements(BundleID, ExportFormat, Environment?)
    // Images
    /// - id: the digest of its bytes.
    case image(String)
    case images(BundleID)
    // Simulators
    case simulators(BundleID)
    case simulator(BundleID, SimulatorName)
    case setSimulator(BundleID, SimulatorName)
    case removeSimulator(BundleID, SimulatorName)
    case setImage(BundleID, ImagePlace)
    case removeImage(BundleID, ImagePlace)

    /// Why a request belongs to no route.
    public enum Refusal: Error, Hashable, Sendable {
        case notFound
        case methodNotAllowed(allow: [Method])
        /// The name of the parameter, in the path or in the query.
        case invalidParameter(String)
    }

    public var endpoint: Endpoint {
        switch self {
        case .health: .health
        case .readiness: .readiness
        case .metrics: .metrics
        case .openAPI: .openAPI
        case .signUp: .signUp
        case .signIn: .signIn
        case .signOut: .signOut
        case .recover: .recover
        case .currentPlayer: .currentPlayer
        case .players: .players
        case .games: .games
        case .game: .game
        case .leaderboards: .leaderboards
        case .leaderboard: .leaderboard
        case .submitScore: .submitScore
        case .submitScores: .submitScores
        case .entries, .entriesOfPlayers: .entries
        case .entriesAround: .entriesAround
        case .events: .events
        case .claimAdministration: .claimAdministration
        case .invite: .invite
        case .resetPassword: .resetPassword
        case .renewAdministratorLink: .renewAdministratorLink
        case .apps: .apps
        case .createApp: .createApp
        case .app: .app
        case .updateApp: .updateApp
        case .appLeaderboards: .appLeaderboards
        case .createLeaderboard: .createLeaderboard
        case .appLeaderboard: .appLeaderboard
        case .updateLeaderboard: .updateLeaderboard
        case .deleteLeaderboard: .deleteLeaderboard
        // Groups
        case .moveLeaderboard: .moveLeaderboard
        case .configuration: .configuration
        case .importConfiguration: .importConfiguration
        // Profiles and accounts
        case .profile: .profile
        case .updateProfile: .updateProfile
        case .restrict: .restrict
        case .setPhoto: .setPhoto
        case .removePhoto: .removePhoto
        case .photo: .photo
        case .changePassword: .changePassword
        case .renewRecoveryCodes: .renewRecoveryCodes
        case .sessions: .sessions
        case .endOtherSessions: .endOtherSessions
        case .giveProof: .giveProof
        case .endPlayerSessions: .endPlayerSessions
        case .endSession: .endSession
        case .requestDevice: .requestDevice
        case .pollDevice: .pollDevice
        case .pendingDevice: .pendingDevice
        case .decideDevice: .decideDevice
        case .exportPlayer: .exportPlayer
        case .eraseSelf: .eraseSelf
        case .findPlayers: .findPlayers
        case .exportNamedPlayer: .exportNamedPlayer
        case .eraseNamedPlayer: .eraseNamedPlayer
        // Moderation
        case .inspectPlayers: .inspectPlayers
        case .inspectEntries: .inspectEntries
        case .inspectScores: .inspectScores
        case .moderateScore: .moderateScore
        case .bans(let app): app == nil ? .serverBans : .bans
        case .banPlayer(let app, _): app == nil ? .serverBanPlayer : .banPlayer
        case .unbanPlayer(let app, _): app == nil ? .serverUnbanPlayer : .unbanPlayer
        case .reviews(let app, _, _): app == nil ? .serverReviews : .reviews
        case .reviewPhoto: .reviewPhoto
        case .review(let app, _): app == nil ? .serverReview : .review
        case .decideReview(let app, _): app == nil ? .decideServerReview : .decideReview
        case .moderationPolicy: .moderationPolicy
        case .setModerationPolicy: .setModerationPolicy
        case .leaderboardPolicy: .leaderboardPolicy
        case .setLeaderboardPolicy: .setLeaderboardPolicy
        case .dropLeaderboardPolicy: .dropLeaderboardPolicy
        case .words: .words
        case .changeWord: .changeWord
        case .report: .report
        case .heldScores: .heldScores
        case .exportScores: .exportScores
        // Achievements
        case .achievements: .achievements
        case .reportAchievements: .reportAchievements
        case .resetAchievements: .resetAchievements
        case .challengeablePlayers: .challengeablePlayers
        case .appAchievements: .appAchievements
        case .createAchievement: .createAchievement
        case .appAchievement: .appAchievement
        case .updateAchievement: .updateAchievement
        case .deleteAchievement: .deleteAchievement
        // Challenges
        case .issueChallenges: .issueChallenges
        case .challenges: .challenges
        case .challenge: .challenge
        case .declineChallenge: .declineChallenge
        case .challengeReplay: .challengeReplay
        case .playChallenge: .playChallenge
        case .challengeMutes: .challengeMutes
        case .muteChallenges: .muteChallenges
        // Teams
        case .teams: .teams
        case .foundTeam: .foundTeam
        case .team: .team
        case .updateTeam: .updateTeam
        case .deleteTeam: .deleteTeam
        case .members: .members
        case .changeRole: .changeRole
        case .removeMember: .removeMember
        case .teamInvitations: .teamInvitations
        case .inviteMember: .inviteMember
        case .revokeTeamInvitation: .revokeTeamInvitation
        case .joinTeam: .joinTeam
        case .inviteDeveloper: .inviteDeveloper
        case .keys: .keys
        case .makeKey: .makeKey
        case .revokeKey: .revokeKey
        case .audit: .audit
        case .serverAudit: .serverAudit
        case .wipeTestData: .wipeTestData
        // Two factors
        case .twoFactor: .twoFactor
        case .setUpTwoFactor: .setUpTwoFactor
        case .confirmTwoFactor: .confirmTwoFactor
        case .removeTwoFactor: .removeTwoFactor
        case .resetTwoFactor: .resetTwoFactor
        // Notifications
        case .notices: .notices
        case .readNotices: .readNotices
        case .deleteNotice: .deleteNotice
        case .muteNotice: .muteNotice
        case .notificationSettings: .notificationSettings
        case .changeNotificationSettings: .changeNotificationSettings
        case .push: .push
        case .subscribeToPush: .subscribeToPush
        case .unsubscribeFromPush: .unsubscribeFromPush
        case .webhook: .webhook
        case .setWebhook: .setWebhook
        case .removeWebhook: .removeWebhook
        case .testWebhook: .testWebhook
        case .webhookDeliveries: .webhookDeliveries
        case .resendWebhookDelivery: .resendWebhookDelivery
        // Saved games
        case .savedGames: .savedGames
        case .saveGame: .saveGame
        case .loadSavedGame: .loadSavedGame
        case .deleteSavedGames: .deleteSavedGames
        // Identity
        case .identity: .identity
        // Replays
        case .issueTicket: .issueTicket
        case .sharedReplay: .sharedReplay
        case .sharedPage: .sharedPage
        case .identityCertificate: .identityCertificate
        case .rotateIdentityKey: .rotateIdentityKey
        // Figures
        case .activity: .activity
        case .distribution: .distribution
        // Web games
        case .webOrigins: .webOrigins
        case .setWebOrigins: .setWebOrigins
        case .setDisplayOrder: .setDisplayOrder
        case .describeAuthorization: .describeAuthorization
        case .authorizeGame: .authorizeGame
        case .redeemAuthorization: .redeemAuthorization
        // Friends
        case .entriesAroundFriends: .entriesAround
        case .friends: .friends
        case .addFriend: .addFriend
        case .removeFriend: .removeFriend
        case .friendSuggestions: .friendSuggestions
        case .friendRequests: .friendRequests
        case .requestFriend: .requestFriend
        case .endFriendRequest: .endFriendRequest
        case .blockedPlayers: .blockedPlayers
        case .blockPlayer: .blockPlayer
        case .unblockPlayer: .unblockPlayer
        case .friendInvitations: .friendInvitations
        case .inviteFriends: .inviteFriends
        case .revokeFriendInvitation: .revokeFriendInvitation
        case .viewFriendInvitation: .viewFriendInvitation
        // Sharing
        case .shares: .shares
        case .makeShare: .makeShare
        case .withdrawShare: .withdrawShare
        case .linkChallenge: .linkChallenge
        case .acceptChallengeLink: .acceptChallengeLink
        case .friendListConsent: .friendListConsent
        case .setFriendListConsent: .setFriendListConsent
        case .challengeableFriends: .challengeableFriends
        // App Store Connect
        case .importFromAppStoreConnect: .importFromAppStoreConnect
        // Sets
        case .sets: .sets
        case .defaultLeaderboard: .defaultLeaderboard
        case .chooseDefaultLeaderboard: .chooseDefaultLeaderboard
        case .appSets: .appSets
        case .createSet: .createSet
        case .updateSet: .updateSet
        case .deleteSet: .deleteSet
        case .exportAchievements: .exportAchievements
        // Images
        case .image: .image
        case .images: .images
        // Simulators
        case .simulators: .simulators
        case .simulator: .simulator
        case .setSimulator: .setSimulator
        case .removeSimulator: .removeSimulator
        case .setImage(_, let place): place.kind.setEndpoint
        case .removeImage(_, let place): place.kind.removeEndpoint
        }
    }

    public var method: Method { endpoint.method }
}

/// A leaderboard anywhere, as event streams name it: `com.ali.MonkeyJump/HighScores`.
public struct LeaderboardName: Hashable, Sendable {
    public let bundleID: BundleID
    public let leaderboard: LeaderboardID

    public init(_ bundleID: BundleID, _ leaderboard: LeaderboardID) {
        self.bundleID = bundleID
        self.leaderboard = leaderboard
    }

    public init?(_ text: String) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        do throws(InvalidIdentifier) {
            self.init(try BundleID(String(parts[0])), try LeaderboardID(String(parts[1])))
        } catch {
            return nil
        }
    }

    public var text: String { bundleID.text + "/" + leaderboard.text }
}
