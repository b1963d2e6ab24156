public import LaurelDomain

/// Where a stream's leaderboards are kept for a quick start. A cache: losing it costs time and nothing else.
public protocol SnapshotFiles: Sendable {
    /// - Returns: nil when there is none.
    func read(_ stream: StreamID) throws(SnapshotFailure) -> [UInt8]?
    /// Puts what `body` appends in place of the old one, all of it or nothing.
    func replace(
        _ stream: StreamID,
        with body: (_ append: ([UInt8]) throws(SnapshotFailure) -> Void) throws(SnapshotFailure)
            -> Void
    ) throws(SnapshotFailure)
}

/// Why a snapshot is not read, or not written; the journal serves instead.
public enum SnapshotFailure: Error, Hashable, Sendable {
    case unreadable(String)
    case damaged(String)

    public var reason: String {
        switch self {
        case .unreadable(let reason), .damaged(let reason): reason
        }
    }
}
