public import LaurelDomain

/// Where a stream's leaderboards are kept for a quick start. A cache: losing it costs time and nothing else.
public protocol SnapshotFiles: Sendable {
    /// Those that have one, in any order.
    func streams() -> [StreamID]
    /// - Returns: nil when there is none.
    func open(_ stream: StreamID) throws(SnapshotFailure) -> (any SnapshotFile)?
    /// Nobody finds the old one any more; there being none is as good.
    func remove(_ stream: StreamID) throws(SnapshotFailure)
    /// Puts what `body` appends in place of the old one, all of it or nothing.
    /// - Returns: what was written, to be read.
    @discardableResult
    func replace(
        _ stream: StreamID,
        with body: (_ append: ([UInt8]) throws(SnapshotFailure) -> Void) throws(SnapshotFailure)
            -> Void
    ) throws(SnapshotFailure) -> any SnapshotFile
}

/// One snapshot. It can be read as long as somebody holds it, even when another took its place or it was deleted.
public protocol SnapshotFile: Sendable {
    /// Unit: bytes.
    var size: Int { get }
    /// - Parameter range: within ``size``.
    func read(_ range: Range<Int>) throws(SnapshotFailure) -> [UInt8]
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
