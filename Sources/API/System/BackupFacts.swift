public import LaurelDomain

/// How the backups go that the server makes by itself.
public struct BackupFacts: Hashable, Sendable {
    /// Of the newest backup in the folder; nil: there is none yet.
    public var lastSuccess: Timestamp?
    /// Since the start, as the next two.
    public var failures = 0
    public var lastSeconds = 0.0
    public var lastBytes: Int64 = 0

    public init() {}
}
