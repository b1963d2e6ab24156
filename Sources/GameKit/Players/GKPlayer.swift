import LaurelClient
import LaurelDomain
import Synchronization

/// What all kinds of players share.
// SAFETY: holds nothing that changes; GKPlayer guards what it adds.
open class GKBasePlayer: NSObject, @unchecked Sendable {
    /// The player's ID in this game: see ``GKPlayer/gamePlayerID``.
    @available(iOS, deprecated: 13.0)
    open var playerID: String? { nil }
    open var displayName: String? { nil }
}

/// A player, as the game sees them.
// SAFETY: what changes is in `state`, behind its lock.
open class GKPlayer: GKBasePlayer, @unchecked Sendable {
    struct State: Sendable {
        var record: PlayerRecord?
        var guestIdentifier: String?
        var center: Laurel?
    }

    private let state = Mutex(State())

    /// An unidentified player; real ones come from the server.
    public required override init() { super.init() }

    convenience init(_ record: PlayerRecord, in center: Laurel) {
        self.init()
        state.withLock { state in
            state.record = record
            state.center = center
        }
    }

    /// The engine that this player came from.
    var center: Laurel { state.withLock(\.center) ?? .current }

    /// What is known of this player: what they came with, and what was loaded since.
    var record: PlayerRecord? {
        let (own, center) = state.withLock { ($0.record, $0.center) }
        guard let own else { return nil }
        guard own.teamPlayerID == nil || own.alias == nil else { return own }
        return center?.roster.record(own.id) ?? own
    }

    // MARK: Names and ids

    /// Stable for this player in this game, on any device.
    open var gamePlayerID: String { record?.id ?? "" }
    /// Stable for this player in all games of one team.
    open var teamPlayerID: String { record?.teamPlayerID ?? "" }
    /// Same as ``gamePlayerID``: games never see an ID that other developers' games see too.
    @available(iOS, deprecated: 13.0)
    open override var playerID: String { guestIdentifier ?? gamePlayerID }
    /// The real name, if this player shares it and the local player is their friend; otherwise the alias.
    open override var displayName: String { record?.displayName ?? guestIdentifier ?? "" }
    open var alias: String { record?.alias ?? displayName }

    /// Whether the IDs are persistent: true except for guests.
    open func scopedIDsArePersistent() -> Bool { guestIdentifier == nil }

    // MARK: Guests

    /// Somebody playing without an account.
    open class func anonymousGuestPlayer(withIdentifier guestIdentifier: String) -> Self {
        let guest = self.init()
        guest.state.withLock { $0.guestIdentifier = guestIdentifier }
        return guest
    }

    open var guestIdentifier: String? { state.withLock(\.guestIdentifier) }

    // MARK: As an object

    /// Objects for the same player are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? GKPlayer else { return false }
        if self === other { return true }
        guard !playerID.isEmpty else { return false }
        return playerID == other.playerID && (guestIdentifier == nil) == (other.guestIdentifier == nil)
    }

    /// The same for all players. The local player stands for the signed-in player and equals their other objects, so
    /// any hash of an ID would change in a game's sets and dictionaries while it is in them.
    open override var hash: Int { Self.commonHash }
    private static let commonHash = 0x4C61_7572_656C

    open override var description: String {
        "<\(type(of: self)) alias: \(alias), gamePlayerID: \(gamePlayerID), displayName: \(displayName)>"
    }

    // MARK: Loading

    /// Players by ID. Unknown ones are left out.
    @available(iOS, deprecated: 14.5)
    @preconcurrency open class func loadPlayers(
        forIdentifiers identifiers: [String],
        withCompletionHandler completionHandler: (@Sendable ([GKPlayer]?, (any Error)?) -> Void)? = nil
    ) {
        Laurel.current.answer(completionHandler) { (center) throws(GKError) in
            try await center.loadPlayers(identifiers)
        }
    }

    open class func loadPlayers(forIdentifiers identifiers: [String]) async throws -> [GKPlayer] {
        try await Laurel.current.loadPlayers(identifiers)
    }

    // MARK: Photo

    /// The player's photo: small is 128 pixels square, normal 512. Fails with `playerPhotoFailure` if there's none.
    @preconcurrency open func loadPhoto(
        for size: GKPlayer.PhotoSize,
        withCompletionHandler completionHandler: (@Sendable (UIImage?, (any Error)?) -> Void)? = nil
    ) {
        center.answer(completionHandler) { (center) throws(GKError) in try await center.photo(of: self, size) }
    }

    open func loadPhoto(for size: GKPlayer.PhotoSize) async throws -> UIImage {
        try await center.photo(of: self, size)
    }

    // MARK: Friends

    /// Whether this player is among the friends loaded last.
    @available(iOS, deprecated: 8.0, message: "Use GKLocalPlayer.loadFriends.")
    open var isFriend: Bool { center.isFriend(gamePlayerID) }

    /// Whether the local player may invite this player: not themselves, not a guest, and multiplayer isn't restricted.
    open var isInvitable: Bool {
        guard let session = center.session, guestIdentifier == nil, !gamePlayerID.isEmpty else { return false }
        return session.player.id != gamePlayerID && !session.restrictions.isMultiplayerGamingRestricted
    }
}

extension GKPlayer {
    // SAFETY: an enumeration of integers; Apple's has the same mark.
    public enum PhotoSize: Int, @unchecked Sendable {
        case small = 0
        case normal = 1
    }
}

/// The name before Swift 4.2.
@available(iOS, deprecated: 11.0, renamed: "GKPlayer.PhotoSize")
public typealias GKPhotoSize = GKPlayer.PhotoSize

/// The value of ``GKPlayer/playerID`` on Apple's systems since iOS 14. Never used here: this game's IDs take its place.
public let GKPlayerIDNoLongerAvailable = "GKPlayerIDNoLongerAvailable"

extension Notification.Name {
    /// Posted when a player signs in or out, or when the player changes. The object is the local player.
    public static let GKPlayerAuthenticationDidChangeNotificationName = Notification.Name(
        "GKPlayerAuthenticationDidChangeNotificationName")
    /// Posted when the player's names or photo change. The object is the player.
    public static let GKPlayerDidChangeNotificationName = Notification.Name("GKPlayerDidChangeNotificationName")

    /// The name before Swift 4.2.
    public static let GKPlayerAuthenticationDidChange = GKPlayerAuthenticationDidChangeNotificationName
}
