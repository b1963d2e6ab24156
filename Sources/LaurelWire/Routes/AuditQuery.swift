public import LaurelDomain

/// Which page of an audit log is read.
public struct AuditQuery: Hashable, Sendable {
    /// Entries from before this one; nil: from the latest on.
    public var before: AuditID?
    public var count: Int

    public init(before: AuditID? = nil, count: Int = RankWindow.countLimit) {
        self.before = before
        self.count = count
    }
}

extension TargetPart where Value == AuditQuery {
    static let audit = query([Parameter<AuditID>.before.described(), Parameter.count.described()]) {
        (query: inout QueryReader) throws(Route.Refusal) in
        AuditQuery(before: try query.take(.before), count: try query.take(.count) ?? RankWindow.countLimit)
    } print: { audit, query in
        query.put(.before, audit.before)
        query.put(.count, audit.count)
    }
}
