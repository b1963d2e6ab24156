import LaurelDomain
import LaurelStorage

/// Sessions and devices as rows of SQL.
enum SessionTable {
    /// With where they come from.
    static let columns: SQL = """
        id, sessions.player, sessions.device, sessions.app, sessions.environment, sessions.created, last_used,
            \(emptyQueue) AS empty_queue, is_administrator, devices.name
        FROM \(withDevices) JOIN players ON players.number = sessions.player
        """
    /// Sessions, each with its device, and with the queue of its game there, if it's known.
    static let withDevices: SQL = """
        sessions JOIN devices ON devices.number = sessions.device
            LEFT JOIN device_queues ON device_queues.device = sessions.device AND device_queues.app = sessions.app
                AND device_queues.environment = sessions.environment
        """
    /// When a session's device last had nothing to send. Before each game had a queue of its own, a device had one for
    /// all: its moment counts until the game's own is known.
    static let emptyQueue: SQL = "coalesce(device_queues.emptied, devices.empty_queue)"

    static func insert(
        _ session: NewSession, of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> SessionRecord {
        let device = try device(session.device, of: player, on: connection)
        if session.hasEmptyQueue, let queue = DeviceQueue(device: device, of: session.binding) {
            try note(queue, isEmptyAt: session.created, on: connection)
        }
        let game: (app: AppNumber, environment: Environment)? =
            switch session.binding {
            case .firstParty: nil
            case .game(let app, let environment): (app, environment)
            }
        try connection.run(
            .insert(
                into: "sessions",
                [
                    "digest": session.digest, "player": player, "device": device, "app": game?.app,
                    "environment": game?.environment, "created": session.created, "last_used": session.created,
                ]))
        guard var record = try Self.session(session.digest, on: connection) else {
            throw .broken(reason: "a session that was just written is missing")
        }
        record.displaced = try displace(beside: record, limit: session.countLimit, on: connection)
        if session.isOfUnknownDevice {
            try MailTable.tell(
                .signIn, session.device?.text ?? "", to: player, at: session.created, on: connection)
        }
        return record
    }

    /// Ends what its player has beyond the limit, the longest unused first.
    private static func displace(
        beside new: SessionRecord, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> [SessionID] {
        let displaced: [SessionID] = try connection.values(
            """
            SELECT id FROM sessions WHERE player = \(new.player) AND id <> \(new.id)
            ORDER BY last_used DESC, id DESC LIMIT \(SQLPage.allRows) OFFSET \(max(limit, 1) - 1)
            """)
        for id in displaced { _ = try delete("id = \(id)", on: connection) }
        return displaced
    }

    private static func device(
        _ name: DeviceName?, of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> DeviceNumber {
        if let name {
            let known: DeviceNumber? = try connection.value(
                "SELECT number FROM devices WHERE player = \(player) AND name IS NOT NULL AND name = \(name)")
            if let known { return known }
        }
        let insert = SQL.insert(into: "devices", ["player": player, "name": name])
        return try connection.newNumber("\(insert) RETURNING number")
    }

    /// Names a device that had no name when its session began. Nothing happens if it has one, or if another device of
    /// the player's is called so.
    static func name(
        _ device: (number: DeviceNumber, name: DeviceName), of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            """
            UPDATE devices SET name = \(device.name)
            WHERE number = \(device.number) AND player = \(player) AND name IS NULL AND NOT EXISTS (
                SELECT 1 FROM devices AS others WHERE others.player = \(player) AND others.name IS NOT NULL
                    AND others.name = \(device.name))
            """)
    }

    static func note(
        _ queue: DeviceQueue, isEmptyAt moment: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) {
        // The device may have gone with its session.
        try connection.run(
            """
            INSERT INTO device_queues (device, app, environment, emptied)
            SELECT number, \(queue.app), \(queue.environment), \(moment) FROM devices WHERE number = \(queue.device)
            ON CONFLICT (device, app, environment) DO UPDATE SET emptied = excluded.emptied
                WHERE device_queues.emptied < excluded.emptied
            """)
    }

    static func session(
        _ digest: SecretDigest, on connection: any SQLConnection
    ) throws(StoreError) -> SessionRecord? {
        try connection.first("SELECT \(columns) WHERE digest = \(digest)", row)
    }

    /// - Returns: nil when there is no such session (any more).
    static func player(of id: SessionID, on connection: any SQLConnection) throws(StoreError) -> PlayerNumber? {
        try connection.value("SELECT player FROM sessions WHERE id = \(id)")
    }

    /// Of a statement that selects ``columns``.
    static func row(_ row: SQLRow) throws(StoreError) -> SessionRecord {
        SessionRecord(
            id: try row["id"], player: try row["player"], device: try row["device"], binding: try binding(row),
            isAdministrator: try row["is_administrator"], created: try row["created"],
            lastUsed: try row["last_used"], emptyQueue: try row["empty_queue"])
    }

    static func binding(_ row: SQLRow) throws(StoreError) -> Binding {
        let (app, environment): (AppNumber?, Environment?) = (try row["app"], try row["environment"])
        guard let app, let environment else { return .firstParty }
        return .game(app, environment)
    }

    static func listed(_ row: SQLRow) throws(StoreError) -> ListedSession {
        ListedSession(record: try Self.row(row), deviceName: try row["name"])
    }

    /// With what the player has allowed others and nobody has fetched: it would become a session.
    static func deleteAll(of player: PlayerNumber, on connection: any SQLConnection) throws(StoreError) {
        try GrantTable.removeAll(of: player, on: connection)
        _ = try delete("player = \(player)", on: connection)
    }

    /// With what the player has allowed others and nobody has fetched, also in the session that stays.
    static func deleteAll(
        of player: PlayerNumber, except session: SessionID, on connection: any SQLConnection
    ) throws(StoreError) -> Int {
        try GrantTable.removeAll(of: player, on: connection)
        return try delete("player = \(player) AND id <> \(session)", on: connection)
    }

    /// Deletes sessions, and devices that had no name and so belonged to one of them alone. When a guest was last seen
    /// outlives their session.
    /// - Returns: how many sessions.
    static func delete(_ condition: SQL, on connection: any SQLConnection) throws(StoreError) -> Int {
        let ended = try connection.rows(
            "DELETE FROM sessions WHERE \(condition) RETURNING device, player, last_used"
        ) { row throws(StoreError) -> (device: DeviceNumber, player: PlayerNumber, lastUsed: Timestamp) in
            (try row["device"], try row["player"], try row["last_used"])
        }
        for session in ended {
            try connection.run("DELETE FROM devices WHERE number = \(session.device) AND name IS NULL")
            try GuestTable.noteSeen(session.player, at: session.lastUsed, on: connection)
        }
        return ended.count
    }
}
