public import LaurelDomain

/// What a player sends to others, and how much of it. Requests for friendship have their own limit, which is kept in
/// the store: ``LaurelDomain/FriendLimits/requestsADay``.
public enum Sending: String, CaseIterable, Hashable, Sendable {
    /// A text that another player reads: with a request, a challenge or an invitation to a match; one a receiver.
    case message
    /// One a receiver.
    case challenge
    case invitationLink
    /// To a turn-based match; one a player.
    case matchInvitation
    /// Of a turn-based match; one a player.
    case reminder

    /// So many at once, and in the long run so many a day.
    public var perDay: Int64 {
        switch self {
        case .message: 300
        case .challenge: 200
        case .invitationLink: 50
        case .matchInvitation: 200
        case .reminder: 200
        }
    }
}

extension Sending {
    /// So many in any minute, beside those of a day.
    var perMinute: Int64? {
        switch self {
        case .matchInvitation: 20
        case .message, .challenge, .invitationLink, .reminder: nil
        }
    }
}

/// Counts what players send. In memory: a restart forgives.
public final class SendingCaps: Sendable {
    private struct Key: Hashable {
        let player: PlayerNumber, sending: Sending
        var isOfMinute = false
    }
    private let table = BudgetTable<Key>()
    private let clock: Clock

    /// - Parameter clock: one for all that is counted, and best one that nobody can set.
    public init(_ clock: Clock) { self.clock = clock }

    /// - Throws: when they have sent enough for now.
    public func take(_ sending: Sending, count: Int = 1, by player: PlayerNumber) throws(TooManyAttempts) {
        try take([sending], count: count, by: player)
    }

    /// All of them or none.
    public func take(_ sendings: [Sending], count: Int, by player: PlayerNumber) throws(TooManyAttempts) {
        func budget(_ count: Int64, inSeconds seconds: Int64) -> Budget {
            var budget = Budget(burst: count, perSecond: 1)
            budget.perThousandSeconds = max(1, count * 1_000 / seconds)
            return budget
        }
        let buckets = sendings.flatMap { sending in
            [(Key(player: player, sending: sending), budget(sending.perDay, inSeconds: 86_400))]
                + (sending.perMinute.map {
                    [(Key(player: player, sending: sending, isOfMinute: true), budget($0, inSeconds: 60))]
                } ?? [])
        }
        let (outcome, _) = table.take(buckets, cost: Int64(max(1, count)), at: clock.now().milliseconds * 1_000)
        if case .refused(let wait) = outcome {
            throw TooManyAttempts(retryAfter: Timestamp.Span(milliseconds: wait / 1_000 + 1))
        }
    }
}
