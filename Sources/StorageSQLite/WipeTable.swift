public import LaurelDomain
public import LaurelStorage

/// What was wiped, as rows of SQL. A wipe of a leaderboard holds what was known of its players.
enum WipeTable {
    /// Player numbers begin at 1; this one stands for everybody.
    private static let everybody: Int64 = 0

    static func write(_ record: WipeRecord, on connection: SQLiteConnection) throws(StoreError) {
        let delete = try connection.prepare(
            "DELETE FROM wipes WHERE team = ?1 AND environment = ?2 AND leaderboard = ?3 AND (?4 = 0 OR player = ?4)")
        let insert = try connection.prepare(
            "INSERT INTO wipes (team, environment, leaderboard, player, through) VALUES (?1, ?2, ?3, ?4, ?5)")
        for statement in [delete, insert] {
            statement.bind(1, Int64(record.stream.team.rawValue))
            statement.bind(2, Int64(record.stream.environment.rawValue))
            statement.bind(3, Int64(record.leaderboard.rawValue))
            statement.bind(4, record.player.map { Int64($0.rawValue) } ?? everybody)
        }
        insert.bind(5, record.through.rawValue)
        try delete.run()
        try insert.run()
    }

    static func all(of stream: StreamID, on connection: SQLiteConnection) throws(StoreError) -> [WipeRecord] {
        let select = try connection.prepare(
            "SELECT leaderboard, player, through FROM wipes WHERE team = ? AND environment = ? ORDER BY through")
        defer { select.reset() }
        select.bind(1, Int64(stream.team.rawValue))
        select.bind(2, Int64(stream.environment.rawValue))
        var records: [WipeRecord] = []
        while try select.step() {
            guard let leaderboard = UInt32(exactly: select.integer(0)) else {
                throw .broken(reason: "\(select.integer(0)) isn't a valid leaderboard number")
            }
            let player = select.integer(1) == everybody ? nil : try select.player(1)
            records.append(
                WipeRecord(
                    stream: stream, leaderboard: LeaderboardNumber(leaderboard), player: player,
                    through: JournalSequence(select.integer(2))))
        }
        return records
    }
}

extension SQLiteStore {
    public func wipes(of stream: StreamID) throws(StoreError) -> [WipeRecord] {
        try read { connection throws(StoreError) in try WipeTable.all(of: stream, on: connection) }
    }
}
