/// A position in a log: which input is the next.
public struct LogCursor: Hashable, Sendable {
    private var span = 0
    private var spent: Int32 = 0

    public init() {}

    /// - Parameter spans: of the one log that this is a position in.
    /// - Returns: nil at its end.
    public mutating func next(in spans: [InputLog.Span]) -> Input? {
        guard span < spans.count else { return nil }
        let input = spans[span].input
        spent &+= 1
        if spent >= spans[span].ticks {
            span += 1
            spent = 0
        }
        return input
    }
}
