import LaurelDomain
import LaurelStorage

/// Devices that wait for their player, as rows of SQL. Nobody has decided where `is_allowed` is NULL.
enum DeviceRequestTable {
    private static let columns: SQL =
        "digest, app, environment, name, title, expires, is_allowed, \(GrantTable.columns)"

    static func insert(
        _ request: DeviceRequest, userCode: SecretDigest, limit: Int, at now: Timestamp,
        on connection: any SQLConnection
    ) throws(StoreError) -> DeviceRequestAdding {
        // Those that have expired and are not deleted yet take nobody's room.
        let count = try connection.number("SELECT count(*) FROM device_requests WHERE \(GrantTable.isGood(at: now))")
        guard count < limit else { return .full }
        let game = GrantTable.game(of: request.binding)
        let added = try connection.run(
            .insert(
                into: "device_requests",
                [
                    "digest": request.device, "user_code": userCode, "app": game.app,
                    "environment": game.environment, "name": request.name, "title": request.title,
                    "expires": request.expires,
                ], ifThere: .stays))
        return added == 1 ? .added : .codeTaken
    }

    static func request(
        _ device: SecretDigest, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> DeviceRequest? {
        try connection.first(
            "SELECT \(columns) FROM device_requests WHERE digest = \(device) AND \(GrantTable.isGood(at: now))", row)
    }

    /// One that is decided has no code any more.
    static func pending(
        userCode: SecretDigest, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> DeviceRequest? {
        try connection.first(
            """
            SELECT \(columns) FROM device_requests WHERE user_code = \(userCode) AND \(GrantTable.isGood(at: now))
            """, row)
    }

    static func decide(
        userCode: SecretDigest, _ grant: Grant?, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        if let grant, try !GrantTable.stands(grant, on: connection) { return false }
        return try connection.run(
            """
            UPDATE device_requests SET user_code = NULL, is_allowed = \(grant != nil), player = \(grant?.player),
                session = \(grant?.session), password = \(grant?.password)
            WHERE user_code = \(userCode) AND \(GrantTable.isGood(at: now))
            """) == 1
    }

    static func removeDenied(
        _ device: SecretDigest, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        try connection.run(
            """
            DELETE FROM device_requests
            WHERE digest = \(device) AND is_allowed = \(false) AND \(GrantTable.isGood(at: now))
            """) == 1
    }

    /// Deletes one that was allowed.
    static func takeAllowed(
        _ device: SecretDigest, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> Grant? {
        try connection.rows(
            """
            DELETE FROM device_requests
            WHERE digest = \(device) AND is_allowed = \(true) AND \(GrantTable.isGood(at: now))
            RETURNING \(GrantTable.columns)
            """, GrantTable.grant
        ).first
    }

    private static func row(_ row: SQLRow) throws(StoreError) -> DeviceRequest {
        let isAllowed: Bool? = try row["is_allowed"]
        let decision: DeviceRequest.Decision
        switch isAllowed {
        case nil: decision = .pending
        case false?: decision = .denied
        case true?: decision = .allowed(try GrantTable.grant(row))
        }
        return DeviceRequest(
            device: try row["digest"], binding: try SessionTable.binding(row), name: try row["name"],
            title: try row["title"], expires: try row["expires"], decision: decision)
    }
}
