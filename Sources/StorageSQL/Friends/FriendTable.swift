import LaurelDomain
import LaurelStorage

/// Friendships, requests and blocks as rows of SQL.
enum FriendTable {
    static func relation(
        _ player: PlayerNumber, _ other: PlayerNumber, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> Relation {
        Relation(
            player: player, other: other,
            friendsSince: try connection.value(
                "SELECT since FROM friendships WHERE player = \(player) AND friend = \(other)"),
            sent: try request(from: player, to: other, on: connection),
            received: try request(from: other, to: player, on: connection),
            blocksOther: try isBlocked(other, by: player, on: connection),
            isBlockedByOther: try isBlocked(player, by: other, on: connection),
            counts: try counts(of: player, other, at: now, on: connection),
            otherCounts: try counts(of: other, player, at: now, on: connection))
    }

    /// What is different.
    static func write(
        _ after: Relation, over before: Relation, on connection: any SQLConnection
    ) throws(StoreError) {
        let (player, other) = (after.player, after.other)
        if after.friendsSince != before.friendsSince {
            try write(after.friendsSince, player, other, on: connection)
            try write(after.friendsSince, other, player, on: connection)
        }
        if after.sent != before.sent { try write(after.sent, from: player, to: other, on: connection) }
        if after.received != before.received { try write(after.received, from: other, to: player, on: connection) }
        if after.blocksOther, !before.blocksOther {
            try connection.run(.insert(into: "player_blocks", ["player": player, "blocked": other]))
        }
        if !after.blocksOther, before.blocksOther {
            try connection.run("DELETE FROM player_blocks WHERE player = \(player) AND blocked = \(other)")
        }
        if let sent = after.sent, before.sent == nil {
            try noteRequest(from: player, to: other, at: sent.created, on: connection)
        }
        for request in after.answered(after: before) {
            try NoticeTable.resolveRequest(from: request.sender, to: request.receiver, on: connection)
        }
        for notice in after.notices(after: before) { try NoticeTable.insert(notice, on: connection) }
    }

    // MARK: Parts of a relation

    private static func write(
        _ since: Timestamp?, _ player: PlayerNumber, _ other: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        guard let since else {
            try connection.run("DELETE FROM friendships WHERE player = \(player) AND friend = \(other)")
            return
        }
        try connection.run(
            .insert(
                into: "friendships", ["player": player, "friend": other, "since": since],
                ifThere: .takesOver(key: ["player", "friend"])))
    }

    private static func request(
        from sender: PlayerNumber, to receiver: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> FriendRequest? {
        try connection.first(
            """
            SELECT message, created, is_hidden FROM friend_requests
            WHERE sender = \(sender) AND receiver = \(receiver)
            """
        ) { row throws(StoreError) in
            FriendRequest(message: try row["message"], created: try row["created"], isHidden: try row["is_hidden"])
        }
    }

    private static func write(
        _ request: FriendRequest?, from sender: PlayerNumber, to receiver: PlayerNumber,
        on connection: any SQLConnection
    ) throws(StoreError) {
        guard let request else {
            try connection.run("DELETE FROM friend_requests WHERE sender = \(sender) AND receiver = \(receiver)")
            return
        }
        try connection.run(
            .insert(
                into: "friend_requests",
                [
                    "sender": sender, "receiver": receiver, "message": request.message, "created": request.created,
                    "is_hidden": request.isHidden,
                ], ifThere: .takesOver(key: ["sender", "receiver"])))
    }

    /// The limits of a day count these; older ones of the same sender go.
    private static func noteRequest(
        from sender: PlayerNumber, to receiver: PlayerNumber, at moment: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) {
        let yesterday = moment.advanced(by: -FriendLimits.day)
        try connection.run("DELETE FROM friend_request_times WHERE sender = \(sender) AND created <= \(yesterday)")
        try connection.run(
            .insert(
                into: "friend_request_times", ["sender": sender, "receiver": receiver, "created": moment]))
    }

    static func isBlocked(
        _ other: PlayerNumber, by player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        try connection.has("SELECT 1 FROM player_blocks WHERE player = \(player) AND blocked = \(other)")
    }

    private static func counts(
        of player: PlayerNumber, _ other: PlayerNumber, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> FriendCounts {
        let today: SQL = "sender = \(player) AND created > \(now.advanced(by: -FriendLimits.day))"
        let counts = try connection.first(
            """
            SELECT (SELECT count(*) FROM friendships WHERE player = \(player)) AS friends,
                (SELECT count(*) FROM friend_requests WHERE sender = \(player)) AS sent,
                (SELECT count(*) FROM friend_requests WHERE receiver = \(player) AND is_hidden = 0) AS received,
                (SELECT count(*) FROM player_blocks WHERE player = \(player)) AS blocked,
                (SELECT count(*) FROM friend_request_times WHERE \(today)) AS today,
                (SELECT count(*) FROM friend_request_times WHERE \(today) AND receiver = \(other)) AS today_to_other
            """
        ) { row throws(StoreError) in
            FriendCounts(
                friends: try row["friends"], sentRequests: try row["sent"], receivedRequests: try row["received"],
                blocked: try row["blocked"], requestsToday: try row["today"],
                requestsTodayToOther: try row["today_to_other"])
        }
        guard let counts else { throw .broken(reason: "a statement that counts gave no row") }
        return counts
    }

    // MARK: Lists

    /// - Parameter sql: gives `player`, `message` and `created`.
    static func requests(
        _ sql: SQL, on connection: any SQLConnection
    ) throws(StoreError) -> [FriendRequests.Row] {
        try connection.rows(sql) { row throws(StoreError) in
            FriendRequests.Row(player: try row["player"], message: try row["message"], created: try row["created"])
        }
    }

    /// Those who share friends with a player and have nothing to do with them yet.
    static func suggestions(
        for player: PlayerNumber, friendships: Int, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> [FriendSuggestion] {
        try connection.rows(
            """
            SELECT candidate, shared FROM (
                SELECT candidate, count(*) AS shared FROM (
                    SELECT theirs.friend AS candidate FROM friendships AS own
                    JOIN friendships AS theirs ON theirs.player = own.friend
                    WHERE own.player = \(player) LIMIT \(SQLPage.limit(friendships))) AS found
                GROUP BY candidate) AS counted
            WHERE candidate <> \(player)
            AND NOT EXISTS (SELECT 1 FROM friendships WHERE player = \(player) AND friend = candidate)
            AND NOT EXISTS (SELECT 1 FROM friend_requests WHERE sender = \(player) AND receiver = candidate)
            AND NOT EXISTS (SELECT 1 FROM friend_requests WHERE sender = candidate AND receiver = \(player))
            AND NOT EXISTS (SELECT 1 FROM player_blocks WHERE player = \(player) AND blocked = candidate)
            AND NOT EXISTS (SELECT 1 FROM player_blocks WHERE player = candidate AND blocked = \(player))
            ORDER BY shared DESC, candidate LIMIT \(SQLPage.limit(limit))
            """
        ) { row throws(StoreError) in
            FriendSuggestion(player: try row["candidate"], sharedFriends: try row["shared"])
        }
    }
}
