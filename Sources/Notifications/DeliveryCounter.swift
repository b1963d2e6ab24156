import Synchronization

/// How deliveries went since the start, for metrics. A count follows what the store was told, so an end of the process
/// between both loses one.
public final class DeliveryCounter: Sendable {
    public enum Channel: String, CaseIterable, Hashable, Sendable {
        case push, webhook, mail
    }

    public enum Outcome: String, CaseIterable, Hashable, Sendable {
        case delivered
        /// An attempt that is to be followed by another.
        case failed
        case givenUp = "given-up"
    }

    public struct Key: Hashable, Sendable {
        public let channel: Channel
        public let outcome: Outcome
    }

    private let state = Mutex<[Key: Int]>([:])

    func count(_ channel: Channel, _ outcome: Outcome) {
        state.withLock { $0[Key(channel: channel, outcome: outcome), default: 0] &+= 1 }
    }

    /// Every channel and outcome in a fixed order, those at 0 too: a series is there before its first event.
    public var counts: [(key: Key, count: Int)] {
        let counts = state.withLock { $0 }
        return Channel.allCases.flatMap { channel in
            Outcome.allCases.map { outcome in
                let key = Key(channel: channel, outcome: outcome)
                return (key, counts[key, default: 0])
            }
        }
    }
}
