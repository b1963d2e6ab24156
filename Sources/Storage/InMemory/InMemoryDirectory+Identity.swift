public import LaurelDomain

extension InMemoryDirectory {
    public func identityKeys() async throws(StoreError) -> [IdentityKey] { storedIdentityKeys }

    public func addIdentityKey(
        certificate: [UInt8], privateKey: [UInt8], created: Timestamp, after last: Int64?, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> [IdentityKey] {
        guard storedIdentityKeys.last?.number == last else { return storedIdentityKeys }
        for index in storedIdentityKeys.indices { storedIdentityKeys[index].privateKey = nil }
        storedIdentityKeys.append(
            IdentityKey(
                number: (last ?? 0) + 1, certificate: certificate, privateKey: privateKey, created: created))
        if let entry { audit.append(entry) }
        return storedIdentityKeys
    }
}
