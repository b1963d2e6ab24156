import LaurelDomain
import LaurelStorage

/// What pages of games may fetch with a code, as rows of SQL.
enum WebGameGrantTable {
    private static let columns: SQL =
        "app, environment, origin, redirect, challenge, expires, \(GrantTable.columns)"

    static func insert(
        _ new: WebGameGrant, code: SecretDigest, limit: Int, limitPerPlayer: Int, at now: Timestamp,
        on connection: any SQLConnection
    ) throws(StoreError) -> WebGameGrantAdding {
        guard try GrantTable.stands(new.grant, on: connection) else { return .sessionEnded }
        // Those that have expired and are not deleted yet take nobody's room.
        let ofPlayer = try connection.number(
            """
            SELECT count(*) FROM web_game_grants
            WHERE player = \(new.grant.player) AND \(GrantTable.isGood(at: now))
            """)
        guard ofPlayer < limitPerPlayer else { return .full }
        let count = try connection.number(
            "SELECT count(*) FROM web_game_grants WHERE \(GrantTable.isGood(at: now))")
        guard count < limit else { return .full }
        let game = GrantTable.game(of: new.binding)
        try connection.run(
            .insert(
                into: "web_game_grants",
                [
                    "digest": code, "player": new.grant.player, "session": new.grant.session,
                    "password": new.grant.password, "app": game.app, "environment": game.environment,
                    "origin": new.origin.text, "redirect": new.redirect, "challenge": new.challenge,
                    "expires": new.expires,
                ]))
        return .added
    }

    /// Whether a code is known, or was. Asked before anything is written: anybody may send codes.
    static func knows(_ code: SecretDigest, on connection: any SQLConnection) throws(StoreError) -> Bool {
        for table in ["web_game_grants", "spent_codes"] as [SQL] {
            if try connection.number("SELECT count(*) FROM \(table) WHERE digest = \(code)") > 0 { return true }
        }
        return false
    }

    /// Deletes it, even if it has expired.
    static func take(_ code: SecretDigest, on connection: any SQLConnection) throws(StoreError) -> WebGameGrant? {
        try connection.rows("DELETE FROM web_game_grants WHERE digest = \(code) RETURNING \(columns)", row).first
    }

    private static func row(_ row: SQLRow) throws(StoreError) -> WebGameGrant {
        WebGameGrant(
            try GrantTable.grant(row), for: try SessionTable.binding(row),
            origin: WebOrigin(stored: try row["origin"]), redirect: try row["redirect"],
            challenge: try row["challenge"], expires: try row["expires"])
    }
}

/// Codes that were used and the sessions that they gave, as rows of SQL. A row goes with its session.
enum SpentCodeTable {
    static func insert(
        _ code: SecretDigest, of session: SessionID, _ memory: SpentCodeMemory, at now: Timestamp,
        on connection: any SQLConnection
    ) throws(StoreError) {
        let count = try connection.number("SELECT count(*) FROM spent_codes WHERE \(GrantTable.isGood(at: now))")
        guard count < memory.countLimit else { return }
        try connection.run(
            .insert(into: "spent_codes", ["digest": code, "session": session, "expires": memory.until]))
    }

    /// Deletes it.
    /// - Returns: the session that it gave; nil when it isn't remembered (any more).
    static func take(
        _ code: SecretDigest, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> SessionID? {
        let found = try connection.rows(
            "DELETE FROM spent_codes WHERE digest = \(code) RETURNING session, expires"
        ) { row throws(StoreError) -> (session: SessionID, expires: Timestamp) in
            (try row["session"], try row["expires"])
        }
        return found.first.flatMap { GrantTable.isGood(until: $0.expires, at: now) ? $0.session : nil }
    }
}
