/// A saved game's own id, made by the game together with the save: sent again, it is stored once (rule 9.1).
///
/// - Range: 1 to 64 characters of letters, digits, `.`, `_`, `-`. A UUID will do.
public struct SavedGameID: Hashable, Sendable {
    public static let lengthLimit = 64
    public let text: String

    public init(_ text: String) throws(InvalidIdentifier) {
        try checkIdentifier(text, limit: Self.lengthLimit)
        self.text = text
    }
}

/// What the player knows a saved game by, such as `Slot 1`.
///
/// - Range: 1 to 64 characters of any script that can be seen; see ``PlainText``. Upper and lower case differ.
public struct SavedGameName: Hashable, Sendable {
    public static let lengthLimit = 64
    public let text: String

    /// - Returns: nil for a text that is no name.
    public init?(_ text: String) {
        guard PlainText.holdsPiles(text, limit: Self.lengthLimit), PlainText.isSeen(text) else { return nil }
        self.text = text
    }

    /// One that was checked when it was stored.
    public init(stored text: String) { self.text = text }
}

/// Where a player's saved games of one game lie: the environments never mix (rule 3.2).
public struct SavedGameShelf: Hashable, Sendable {
    public let player: PlayerNumber
    public let app: AppNumber
    public let environment: Environment

    public init(player: PlayerNumber, app: AppNumber, environment: Environment) {
        self.player = player
        self.app = app
        self.environment = environment
    }
}

/// One version of a saved game, without its data. Several of one name are a conflict.
public struct SavedGame: Hashable, Sendable {
    public static let deviceNameLimit = 64

    public let id: SavedGameID
    public let name: SavedGameName
    /// The device that saved it: what it saves next follows on this.
    public let device: DeviceNumber
    /// What its player calls that device; may be empty.
    public let deviceName: String
    /// When the game was saved there, which may be some time before it arrived.
    public let modified: Timestamp
    public let byteCount: Int
    /// SHA-256 of the data: 32 bytes.
    public let digest: [UInt8]

    public init(
        id: SavedGameID, name: SavedGameName, device: DeviceNumber, deviceName: String, modified: Timestamp,
        byteCount: Int, digest: [UInt8]
    ) {
        self.id = id
        self.name = name
        self.device = device
        self.deviceName = deviceName
        self.modified = modified
        self.byteCount = byteCount
        self.digest = digest
    }
}

/// How much a player may save. The operator's errors name these.
public struct SavedGameLimits: Hashable, Sendable {
    /// Bytes of one version.
    public var bytes = 4 * 1_048_576
    /// Versions of one player in one game and environment, those in conflict included.
    public var count = 64
    /// Bytes of one player, over all their games and both environments.
    public var playerBytes = 64 * 1_048_576

    public init() {}
}
