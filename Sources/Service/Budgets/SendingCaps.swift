public import LaurelDomain

/// What a player sends to others. All that he may send is limited here and nowhere else.
public enum Sending: String, CaseIterable, Hashable, Sendable {
    /// A text that another player reads: with a request, with a challenge.
    case message
    case friendRequest
    case challenge

    /// So many at once, and in the long run so many a day.
    public var perDay: Int64 {
        switch self {
        case .message: 300
        case .friendRequest: 100
        case .challenge: 200
        }
    }
}

/// Counts what players send. In memory: a restart forgives.
public final class SendingCaps: Sendable {
    private struct Key: Hashable { let player: PlayerNumber, sending: Sending }
    private let table = BudgetTable<Key>()

    public init() {}

    /// - Throws: when he has sent enough for now.
    public func take(
        _ sending: Sending, count: Int = 1, by player: PlayerNumber, at now: Timestamp
    ) throws(TooManyAttempts) {
        var budget = Budget(burst: sending.perDay, perSecond: 1)
        budget.perThousandSeconds = max(1, sending.perDay * 1_000 / 86_400)
        let key = Key(player: player, sending: sending)
        let (outcome, _) = table.take([(key, budget)], cost: Int64(max(1, count)), at: now.milliseconds * 1_000)
        if case .refused(let wait) = outcome {
            throw TooManyAttempts(retryAfter: Timestamp.Span(milliseconds: wait / 1_000 + 1))
        }
    }
}
