public import LaurelDomain

/// The origins from which pages may call a game's routes. Every engine must pass `WebOriginsContract`.
public protocol WebOriginDirectory: Sendable {
    /// Of every app that has some, in the order in which they were given.
    func webOrigins() async throws(StoreError) -> [AppNumber: [WebOrigin]]
    /// In place of those that there were.
    func setWebOrigins(_ origins: [WebOrigin], of app: AppNumber) async throws(StoreError)
}

extension InMemoryDirectory {
    public func webOrigins() async throws(StoreError) -> [AppNumber: [WebOrigin]] { storedWebOrigins }

    public func setWebOrigins(_ origins: [WebOrigin], of app: AppNumber) async throws(StoreError) {
        storedWebOrigins[app] = origins.isEmpty ? nil : origins
    }
}
