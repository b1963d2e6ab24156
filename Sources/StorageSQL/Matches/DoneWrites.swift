import LaurelMatches

/// A seat's last writes: of each the key, the digest of what was asked for, the version, and the exchange that it sent,
/// 8 bytes a number, the highest first. Writes of before there were exchanges have no last number.
struct DoneWrites: SQLColumnValue {
    private static let bytes = 40
    private static let bytesWithoutExchange = 32
    let writes: [DoneWrite]

    init(writes: [DoneWrite]) { self.writes = writes }

    var sql: SQLValue {
        .blob(
            writes.flatMap { write in
                [
                    write.key.high, write.key.low, write.key.body, write.version.rawValue,
                    UInt64(write.exchange?.rawValue ?? 0),
                ].flatMap { number in
                    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
                }
            })
    }

    init?(_ cell: SQLCell) {
        let bytes = cell.blob
        // One or two of either length: no number of bytes means both.
        let length = bytes.count.isMultiple(of: Self.bytes) ? Self.bytes : Self.bytesWithoutExchange
        guard bytes.count.isMultiple(of: length), bytes.count <= length * DoneWrite.countLimit else { return nil }
        func number(_ start: Int) -> UInt64 { bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        writes = stride(from: 0, to: bytes.count, by: length).map { start in
            let exchange = length == Self.bytes ? UInt32(truncatingIfNeeded: number(start + 32)) : 0
            return DoneWrite(
                key: MatchKey(high: number(start), low: number(start + 8), body: number(start + 16)),
                version: MatchVersion(number(start + 24)), exchange: exchange == 0 ? nil : ExchangeNumber(exchange))
        }
    }
}
