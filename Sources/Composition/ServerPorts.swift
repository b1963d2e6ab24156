public import LaurelDomain
public import LaurelMatches
public import LaurelScores
public import LaurelService
public import LaurelStorage

/// What a server asks of the world outside: stores, clocks, other processes, the network. All else is the same for
/// the program that ships, its tests and its benchmarks: ``ComposedServer``.
public struct ServerPorts: Sendable {
    /// With the journal, one store.
    public var directory: any Directory
    public var journal: any Journal & ScoreIDIndex
    public var areFriends: @Sendable (PlayerNumber, PlayerNumber) throws(StoreError) -> Bool = { _, _ in false }
    /// Whether the last change was refused because the disk has no room.
    public var isDiskFull: @Sendable () -> Bool = { false }
    public var snapshots: (any SnapshotFiles)?
    /// Leaderboards that were followed while another server owned the store.
    public var warm: WarmBoards?
    /// Of this server: 32 bytes, by which IDs are made. Stored IDs depend on it.
    public var secret: [UInt8]
    public var clock: Clock
    /// One that nobody can set; nil: ``clock``.
    public var steady: Clock?
    public var zones = TimeZones.fixed
    public var passwords: PasswordHashing
    /// Of a password that nobody has, so that a sign-in with an unknown alias costs what any other costs.
    public var decoyHash: String
    public var breachedPasswords: BreachedPasswords?
    /// Nil: there are no photos.
    public var images: ImageConversion?
    /// What draws the pictures of shared pages; nil: they have none.
    public var drawing: ShareDrawing?
    /// What draws codes that cameras read; nil: there are no pictures of them.
    public var codes: CodeDrawing?
    public var simulators = SimulatorPorts.none
    /// Of the games whose turn-based matches the server judges.
    public var turnRules: [BundleID: any TurnRules] = [:]
    /// Others that players sign in with.
    public var providers = IdentityProviders.none
    public var signing = IdentitySigning(make: { _, _ in nil }, read: { _ in nil })

    public init(
        directory: any Directory, journal: any Journal & ScoreIDIndex, secret: [UInt8], clock: Clock,
        passwords: PasswordHashing, decoyHash: String
    ) {
        self.directory = directory
        self.journal = journal
        self.secret = secret
        self.clock = clock
        self.passwords = passwords
        self.decoyHash = decoyHash
    }
}

/// What the operator decides.
public struct ServerPolicies: Sendable {
    public var signUp = SignUpPolicy.open
    public var allowsGuests = true
    public var developers = DeveloperSignUpPolicy.invitation
    public var attempts = AttemptLimits()
    public var savedGames = SavedGameLimits()
    /// Whether somebody sends the mails that wait in the store.
    public var sendsMail = false

    public init() {}
}
