import LaurelDomain
import LaurelStorage

/// What an erasure deletes of a player, area by area, inside one transaction.
///
/// Whoever adds a table that knows players adds a line to ``all``: `DELETE` what is theirs, take their number out of
/// what belongs to others. The tests search every file for what they left.
struct ErasureSection: Sendable {
    let erase: @Sendable (PlayerNumber, SQLiteConnection) throws(StoreError) -> Void

    init(_ erase: @escaping @Sendable (PlayerNumber, SQLiteConnection) throws(StoreError) -> Void) {
        self.erase = erase
    }

    /// Statements with the player's number as `?1`.
    init(_ statements: String...) {
        erase = { player, connection throws(StoreError) in
            for sql in statements {
                let statement = try connection.prepare(sql)
                statement.bind(1, Int64(player.rawValue))
                try statement.run()
            }
        }
    }

    /// In order: what refers to something stands before it.
    static let all: [ErasureSection] = [
        notices,
        shares,
        friends,
        deliveries,
        savedGames,
        teams,
        reportedPhotos,
        moderation,
        profile,
        account,
    ]

    /// A friendship has a row for each direction.
    fileprivate static let friends = ErasureSection(
        "DELETE FROM friendships WHERE friend = ?1 AND player IN (SELECT friend FROM friendships WHERE player = ?1)",
        "DELETE FROM friendships WHERE player = ?1",
        "DELETE FROM friend_requests WHERE sender = ?1 OR receiver = ?1",
        "DELETE FROM friend_request_times WHERE sender = ?1 OR receiver = ?1",
        "DELETE FROM player_blocks WHERE player = ?1 OR blocked = ?1",
        "DELETE FROM friend_invitations WHERE player = ?1",
        "DELETE FROM friend_list_consents WHERE player = ?1",
        "DELETE FROM overtakings WHERE player = ?1"
    )

    /// A challenge link's invitation goes with their others.
    private static let shares = ErasureSection("DELETE FROM shares WHERE player = ?1")

    /// Subscriptions and pushes go with their sessions and notices.
    private static let deliveries = ErasureSection(
        "DELETE FROM webhook_deliveries WHERE player = ?1 OR about = ?1",
        "DELETE FROM push_subscriptions WHERE player = ?1",
        "DELETE FROM notification_choices WHERE player = ?1",
        "DELETE FROM quiet_hours WHERE player = ?1"
    )

    private static let savedGames = ErasureSection { player, connection throws(StoreError) in
        let select = try connection.prepare("DELETE FROM saved_games WHERE player = ? RETURNING digest")
        select.bind(1, Int64(player.rawValue))
        var digests: [BlobDigest] = []
        while try select.step() { if let digest = BlobDigest(select.blob(0)) { digests.append(digest) } }
        select.reset()
        for digest in digests { try BlobTable.release(digest, on: connection) }
    }

    private static let teams = ErasureSection(
        "DELETE FROM team_members WHERE player = ?1",
        "DELETE FROM developer_keys WHERE maker = ?1",
        "DELETE FROM team_invitations WHERE player = ?1 OR maker = ?1",
        "DELETE FROM two_factor WHERE player = ?1",
        "DELETE FROM default_leaderboards WHERE player = ?1"
    )

    /// What others reported of them goes, and what they reported; what they decided stays without their number.
    private static let moderation = ErasureSection(
        "DELETE FROM bans WHERE player = ?1",
        "UPDATE bans SET author = NULL WHERE author = ?1",
        "DELETE FROM reports WHERE reporter = ?1 OR review IN (SELECT id FROM reviews WHERE player = ?1)",
        "DELETE FROM reviews WHERE player = ?1",
        "UPDATE reviews SET author = NULL WHERE author = ?1"
    )

    private static let reportedPhotos = ErasureSection { player, connection throws(StoreError) in
        try ReportPhotoTable.letGo(about: player, on: connection)
    }

    private static let notices = ErasureSection("DELETE FROM notices WHERE player = ?1 OR about = ?1")

    private static let profile = ErasureSection { player, connection throws(StoreError) in
        // With the last reference the photo's bytes go.
        try ProfileTable.setPhoto(nil, of: player, on: connection)
        for table in ["profiles", "alias_skeletons"] {
            let delete = try connection.prepare("DELETE FROM \(table) WHERE player = ?")
            delete.bind(1, Int64(player.rawValue))
            try delete.run()
        }
    }

    private static let account = ErasureSection(
        "DELETE FROM sessions WHERE player = ?1",
        "DELETE FROM devices WHERE player = ?1",
        "DELETE FROM recovery_codes WHERE player = ?1",
        "DELETE FROM credentials WHERE player = ?1",
        "UPDATE invitations SET player = NULL WHERE player = ?1",
        "DELETE FROM players WHERE number = ?1"
    )
}

/// Erasures as rows of SQL.
enum ErasureTable {
    private static let columns = "receipt, player, requested, finished"

    static func record(
        of player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> ErasureRecord? {
        let select = try connection.prepare("SELECT \(columns) FROM erasures WHERE player = ?")
        defer { select.reset() }
        select.bind(1, Int64(player.rawValue))
        return try select.step() ? try row(select) : nil
    }

    static func unfinished(on connection: SQLiteConnection) throws(StoreError) -> [ErasureRecord] {
        let select = try connection.prepare(
            "SELECT \(columns) FROM erasures WHERE finished IS NULL ORDER BY player")
        defer { select.reset() }
        var records: [ErasureRecord] = []
        while try select.step() { records.append(try row(select)) }
        return records
    }

    static func players(on connection: SQLiteConnection) throws(StoreError) -> [PlayerNumber] {
        let select = try connection.prepare("SELECT player FROM erasures ORDER BY player")
        defer { select.reset() }
        var players: [PlayerNumber] = []
        while try select.step() { players.append(try select.player(0)) }
        return players
    }

    private static func row(_ select: SQLiteStatement) throws(StoreError) -> ErasureRecord {
        ErasureRecord(
            receipt: select.text(0), player: try select.player(1), requested: Timestamp(clamping: select.integer(2)),
            finished: select.optionalInteger(3).map { Timestamp(clamping: $0) })
    }

    static func insert(_ record: ErasureRecord, on connection: SQLiteConnection) throws(StoreError) {
        let insert = try connection.prepare("INSERT INTO erasures (\(columns)) VALUES (?, ?, ?, NULL)")
        insert.bind(1, record.receipt)
        insert.bind(2, Int64(record.player.rawValue))
        insert.bind(3, record.requested.milliseconds)
        try insert.run()
    }
}
