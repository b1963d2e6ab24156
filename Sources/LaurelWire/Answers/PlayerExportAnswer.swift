public import LaurelDomain

/// A player's export: all that the server has about them. A server writes it field by field, and the lists element by
/// element, because the whole may not fit into memory.
public struct PlayerExportAnswer: Answer {
    /// How the document is to be read. Never renamed; members may be added.
    public enum Format: String, CaseIterable, Sendable {
        case first = "laurel-player-1"
    }

    public var format: Format
    /// When it was made.
    public var exported: Timestamp
    public var profile: Profile
    /// Others' accounts that sign them in.
    public var providerLinks: [ProviderLinkAnswer]
    /// None of them is the current one.
    public var sessions: [ListedSessionAnswer]
    /// Names of devices, of those without a session too.
    public var devices: [DeviceName]
    public var teams: [Membership]
    public var notificationSettings: NotificationSettings
    public var pushSubscriptions: [PushSubscription]
    /// IDs of players, as those of ``blocked``.
    public var friends: [String]
    public var friendRequests: [FriendRequest]
    public var blocked: [String]
    public var friendInvitations: [FriendInvitation]
    public var friendListConsents: [FriendListConsent]
    public var likes: [Like]
    /// Who they were elsewhere, in games into which their scores were imported.
    public var imports: [Import]
    /// In the order in which the server took them, in one environment after the other.
    public var scores: [Score]
    public var defaultLeaderboards: [DefaultLeaderboard]
    public var achievements: [Achievement]
    public var challenges: [Challenge]
    public var challengeMutes: [ChallengeMute]
    public var groupChallenges: [GroupChallenge]
    /// In one environment of a game after the other.
    public var matches: [MatchAnswer]
    /// Codes of parties that they entered and that live.
    public var parties: [Party]
    public var savedGames: [SavedGame]
    public var replays: [Replay]
    public var shares: [Share]
    public var notices: [Notice]
    /// The newest 10,000.
    public var reports: [Report]
    public var bans: [Ban]

    public init(
        format: Format, exported: Timestamp, profile: Profile, providerLinks: [ProviderLinkAnswer],
        sessions: [ListedSessionAnswer], devices: [DeviceName], teams: [Membership],
        notificationSettings: NotificationSettings, pushSubscriptions: [PushSubscription],
        friends: [String], friendRequests: [FriendRequest], blocked: [String], friendInvitations: [FriendInvitation],
        friendListConsents: [FriendListConsent], likes: [Like], imports: [Import], scores: [Score],
        defaultLeaderboards: [DefaultLeaderboard], achievements: [Achievement], challenges: [Challenge],
        challengeMutes: [ChallengeMute], groupChallenges: [GroupChallenge], matches: [MatchAnswer], parties: [Party],
        savedGames: [SavedGame],
        replays: [Replay], shares: [Share], notices: [Notice], reports: [Report], bans: [Ban]
    ) {
        self.format = format
        self.exported = exported
        self.profile = profile
        self.providerLinks = providerLinks
        self.sessions = sessions
        self.devices = devices
        self.teams = teams
        self.notificationSettings = notificationSettings
        self.pushSubscriptions = pushSubscriptions
        self.friends = friends
        self.friendRequests = friendRequests
        self.blocked = blocked
        self.friendInvitations = friendInvitations
        self.friendListConsents = friendListConsents
        self.likes = likes
        self.imports = imports
        self.scores = scores
        self.defaultLeaderboards = defaultLeaderboards
        self.achievements = achievements
        self.challenges = challenges
        self.challengeMutes = challengeMutes
        self.groupChallenges = groupChallenges
        self.matches = matches
        self.parties = parties
        self.savedGames = savedGames
        self.replays = replays
        self.shares = shares
        self.notices = notices
        self.reports = reports
        self.bans = bans
    }

    public static let name = "PlayerExport"
    public static let fields = Fields(
        format.field,
        exported.field,
        profile.field,
        providerLinks.field,
        sessions.field,
        devices.field,
        teams.field,
        notificationSettings.field,
        pushSubscriptions.field,
        friends.field,
        friendRequests.field,
        blocked.field,
        friendInvitations.field,
        friendListConsents.field,
        likes.field,
        imports.field,
        scores.field,
        defaultLeaderboards.field,
        achievements.field,
        challenges.field,
        challengeMutes.field,
        groupChallenges.field,
        matches.field,
        parties.field,
        savedGames.field,
        replays.field,
        shares.field,
        notices.field,
        reports.field,
        bans.field,
        make: Self.init(
            format:exported:profile:providerLinks:sessions:devices:teams:notificationSettings:pushSubscriptions:
            friends:friendRequests:blocked:friendInvitations:friendListConsents:likes:imports:scores:
            defaultLeaderboards:achievements:challenges:challengeMutes:groupChallenges:matches:parties:savedGames:
            replays:shares:
            notices:reports:bans:))
}

// Its fields, in the order in which they are written. Their names are never changed.
extension PlayerExportAnswer {
    public static let format = StreamedField(
        "format", .word(Format.allCases.map { ($0.rawValue, $0) }), \PlayerExportAnswer.format)
    public static let exported = StreamedField("exported", .timestamp, \PlayerExportAnswer.exported)
    public static let profile = StreamedField("profile", Profile.shape, \PlayerExportAnswer.profile)
    public static let providerLinks = StreamedField(
        "providerLinks", listOf: ProviderLinkAnswer.shape, \PlayerExportAnswer.providerLinks)
    public static let sessions = StreamedField(
        "sessions", listOf: ListedSessionAnswer.shape, \PlayerExportAnswer.sessions)
    public static let devices = StreamedField("devices", listOf: .device, \PlayerExportAnswer.devices)
    public static let teams = StreamedField("teams", listOf: Membership.shape, \PlayerExportAnswer.teams)
    public static let notificationSettings = StreamedField(
        "notificationSettings", NotificationSettings.shape, \PlayerExportAnswer.notificationSettings)
    public static let pushSubscriptions = StreamedField(
        "pushSubscriptions", listOf: PushSubscription.shape, \PlayerExportAnswer.pushSubscriptions)
    public static let friends = StreamedField("friends", listOf: .playerID, \PlayerExportAnswer.friends)
    public static let friendRequests = StreamedField(
        "friendRequests", listOf: FriendRequest.shape, \PlayerExportAnswer.friendRequests)
    public static let blocked = StreamedField("blocked", listOf: .playerID, \PlayerExportAnswer.blocked)
    public static let friendInvitations = StreamedField(
        "friendInvitations", listOf: FriendInvitation.shape, \PlayerExportAnswer.friendInvitations)
    public static let friendListConsents = StreamedField(
        "friendListConsents", listOf: FriendListConsent.shape, \PlayerExportAnswer.friendListConsents)
    public static let likes = StreamedField("likes", listOf: Like.shape, \PlayerExportAnswer.likes)
    public static let imports = StreamedField("imports", listOf: Import.shape, \PlayerExportAnswer.imports)
    public static let scores = StreamedField("scores", listOf: Score.shape, \PlayerExportAnswer.scores)
    public static let defaultLeaderboards = StreamedField(
        "defaultLeaderboards", listOf: DefaultLeaderboard.shape, \PlayerExportAnswer.defaultLeaderboards)
    public static let achievements = StreamedField(
        "achievements", listOf: Achievement.shape, \PlayerExportAnswer.achievements)
    public static let challenges = StreamedField("challenges", listOf: Challenge.shape, \PlayerExportAnswer.challenges)
    public static let challengeMutes = StreamedField(
        "challengeMutes", listOf: ChallengeMute.shape, \PlayerExportAnswer.challengeMutes)
    public static let groupChallenges = StreamedField(
        "groupChallenges", listOf: GroupChallenge.shape, \PlayerExportAnswer.groupChallenges)
    public static let matches = StreamedField("matches", listOf: MatchAnswer.shape, \PlayerExportAnswer.matches)
    public static let parties = StreamedField("parties", listOf: Party.shape, \PlayerExportAnswer.parties)
    public static let savedGames = StreamedField("savedGames", listOf: SavedGame.shape, \PlayerExportAnswer.savedGames)
    public static let replays = StreamedField("replays", listOf: Replay.shape, \PlayerExportAnswer.replays)
    public static let shares = StreamedField("shares", listOf: Share.shape, \PlayerExportAnswer.shares)
    public static let notices = StreamedField("notices", listOf: Notice.shape, \PlayerExportAnswer.notices)
    public static let reports = StreamedField("reports", listOf: Report.shape, \PlayerExportAnswer.reports)
    public static let bans = StreamedField("bans", listOf: Ban.shape, \PlayerExportAnswer.bans)
}
