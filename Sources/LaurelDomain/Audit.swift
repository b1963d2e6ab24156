/// One act on the developers' side as the audit log keeps it: who did what to what, when, and by which request.
///
/// The log is only ever added to. Players stand in it by number, so that erasing one leaves no name of them here.
public struct AuditEntry: Hashable, Sendable {
    public let id: AuditID
    public let content: NewAuditEntry

    public init(id: AuditID, content: NewAuditEntry) {
        self.id = id
        self.content = content
    }
}

/// A position in the audit log. Later acts have greater ones.
public struct AuditID: Hashable, Comparable, Sendable {
    public let rawValue: Int64
    public init(_ rawValue: Int64) { self.rawValue = rawValue }
    public static func < (left: AuditID, right: AuditID) -> Bool { left.rawValue < right.rawValue }
}

/// Who acted.
public enum AuditActor: Hashable, Sendable {
    case player(PlayerNumber)
    /// A team's key, as a program shows it.
    case key(DeveloperKeyID)
    /// Anyone who can open the socket in the data folder.
    case `operator`
    /// The server by itself: a rule of the developer's that a score fell under.
    case server
}

/// Which part of the audit log is read.
public enum AuditScope: Hashable, Sendable {
    /// Of all teams, and of the server itself.
    case server
    case team(TeamNumber)
}
