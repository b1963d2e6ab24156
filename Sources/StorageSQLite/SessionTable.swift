import LaurelDomain
import LaurelStorage

/// Sessions and devices as rows of SQL.
enum SessionTable {
    /// With where they come from; the device's name last.
    static let columns = """
        id, sessions.player, device, app, environment, sessions.created, last_used, empty_queue, is_administrator,
            devices.name
        FROM sessions JOIN players ON players.number = sessions.player
            JOIN devices ON devices.number = sessions.device
        """

    static func insert(
        _ session: NewSession, of player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> SessionRecord {
        let device = try device(session.device, of: player, on: connection)
        if session.hasEmptyQueue { try noteEmptyQueue(of: device, at: session.created, on: connection) }
        let insert = try connection.prepare(
            """
            INSERT INTO sessions (digest, player, device, app, environment, created, last_used)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """)
        insert.bind(1, blob: session.digest.bytes)
        insert.bind(2, Int64(player.rawValue))
        insert.bind(3, device.rawValue)
        switch session.binding {
        case .firstParty:
            insert.bindNull(4)
            insert.bindNull(5)
        case .game(let app, let environment):
            insert.bind(4, Int64(app.rawValue))
            insert.bind(5, Int64(environment.rawValue))
        }
        insert.bind(6, session.created.milliseconds)
        insert.bind(7, session.created.milliseconds)
        try insert.run()
        guard var record = try Self.session(session.digest, on: connection) else {
            throw .broken(reason: "a session that was just written is missing")
        }
        record.displaced = try displace(beside: record, limit: session.countLimit, on: connection)
        return record
    }

    /// Ends what its player has beyond the limit, the longest unused first.
    private static func displace(
        beside new: SessionRecord, limit: Int, on connection: SQLiteConnection
    ) throws(StoreError) -> [SessionID] {
        let select = try connection.prepare(
            "SELECT id FROM sessions WHERE player = ? AND id <> ? ORDER BY last_used DESC, id DESC LIMIT -1 OFFSET ?")
        select.bind(1, Int64(new.player.rawValue))
        select.bind(2, new.id.rawValue)
        select.bind(3, Int64(max(limit, 1) - 1))
        var displaced: [SessionID] = []
        while try select.step() { displaced.append(SessionID(select.integer(0))) }
        select.reset()
        for id in displaced { _ = try delete("id = ?", on: connection) { $0.bind(1, id.rawValue) } }
        return displaced
    }

    private static func device(
        _ name: DeviceName?, of player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> DeviceNumber {
        if let name {
            let select = try connection.prepare("SELECT number FROM devices WHERE player = ? AND name = ?")
            select.bind(1, Int64(player.rawValue))
            select.bind(2, name.text)
            defer { select.reset() }
            if try select.step() { return DeviceNumber(select.integer(0)) }
        }
        let insert = try connection.prepare("INSERT INTO devices (player, name) VALUES (?, ?)")
        insert.bind(1, Int64(player.rawValue))
        insert.bind(2, name?.text)
        try insert.run()
        return DeviceNumber(connection.lastInsertedRow)
    }

    static func noteEmptyQueue(
        of device: DeviceNumber, at moment: Timestamp, on connection: SQLiteConnection
    ) throws(StoreError) {
        let update = try connection.prepare(
            "UPDATE devices SET empty_queue = max(coalesce(empty_queue, 0), ?) WHERE number = ?")
        update.bind(1, moment.milliseconds)
        update.bind(2, device.rawValue)
        try update.run()
    }

    static func session(
        _ digest: SecretDigest, on connection: SQLiteConnection
    ) throws(StoreError) -> SessionRecord? {
        let select = try connection.prepare(
            """
            SELECT \(columns) WHERE digest = ?
            """)
        select.bind(1, blob: digest.bytes)
        defer { select.reset() }
        return try select.step() ? try row(select) : nil
    }

    /// - Returns: nil when there is no such session (any more).
    static func player(of id: SessionID, on connection: SQLiteConnection) throws(StoreError) -> PlayerNumber? {
        let select = try connection.prepare("SELECT player FROM sessions WHERE id = ?")
        select.bind(1, id.rawValue)
        defer { select.reset() }
        return try select.step() ? try select.player(0) : nil
    }

    /// The row under a statement that selects ``columns``.
    static func row(_ select: SQLiteStatement) throws(StoreError) -> SessionRecord {
        SessionRecord(
            id: SessionID(select.integer(0)), player: try select.player(1), device: DeviceNumber(select.integer(2)),
            binding: try binding(app: select.optionalInteger(3), environment: select.optionalInteger(4)),
            isAdministrator: select.integer(8) != 0, created: Timestamp(clamping: select.integer(5)),
            lastUsed: Timestamp(clamping: select.integer(6)),
            emptyQueue: select.optionalInteger(7).map { Timestamp(clamping: $0) })
    }

    static func binding(app: Int64?, environment: Int64?) throws(StoreError) -> Binding {
        guard let app, let environment else { return .firstParty }
        guard let app = UInt32(exactly: app),
            let environment = UInt8(exactly: environment).flatMap(Environment.init(rawValue:))
        else { throw .broken(reason: "a session is bound to app \(app) in environment \(environment)") }
        return .game(AppNumber(app), environment)
    }

    static func deleteAll(of player: PlayerNumber, on connection: SQLiteConnection) throws(StoreError) {
        _ = try delete("player = ?", on: connection) { $0.bind(1, Int64(player.rawValue)) }
    }

    /// Deletes sessions, and devices that had no name and so belonged to one of them alone.
    /// - Returns: how many sessions.
    static func delete(
        _ condition: String, on connection: SQLiteConnection, _ bind: (SQLiteStatement) -> Void
    ) throws(StoreError) -> Int {
        let delete = try connection.prepare("DELETE FROM sessions WHERE \(condition) RETURNING device")
        bind(delete)
        var devices: [Int64] = []
        while try delete.step() { devices.append(delete.integer(0)) }
        delete.reset()
        let orphan = try connection.prepare("DELETE FROM devices WHERE number = ? AND name IS NULL")
        for device in devices {
            orphan.bind(1, device)
            try orphan.run()
        }
        return devices.count
    }
}
