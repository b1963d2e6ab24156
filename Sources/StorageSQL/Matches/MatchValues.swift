import LaurelDomain
public import LaurelMatches

extension MatchNumber: SQLNumber {}
extension MatchVersion: SQLNumber {}
extension ExchangeNumber: SQLNumber {}
extension Participant.Status: SQLColumnValue {}

extension MatchOutcome: SQLColumnValue {
    public var sql: SQLValue { .integer(Int64(rawValue)) }

    public init?(_ cell: SQLCell) {
        guard let number = UInt32(exactly: cell.integer) else { return nil }
        self.init(rawValue: number)
    }
}

extension Seat: SQLColumnValue {
    public var sql: SQLValue { .integer(Int64(index)) }

    public init?(_ cell: SQLCell) {
        guard let index = Int(exactly: cell.integer) else { return nil }
        self.init(index)
    }
}
