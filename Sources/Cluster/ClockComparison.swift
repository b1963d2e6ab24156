internal import LaurelDomain

/// Whether a node's wall clock agrees with the store's, and for how long it hasn't.
struct ClockComparison: Sendable {
    private let limit: Timestamp.Span
    /// When the first of the looks was answered since which the clocks differed without a break.
    private var differsSince: Timestamp?
    /// From that look to the last one.
    private(set) var span = Timestamp.Span(milliseconds: 0)

    /// By the last look.
    var differs: Bool { differsSince != nil }

    init(limit: Timestamp.Span) { self.limit = limit }

    /// - Parameter wallClock: the node's own, when the look was answered.
    mutating func looked(_ look: ClusterLook, sent: Timestamp, answered: Timestamp, wallClock: Timestamp) {
        guard Self.difference(look.clock, wallClock, roundTrip: (sent, answered)) > limit.milliseconds else {
            self = ClockComparison(limit: limit)
            return
        }
        let since = differsSince ?? answered
        differsSince = since
        span = Timestamp.Span(milliseconds: max(0, answered.milliseconds - since.milliseconds))
    }

    /// The least difference that explains what was seen, in milliseconds: the store may have read its clock at any
    /// moment of the round trip.
    private static func difference(
        _ store: Timestamp, _ node: Timestamp, roundTrip: (sent: Timestamp, answered: Timestamp)
    ) -> Int64 {
        let length = max(0, roundTrip.answered.milliseconds - roundTrip.sent.milliseconds)
        let ahead = store.milliseconds - node.milliseconds
        return max(ahead, -ahead - length, 0)
    }
}
