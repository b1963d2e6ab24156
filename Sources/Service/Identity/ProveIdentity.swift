public import LaurelDomain
import LaurelStorage

/// Signs who a player is, for the game's own server (rule 1.10).
public struct ProveIdentity: Sendable {
    public static let saltByteCount = 16
    private let keys: IdentityKeys
    private let ids: PlayerIDs

    public init(_ keys: IdentityKeys, ids: PlayerIDs) {
        self.keys = keys
        self.ids = ids
    }

    public func callAsFunction(_ player: PlayerNumber, in app: App) async throws(IdentityError) -> IdentityProof {
        guard let key = keys.current else { throw .unavailable }
        let proof = IdentityProof(
            teamPlayerID: ids.id(of: player, in: .team(app.team)), bundleID: app.bundleID, timestamp: keys.clock.now(),
            salt: keys.random.bytes(Self.saltByteCount), certificate: key.id)
        guard let signature = await key.sign(proof.payload) else { throw .busy }
        return proof.signed(signature)
    }
}

/// What a game hands to its own server.
public struct IdentityProof: Hashable, Sendable {
    public let teamPlayerID: String
    public let bundleID: BundleID
    public let timestamp: Timestamp
    public let salt: [UInt8]
    public let certificate: CertificateID
    public private(set) var signature: [UInt8] = []

    init(teamPlayerID: String, bundleID: BundleID, timestamp: Timestamp, salt: [UInt8], certificate: CertificateID) {
        self.teamPlayerID = teamPlayerID
        self.bundleID = bundleID
        self.timestamp = timestamp
        self.salt = salt
        self.certificate = certificate
    }

    /// What is signed: the id and the bundle id in UTF-8, the time as a UInt64 in milliseconds, big-endian, the salt;
    /// nothing in between.
    public var payload: [UInt8] {
        let milliseconds = UInt64(clamping: timestamp.milliseconds)
        let time = stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: milliseconds >> UInt64($0)) }
        return Array(teamPlayerID.utf8) + Array(bundleID.text.utf8) + time + salt
    }

    fileprivate func signed(_ signature: [UInt8]) -> IdentityProof {
        var proof = self
        proof.signature = signature
        return proof
    }
}
