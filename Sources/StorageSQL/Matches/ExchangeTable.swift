import LaurelDomain
import LaurelMatches
import LaurelStorage

/// Exchanges of one match, and what was replied, as rows of SQL.
struct ExchangeTable {
    let game: MatchGame
    let match: MatchNumber
    private static let key = ["app", "environment", "number", "exchange"]

    private var isHere: SQL { "\(MatchTable.isOf(game)) AND number = \(match)" }

    func write(_ parts: MatchParts, on connection: any SQLConnection) throws(StoreError) {
        for number in parts.over {
            for table: SQL in ["match_exchanges", "match_replies"] {
                try connection.run("DELETE FROM \(table) WHERE \(isHere) AND exchange = \(number)")
            }
        }
        for exchange in parts.exchanges { try put(exchange, parts.sent[exchange.number], on: connection) }
        for (key, reply) in parts.replies.sorted(by: { ($0.key.exchange, $0.key.seat) < ($1.key.exchange, $1.key.seat) }
        ) {
            try connection.run(
                .insert(
                    into: "match_replies",
                    [
                        "app": game.app, "environment": game.environment, "number": match, "exchange": key.exchange,
                        "seat": key.seat, "sent": reply.sent, "message": MessageBytes(reply.content.message),
                        "data": reply.content.data,
                    ], ifThere: .takesOver(key: Self.key + ["seat"])))
        }
        for seat in parts.silenced {
            try connection.run(
                """
                UPDATE match_replies SET message = \(MessageBytes(.empty)), data = \([UInt8]())
                    WHERE \(isHere) AND seat = \(seat)
                """)
        }
    }

    /// - Parameter content: nil: as it was.
    private func put(
        _ exchange: Exchange, _ content: ExchangeContent?, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            .insert(
                into: "match_exchanges",
                [
                    "app": game.app, "environment": game.environment, "number": match, "exchange": exchange.number,
                    "seat": exchange.sender, "recipients": SeatList(exchange.recipients), "sent": exchange.sent,
                    "due": exchange.due, "replies": SeatList(exchange.replies), "completed": exchange.completed,
                    "message": MessageBytes(content?.message ?? .empty), "data": content?.data ?? [],
                ], ifThere: .takesOver(key: Self.key, keeping: content == nil ? ["message", "data"] : [])))
    }

    // MARK: Reading

    private static let columns: SQL = "exchange, seat, recipients, sent, due, replies, completed"

    static func all(on connection: any SQLConnection) throws(StoreError) -> [MatchSeatTable.Key: [Exchange]] {
        var exchanges: [MatchSeatTable.Key: [Exchange]] = [:]
        try connection.each(
            """
            SELECT app, environment, number, \(columns) FROM match_exchanges
                ORDER BY app, environment, number, exchange
            """
        ) { (row) throws(StoreError) in
            let key = MatchSeatTable.Key(game: try MatchTable.game(row), match: try row["number"])
            exchanges[key, default: []].append(try exchange(row))
            return true
        }
        return exchanges
    }

    func read(on connection: any SQLConnection) throws(StoreError) -> [(exchange: Exchange, content: ExchangeContent)] {
        try connection.rows(
            "SELECT \(Self.columns), message, data FROM match_exchanges WHERE \(isHere) ORDER BY exchange"
        ) { (row) throws(StoreError) in (try Self.exchange(row), try Self.content(row)) }
    }

    func replies(
        on connection: any SQLConnection
    ) throws(StoreError) -> [MatchParts.ReplyKey: ExchangeReply] {
        let rows = try connection.rows(
            "SELECT exchange, seat, sent, message, data FROM match_replies WHERE \(isHere) ORDER BY exchange, seat"
        ) { (row) throws(StoreError) in
            (
                MatchParts.ReplyKey(try row["exchange"], try row["seat"]),
                ExchangeReply(try Self.content(row), sent: try row["sent"])
            )
        }
        return Dictionary(rows) { first, _ in first }
    }

    private static func exchange(_ row: SQLRow) throws(StoreError) -> Exchange {
        let (recipients, replies): (SeatList, SeatList) = (try row["recipients"], try row["replies"])
        return Exchange(
            number: try row["exchange"], sender: try row["seat"], recipients: recipients.seats,
            sent: try row["sent"], due: try row["due"], replies: replies.seats, completed: try row["completed"])
    }

    private static func content(_ row: SQLRow) throws(StoreError) -> ExchangeContent {
        let message: MessageBytes = try row["message"]
        return ExchangeContent(data: try row["data"], message: message.message)
    }
}
