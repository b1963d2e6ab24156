public import LaurelDomain

/// The keys by which the server vouches for players (rule 1.10). Every engine must pass `IdentityContract`.
public protocol IdentityDirectory: Sendable {
    /// In order of making; the last one is in use.
    func identityKeys() async throws(StoreError) -> [IdentityKey]
    /// Writes a new key after `last` and forgets the private parts of all before it.
    ///
    /// - Parameters:
    ///   - last: the number of the key that the caller knew to be the last; nil: there was none.
    ///   - entry: for the audit log, written with the key.
    /// - Returns: all keys that there are now. Of many who call at once one writes, and all get the same.
    func addIdentityKey(
        certificate: [UInt8], privateKey: [UInt8], created: Timestamp, after last: Int64?, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> [IdentityKey]
}

/// A certificate, with its private key as long as that is in use.
public struct IdentityKey: Hashable, Sendable {
    public let number: Int64
    /// X.509 in DER.
    public let certificate: [UInt8]
    /// In DER; nil: it is not in use any more, and nobody can sign with it.
    public var privateKey: [UInt8]?
    public let created: Timestamp

    public init(number: Int64, certificate: [UInt8], privateKey: [UInt8]?, created: Timestamp) {
        self.number = number
        self.certificate = certificate
        self.privateKey = privateKey
        self.created = created
    }
}
