/// What a request to challenge is known by when it comes again: 128 random bits, drawn by its sender.
public struct ChallengeKey: Hashable, Sendable {
    public let high, low: UInt64

    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }
}

/// A request to challenge that was carried out, as it is remembered with the challenges that it sent.
public struct ChallengeSending: Hashable, Sendable {
    /// What came of it for one receiver.
    public struct Outcome: Hashable, Sendable {
        public let challenge: ChallengeNumber
        /// False: the one that was there already, and asks for as much or more.
        public let isNew: Bool

        public init(_ challenge: ChallengeNumber, isNew: Bool) {
            self.challenge = challenge
            self.isNew = isNew
        }
    }

    public let key: ChallengeKey
    /// A digest of what was asked for. The same key with another one is refused.
    public let body: UInt64
    /// One for each receiver, in the order of the request.
    public let outcomes: [Outcome]

    public init(key: ChallengeKey, body: UInt64, outcomes: [Outcome]) {
        self.key = key
        self.body = body
        self.outcomes = outcomes
    }
}
