import LaurelDomain
import LaurelStorage

/// Friendships, requests and blocks as rows of SQL.
enum FriendTable {
    static func relation(
        _ player: PlayerNumber, _ other: PlayerNumber, at now: Timestamp, on connection: SQLiteConnection
    ) throws(StoreError) -> Relation {
        Relation(
            player: player, other: other,
            friendsSince: try since(player, other, on: connection),
            sent: try request(from: player, to: other, on: connection),
            received: try request(from: other, to: player, on: connection),
            blocksOther: try isBlocked(other, by: player, on: connection),
            isBlockedByOther: try isBlocked(player, by: other, on: connection),
            counts: try counts(of: player, other, at: now, on: connection),
            otherCounts: try counts(of: other, player, at: now, on: connection))
    }

    /// What is different.
    static func write(
        _ after: Relation, over before: Relation, on connection: SQLiteConnection
    ) throws(StoreError) {
        let (player, other) = (after.player, after.other)
        if after.friendsSince != before.friendsSince {
            try write(after.friendsSince, player, other, on: connection)
            try write(after.friendsSince, other, player, on: connection)
        }
        if after.sent != before.sent { try write(after.sent, from: player, to: other, on: connection) }
        if after.received != before.received { try write(after.received, from: other, to: player, on: connection) }
        if after.blocksOther != before.blocksOther {
            let sql =
                after.blocksOther
                ? "INSERT INTO player_blocks (player, blocked) VALUES (?, ?)"
                : "DELETE FROM player_blocks WHERE player = ? AND blocked = ?"
            try run(sql, player, other, on: connection)
        }
        if let sent = after.sent, before.sent == nil {
            try noteRequest(from: player, to: other, at: sent.created, on: connection)
        }
        for notice in after.notices(after: before) { try NoticeTable.insert(notice, on: connection) }
    }

    // MARK: Parts of a relation

    private static func since(
        _ player: PlayerNumber, _ other: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> Timestamp? {
        let select = try connection.prepare("SELECT since FROM friendships WHERE player = ? AND friend = ?")
        select.bind(player, other)
        defer { select.reset() }
        return try select.step() ? Timestamp(clamping: select.integer(0)) : nil
    }

    private static func write(
        _ since: Timestamp?, _ player: PlayerNumber, _ other: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) {
        guard let since else {
            return try run("DELETE FROM friendships WHERE player = ? AND friend = ?", player, other, on: connection)
        }
        let insert = try connection.prepare(
            """
            INSERT INTO friendships (player, friend, since) VALUES (?, ?, ?)
            ON CONFLICT (player, friend) DO UPDATE SET since = excluded.since
            """)
        insert.bind(player, other)
        insert.bind(3, since.milliseconds)
        try insert.run()
    }

    private static func request(
        from sender: PlayerNumber, to receiver: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> FriendRequest? {
        let select = try connection.prepare(
            "SELECT message, created, is_hidden FROM friend_requests WHERE sender = ? AND receiver = ?")
        select.bind(sender, receiver)
        defer { select.reset() }
        guard try select.step() else { return nil }
        return FriendRequest(
            message: select.text(0), created: Timestamp(clamping: select.integer(1)), isHidden: select.integer(2) != 0)
    }

    private static func write(
        _ request: FriendRequest?, from sender: PlayerNumber, to receiver: PlayerNumber,
        on connection: SQLiteConnection
    ) throws(StoreError) {
        guard let request else {
            return try run(
                "DELETE FROM friend_requests WHERE sender = ? AND receiver = ?", sender, receiver, on: connection)
        }
        let insert = try connection.prepare(
            """
            INSERT OR REPLACE INTO friend_requests (sender, receiver, message, created, is_hidden)
            VALUES (?, ?, ?, ?, ?)
            """)
        insert.bind(sender, receiver)
        insert.bind(3, request.message)
        insert.bind(4, request.created.milliseconds)
        insert.bind(5, request.isHidden)
        try insert.run()
    }

    /// The limits of a day count these; older ones of the same sender go.
    private static func noteRequest(
        from sender: PlayerNumber, to receiver: PlayerNumber, at moment: Timestamp, on connection: SQLiteConnection
    ) throws(StoreError) {
        let delete = try connection.prepare("DELETE FROM friend_request_times WHERE sender = ? AND created <= ?")
        delete.bind(1, Int64(sender.rawValue))
        delete.bind(2, moment.advanced(by: -FriendLimits.day).milliseconds)
        try delete.run()
        let insert = try connection.prepare(
            "INSERT INTO friend_request_times (sender, receiver, created) VALUES (?, ?, ?)")
        insert.bind(sender, receiver)
        insert.bind(3, moment.milliseconds)
        try insert.run()
    }

    static func isBlocked(
        _ other: PlayerNumber, by player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        let select = try connection.prepare("SELECT 1 FROM player_blocks WHERE player = ? AND blocked = ?")
        select.bind(player, other)
        defer { select.reset() }
        return try select.step()
    }

    private static func counts(
        of player: PlayerNumber, _ other: PlayerNumber, at now: Timestamp, on connection: SQLiteConnection
    ) throws(StoreError) -> FriendCounts {
        let select = try connection.prepare(
            """
            SELECT (SELECT count(*) FROM friendships WHERE player = ?1),
                (SELECT count(*) FROM friend_requests WHERE sender = ?1),
                (SELECT count(*) FROM friend_requests WHERE receiver = ?1 AND is_hidden = 0),
                (SELECT count(*) FROM player_blocks WHERE player = ?1),
                (SELECT count(*) FROM friend_request_times WHERE sender = ?1 AND created > ?3),
                (SELECT count(*) FROM friend_request_times WHERE sender = ?1 AND created > ?3 AND receiver = ?2)
            """)
        select.bind(player, other)
        select.bind(3, now.advanced(by: -FriendLimits.day).milliseconds)
        defer { select.reset() }
        guard try select.step() else { throw .broken(reason: "SQLite returned no count") }
        func count(_ column: Int32) -> Int { Int(clamping: select.integer(column)) }
        return FriendCounts(
            friends: count(0), sentRequests: count(1), receivedRequests: count(2), blocked: count(3),
            requestsToday: count(4), requestsTodayToOther: count(5))
    }

    private static func run(
        _ sql: String, _ one: PlayerNumber, _ two: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) {
        let statement = try connection.prepare(sql)
        statement.bind(one, two)
        try statement.run()
    }

    // MARK: Lists

    /// - Parameter sql: a statement whose only parameter is the player and whose first column is a player.
    static func players(
        _ sql: String, _ player: PlayerNumber, app: AppNumber? = nil, on connection: SQLiteConnection
    ) throws(StoreError) -> [PlayerNumber] {
        let select = try connection.prepare(sql)
        select.bind(1, Int64(player.rawValue))
        if let app { select.bind(2, Int64(app.rawValue)) }
        defer { select.reset() }
        var players: [PlayerNumber] = []
        while try select.step() { players.append(try select.player(0)) }
        return players
    }

    static func requests(
        _ sql: String, of player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> [FriendRequests.Row] {
        let select = try connection.prepare(sql)
        select.bind(1, Int64(player.rawValue))
        defer { select.reset() }
        var rows: [FriendRequests.Row] = []
        while try select.step() {
            rows.append(
                FriendRequests.Row(
                    player: try select.player(0), message: select.text(1),
                    created: Timestamp(clamping: select.integer(2))))
        }
        return rows
    }
}

extension SQLiteStatement {
    fileprivate func bind(_ one: PlayerNumber, _ two: PlayerNumber) {
        bind(1, Int64(one.rawValue))
        bind(2, Int64(two.rawValue))
    }
}
