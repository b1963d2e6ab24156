public import LaurelDomain

/// The 256-bit digest of a secret: the store can tell that somebody has it, and cannot tell anybody what it is.
public struct SecretDigest: Hashable, Sendable {
    public static let byteCount = 32
    private let words: (UInt64, UInt64, UInt64, UInt64)

    /// - Parameter words: the bytes in order, as big-endian numbers.
    public init(words: (UInt64, UInt64, UInt64, UInt64)) { self.words = words }

    /// - Returns: nil unless there are exactly 32 bytes.
    public init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        words = bytes.withUnsafeBytes { bytes in
            func word(_ index: Int) -> UInt64 {
                UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
            }
            return (word(0), word(1), word(2), word(3))
        }
    }

    public var bytes: [UInt8] {
        [words.0, words.1, words.2, words.3].flatMap { word in
            stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
        }
    }

    public static func == (left: SecretDigest, right: SecretDigest) -> Bool { left.words == right.words }

    /// A digest's bits are evenly spread, so a quarter of them says as much as all.
    public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

/// A player who wants to sign up, and all that is written with them, or not at all.
public struct NewPlayer: Sendable {
    public var alias: Alias
    public var displayName: String
    /// In the PHC string format, with its parameters and salt.
    public var passwordHash: String
    public var recoveryCodes: [SecretDigest]
    public var created: Timestamp
    public var entrance: Entrance
    public var session: NewSession?
    /// For the audit log, where it says that somebody became administrator.
    public var requestID: String

    public init(
        alias: Alias, displayName: String, passwordHash: String, recoveryCodes: [SecretDigest], created: Timestamp,
        entrance: Entrance, session: NewSession?, requestID: String = ""
    ) {
        self.requestID = requestID
        self.alias = alias
        self.displayName = displayName
        self.passwordHash = passwordHash
        self.recoveryCodes = recoveryCodes
        self.created = created
        self.entrance = entrance
        self.session = session
    }
}

extension NewPlayer {
    /// What the audit log says of a player who becomes administrator; nil for all others.
    public func claim(as player: PlayerNumber) -> NewAuditEntry? {
        guard case .administratorLink = entrance else { return nil }
        return NewAuditEntry(.administratorClaim, by: .player(player), time: created, requestID: requestID)
    }
}

/// Through which door a player comes in.
public enum Entrance: Hashable, Sendable {
    case open
    /// Spent by it; refused when unknown, spent or expired at `created`.
    case invitation(SecretDigest)
    /// Spent by it; makes an administrator.
    case administratorLink(SecretDigest)
}

/// What became of a ``NewPlayer``.
public enum Registration: Hashable, Sendable {
    case registered(Player, SessionRecord?)
    case aliasTaken
    /// The invitation or link is no good (any more). Nothing was written.
    case entranceRefused
}

/// A session to be made.
public struct NewSession: Hashable, Sendable {
    public var digest: SecretDigest
    public var binding: Binding
    /// Nil: a device of its own, that no later session joins.
    public var device: DeviceName?
    public var created: Timestamp
    /// The device said that nothing of the session's game waits on it.
    public var hasEmptyQueue: Bool
    /// How many sessions its player may have with it; those used longest ago end for it.
    public var countLimit: Int
    /// The player is told by mail, if they have an address.
    public var isOfUnknownDevice: Bool

    public init(
        digest: SecretDigest, binding: Binding, device: DeviceName?, created: Timestamp, hasEmptyQueue: Bool,
        countLimit: Int = .max, isOfUnknownDevice: Bool = false
    ) {
        self.isOfUnknownDevice = isOfUnknownDevice
        self.digest = digest
        self.binding = binding
        self.device = device
        self.created = created
        self.hasEmptyQueue = hasEmptyQueue
        self.countLimit = countLimit
    }
}

/// A session as it is stored, with what its player and device say now.
public struct SessionRecord: Hashable, Sendable {
    public let id: SessionID
    public let player: PlayerNumber
    public let device: DeviceNumber
    public let binding: Binding
    public let isAdministrator: Bool
    public let created: Timestamp
    public var lastUsed: Timestamp
    /// The last contact at which the device had nothing to send for the session's game (rule 4.7). Nil also where it is
    /// for none.
    public var emptyQueue: Timestamp?
    /// What ended to make room for it; nothing, once it is read back.
    public var displaced: [SessionID] = []

    public init(
        id: SessionID, player: PlayerNumber, device: DeviceNumber, binding: Binding, isAdministrator: Bool,
        created: Timestamp, lastUsed: Timestamp, emptyQueue: Timestamp?
    ) {
        self.id = id
        self.player = player
        self.device = device
        self.binding = binding
        self.isAdministrator = isAdministrator
        self.created = created
        self.lastUsed = lastUsed
        self.emptyQueue = emptyQueue
    }
}

/// What a sign-in is judged by.
public struct Credentials: Hashable, Sendable {
    public let player: PlayerNumber
    public let passwordHash: String

    public init(player: PlayerNumber, passwordHash: String) {
        self.player = player
        self.passwordHash = passwordHash
    }
}

/// Display names in one piece: a million of them are no million objects.
public struct PackedNames: Hashable, Sendable {
    public private(set) var players: [PlayerNumber] = []
    /// Where each name ends in ``text``; it starts where the one before ends.
    public private(set) var ends: [Int] = []
    /// UTF-8.
    public private(set) var text: [UInt8] = []

    public init() {}

    /// - Parameter name: UTF-8.
    public mutating func append(_ player: PlayerNumber, name: UnsafeRawBufferPointer) {
        players.append(player)
        text.append(contentsOf: name)
        ends.append(text.count)
    }
}

/// An app to be made.
public struct NewApp: Hashable, Sendable {
    public var team: TeamNumber
    public var bundleID: BundleID
    public var name: String
    public var sku: String
    public var defaultLanguage: LanguageTag
    public var link: String?
    public var localizations: [AppLocalization]

    public init(
        team: TeamNumber, bundleID: BundleID, name: String, sku: String, defaultLanguage: LanguageTag, link: String?,
        localizations: [AppLocalization] = []
    ) {
        self.team = team
        self.bundleID = bundleID
        self.name = name
        self.sku = sku
        self.defaultLanguage = defaultLanguage
        self.link = link
        self.localizations = localizations
    }
}
