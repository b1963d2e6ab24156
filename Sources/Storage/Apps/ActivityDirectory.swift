public import LaurelDomain

/// Activities of games. Every engine must pass `ActivityContract`.
public protocol ActivityDirectory: Sendable {
    /// In order of app and creation.
    func activities() async throws(StoreError) -> [AppActivity]
    /// Writes all of it, and the audit log's entry; a new one comes after the others of its app.
    func putActivity(
        _ activity: ActivityDefinition, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError)
    /// - Returns: whether there was one; the entry is written only then.
    func removeActivity(
        _ id: ActivityID, of app: AppNumber, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool
}

/// An activity, and whose it is.
public struct AppActivity: Hashable, Sendable {
    public let app: AppNumber
    public let activity: ActivityDefinition

    public init(app: AppNumber, activity: ActivityDefinition) {
        self.app = app
        self.activity = activity
    }
}
