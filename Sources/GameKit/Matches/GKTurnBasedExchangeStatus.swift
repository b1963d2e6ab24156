/// How far an exchange is.
// SAFETY: an enumeration of integers; Apple's has the same mark.
public enum GKTurnBasedExchangeStatus: Int8, @unchecked Sendable {
    case unknown = 0
    case active = 1
    /// All have replied, or its time is over: the turn's holder resolves it.
    case complete = 2
    case resolved = 3
    case canceled = 4
}
