internal import LaurelDomain

/// For how long a value in the store has certainly not changed, by the looks of one node.
///
/// A look is answered with what the store had at some moment between sent and answered. So the value stood still at
/// least from the moment the first look that showed it was *answered* to the moment the last one was *sent*. It did so
/// only if a value never comes back: see ``ClusterStore/beat(_:holding:)``.
struct Stillness<Value: Equatable & Sendable>: Sendable {
    private(set) var value: Value
    /// When the first look that showed it was answered.
    private var shown: Timestamp
    /// 0 after the first look, and never negative.
    private(set) var span = Timestamp.Span(milliseconds: 0)
    /// Looks failed since the last one: what stood still meanwhile may have been unable to move.
    private var isInterrupted = false

    init(_ value: Value, answered: Timestamp) {
        self.value = value
        shown = answered
    }

    mutating func show(_ value: Value, sent: Timestamp, answered: Timestamp) {
        guard value == self.value, !isInterrupted else {
            self = Stillness(value, answered: answered)
            return
        }
        span = max(span, Timestamp.Span(milliseconds: sent.milliseconds - shown.milliseconds))
    }

    /// The next look counts as the first one.
    mutating func interrupt() { isInterrupted = true }
}
