public import LaurelDomain
import Synchronization

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

/// The reference's audit log. The in-memory journal and directory share one, as the tables of one file would be
/// shared.
public final class InMemoryAudit: Sendable {
    private let rows = Mutex<[AuditEntry]>([])

    init() {}

    func append(_ entry: NewAuditEntry) {
        rows.withLock { rows in rows.append(AuditEntry(id: AuditID(Int64(rows.count) + 1), content: entry)) }
    }

    func entries(of scope: AuditScope, before id: AuditID?, limit: Int) -> [AuditEntry] {
        rows.withLock { rows in
            let wanted = rows.reversed().lazy.filter { entry in
                let isOlder = id.map { entry.id < $0 } ?? true
                return switch scope {
                case .server: isOlder
                case .team(let team): isOlder && entry.content.team == team
                }
            }
            return Array(wanted.prefix(max(0, limit)))
        }
    }
}

extension InMemoryDirectory {
    public func record(_ entry: NewAuditEntry) async throws(StoreError) { audit.append(entry) }

    public func auditEntries(
        of scope: AuditScope, before id: AuditID?, limit: Int
    ) async throws(StoreError) -> [AuditEntry] {
        audit.entries(of: scope, before: id, limit: limit)
    }
}
