public import LaurelDomain
public import LaurelStorage

/// What an erasure deletes of a player, area by area, inside one transaction.
///
/// A new table that knows players gets a line in ``all``: `DELETE` what is theirs, take their number out of
/// what belongs to others. The tests search every file for what they left. Seats of archived matches may be too many
/// for that: ``SQLDirectory/eraseArchivedSeats(of:limit:)`` follows, some at a time.
struct ErasureSection: Sendable {
    let erase: @Sendable (PlayerNumber, any SQLConnection) throws(StoreError) -> Void

    init(_ erase: @escaping @Sendable (PlayerNumber, any SQLConnection) throws(StoreError) -> Void) {
        self.erase = erase
    }

    init(statements: @escaping @Sendable (PlayerNumber) -> [SQL]) {
        erase = { player, connection throws(StoreError) in
            for statement in statements(player) { try connection.run(statement) }
        }
    }

    /// In order: what refers to something stands before it.
    static let all: [ErasureSection] = [
        notices,
        shares,
        parties,
        friends,
        deliveries,
        mail,
        savedGames,
        teams,
        reportedPhotos,
        moderation,
        profile,
        account,
    ]

    /// A friendship has a row for each direction.
    private static let friends = ErasureSection { player in
        [
            """
            DELETE FROM friendships
            WHERE friend = \(player) AND player IN (SELECT friend FROM friendships WHERE player = \(player))
            """,
            "DELETE FROM friendships WHERE player = \(player)",
            "DELETE FROM friend_requests WHERE sender = \(player) OR receiver = \(player)",
            "DELETE FROM friend_request_times WHERE sender = \(player) OR receiver = \(player)",
            "DELETE FROM player_blocks WHERE player = \(player) OR blocked = \(player)",
            "DELETE FROM friend_invitations WHERE player = \(player)",
            "DELETE FROM friend_list_consents WHERE player = \(player)",
            "DELETE FROM overtakings WHERE player = \(player)",
            "DELETE FROM likes WHERE player = \(player)",
        ]
    }

    /// A challenge link's invitation goes with their others.
    private static let shares = ErasureSection { player in ["DELETE FROM shares WHERE player = \(player)"] }

    private static let parties = ErasureSection { player in
        ["DELETE FROM party_players WHERE player = \(player)"]
    }

    /// Subscriptions and pushes go with their sessions and notices.
    private static let deliveries = ErasureSection { player in
        [
            "DELETE FROM webhook_deliveries WHERE player = \(player) OR about = \(player)",
            "DELETE FROM push_subscriptions WHERE player = \(player)",
            "DELETE FROM notification_choices WHERE player = \(player)",
            "DELETE FROM quiet_hours WHERE player = \(player)",
        ]
    }

    /// What waits to be sent goes unsent.
    private static let mail = ErasureSection { player in
        [
            "DELETE FROM mails WHERE player = \(player)",
            "DELETE FROM mail_links WHERE player = \(player)",
            "DELETE FROM mail_addresses WHERE player = \(player)",
        ]
    }

    private static let savedGames = ErasureSection { player, connection throws(StoreError) in
        try BlobTable.release("SELECT digest FROM saved_games WHERE player = \(player)", on: connection)
        try connection.run("DELETE FROM saved_games WHERE player = \(player)")
    }

    private static let teams = ErasureSection { player in
        TeamTable.departure(of: player) + ["DELETE FROM default_leaderboards WHERE player = \(player)"]
    }

    /// What others reported of them goes; what they reported and decided stays without their number.
    private static let moderation = ErasureSection { player in
        ReportTable.erasure(of: player) + [
            "DELETE FROM bans WHERE player = \(player)",
            "UPDATE bans SET author = NULL WHERE author = \(player)",
            "DELETE FROM reviews WHERE player = \(player)",
            "UPDATE reviews SET author = NULL WHERE author = \(player)",
        ]
    }

    private static let reportedPhotos = ErasureSection { player, connection throws(StoreError) in
        try ReportPhotoTable.letGo(about: player, on: connection)
    }

    private static let notices = ErasureSection { player in
        ["DELETE FROM notices WHERE player = \(player) OR about = \(player)"]
    }

    private static let profile = ErasureSection { player, connection throws(StoreError) in
        // With the last reference the photo's bytes go.
        try ProfileTable.setPhoto(nil, of: player, on: connection)
        try connection.run("DELETE FROM profiles WHERE player = \(player)")
        try connection.run("DELETE FROM alias_skeletons WHERE player = \(player)")
    }

    private static let account = ErasureSection { player in
        [
            "DELETE FROM device_requests WHERE player = \(player)",
            "DELETE FROM web_game_grants WHERE player = \(player)",
            "DELETE FROM sessions WHERE player = \(player)",
            "DELETE FROM devices WHERE player = \(player)",
            "DELETE FROM recovery_codes WHERE player = \(player)",
            "DELETE FROM credentials WHERE player = \(player)",
            // Before the links: a ticket names nobody by their number.
            """
            DELETE FROM provider_steps WHERE digest IN (
                SELECT digest FROM provider_steps JOIN provider_links
                    ON provider_links.issuer = provider_steps.issuer
                        AND provider_links.subject = provider_steps.subject
                WHERE provider_links.player = \(player))
            """,
            "DELETE FROM provider_links WHERE player = \(player)",
            "DELETE FROM guests WHERE player = \(player)",
            // The digest stays: a later import of the same file doesn't bring them back.
            "UPDATE foreign_players SET player = NULL, foreign_id = NULL WHERE player = \(player)",
            "DELETE FROM guest_merges WHERE player = \(player)",
            // One that is finished leads their device to the account.
            "DELETE FROM guest_merges WHERE guest = \(player) AND finished IS NULL",
            "UPDATE invitations SET player = NULL WHERE player = \(player)",
            "DELETE FROM players WHERE number = \(player)",
        ]
    }
}

/// Erasures as rows of SQL.
enum ErasureTable {
    private static let columns: SQL = "receipt, player, requested, finished"

    static func record(
        of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> ErasureRecord? {
        try connection.first("SELECT \(columns) FROM erasures WHERE player = \(player)", row)
    }

    static func unfinished(on connection: any SQLConnection) throws(StoreError) -> [ErasureRecord] {
        try connection.rows("SELECT \(columns) FROM erasures WHERE finished IS NULL ORDER BY player", row)
    }

    private static func row(_ row: SQLRow) throws(StoreError) -> ErasureRecord {
        ErasureRecord(
            receipt: try row["receipt"], player: try row["player"], requested: try row["requested"],
            finished: try row["finished"])
    }

    /// Of a player who is there. Guests who are becoming part of their account go with it, each with the receipt of
    /// their merge (rules 1.13, 1.16): that can't be finished any more.
    static func begin(
        of player: PlayerNumber, receipt: String, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> ErasureRecord {
        for merge in try GuestMergeTable.unfinished(into: player, on: connection) {
            _ = try begin(of: merge.guest, receipt: merge.receipt, at: now, on: connection)
        }
        for section in ErasureSection.all { try section.erase(player, connection) }
        let record = ErasureRecord(receipt: receipt, player: player, requested: now)
        try insert(record, on: connection)
        return record
    }

    private static func insert(_ record: ErasureRecord, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            .insert(
                into: "erasures",
                ["receipt": record.receipt, "player": record.player, "requested": record.requested]))
    }
}

extension SQLDirectory {
    public func beginErasure(
        of player: PlayerNumber, receipt: String, at now: Timestamp
    ) async throws(StoreError) -> ErasureRecord? {
        try await write { connection throws(StoreError) in
            if let known = try ErasureTable.record(of: player, on: connection) { return known }
            guard try PlayerTable.player(player, on: connection) != nil else { return nil }
            return try ErasureTable.begin(of: player, receipt: receipt, at: now, on: connection)
        }
    }

    public func unfinishedErasures() async throws(StoreError) -> [ErasureRecord] {
        try await read { connection throws(StoreError) in try ErasureTable.unfinished(on: connection) }
    }

    public func finishErasure(of player: PlayerNumber, at now: Timestamp) async throws(StoreError) {
        _ = try await write { connection throws(StoreError) in
            try connection.run("UPDATE erasures SET finished = \(now) WHERE player = \(player)")
        }
    }
}

extension SQLDatabase {
    public func erasedPlayers() throws(StoreError) -> [PlayerNumber] {
        try read { connection throws(StoreError) in
            try connection.values("SELECT player FROM erasures ORDER BY player")
        }
    }
}
