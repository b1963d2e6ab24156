public import LaurelDomain
public import LaurelScores
public import LaurelStorage

/// The audit log as a team, or an administrator of the server, reads it: the latest entry first.
public struct ReadAudit: Sendable {
    /// Entries of one page.
    public static let countLimit = 100
    private let directory: any AuditDirectory

    public init(_ directory: any AuditDirectory) { self.directory = directory }

    /// - Parameters:
    ///   - id: entries from before this one; nil: from the latest on.
    ///   - count: 1 to ``countLimit``.
    public func callAsFunction(
        _ scope: AuditScope, before id: AuditID?, count: Int, by administrator: Administrator
    ) async throws(ReadAuditError) -> AuditPage {
        let count = min(max(1, count), Self.countLimit)
        // One more than shown says whether there are more.
        let entries = try await ReadAuditError.translating { () throws(StoreError) in
            try await directory.auditEntries(of: scope, before: id, limit: count + 1)
        }
        let shown = Array(entries.prefix(count))
        return AuditPage(entries: shown, next: entries.count > count ? shown.last?.id : nil)
    }
}

/// Adds an entry for an act that no transaction of the store's carries one for.
public struct RecordAct: Sendable {
    private let directory: any AuditDirectory
    public init(_ directory: any AuditDirectory) { self.directory = directory }

    public func callAsFunction(_ entry: NewAuditEntry) async throws(ReadAuditError) {
        try await ReadAuditError.translating { () throws(StoreError) in try await directory.record(entry) }
    }
}

public struct AuditPage: Hashable, Sendable {
    public let entries: [AuditEntry]
    /// What the next page starts before; nil: this was the last.
    public let next: AuditID?
}

public enum ReadAuditError: Error, StoreFailure, Hashable, Sendable {
    case unavailable
    case broken(reason: String)
}
