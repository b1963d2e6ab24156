import LaurelDomain
import LaurelStorage

// Requests that may come again, in the rows of the challenges that they sent.
extension ChallengeTable {
    static func write(_ sending: ChallengeSending, on connection: any SQLConnection) throws(StoreError) {
        let (key, kept) = (SentRequest.bytes(of: sending.key), SentRequest(sending))
        for outcome in sending.outcomes where outcome.isNew {
            try connection.run(
                """
                UPDATE challenges SET sending_key = \(key), sending = \(kept) WHERE number = \(outcome.challenge)
                """)
        }
    }

    /// All challenges of one request have the same.
    static func sending(
        _ key: ChallengeKey, by sender: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> ChallengeSending? {
        let bytes = SentRequest.bytes(of: key)
        let kept = try connection.value(
            "SELECT sending FROM challenges WHERE sender = \(sender) AND sending_key = \(bytes) LIMIT 1",
            of: SentRequest.self)
        return kept.map { ChallengeSending(key: key, body: $0.body, outcomes: $0.outcomes) }
    }
}

/// A request without its key: the digest of what it asked for, 8 bytes, and for each receiver the number of the
/// challenge, 4 bytes, and 1 if it's new, else 0. Numbers have the highest byte first.
private struct SentRequest: SQLColumnValue {
    private static let digestBytes = 8
    private static let outcomeBytes = 5
    let body: UInt64
    let outcomes: [ChallengeSending.Outcome]

    init(_ sending: ChallengeSending) {
        body = sending.body
        outcomes = sending.outcomes
    }

    static func bytes(of key: ChallengeKey) -> [UInt8] { bytes(of: key.high) + bytes(of: key.low) }

    var sql: SQLValue { .blob(Self.bytes(of: body) + outcomes.flatMap { Self.bytes(of: $0) }) }

    private static func bytes(of outcome: ChallengeSending.Outcome) -> [UInt8] {
        Array(bytes(of: UInt64(outcome.challenge.rawValue) << 8 | (outcome.isNew ? 1 : 0)).suffix(outcomeBytes))
    }

    init?(_ cell: SQLCell) {
        let bytes = cell.blob
        let rest = bytes.dropFirst(Self.digestBytes)
        guard bytes.count >= Self.digestBytes, rest.count.isMultiple(of: Self.outcomeBytes) else { return nil }
        body = Self.number(bytes.prefix(Self.digestBytes))
        outcomes = stride(from: Self.digestBytes, to: bytes.count, by: Self.outcomeBytes).map { start in
            let number = Self.number(bytes[start..<start + Self.outcomeBytes])
            return ChallengeSending.Outcome(
                ChallengeNumber(UInt32(truncatingIfNeeded: number >> 8)), isNew: number & 1 == 1)
        }
    }

    private static func bytes(of number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
