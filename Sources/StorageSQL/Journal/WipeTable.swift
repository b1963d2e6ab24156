public import LaurelDomain
public import LaurelStorage

/// What was wiped, as rows of SQL. A wipe of a leaderboard holds what was known of its players.
enum WipeTable {
    /// Player numbers begin at 1; this one stands for everybody.
    private static let everybody = PlayerNumber(0)

    static func write(_ record: WipeRecord, on connection: any SQLConnection) throws(StoreError) {
        var condition: SQL = """
            team = \(record.stream.team) AND environment = \(record.stream.environment)
                AND leaderboard = \(record.leaderboard)
            """
        if let player = record.player { condition = "\(condition) AND player = \(player)" }
        try connection.run("DELETE FROM wipes WHERE \(condition)")
        try connection.run(
            .insert(
                into: "wipes",
                [
                    "team": record.stream.team, "environment": record.stream.environment,
                    "leaderboard": record.leaderboard, "player": record.player ?? everybody,
                    "through": record.through,
                ]))
        try ReviewTable.forget(record, on: connection)
    }

    static func all(of stream: StreamID, on connection: any SQLConnection) throws(StoreError) -> [WipeRecord] {
        try connection.rows(
            """
            SELECT leaderboard, player, through FROM wipes
            WHERE team = \(stream.team) AND environment = \(stream.environment) ORDER BY through
            """
        ) { row throws(StoreError) in
            let player: PlayerNumber = try row["player"]
            return WipeRecord(
                stream: stream, leaderboard: try row["leaderboard"], player: player == everybody ? nil : player,
                through: try row["through"])
        }
    }
}

extension SQLDatabase {
    public func wipes(of stream: StreamID) throws(StoreError) -> [WipeRecord] {
        try read { connection throws(StoreError) in try WipeTable.all(of: stream, on: connection) }
    }
}
