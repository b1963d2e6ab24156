import LaurelDomain
import LaurelStorage

/// Shares as rows of SQL.
enum ShareTable {
    private static let columns = """
        shares.id, shares.player, app, environment, leaderboard, value, rank, achievement, shares.created, code,
        message,
        friend_invitations.expires, friend_invitations.uses_left
        """
    /// Without its invitation a challenge link is no more.
    private static let source = """
        shares LEFT JOIN friend_invitations ON friend_invitations.digest = shares.code
        WHERE (code IS NULL OR friend_invitations.expires > ?1)
        """

    static func insert(
        _ share: Share, _ code: SecretDigest?, on connection: SQLiteConnection
    ) throws(StoreError) {
        let insert = try connection.prepare(
            """
            INSERT INTO shares
                (id, player, app, environment, leaderboard, value, rank, achievement, created, code, message)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        insert.bind(1, share.id.text)
        insert.bind(2, Int64(share.player.rawValue))
        insert.bind(3, Int64(share.app.rawValue))
        insert.bind(4, Int64(share.environment.rawValue))
        for index in 5...8 as ClosedRange<Int32> { insert.bindNull(index) }
        switch share.subject {
        case .score(let leaderboard, let value, let rank):
            insert.bind(5, Int64(leaderboard.rawValue))
            insert.bind(6, value)
            insert.bind(7, Int64(rank))
        case .achievement(let achievement): insert.bind(8, Int64(achievement.rawValue))
        }
        insert.bind(9, share.created.milliseconds)
        if let code { insert.bind(10, blob: code.bytes) } else { insert.bindNull(10) }
        insert.bind(11, share.challenge?.message ?? "")
        try insert.run()
    }

    static func share(
        _ id: ShareID, at now: Timestamp, on connection: SQLiteConnection
    ) throws(StoreError) -> Share? {
        let select = try connection.prepare("SELECT \(columns) FROM \(source) AND shares.id = ?2")
        select.bind(1, now.milliseconds)
        select.bind(2, id.text)
        defer { select.reset() }
        return try select.step() ? try share(select) : nil
    }

    static func share(
        code: SecretDigest, at now: Timestamp, on connection: SQLiteConnection
    ) throws(StoreError) -> Share? {
        let select = try connection.prepare("SELECT \(columns) FROM \(source) AND code = ?2")
        select.bind(1, now.milliseconds)
        select.bind(2, blob: code.bytes)
        defer { select.reset() }
        return try select.step() ? try share(select) : nil
    }

    static func shares(
        of player: PlayerNumber, at now: Timestamp, on connection: SQLiteConnection
    ) throws(StoreError) -> [Share] {
        let select = try connection.prepare(
            "SELECT \(columns) FROM \(source) AND shares.player = ?2 ORDER BY number DESC")
        select.bind(1, now.milliseconds)
        select.bind(2, Int64(player.rawValue))
        defer { select.reset() }
        var shares: [Share] = []
        while try select.step() { shares.append(try share(select)) }
        return shares
    }

    private static func share(_ row: SQLiteStatement) throws(StoreError) -> Share {
        guard let id = ShareID(row.text(0)), let app = UInt32(exactly: row.integer(2)),
            let environment = UInt8(exactly: row.integer(3)).flatMap({ Environment(rawValue: $0) }),
            let subject = subject(row)
        else { throw .broken(reason: "can't read a share") }
        var challenge: ShareChallenge?
        if !row.isNull(9) {
            challenge = ShareChallenge(
                message: row.text(10), expires: Timestamp(clamping: row.integer(11)),
                usesLeft: Int(clamping: row.integer(12)))
        }
        return Share(
            id: id, player: try row.player(1), app: AppNumber(app), environment: environment, subject: subject,
            created: Timestamp(clamping: row.integer(8)), challenge: challenge)
    }

    private static func subject(_ row: SQLiteStatement) -> ShareSubject? {
        if let number = row.optionalInteger(4).flatMap({ UInt32(exactly: $0) }) {
            return .score(
                LeaderboardNumber(number), value: row.integer(5), rank: Int(clamping: row.integer(6)))
        }
        return row.optionalInteger(7).flatMap { UInt32(exactly: $0) }.map { .achievement(AchievementNumber($0)) }
    }

    // MARK: Removing

    /// Challenge links of a player whose invitations are no more.
    static func removeOld(of player: PlayerNumber, on connection: SQLiteConnection) throws(StoreError) {
        let delete = try connection.prepare(
            """
            DELETE FROM shares WHERE player = ? AND code IS NOT NULL
                AND NOT EXISTS (SELECT 1 FROM friend_invitations WHERE digest = shares.code)
            """)
        delete.bind(1, Int64(player.rawValue))
        try delete.run()
    }

    static func remove(
        _ id: ShareID, of player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let condition = "shares.id = ?1 AND shares.player = ?2"
        for sql in removals(condition) {
            let statement = try connection.prepare(sql)
            statement.bind(1, id.text)
            statement.bind(2, Int64(player.rawValue))
            try statement.run()
        }
        return connection.changedRows == 1
    }

    static func remove(_ selection: ShareSelection, on connection: SQLiteConnection) throws(StoreError) -> Int {
        for sql in removals(condition) {
            let statement = try connection.prepare(sql)
            statement.bind(selection)
            try statement.run()
        }
        return Int(connection.changedRows)
    }

    static func count(_ selection: ShareSelection, on connection: SQLiteConnection) throws(StoreError) -> Int {
        let select = try connection.prepare("SELECT count(*) FROM shares WHERE \(condition)")
        select.bind(selection)
        defer { select.reset() }
        return try select.step() ? Int(clamping: select.integer(0)) : 0
    }

    private static let condition = """
        shares.app = ?1 AND shares.environment = ?2 AND (?3 IS NULL OR shares.leaderboard = ?3)
        AND (?4 IS NULL OR shares.player = ?4)
        """

    /// Invitations first: they are found by their links.
    private static func removals(_ condition: String) -> [String] {
        [
            "DELETE FROM friend_invitations WHERE digest IN (SELECT code FROM shares WHERE \(condition))",
            "DELETE FROM shares WHERE \(condition)",
        ]
    }
}

extension SQLiteStatement {
    fileprivate func bind(_ selection: ShareSelection) {
        bind(1, Int64(selection.app.rawValue))
        bind(2, Int64(selection.environment.rawValue))
        bind(3, selection.leaderboard.map { Int64($0.rawValue) })
        bind(4, selection.player.map { Int64($0.rawValue) })
    }
}
