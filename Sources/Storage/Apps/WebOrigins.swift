public import LaurelDomain

/// The addresses from which pages may call a game's routes, and to which sign-ins return.
/// Every engine must pass `WebOriginsContract`.
public protocol WebOriginDirectory: Sendable {
    /// Of every app that has some, in the order in which they were given.
    func webOrigins() async throws(StoreError) -> [AppNumber: [WebAddress]]
    /// In place of those that there were, with the entry in the audit log.
    func setWebOrigins(
        _ origins: [WebAddress], of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError)
}
