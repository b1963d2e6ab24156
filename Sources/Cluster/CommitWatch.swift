public import LaurelDomain

/// How long no commit of a node has succeeded, and what its log says of it: a value without I/O.
///
/// A commit waits for a standby for as long as there is none. Looks are answered meanwhile, so nothing else says why
/// nobody owns the store. It's told once, and once more when it's over.
///
/// All times are of the node's own steady clock.
public struct CommitWatch: Sendable {
    /// What the operator should know.
    public enum News: Hashable, Sendable {
        /// A commit has waited for so long, and isn't answered yet.
        case waits(Timestamp.Span)
        /// None has succeeded for so long; those that were answered failed.
        case fails(Timestamp.Span)
        /// One has succeeded, so long after the first one that didn't was sent.
        case isOver(Timestamp.Span)
    }

    private let patience: Timestamp.Span
    /// When the first commit was sent after the last one that succeeded; nil: that was the last one.
    private var since: Timestamp?
    /// When the one under way was sent.
    private var sent: Timestamp?
    /// When the store was last silent. What was told of that says enough.
    private var silent: Timestamp?
    private var isTold = false

    /// - Parameter patience: for how long nothing is told.
    public init(patience: Timestamp.Span = LeaseTimes.usual.patience) { self.patience = patience }

    /// A commit is sent. The node has one under way at a time.
    public mutating func begin(at now: Timestamp) {
        sent = now
        since = since ?? now
    }

    /// It has succeeded or failed.
    public mutating func end(succeeded: Bool, at now: Timestamp) -> News? {
        sent = nil
        guard succeeded else { return nil }
        let (begun, wasTold) = (since, isTold)
        (since, isTold) = (nil, false)
        guard wasTold, let begun else { return nil }
        return .isOver(Self.span(from: begun, to: now))
    }

    /// A look was answered.
    public mutating func looked(at now: Timestamp) -> News? {
        guard !isTold, let since else { return nil }
        let waited = answered(since: since, at: now)
        guard waited >= patience else { return nil }
        isTold = true
        guard let sent, answered(since: sent, at: now) >= patience else { return .fails(waited) }
        return .waits(waited)
    }

    /// A look wasn't answered.
    public mutating func lookFailed(at now: Timestamp) { silent = now }

    /// How long no commit has succeeded: 0 while none is under way and the last one did.
    public func wait(at now: Timestamp) -> Timestamp.Span {
        since.map { Self.span(from: $0, to: now) } ?? Timestamp.Span(milliseconds: 0)
    }

    /// How long looks have been answered, counted from `moment` at the earliest.
    private func answered(since moment: Timestamp, at now: Timestamp) -> Timestamp.Span {
        Self.span(from: max(moment, silent ?? moment), to: now)
    }

    private static func span(from start: Timestamp, to end: Timestamp) -> Timestamp.Span {
        Timestamp.Span(milliseconds: max(0, end.milliseconds - start.milliseconds))
    }
}
