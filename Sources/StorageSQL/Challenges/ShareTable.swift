import LaurelDomain
import LaurelStorage

/// Shares as rows of SQL.
enum ShareTable {
    private static let columns: SQL = """
        shares.id, shares.player, app, environment, leaderboard, value, rank, achievement, shares.created, code,
        message, friend_invitations.expires, friend_invitations.uses_left
        """

    /// Without its invitation a challenge link is no more.
    private static func source(at now: Timestamp) -> SQL {
        """
        shares LEFT JOIN friend_invitations ON friend_invitations.digest = shares.code
        WHERE (code IS NULL OR friend_invitations.expires > \(now))
        """
    }

    static func insert(
        _ share: Share, _ code: SecretDigest?, on connection: any SQLConnection
    ) throws(StoreError) {
        var score: (leaderboard: LeaderboardNumber, value: Int64, rank: Int)?
        var earned: AchievementNumber?
        switch share.subject {
        case .score(let leaderboard, let value, let rank): score = (leaderboard, value, rank)
        case .achievement(let achievement): earned = achievement
        }
        try connection.run(
            .insert(
                into: "shares",
                [
                    "id": share.id, "player": share.player, "app": share.app, "environment": share.environment,
                    "leaderboard": score?.leaderboard, "value": score?.value, "rank": score?.rank,
                    "achievement": earned, "created": share.created, "code": code,
                    "message": share.challenge?.message ?? "",
                ]))
    }

    static func share(
        _ id: ShareID, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> Share? {
        try connection.first("SELECT \(columns) FROM \(source(at: now)) AND shares.id = \(id)", share)
    }

    static func share(
        code: SecretDigest, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> Share? {
        try connection.first("SELECT \(columns) FROM \(source(at: now)) AND code = \(code)", share)
    }

    static func shares(
        of player: PlayerNumber, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> [Share] {
        try connection.rows(
            "SELECT \(columns) FROM \(source(at: now)) AND shares.player = \(player) ORDER BY number DESC", share)
    }

    private static func share(_ row: SQLRow) throws(StoreError) -> Share {
        let code: SecretDigest? = try row["code"]
        var challenge: ShareChallenge?
        if code != nil {
            challenge = ShareChallenge(
                message: try row["message"], expires: try row["expires"], usesLeft: try row["uses_left"])
        }
        return Share(
            id: try row["id"], player: try row["player"], app: try row["app"], environment: try row["environment"],
            subject: try subject(row), created: try row["created"], challenge: challenge)
    }

    private static func subject(_ row: SQLRow) throws(StoreError) -> ShareSubject {
        let leaderboard: LeaderboardNumber? = try row["leaderboard"]
        guard let leaderboard else { return .achievement(try row["achievement"]) }
        return .score(leaderboard, value: try row["value"], rank: try row["rank"])
    }

    // MARK: Removing

    /// Challenge links of a player whose invitations are no more.
    static func removeOld(of player: PlayerNumber, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            """
            DELETE FROM shares WHERE player = \(player) AND code IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM friend_invitations WHERE digest = shares.code)
            """)
    }

    static func remove(
        _ id: ShareID, of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        try remove("shares.id = \(id) AND shares.player = \(player)", on: connection) == 1
    }

    static func remove(_ selection: ShareSelection, on connection: any SQLConnection) throws(StoreError) -> Int {
        try remove(isIn(selection), on: connection)
    }

    static func count(_ selection: ShareSelection, on connection: any SQLConnection) throws(StoreError) -> Int {
        try connection.number("SELECT count(*) FROM shares WHERE \(isIn(selection))")
    }

    private static func isIn(_ selection: ShareSelection) -> SQL {
        var condition: SQL = "shares.app = \(selection.app) AND shares.environment = \(selection.environment)"
        if let leaderboard = selection.leaderboard {
            condition = "\(condition) AND shares.leaderboard = \(leaderboard)"
        }
        if let player = selection.player { condition = "\(condition) AND shares.player = \(player)" }
        return condition
    }

    /// Invitations first: they are found by their links.
    private static func remove(_ condition: SQL, on connection: any SQLConnection) throws(StoreError) -> Int {
        try connection.run(
            "DELETE FROM friend_invitations WHERE digest IN (SELECT code FROM shares WHERE \(condition))")
        return try connection.run("DELETE FROM shares WHERE \(condition)")
    }
}
