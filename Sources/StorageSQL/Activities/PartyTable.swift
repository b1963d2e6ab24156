import LaurelDomain
import LaurelStorage

/// Players who meet by codes, as rows of SQL.
enum PartyTable {
    private static let columns: SQL = "code, app, environment, activity, created, emptied"

    static func parties(
        _ code: PartyCode, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> [Party] {
        try parties(
            "SELECT \(columns) FROM parties WHERE code = \(code) AND ends > \(now) ORDER BY app, environment",
            on: connection)
    }

    static func parties(
        of player: PlayerNumber, at now: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> [Party] {
        let keys = try connection.rows(
            "SELECT code, app, environment FROM party_players WHERE player = \(player) ORDER BY app, environment, code"
        ) { row throws(StoreError) -> (code: PartyCode, app: AppNumber, environment: Environment) in
            (try row["code"], try row["app"], try row["environment"])
        }
        var found: [Party] = []
        for key in keys {
            found += try parties(
                """
                SELECT \(columns) FROM parties
                WHERE code = \(key.code) AND app = \(key.app) AND environment = \(key.environment) AND ends > \(now)
                """, on: connection)
        }
        return found
    }

    private static func parties(_ sql: SQL, on connection: any SQLConnection) throws(StoreError) -> [Party] {
        let found = try connection.rows(sql) { row throws(StoreError) in
            Party(
                app: try row["app"], environment: try row["environment"], code: try row["code"],
                activity: try row["activity"], created: try row["created"], emptied: try row["emptied"])
        }
        var filled: [Party] = []
        for party in found {
            let players = try connection.rows(
                """
                SELECT player, entered FROM party_players
                WHERE code = \(party.code) AND app = \(party.app) AND environment = \(party.environment)
                ORDER BY entered, player
                """
            ) { row throws(StoreError) in PartyPlayer(player: try row["player"], entered: try row["entered"]) }
            filled.append(
                Party(
                    app: party.app, environment: party.environment, code: party.code, activity: party.activity,
                    created: party.created, emptied: party.emptied, players: players))
        }
        return filled
    }

    static func put(_ party: Party, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            .insert(
                into: "parties",
                [
                    "code": party.code, "app": party.app, "environment": party.environment,
                    "activity": party.activity, "created": party.created, "emptied": party.emptied,
                    // A match can keep a party that looks empty here.
                    "ends": party.lastEnd,
                ], ifThere: .takesOver(key: ["code", "app", "environment"])))
        try connection.run(
            """
            DELETE FROM party_players
            WHERE code = \(party.code) AND app = \(party.app) AND environment = \(party.environment)
            """)
        for player in party.players {
            try connection.run(
                .insert(
                    into: "party_players",
                    [
                        "code": party.code, "app": party.app, "environment": party.environment,
                        "player": player.player, "entered": player.entered,
                    ]))
        }
    }

    static func removeEnded(at now: Timestamp, on connection: any SQLConnection) throws(StoreError) {
        let ended = try connection.rows(
            "SELECT code, app, environment FROM parties WHERE ends <= \(now) LIMIT 100"
        ) { row throws(StoreError) -> (code: PartyCode, app: AppNumber, environment: Environment) in
            (try row["code"], try row["app"], try row["environment"])
        }
        for key in ended {
            for table in ["party_players", "parties"] as [SQL] {
                try connection.run(
                    """
                    DELETE FROM \(table)
                    WHERE code = \(key.code) AND app = \(key.app) AND environment = \(key.environment)
                    """)
            }
        }
    }

    // MARK: Selections

    static func count(_ selection: PartySelection, on connection: any SQLConnection) throws(StoreError) -> Int {
        guard let player = selection.player else {
            return try connection.number(
                """
                SELECT count(*) FROM parties
                WHERE app = \(selection.app) AND environment = \(selection.environment)
                """)
        }
        return try connection.number(
            """
            SELECT count(*) FROM party_players
            WHERE player = \(player) AND app = \(selection.app) AND environment = \(selection.environment)
            """)
    }

    static func remove(_ selection: PartySelection, on connection: any SQLConnection) throws(StoreError) -> Int {
        let (app, environment) = (selection.app, selection.environment)
        if let player = selection.player {
            return try connection.run(
                """
                DELETE FROM party_players
                WHERE player = \(player) AND app = \(app) AND environment = \(environment)
                """)
        }
        let codes: [PartyCode] = try connection.values(
            "SELECT code FROM parties WHERE app = \(app) AND environment = \(environment)")
        for code in codes {
            try connection.run(
                """
                DELETE FROM party_players WHERE code = \(code) AND app = \(app) AND environment = \(environment)
                """)
        }
        return try connection.run("DELETE FROM parties WHERE app = \(app) AND environment = \(environment)")
    }
}
