public import LaurelDomain
public import LaurelStorage

/// The audit log as rows of SQL. Insert inside the transaction that an entry tells of.
enum AuditTable {
    private static let columns =
        "id, action, player, key, is_operator, team, app, environment, about, subject, changes, time, request_id"

    static func insert(_ entry: NewAuditEntry, on connection: SQLiteConnection) throws(StoreError) {
        let insert = try connection.prepare(
            """
            INSERT INTO audit (action, player, key, is_operator, team, app, environment, about, subject, changes,
                time, request_id)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        insert.bind(1, entry.action.rawValue)
        insert.bindNull(2)
        insert.bindNull(3)
        insert.bind(4, entry.actor == .operator)
        switch entry.actor {
        case .player(let player): insert.bind(2, Int64(player.rawValue))
        case .key(let key): insert.bind(3, key.rawValue)
        case .operator, .server: break
        }
        insert.bind(5, entry.team.map { Int64($0.rawValue) })
        insert.bind(6, entry.app.map { Int64($0.rawValue) })
        insert.bind(7, entry.environment.map { Int64($0.rawValue) })
        insert.bind(8, entry.player.map { Int64($0.rawValue) })
        insert.bind(9, entry.subject)
        insert.bind(10, entry.changes)
        insert.bind(11, entry.time.milliseconds)
        insert.bind(12, entry.requestID)
        try insert.run()
    }

    static func entries(
        of scope: AuditScope, before id: AuditID?, limit: Int, on connection: SQLiteConnection
    ) throws(StoreError) -> [AuditEntry] {
        let condition =
            switch scope {
            case .server: "id < ?2"
            case .team: "team = ?1 AND id < ?2"
            }
        let select = try connection.prepare(
            "SELECT \(columns) FROM audit WHERE \(condition) ORDER BY id DESC LIMIT ?3")
        defer { select.reset() }
        if case .team(let team) = scope { select.bind(1, Int64(team.rawValue)) }
        select.bind(2, id?.rawValue ?? .max)
        select.bind(3, Int64(max(0, limit)))
        var entries: [AuditEntry] = []
        while try select.step() { entries.append(try entry(select)) }
        return entries
    }

    private static func entry(_ row: SQLiteStatement) throws(StoreError) -> AuditEntry {
        guard let action = AuditAction(rawValue: row.text(1)) else {
            throw .broken(reason: "can't read entry \(row.integer(0)) of the audit log")
        }
        let actor: AuditActor
        if let player = row.optionalInteger(2).flatMap({ UInt32(exactly: $0) }) {
            actor = .player(PlayerNumber(player))
        } else if let key = row.optionalInteger(3) {
            actor = .key(DeveloperKeyID(key))
        } else {
            actor = row.integer(4) != 0 ? .operator : .server
        }
        return AuditEntry(
            id: AuditID(row.integer(0)),
            content: NewAuditEntry(
                action, by: actor, team: row.optionalInteger(5).flatMap { UInt32(exactly: $0) }.map { TeamNumber($0) },
                app: row.optionalInteger(6).flatMap { UInt32(exactly: $0) }.map { AppNumber($0) },
                environment: row.optionalInteger(7).flatMap { UInt8(exactly: $0) }.flatMap(Environment.init(rawValue:)),
                player: row.optionalInteger(8).flatMap { UInt32(exactly: $0) }.map { PlayerNumber($0) },
                subject: row.text(9), changes: row.text(10), time: Timestamp(clamping: row.integer(11)),
                requestID: row.text(12)))
    }
}

extension SQLiteDirectory {
    public func record(_ entry: NewAuditEntry) async throws(StoreError) {
        try await write { connection throws(StoreError) in try AuditTable.insert(entry, on: connection) }
    }

    public func auditEntries(
        of scope: AuditScope, before id: AuditID?, limit: Int
    ) async throws(StoreError) -> [AuditEntry] {
        try await read { connection throws(StoreError) in
            try AuditTable.entries(of: scope, before: id, limit: limit, on: connection)
        }
    }
}
