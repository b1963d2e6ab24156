public import LaurelDomain

/// A player who is signed in on this device, in one game.
public struct StoredSession: Hashable, Sendable, Codable {
    /// The server's address.
    public var server: String
    public var bundleID: String
    /// `production` or `sandbox`.
    public var environment: String
    /// The secret that proves it.
    public var token: String
    public var player: PlayerRecord
    public var restrictions = PlayerRestrictions()
    /// Whether the player has no password yet; nil: it was not known when the device was written.
    public var isGuest: Bool?

    /// - Parameter isGuest: whether this device's secret opened it.
    public init(_ opened: OpenedSession, for game: DeviceGame, isGuest: Bool = false) {
        self.isGuest = isGuest
        server = game.server.text
        bundleID = game.bundleID.text
        environment = game.environment.name
        token = opened.token
        player = opened.player
    }

    public func belongs(to game: DeviceGame) -> Bool {
        server == game.server.text && bundleID == game.bundleID.text && environment == game.environment.name
    }
}

/// One game on one server, as a device tells sessions and queues apart.
public struct DeviceGame: Hashable, Sendable {
    public var server: ServerAddress
    public var bundleID: BundleID
    public var environment: Environment

    public init(server: ServerAddress, bundleID: BundleID, environment: Environment) {
        self.server = server
        self.bundleID = bundleID
        self.environment = environment
    }
}
