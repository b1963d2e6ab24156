public import LaurelDomain

/// In which order apps show what they have. Every engine must pass `DisplayOrderContract`.
public protocol DisplayOrderDirectory: Sendable {
    /// Of every app that has one. What it names may be gone.
    func displayOrders() async throws(StoreError) -> [AppNumber: DisplayOrder]
    /// In place of the one that there was, with the entry in the audit log.
    func setDisplayOrder(
        _ order: DisplayOrder, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError)
}
