public import LaurelDomain

/// The origins from which pages may call a game's routes. Every engine must pass `WebOriginsContract`.
public protocol WebOriginDirectory: Sendable {
    /// Of every app that has some, in the order in which they were given.
    func webOrigins() async throws(StoreError) -> [AppNumber: [WebOrigin]]
    /// In place of those that there were, with the entry in the audit log.
    func setWebOrigins(
        _ origins: [WebOrigin], of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError)
}

extension InMemoryDirectory {
    public func webOrigins() async throws(StoreError) -> [AppNumber: [WebOrigin]] { storedWebOrigins }

    public func setWebOrigins(
        _ origins: [WebOrigin], of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) {
        storedWebOrigins[app] = origins.isEmpty ? nil : origins
        if let entry { audit.append(entry) }
    }
}
