public import LaurelDomain

/// The audit log. It is added to by the transaction that an entry tells of, and read; nothing changes or deletes it.
public protocol AuditDirectory: Sendable {
    /// For an act that writes nothing else here.
    func record(_ entry: NewAuditEntry) async throws(StoreError)
    /// The latest first, from before `id` on.
    ///
    /// - Parameter scope: whose.
    func auditEntries(
        of scope: AuditScope, before id: AuditID?, limit: Int
    ) async throws(StoreError) -> [AuditEntry]
}

extension NewAuditEntry {
    /// The same, of a team whose number was not known before it was made.
    public func of(_ team: TeamNumber) -> NewAuditEntry {
        var entry = self
        entry.team = team
        return entry
    }

    /// The same, of an app whose number was not known before it was made.
    public func of(_ app: AppNumber) -> NewAuditEntry {
        var entry = self
        entry.app = app
        return entry
    }
}
