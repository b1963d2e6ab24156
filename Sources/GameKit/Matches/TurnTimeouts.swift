/// A week, in seconds.
public var GKTurnTimeoutDefault: TimeInterval { 604_800 }
/// The turn lasts until it is ended.
public var GKTurnTimeoutNone: TimeInterval { 0 }
/// A day, in seconds.
public var GKExchangeTimeoutDefault: TimeInterval { 86_400 }
/// The exchange waits for all replies.
public var GKExchangeTimeoutNone: TimeInterval { 0 }

enum TurnTimeout {
    private static let range: ClosedRange<TimeInterval> = 60...7_776_000

    /// - Parameter timeout: in seconds.
    /// - Returns: whole seconds.
    /// - Throws: `invalidParameter` for what is neither 0 nor from 60 seconds to 90 days.
    static func seconds(_ timeout: TimeInterval) throws(GKError) -> Int {
        if timeout == GKTurnTimeoutNone { return 0 }
        guard range.contains(timeout) else {
            throw GKError(.invalidParameter, detail: "A timeout is 0 (none), or from 60 seconds to 90 days.")
        }
        return Int(timeout.rounded(.up))
    }
}
