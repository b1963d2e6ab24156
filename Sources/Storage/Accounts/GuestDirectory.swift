public import LaurelDomain

/// A guest to be made: a player without a password, whom a device's secret signs in (rule 1.11).
public struct NewGuest: Sendable {
    public var alias: Alias
    public var secret: SecretDigest
    /// The game that made it; nil: one of our own pages.
    public var app: AppNumber?
    public var session: NewSession

    public init(alias: Alias, secret: SecretDigest, app: AppNumber?, session: NewSession) {
        self.alias = alias
        self.secret = secret
        self.app = app
        self.session = session
    }
}

/// What became of a ``NewGuest``. Nothing was written unless it was registered.
public enum GuestRegistration: Hashable, Sendable {
    case registered(Player, SessionRecord)
    /// Or one that looks like it.
    case aliasTaken
    /// Another call with the same secret was quicker, or it is a merged guest's.
    case secretTaken
}

/// A device's secret, and who it stands for.
public struct GuestRecord: Hashable, Sendable {
    public let player: PlayerNumber
    /// See ``NewGuest/app``.
    public let app: AppNumber?
    /// When they signed in with the secret, or last used a session that has ended since.
    public let lastSeen: Timestamp
    /// When they chose an alias and a password: the secret signs nobody in any more. Nil: still a guest.
    public let upgraded: Timestamp?

    public init(player: PlayerNumber, app: AppNumber?, lastSeen: Timestamp, upgraded: Timestamp?) {
        self.player = player
        self.app = app
        self.lastSeen = lastSeen
        self.upgraded = upgraded
    }
}

/// What a guest becomes (rule 1.12).
public struct NewCredentials: Sendable {
    public var alias: Alias
    /// In the PHC string format.
    public var passwordHash: String
    public var recoveryCodes: [SecretDigest]
    /// Spent by it.
    public var entrance: Entrance
    /// The device that the guest does it on, and what it calls itself; nil: it doesn't say.
    public var device: (number: DeviceNumber, name: DeviceName)?
    public var time: Timestamp

    public init(
        alias: Alias, passwordHash: String, recoveryCodes: [SecretDigest], entrance: Entrance,
        device: (number: DeviceNumber, name: DeviceName)? = nil, time: Timestamp
    ) {
        self.alias = alias
        self.passwordHash = passwordHash
        self.recoveryCodes = recoveryCodes
        self.entrance = entrance
        self.device = device
        self.time = time
    }
}

/// What became of an upgrade. Nothing was written unless it succeeded.
public enum GuestUpgrade: Hashable, Sendable {
    case upgraded(Player)
    /// By another player; the guest's own alias may be kept.
    case aliasTaken
    case entranceRefused
    /// They are no guest, or no player any more.
    case noGuest
}

/// Guests, and how they become players with a password. Every engine must pass `GuestContract`.
public protocol GuestDirectory: Sendable {
    /// Writes the player, the secret and the session: all or nothing.
    func register(_ guest: NewGuest) async throws(StoreError) -> GuestRegistration
    /// - Returns: nil when no player has this secret.
    func guest(_ secret: SecretDigest) async throws(StoreError) -> GuestRecord?
    /// A session of the guest who has the secret.
    /// - Returns: nil, with nothing written, when there is none, or they were upgraded or merged.
    func addSession(_ session: NewSession, forGuest secret: SecretDigest) async throws(StoreError) -> SessionRecord?
    /// Those who are guests now, in order of number: for the table in memory.
    func guests(after player: PlayerNumber?, limit: Int) async throws(StoreError) -> [PlayerNumber]
    /// Guests who were not seen since, longest unseen first.
    /// - Parameter last: of the page before; nil: from the beginning.
    func guests(
        unseenSince moment: Timestamp, after last: GuestRecord?, limit: Int
    ) async throws(StoreError) -> [GuestRecord]
    /// As ``ErasureDirectory/beginErasure(of:receipt:at:)``, if the guest was not seen since.
    /// - Returns: nil, with nothing written, when they came back, were upgraded, or are no player any more.
    func beginErasure(
        ofGuest player: PlayerNumber, unseenSince moment: Timestamp, receipt: String, at now: Timestamp
    ) async throws(StoreError) -> ErasureRecord?
    /// Gives a guest an alias, a password and recovery codes. Number, sessions and all that is theirs stay. A device of
    /// theirs that has no name yet gets the one that it gives itself, unless another device of theirs has it.
    func upgradeGuest(
        _ player: PlayerNumber, to credentials: NewCredentials
    ) async throws(StoreError) -> GuestUpgrade
    /// Upgraded guests whose scores may wait for it still (rule 1.11), in order of number. One who was upgraded is
    /// among them until ``noteReleased(_:at:)``.
    func unreleasedGuests(limit: Int) async throws(StoreError) -> [PlayerNumber]
    /// No score of theirs waits any more. Nothing happens for guests who aren't upgraded.
    func noteReleased(_ player: PlayerNumber, at now: Timestamp) async throws(StoreError)
}
