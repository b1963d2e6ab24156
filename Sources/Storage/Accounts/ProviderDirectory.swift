public import LaurelDomain

/// Something that is good for a short while: a browser on its way to a provider, a nonce that a game was given, a proof
/// that was given for a ticket, or one that must not come again.
public struct ProviderStep: Hashable, Sendable {
    /// Stored: a case is never renumbered.
    public enum Kind: UInt8, Sendable {
        /// A browser was sent to the provider; its answer is waited for.
        case state = 1
        case nonce = 2
        /// Somebody has proved who they are there, and has to say what for.
        case ticket = 3
        /// A proof that was taken.
        case used = 4
    }

    public let kind: Kind
    /// Of what its holder shows.
    public let digest: SecretDigest
    public let provider: ProviderID
    /// Of the secret of the browser that began; nil: no browser did.
    public let browser: SecretDigest?
    /// Of a ticket.
    public let identity: ForeignIdentity?
    public let expires: Timestamp

    public init(
        _ kind: Kind, _ digest: SecretDigest, provider: ProviderID, browser: SecretDigest? = nil,
        identity: ForeignIdentity? = nil, expires: Timestamp
    ) {
        self.kind = kind
        self.digest = digest
        self.provider = provider
        self.browser = browser
        self.identity = identity
        self.expires = expires
    }
}

/// A player to be made, whom a provider's account signs in.
public struct NewLinkedPlayer: Sendable {
    public var alias: Alias
    public var identity: ForeignIdentity
    public var provider: ProviderID
    /// Spent by it.
    public var entrance: Entrance
    public var session: NewSession

    public init(
        alias: Alias, identity: ForeignIdentity, provider: ProviderID, entrance: Entrance, session: NewSession
    ) {
        self.alias = alias
        self.identity = identity
        self.provider = provider
        self.entrance = entrance
        self.session = session
    }
}

/// What became of a ``NewLinkedPlayer``. Nothing was written unless it was registered.
public enum LinkedRegistration: Hashable, Sendable {
    case registered(Player, SessionRecord)
    /// Or one that looks like it.
    case aliasTaken
    case entranceRefused
    /// Another call was quicker: somebody has this link by now.
    case linkTaken
}

/// A link that a signed-in player makes. It makes an account of a guest (rule 1.12).
public struct NewProviderLink: Sendable {
    public var player: PlayerNumber
    public var identity: ForeignIdentity
    public var provider: ProviderID
    /// For a guest; nil: they keep their own. Others' stays as it is.
    public var alias: Alias?
    /// For a guest; spent by it.
    public var entrance: Entrance
    /// For a guest: as ``NewCredentials/device``.
    public var device: (number: DeviceNumber, name: DeviceName)?
    public var time: Timestamp

    public init(
        player: PlayerNumber, identity: ForeignIdentity, provider: ProviderID, alias: Alias?, entrance: Entrance,
        device: (number: DeviceNumber, name: DeviceName)? = nil, time: Timestamp
    ) {
        self.player = player
        self.identity = identity
        self.provider = provider
        self.alias = alias
        self.entrance = entrance
        self.device = device
        self.time = time
    }
}

/// What became of a ``NewProviderLink``. Nothing was written unless it was linked now.
public enum ProviderLinking: Hashable, Sendable {
    /// Now or earlier.
    case linked(Player)
    /// It signs somebody else in.
    case ofAnother
    /// They are being merged, or there is no such player any more.
    case noPlayer
    case tooMany
    case aliasTaken
    case entranceRefused
}

public enum ProviderUnlinking: Hashable, Sendable {
    case unlinked
    case unknown
    /// Nothing else signs the player in.
    case lastSignIn
}

/// Accounts at providers, and whom they sign in (rule 1.14). Every engine must pass `ProviderContract`.
public protocol ProviderDirectory: Sendable {
    /// - Returns: false, with nothing written, when there is one with this digest already.
    func addStep(_ step: ProviderStep) async throws(StoreError) -> Bool
    /// Deletes it: it is good once.
    /// - Returns: nil when there is none that is still good.
    func takeStep(
        _ kind: ProviderStep.Kind, _ digest: SecretDigest, at now: Timestamp
    ) async throws(StoreError) -> ProviderStep?
    /// - Returns: nil when there is none that is still good.
    func step(
        _ kind: ProviderStep.Kind, _ digest: SecretDigest, at now: Timestamp
    ) async throws(StoreError) -> ProviderStep?
    /// Deletes those that are good no more.
    func tidySteps(at now: Timestamp, limit: Int) async throws(StoreError)

    /// - Returns: nil when it signs nobody in.
    func link(of identity: ForeignIdentity) async throws(StoreError) -> ProviderLink?
    /// In the order that they were made in.
    func links(of player: PlayerNumber) async throws(StoreError) -> [ProviderLink]
    /// Writes the player, the link and the session: all or nothing.
    func register(_ player: NewLinkedPlayer) async throws(StoreError) -> LinkedRegistration
    /// A session of the player whom the link signs in.
    /// - Returns: nil, with nothing written, when there is none (any more).
    func addSession(
        _ session: NewSession, forLink identity: ForeignIdentity
    ) async throws(StoreError) -> SessionRecord?
    /// Tells the player, unless it makes an account of a guest.
    func addLink(_ link: NewProviderLink) async throws(StoreError) -> ProviderLinking
    /// Ends nobody's sessions. Tells the player.
    func removeLink(
        _ id: ProviderLinkID, of player: PlayerNumber, at now: Timestamp
    ) async throws(StoreError) -> ProviderUnlinking
}

extension ProviderLink {
    /// Of one player.
    public static let countLimit = 16
}
