public import LaurelDomain
public import LaurelStorage

/// The audit log as rows of SQL. Insert inside the transaction that an entry tells of.
enum AuditTable {
    private static let columns: SQL =
        "id, action, player, key, is_operator, team, app, environment, about, subject, changes, time, request_id"

    static func insert(_ entry: NewAuditEntry, on connection: any SQLConnection) throws(StoreError) {
        var player: PlayerNumber?
        var key: DeveloperKeyID?
        switch entry.actor {
        case .player(let number): player = number
        case .key(let id): key = id
        case .operator, .server: break
        }
        try connection.run(
            .insert(
                into: "audit",
                [
                    "action": entry.action, "player": player, "key": key, "is_operator": entry.actor == .operator,
                    "team": entry.team, "app": entry.app, "environment": entry.environment, "about": entry.player,
                    "subject": entry.subject, "changes": entry.changes, "time": entry.time,
                    "request_id": entry.requestID,
                ]))
    }

    static func entries(
        of scope: AuditScope, before id: AuditID?, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> [AuditEntry] {
        let before: SQL = "id < \(id ?? AuditID(.max))"
        let condition: SQL =
            switch scope {
            case .server: before
            case .team(let team): "team = \(team) AND \(before)"
            }
        return try connection.rows(
            "SELECT \(columns) FROM audit WHERE \(condition) ORDER BY id DESC LIMIT \(SQLPage.limit(limit))", entry)
    }

    private static func entry(_ row: SQLRow) throws(StoreError) -> AuditEntry {
        let (player, key): (PlayerNumber?, DeveloperKeyID?) = (try row["player"], try row["key"])
        let isOperator: Bool = try row["is_operator"]
        let actor: AuditActor =
            if let player { .player(player) } else if let key { .key(key) } else { isOperator ? .operator : .server }
        return AuditEntry(
            id: try row["id"],
            content: NewAuditEntry(
                try row["action"], by: actor, team: try row["team"], app: try row["app"],
                environment: try row["environment"], player: try row["about"], subject: try row["subject"],
                changes: try row["changes"], time: try row["time"], requestID: try row["request_id"]))
    }
}

extension SQLDirectory {
    /// Makes a change and its entry in one transaction. No change, no entry.
    ///
    /// - Parameter change: whether it changed anything.
    func write(
        _ entry: NewAuditEntry?, _ change: @escaping @Sendable (any SQLConnection) throws(StoreError) -> Bool
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            guard try change(connection) else { return false }
            if let entry { try AuditTable.insert(entry, on: connection) }
            return true
        }
    }

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
