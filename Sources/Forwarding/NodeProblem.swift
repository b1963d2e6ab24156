/// Why a node answers 503 by itself.
public enum NodeProblem: Hashable, Sendable, CaseIterable {
    /// Nobody could take the request in time. Nothing was done, and the client may send it again.
    case unavailable
    /// Too many requests wait already. Nothing was done, and the client may send it again.
    case tooManyWaiting
    /// The owner of the store was lost while it had the request: it may have been carried out or not.
    case mayHaveBeenDone
}
