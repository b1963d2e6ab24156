/// A write's own key, made with it: the same write sent again is done once (rule 12.22).
public struct MatchKey: Hashable, Sendable {
    /// 128 random bits of its maker.
    public let high, low: UInt64
    /// A digest of what is asked for. The same key with another one is refused.
    public let body: UInt64

    public init(high: UInt64, low: UInt64, body: UInt64) {
        self.high = high
        self.low = low
        self.body = body
    }

    func hasBits(of other: MatchKey) -> Bool { high == other.high && low == other.low }
}

/// A write that was done, for who sends it again.
public struct DoneWrite: Hashable, Sendable {
    /// Kept a seat: the last ones of two devices.
    public static let countLimit = 2
    public let key: MatchKey
    public let version: MatchVersion
    /// What it made, if it sent an exchange.
    public let exchange: ExchangeNumber?

    public init(key: MatchKey, version: MatchVersion, exchange: ExchangeNumber? = nil) {
        self.key = key
        self.version = version
        self.exchange = exchange
    }
}
