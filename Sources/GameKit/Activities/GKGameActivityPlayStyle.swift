/// How an activity's players play.
public enum GKGameActivityPlayStyle: Int, Sendable {
    case unspecified = 0
    /// All at the same time.
    case synchronous = 1
    /// Each when they like.
    case asynchronous = 2
}
