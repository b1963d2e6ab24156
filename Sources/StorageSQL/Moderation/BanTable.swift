import LaurelDomain
import LaurelStorage

/// Bans as rows of SQL.
enum BanTable {
    static func all(on connection: any SQLConnection) throws(StoreError) -> [Ban] {
        try connection.rows("SELECT player, team, reason, author, created FROM bans") { row throws(StoreError) in
            let team: TeamNumber = try row["team"]
            return Ban(
                player: try row["player"], scope: team.rawValue == 0 ? .server : .team(team),
                reason: try row["reason"], author: try row["author"], created: try row["created"])
        }
    }

    static func insert(_ ban: Ban, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            .insert(
                into: "bans",
                [
                    "player": ban.player, "team": team(of: ban.scope), "reason": ban.reason, "author": ban.author,
                    "created": ban.created,
                ], ifThere: .stays))
    }

    static func remove(
        _ player: PlayerNumber, _ scope: Ban.Scope, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run("DELETE FROM bans WHERE player = \(player) AND team = \(team(of: scope))")
    }

    /// 0: the server.
    private static func team(of scope: Ban.Scope) -> UInt32 {
        switch scope {
        case .server: 0
        case .team(let team): team.rawValue
        }
    }
}
