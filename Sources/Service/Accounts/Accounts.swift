public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// What the use cases about players share: state in memory and the outside world. It has no behaviour; each use
/// case takes it and does one thing.
public struct Accounts: Sendable {
    public var directory: any AccountDirectory
    public var catalogue: Catalogue
    public var names: PlayerNames
    public var ids: PlayerIDs
    public var contacts: DeviceContacts
    public var sessions: ActiveSessions
    public var clock: Clock
    /// Time since some moment, which nobody can set: for what only counts how much of it passed. Nil: the wall clock.
    public var steady: Clock?
    public var random: Random
    public var digest: TokenDigest
    public var passwords: PasswordHashing
    /// Nil: the operator has no list.
    public var breachedPasswords: BreachedPasswords?
    public var signUpPolicy: SignUpPolicy
    /// Whether devices without a player get one (rule 1.11); guests that exist come in anyway.
    public var allowsGuests = true
    public var limits: AttemptLimits
    /// What is known of players' profiles without a wait.
    public let profiles = PlayerProfiles()
    /// Who is whose friend; nobody, until the composition root says otherwise.
    public var friendship = Friendship()
    /// Nil: photos are not taken.
    public var images: ImageConversion?
    let deviceRequests = DeviceRequests()
    let knownAddresses = KnownAddresses()
    let proofs = Proofs()
    /// Signaled when a player is told of a change to their account.
    public var outbox: Outbox?
    /// Nil: there are no mail addresses.
    public var mailing: Mailing?
    /// What is derived for scores from elsewhere.
    public var imports = ImportKeys.none
    /// What no name or message may hold.
    public var words = WordFilter()
    /// What a player may send to others.
    public var sending = SendingCaps()
    let guesses = AttemptLimiter()
    let signUps = AttemptLimiter()
    let newGuests = AttemptLimiter()
    let guestCodes = GuestCodes()
    let providerSteps = AttemptLimiter()

    public init(
        directory: any AccountDirectory, catalogue: Catalogue,
        names: PlayerNames, ids: PlayerIDs, clock: Clock, random: Random, digest: TokenDigest,
        passwords: PasswordHashing, signUpPolicy: SignUpPolicy = .open, limits: AttemptLimits = AttemptLimits()
    ) {
        self.directory = directory
        self.catalogue = catalogue
        self.names = names
        self.ids = ids
        self.contacts = DeviceContacts()
        self.sessions = ActiveSessions(contacts: contacts)
        self.clock = clock
        self.random = random
        self.digest = digest
        self.passwords = passwords
        self.signUpPolicy = signUpPolicy
        self.limits = limits
    }
}

/// Who may become a player.
public enum SignUpPolicy: String, CaseIterable, Sendable {
    case open
    case invitation
    case closed
}

/// Where and how somebody comes in: what a sign-up, a sign-in and a claim have in common.
public struct Arrival: Sendable {
    /// Nil: our own pages and tools. The environment is production unless a game says otherwise.
    public var game: (bundleID: BundleID, environment: Environment)?
    public var device: DeviceName?
    /// How many scores wait on the device (rule 4.7); nil when it does not say.
    public var waiting: Int?
    public var address: ClientAddress

    public init(
        game: (bundleID: BundleID, environment: Environment)? = nil, device: DeviceName? = nil, waiting: Int? = nil,
        address: ClientAddress
    ) {
        self.game = game
        self.device = device
        self.waiting = waiting
        self.address = address
    }
}

/// Why a game cannot be played in Game Center (rule 1.7).
public enum GameRefusal: Error, Hashable, Sendable {
    case unknownGame(BundleID)
    case gameCenterDisabled(BundleID)
    /// An unreleased app has the sandbox only (rule 3.2).
    case notReleased(BundleID)
}

extension Catalogue {
    /// What a session for this game is bound to.
    public func binding(
        _ game: (bundleID: BundleID, environment: Environment)?
    ) throws(GameRefusal) -> Binding {
        guard let game else { return .firstParty }
        guard let app = app(game.bundleID) else { throw .unknownGame(game.bundleID) }
        guard app.isGameCenterEnabled else { throw .gameCenterDisabled(game.bundleID) }
        guard app.isReleased || game.environment == .sandbox else { throw .notReleased(game.bundleID) }
        return .game(app.number, game.environment)
    }
}

extension Accounts {
    /// For limits on attempts and devices that wait: they must not last longer because the clock was set back.
    var elapsed: Timestamp { (steady ?? clock).now() }

    func digest(_ secret: String) -> SecretDigest {
        guard let digest = SecretDigest(digest.digest(Array(secret.utf8))) else {
            preconditionFailure("The composition root gave a digest that is not of 32 bytes")
        }
        return digest
    }
}
