/// When a score counts as made (rule 4.7).
///
/// ```swift
/// let date = ScoreDate(claimed: score.date, arrival: now, emptyQueueContact: device.lastEmptyContact)
/// ```
public struct ScoreDate: Hashable, Sendable {
    /// How old a score may say that it is. Source: rule 4.7.
    public static let ageLimit = Timestamp.Span.days(30)

    public let date: Timestamp
    /// The score said something else.
    public let isClamped: Bool

    /// A date that the game's developer vouches for, however old; one after the arrival is the arrival.
    public init(vouched date: Timestamp, arrival: Timestamp) {
        self.date = min(date, arrival)
        isClamped = false
    }

    /// - Parameters:
    ///   - claimed: what the score says; nil: made just now.
    ///   - arrival: the server's time.
    ///   - emptyQueueContact: when this device was last heard of with no score waiting; a score that it had not sent
    ///     then was not made before. Nil: never.
    ///
    /// The rule's three sentences in its order: not after the arrival; not older than 30 days before it, which is
    /// outside both rolling windows; and whatever then lies before that contact is not believed. A contact after the
    /// arrival (a clock was set back) counts as the arrival.
    public init(claimed: Timestamp?, arrival: Timestamp, emptyQueueContact: Timestamp?) {
        guard let claimed else {
            date = arrival
            isClamped = false
            return
        }
        let oldest = arrival.advanced(by: -Self.ageLimit)
        let earliest = max(oldest, emptyQueueContact ?? oldest)
        date = min(max(claimed, earliest), arrival)
        isClamped = date != claimed
    }
}
