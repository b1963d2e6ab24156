import LaurelMatches

/// A seat's last writes: of each the key, the digest of what was asked for, and the version, 8 bytes a number, the
/// highest first.
struct DoneWrites: SQLColumnValue {
    private static let bytes = 32
    let writes: [DoneWrite]

    init(writes: [DoneWrite]) { self.writes = writes }

    var sql: SQLValue {
        .blob(
            writes.flatMap { write in
                [write.key.high, write.key.low, write.key.body, write.version.rawValue].flatMap { number in
                    (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
                }
            })
    }

    init?(_ cell: SQLCell) {
        let bytes = cell.blob
        guard bytes.count.isMultiple(of: Self.bytes), bytes.count <= Self.bytes * DoneWrite.countLimit else {
            return nil
        }
        func number(_ start: Int) -> UInt64 { bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
        writes = stride(from: 0, to: bytes.count, by: Self.bytes).map { start in
            DoneWrite(
                key: MatchKey(high: number(start), low: number(start + 8), body: number(start + 16)),
                version: MatchVersion(number(start + 24)))
        }
    }
}
