import LaurelDomain
public import LaurelScores
public import LaurelService

/// The use cases that the routes call, made by `ComposedServer`.
public final class Services: Sendable {
    public let accounts: Accounts
    public let apps: Apps
    public let signIn: SignIn
    public let keeper: ScoreKeeper
    public let moderation: Moderation
    public let teams: Teams
    public let twoFactor: TwoFactor
    public let providers: ProviderSignIns
    public let inboxes: Inboxes
    public let deliveries: Deliveries
    public let friends: Friends
    public let facts: @Sendable () -> SystemFacts
    public let savedGames: SavedGameStore
    public let identityKeys: IdentityKeys
    /// Whether the last change was refused because the disk has no room.
    public let isDiskFull: @Sendable () -> Bool
    /// What draws the pictures of shared pages; nil: they have none.
    public let drawing: ShareDrawing?
    /// What draws codes that cameras read; nil: there are no pictures of them.
    public let codes: CodeDrawing?
    let authenticate: Authenticate
    let submitScores: SubmitScores
    let readEntries: ReadEntries
    let readActivity: ReadActivity
    let configureLeaderboard: ConfigureLeaderboard
    // Achievements and challenges
    let configureAchievement: ConfigureAchievement
    let reportAchievements: ReportAchievements
    let resetAchievements: ResetAchievements
    let readAchievements: ReadAchievements
    let challenges: Challenges
    let matches: Matches
    let parties: Parties
    let groupChallenges: GroupChallenges
    var challengeIDs: ChallengeIDs { challenges.ids }
    var sharing: Sharing { Sharing(friends, challenges) }
    var catalogue: Catalogue { accounts.catalogue }

    /// - Parameter facts: for `/metrics`; called when somebody asks.
    public init(
        accounts: Accounts, apps: Apps, signIn: SignIn, keeper: ScoreKeeper,
        moderation: Moderation,
        challenges: Challenges, matches: Matches, parties: Parties, groupChallenges: GroupChallenges,
        teams: Teams, twoFactor: TwoFactor, providers: ProviderSignIns,
        inboxes: Inboxes, deliveries: Deliveries,
        savedGames: SavedGameStore,
        identityKeys: IdentityKeys,
        friends: Friends,
        isDiskFull: @escaping @Sendable () -> Bool,
        drawing: ShareDrawing?, codes: CodeDrawing?,
        facts: @escaping @Sendable () -> SystemFacts
    ) {
        self.accounts = accounts
        self.apps = apps
        self.signIn = signIn
        self.keeper = keeper
        self.moderation = moderation
        self.teams = teams
        self.twoFactor = twoFactor
        self.providers = providers
        self.inboxes = inboxes
        self.deliveries = deliveries
        self.savedGames = savedGames
        self.identityKeys = identityKeys
        self.friends = friends
        self.isDiskFull = isDiskFull
        self.drawing = drawing
        self.codes = codes
        self.facts = facts
        authenticate = Authenticate(accounts)
        submitScores = SubmitScores(keeper)
        readEntries = ReadEntries(keeper)
        configureLeaderboard = ConfigureLeaderboard(keeper)
        configureAchievement = ConfigureAchievement(keeper)
        reportAchievements = ReportAchievements(keeper)
        resetAchievements = ResetAchievements(keeper)
        readActivity = ReadActivity(keeper)
        readAchievements = challenges.readAchievements
        self.challenges = challenges
        self.matches = matches
        self.parties = parties
        self.groupChallenges = groupChallenges
    }

    /// False until ranks are right, and after a fault of the store until they are right again.
    var isReady: Bool { keeper.isReady }
}
