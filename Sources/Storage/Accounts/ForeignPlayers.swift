public import LaurelDomain

/// Who somebody from elsewhere is in an app.
public struct ForeignPlayer: Hashable, Sendable {
    public let app: AppNumber
    /// Of the app and the ID, under a key of the server: by it they are found.
    public let digest: SecretDigest
    /// Nil: they were erased, and the digest alone remains, so that no later import brings them back.
    public let id: ForeignPlayerID?
    /// Nil with ``id``.
    public let player: PlayerNumber?
    /// Grows with each new link to claim them: older links are good no more.
    public let generation: Int64
    /// Whether nobody has claimed them: the player is a guest whom the import made.
    public let isUnclaimed: Bool

    public init(
        app: AppNumber, digest: SecretDigest, id: ForeignPlayerID?, player: PlayerNumber?, generation: Int64,
        isUnclaimed: Bool
    ) {
        self.app = app
        self.digest = digest
        self.id = id
        self.player = player
        self.generation = generation
        self.isUnclaimed = isUnclaimed
    }
}

/// Somebody from elsewhere who is to be known here.
public struct NewForeignPlayer: Sendable {
    public enum Target: Sendable {
        /// An account that exists.
        case account(PlayerNumber)
        /// A new guest, under the first of these names that can be had, whom the secret claims.
        case guest([Alias], SecretDigest)
    }

    public var digest: SecretDigest
    public var id: ForeignPlayerID
    public var target: Target

    public init(digest: SecretDigest, id: ForeignPlayerID, target: Target) {
        self.digest = digest
        self.id = id
        self.target = target
    }
}

/// What became of ``NewForeignPlayer``s.
public struct AddedForeignPlayers: Sendable {
    /// Guests who were made.
    public var made: [Player] = []
    /// The indices of those for whom none of the names could be had. They were left out.
    public var nameless: [Int] = []

    public init() {}
}

/// Players from elsewhere, by app. Every engine must pass `ForeignPlayerContract`.
public protocol ForeignPlayerDirectory: Sendable {
    /// Those of an app that are known, in no order.
    func foreignPlayers(
        _ digests: [SecretDigest], of app: AppNumber
    ) async throws(StoreError) -> [ForeignPlayer]
    /// Makes them known, in one transaction with the entry of the audit log. One that is known stays as it is, and an
    /// account that is gone or a guest is left out.
    func addForeignPlayers(
        _ new: [NewForeignPlayer], to app: AppNumber, at now: Timestamp, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> AddedForeignPlayers
    /// Those of an app whom nobody has claimed, in order of digest.
    func unclaimedPlayers(
        of app: AppNumber, after digest: SecretDigest?, limit: Int
    ) async throws(StoreError) -> [ForeignPlayer]
    /// The secret of the next generation takes the place of the one that is; with the entry of the audit log.
    ///
    /// - Returns: false, with nothing written, when the generation is another one by now, or they were claimed.
    func renewClaim(
        of player: ForeignPlayer, _ secret: SecretDigest, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool
    /// Who a player was elsewhere, in order of app.
    func foreignIdentities(of player: PlayerNumber) async throws(StoreError) -> [ForeignPlayer]
}
