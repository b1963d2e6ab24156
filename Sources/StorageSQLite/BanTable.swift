import LaurelDomain
import LaurelStorage

/// Bans as rows of SQL.
enum BanTable {
    static func all(on connection: SQLiteConnection) throws(StoreError) -> [Ban] {
        let select = try connection.prepare("SELECT player, team, reason, author, created FROM bans")
        defer { select.reset() }
        var bans: [Ban] = []
        while try select.step() {
            guard let team = UInt32(exactly: select.integer(1)) else { throw .broken(reason: "a ban has no team") }
            bans.append(
                Ban(
                    player: try select.player(0), scope: team == 0 ? .server : .team(TeamNumber(team)),
                    reason: select.text(2), author: try select.optionalPlayer(3),
                    created: Timestamp(clamping: select.integer(4))))
        }
        return bans
    }

    static func insert(_ ban: Ban, on connection: SQLiteConnection) throws(StoreError) {
        let insert = try connection.prepare(
            """
            INSERT INTO bans (player, team, reason, author, created) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT (player, team) DO NOTHING
            """)
        insert.bind(1, Int64(ban.player.rawValue))
        insert.bind(2, team(of: ban.scope))
        insert.bind(3, ban.reason)
        insert.bind(4, ban.author.map { Int64($0.rawValue) })
        insert.bind(5, ban.created.milliseconds)
        try insert.run()
    }

    static func remove(
        _ player: PlayerNumber, _ scope: Ban.Scope, on connection: SQLiteConnection
    ) throws(StoreError) {
        let delete = try connection.prepare("DELETE FROM bans WHERE player = ? AND team = ?")
        delete.bind(1, Int64(player.rawValue))
        delete.bind(2, team(of: scope))
        try delete.run()
    }

    private static func team(of scope: Ban.Scope) -> Int64 {
        switch scope {
        case .server: 0
        case .team(let team): Int64(team.rawValue)
        }
    }
}
