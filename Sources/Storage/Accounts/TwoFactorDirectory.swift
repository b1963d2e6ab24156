public import LaurelDomain

/// The second factor of players: a shared secret (RFC 6238), which codes were used, and recovery codes.
public protocol TwoFactorDirectory: Sendable {
    func twoFactor(of player: PlayerNumber) async throws(StoreError) -> TwoFactorRecord?
    /// A secret that waits for its first code, in place of an older one that waited.
    ///
    /// - Returns: false, with nothing written, when a secret is confirmed already.
    func offerTwoFactor(_ secret: [UInt8], to player: PlayerNumber) async throws(StoreError) -> Bool
    /// From now on the secret counts; all sessions but one end, for they were made without it, and the player is told.
    ///
    /// - Parameter step: of the code that confirmed it, which is used by that.
    /// - Returns: false, with nothing written, when this secret does not wait.
    func confirmTwoFactor(
        _ secret: [UInt8], of player: PlayerNumber, step: Int64, recoveryCodes: [SecretDigest], keeping: SessionID,
        at now: Timestamp
    ) async throws(StoreError) -> Bool
    /// Marks a code as used.
    ///
    /// - Returns: false when it was, or a later one.
    func useTwoFactorStep(_ step: Int64, of player: PlayerNumber) async throws(StoreError) -> Bool
    /// Spends a recovery code.
    ///
    /// - Returns: whether there was one.
    func useTwoFactorCode(_ code: SecretDigest, of player: PlayerNumber) async throws(StoreError) -> Bool
    /// Tells the player, too.
    ///
    /// - Parameter entry: for what an administrator does.
    /// - Returns: whether there was one.
    func removeTwoFactor(
        of player: PlayerNumber, _ entry: NewAuditEntry?, at now: Timestamp
    ) async throws(StoreError) -> Bool
}

public struct TwoFactorRecord: Hashable, Sendable {
    public var secret: [UInt8]
    public var isConfirmed: Bool
    /// The step of the last code used; each is good once (RFC 6238, section 5.2).
    public var lastStep: Int64
    public var recoveryCodesLeft: Int

    public init(secret: [UInt8], isConfirmed: Bool, lastStep: Int64, recoveryCodesLeft: Int) {
        self.secret = secret
        self.isConfirmed = isConfirmed
        self.lastStep = lastStep
        self.recoveryCodesLeft = recoveryCodesLeft
    }
}
