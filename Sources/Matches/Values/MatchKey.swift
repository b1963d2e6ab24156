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
    /// Kept a seat: the last ones of two devices. Beside them the last that ended a turn: a device that was offline
    /// sends it again, whatever others have written since, and must not hear that the turn is lost (rule 12.23).
    public static let countLimit = 2
    public let key: MatchKey
    public let version: MatchVersion
    /// What it made, if it sent an exchange.
    public let exchange: ExchangeNumber?
    /// Whether it ended its player's turn.
    public let endsTurn: Bool

    public init(key: MatchKey, version: MatchVersion, exchange: ExchangeNumber? = nil, endsTurn: Bool = false) {
        self.key = key
        self.version = version
        self.exchange = exchange
        self.endsTurn = endsTurn
    }
}

extension [DoneWrite] {
    /// A seat's writes that are known after one more: one beyond the limit at most.
    func adding(_ write: DoneWrite) -> [DoneWrite] {
        let all = self + [write]
        let last = Array(all.suffix(DoneWrite.countLimit))
        guard !last.contains(where: \.endsTurn), let turn = all.last(where: \.endsTurn) else { return last }
        return [turn] + last
    }
}
