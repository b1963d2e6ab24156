import LaurelMatches

/// A seat's last writes: of each the key, the digest of what was asked for, the version, and the exchange that it sent,
/// 8 bytes a number, the highest first. The last number also says whether it ended a turn, by a bit at which older
/// programs don't look. Writes of before there were exchanges have no last number.
struct DoneWrites: SQLColumnValue {
    private static let bytes = 40
    private static let bytesWithoutExchange = 32
    private static let endsTurn: UInt64 = 1 << 63
    let writes: [DoneWrite]

    init(writes: [DoneWrite]) { self.writes = writes }

    var sql: SQLValue { .blob(writes.flatMap { Self.encoded($0) }) }

    private static func encoded(_ write: DoneWrite) -> [UInt8] {
        let last = UInt64(write.exchange?.rawValue ?? 0) | (write.endsTurn ? endsTurn : 0)
        return [write.key.high, write.key.low, write.key.body, write.version.rawValue, last].flatMap { number in
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
    }

    init?(_ cell: SQLCell) {
        let bytes = cell.blob
        // One or two of either length: no number of bytes but 0 means both.
        let isWhole = bytes.count.isMultiple(of: Self.bytes)
        let length = isWhole ? Self.bytes : Self.bytesWithoutExchange
        guard bytes.count.isMultiple(of: length), bytes.count <= length * DoneWrite.countLimit else { return nil }
        func number(_ start: Int) -> UInt64 { bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        writes = stride(from: 0, to: bytes.count, by: length).map { start in
            let last = isWhole ? number(start + 32) : 0
            let exchange = UInt32(truncatingIfNeeded: last)
            return DoneWrite(
                key: MatchKey(high: number(start), low: number(start + 8), body: number(start + 16)),
                version: MatchVersion(number(start + 24)), exchange: exchange == 0 ? nil : ExchangeNumber(exchange),
                endsTurn: last & Self.endsTurn != 0)
        }
    }
}
