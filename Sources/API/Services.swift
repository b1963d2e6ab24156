import LaurelDomain
public import Service

/// The use cases that the routes call, filled by the composition root.
public struct Services: Sendable {
    public var accounts: Accounts
    public var apps: Apps
    public var signIn: SignIn
    public var keeper: ScoreKeeper
    public var facts: @Sendable () -> SystemFacts
    let authenticate: Authenticate
    let submitScores: SubmitScores
    let readEntries: ReadEntries
    let configureLeaderboard: ConfigureLeaderboard
    var catalogue: Catalogue { accounts.catalogue }

    /// - Parameter facts: for `/metrics`; called when somebody asks.
    public init(
        accounts: Accounts, apps: Apps, signIn: SignIn, keeper: ScoreKeeper,
        facts: @escaping @Sendable () -> SystemFacts = { SystemFacts() }
    ) {
        self.accounts = accounts
        self.apps = apps
        self.signIn = signIn
        self.keeper = keeper
        self.facts = facts
        authenticate = Authenticate(accounts)
        submitScores = SubmitScores(keeper)
        readEntries = ReadEntries(keeper)
        configureLeaderboard = ConfigureLeaderboard(keeper)
    }

    /// False until ranks are right, and after a fault of the store until they are right again.
    var isReady: Bool { keeper.isReady }
}
