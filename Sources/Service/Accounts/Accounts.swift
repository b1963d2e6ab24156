public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// What the use cases about players share: state in memory and the outside world. It has no behaviour; each use
/// case takes it and does one thing.
///
/// A value that is one reference, since almost every use case and every feature of the API holds one. As a struct of
/// thirty members it made a fifth of the code of this module and of LaurelAPI: what copies its holders.
public struct Accounts: Sendable {
    private struct Parts: Sendable {
        var directory: any AccountDirectory
        var catalogue: Catalogue
        var names: PlayerNames
        var ids: PlayerIDs
        var contacts: DeviceContacts
        var sessions: ActiveSessions
        var clock: Clock
        var steady: Clock?
        var serverTime: Clock?
        var random: Random
        var digest: TokenDigest
        var passwords: PasswordHashing
        var breachedPasswords: BreachedPasswords?
        var signUpPolicy: SignUpPolicy
        var allowsGuests = true
        var limits: AttemptLimits
        let profiles = PlayerProfiles()
        var friendship = Friendship()
        var images: ImageConversion?
        let devicePaces = DevicePaces()
        let knownAddresses = KnownAddresses()
        let proofs = Proofs()
        var outbox: Outbox?
        var mailing: Mailing?
        var imports = ImportKeys.none
        var guessKeys: GuessKeys?
        var words = WordFilter()
        var sending: SendingCaps
        let guesses = AttemptLimiter()
        let signUps = AttemptLimiter()
        let newGuests = AttemptLimiter()
        let guestCodes = GuestCodes()
        let providerSteps = AttemptLimiter()
    }

    private final class Shared: Sendable {
        let parts: Parts
        init(_ parts: Parts) { self.parts = parts }
    }

    private var shared: Shared

    public init(
        directory: any AccountDirectory, catalogue: Catalogue,
        names: PlayerNames, ids: PlayerIDs, clock: Clock, random: Random, digest: TokenDigest,
        passwords: PasswordHashing, signUpPolicy: SignUpPolicy = .open, limits: AttemptLimits = AttemptLimits()
    ) {
        let contacts = DeviceContacts()
        shared = Shared(
            Parts(
                directory: directory, catalogue: catalogue, names: names, ids: ids, contacts: contacts,
                sessions: ActiveSessions(contacts: contacts), clock: clock, random: random, digest: digest,
                passwords: passwords, signUpPolicy: signUpPolicy, limits: limits,
                sending: SendingCaps(clock)))
    }

    /// Other values that hold the same reference keep what they have.
    private mutating func change(_ change: (inout Parts) -> Void) {
        var parts = shared.parts
        change(&parts)
        shared = Shared(parts)
    }

    public var directory: any AccountDirectory {
        get { shared.parts.directory }
        set { change { $0.directory = newValue } }
    }
    public var catalogue: Catalogue { shared.parts.catalogue }
    public var names: PlayerNames { shared.parts.names }
    public var ids: PlayerIDs { shared.parts.ids }
    public var contacts: DeviceContacts { shared.parts.contacts }
    public var sessions: ActiveSessions {
        get { shared.parts.sessions }
        set { change { $0.sessions = newValue } }
    }
    public var clock: Clock {
        get { shared.parts.clock }
        set {
            change {
                $0.clock = newValue
                $0.sending = SendingCaps($0.steady ?? newValue)
            }
        }
    }
    /// Time since some moment, which nobody can set: for what only counts how much of it passed. Nil: the wall clock.
    public var steady: Clock? {
        get { shared.parts.steady }
        set {
            change {
                $0.steady = newValue
                $0.sending = SendingCaps(newValue ?? $0.clock)
            }
        }
    }
    /// Time that doesn't leap when somebody sets the clock. Nil: there is none but ``clock``.
    public var serverTime: Clock? {
        get { shared.parts.serverTime }
        set { change { $0.serverTime = newValue } }
    }
    public var random: Random {
        get { shared.parts.random }
        set { change { $0.random = newValue } }
    }
    public var digest: TokenDigest {
        get { shared.parts.digest }
        set { change { $0.digest = newValue } }
    }
    public var passwords: PasswordHashing {
        get { shared.parts.passwords }
        set { change { $0.passwords = newValue } }
    }
    /// Nil: the operator has no list.
    public var breachedPasswords: BreachedPasswords? {
        get { shared.parts.breachedPasswords }
        set { change { $0.breachedPasswords = newValue } }
    }
    public var signUpPolicy: SignUpPolicy {
        get { shared.parts.signUpPolicy }
        set { change { $0.signUpPolicy = newValue } }
    }
    /// Whether devices without a player get one (rule 1.11); guests that exist come in anyway.
    public var allowsGuests: Bool {
        get { shared.parts.allowsGuests }
        set { change { $0.allowsGuests = newValue } }
    }
    public var limits: AttemptLimits {
        get { shared.parts.limits }
        set { change { $0.limits = newValue } }
    }
    /// What is known of players' profiles without a wait.
    public var profiles: PlayerProfiles { shared.parts.profiles }
    /// Who is whose friend; nobody, until the composition root says otherwise.
    public var friendship: Friendship {
        get { shared.parts.friendship }
        set { change { $0.friendship = newValue } }
    }
    /// Nil: photos are not taken.
    public var images: ImageConversion? {
        get { shared.parts.images }
        set { change { $0.images = newValue } }
    }
    /// Signaled when a player is told of a change to their account.
    public var outbox: Outbox? {
        get { shared.parts.outbox }
        set { change { $0.outbox = newValue } }
    }
    /// Nil: there are no mail addresses.
    public var mailing: Mailing? {
        get { shared.parts.mailing }
        set { change { $0.mailing = newValue } }
    }
    /// What is derived for scores from elsewhere.
    public var imports: ImportKeys {
        get { shared.parts.imports }
        set { change { $0.imports = newValue } }
    }
    /// What limits on guessing are known by in the store. Nil: guesses are counted in memory alone, and a start
    /// forgives them.
    public var guessKeys: GuessKeys? {
        get { shared.parts.guessKeys }
        set { change { $0.guessKeys = newValue } }
    }
    /// What no name or message may hold.
    public var words: WordFilter {
        get { shared.parts.words }
        set { change { $0.words = newValue } }
    }
    /// What a player may send to others.
    public var sending: SendingCaps {
        get { shared.parts.sending }
        set { change { $0.sending = newValue } }
    }
    var devicePaces: DevicePaces { shared.parts.devicePaces }
    var knownAddresses: KnownAddresses { shared.parts.knownAddresses }
    var proofs: Proofs { shared.parts.proofs }
    var guesses: AttemptLimiter { shared.parts.guesses }
    var signUps: AttemptLimiter { shared.parts.signUps }
    var newGuests: AttemptLimiter { shared.parts.newGuests }
    var guestCodes: GuestCodes { shared.parts.guestCodes }
    var providerSteps: AttemptLimiter { shared.parts.providerSteps }
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
    /// For limits on attempts and on devices' questions: they must not last longer because the clock was set back.
    var elapsed: Timestamp { (steady ?? clock).now() }

    /// For what stands in the store and expires within minutes. It goes on after a restart and on another node, which
    /// ``elapsed`` doesn't. What a clock that is set back would let last longer isn't good: see ``GrantDirectory``.
    var storeNow: Timestamp { (serverTime ?? clock).now() }

    /// Now, for what is deleted for good because it's old: it is, by the clock that is behind. A wall clock may be set
    /// ahead for a moment, and server time may be ahead of one that was mended since the start.
    var leastNow: Timestamp { min(serverTime?.now() ?? .last, clock.now()) }

    func digest(_ secret: String) -> SecretDigest {
        var secret = secret
        return secret.withUTF8 { digest.digest(UnsafeRawBufferPointer($0)) }
    }
}
