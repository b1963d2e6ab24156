public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Reads the identity keys at the start, and makes the first one.
public struct PrepareIdentity: Sendable {
    private let keys: IdentityKeys
    public init(_ keys: IdentityKeys) { self.keys = keys }

    public func callAsFunction() async throws(IdentityError) {
        let known = try await IdentityError.translating { () throws(StoreError) in
            try await keys.directory.identityKeys()
        }
        // The key that sealed the last one may have been lost.
        guard let last = known.last, last.privateKey != nil else {
            _ = try await keys.make(after: known.last?.number, by: nil)
            return
        }
        try keys.publish(known)
    }
}

/// Makes a new identity key. What was signed with the old one can still be verified; nobody can sign with it any more.
public struct RotateIdentity: Sendable {
    private let keys: IdentityKeys
    public init(_ keys: IdentityKeys) { self.keys = keys }

    /// - Returns: the new certificate.
    public func callAsFunction(by administrator: Administrator) async throws(IdentityError) -> CertificateID {
        try await keys.make(after: keys.current?.number, by: administrator)
    }
}

extension IdentityKeys {
    /// - Parameter administrator: nil: the server itself, at its first start.
    fileprivate func make(
        after last: Int64?, by administrator: Administrator?
    ) async throws(IdentityError) -> CertificateID {
        let now = clock.now()
        let from = now.advanced(by: -Self.clockAllowance).milliseconds / 1_000
        let to = now.advanced(by: Self.lifetime).milliseconds / 1_000
        guard let pair = await signing.make(from, to) else { throw .broken(reason: "couldn't create an RSA key") }
        let entry = administrator?.entry(.identityRotate, at: now)
        let all = try await IdentityError.translating { () throws(StoreError) in
            try await directory.addIdentityKey(
                certificate: pair.certificate, privateKey: pair.privateKey, created: now, after: last, entry)
        }
        try publish(all)
        guard let currentID else { throw .broken(reason: "the new identity key is missing") }
        return currentID
    }
}
