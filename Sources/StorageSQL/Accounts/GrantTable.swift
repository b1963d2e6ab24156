import LaurelDomain
import LaurelStorage

/// What requests of devices and grants of web games have in common, as columns of their tables.
enum GrantTable {
    static let columns: SQL = "player, session, password"

    /// Of a statement that selects ``columns``.
    static func grant(_ row: SQLRow) throws(StoreError) -> Grant {
        Grant(player: try row["player"], session: try row["session"], password: try row["password"])
    }

    /// Twice as long as anything here lasts. What ends later was written while the clock was wrong: server time is made
    /// anew by a start, and would let it last until then.
    private static let longestLife = Timestamp.Span.minutes(20)

    /// Whether a row's time isn't over.
    static func isGood(at now: Timestamp) -> SQL {
        "(expires > \(now) AND expires <= \(now.advanced(by: longestLife)))"
    }

    /// The same of a row that was read.
    static func isGood(until end: Timestamp, at now: Timestamp) -> Bool {
        end > now && end <= now.advanced(by: longestLife)
    }

    static func game(of binding: Binding) -> (app: AppNumber?, environment: Environment?) {
        switch binding {
        case .firstParty: (nil, nil)
        case .game(let app, let environment): (app, environment)
        }
    }

    /// Whether the session that it was given in is there, and its player's.
    static func stands(_ grant: Grant, on connection: any SQLConnection) throws(StoreError) -> Bool {
        try SessionTable.player(of: grant.session, on: connection) == grant.player
    }

    /// Makes the session of a grant whose row this transaction has deleted.
    static func use<Refusal: Error>(
        _ grant: Grant, on connection: any SQLConnection,
        _ judge: (Credentials?) -> Result<NewSession, Refusal>
    ) throws(StoreError) -> GrantUse<Refusal> {
        guard try stands(grant, on: connection),
            let player = try PlayerTable.player(grant.player, on: connection)
        else { return .nothing }
        switch judge(try PlayerTable.credentials(of: grant.player, on: connection)) {
        case .success(let session):
            return .session(try SessionTable.insert(session, of: grant.player, on: connection), of: player)
        case .failure(let refusal): return .refused(refusal)
        }
    }

    /// With what ends all sessions of a player, or all but one: whichever of them a grant was given in.
    static func removeAll(of player: PlayerNumber, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("DELETE FROM device_requests WHERE player = \(player)")
        try connection.run("DELETE FROM web_game_grants WHERE player = \(player)")
    }

    /// - Parameter table: with the columns `digest` and `expires`.
    static func tidy(
        _ table: SQL, at now: Timestamp, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            """
            DELETE FROM \(table) WHERE digest IN (
                SELECT digest FROM \(table) WHERE expires <= \(now)
                ORDER BY expires LIMIT \(SQLPage.limit(limit)))
            """)
        try connection.run("DELETE FROM \(table) WHERE expires > \(now.advanced(by: longestLife))")
    }
}
