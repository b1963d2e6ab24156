import LaurelDomain
import LaurelStorage

/// Players, credentials and doors as rows of SQL.
enum PlayerTable {
    static let columns: SQL = "number, alias, display_name, created, is_administrator, alias_key"

    static func player(_ number: PlayerNumber, on connection: any SQLConnection) throws(StoreError) -> Player? {
        try connection.first("SELECT \(columns) FROM players WHERE number = \(number)", row)
    }

    static func player(aliasKey: String, on connection: any SQLConnection) throws(StoreError) -> Player? {
        try connection.first("SELECT \(columns) FROM players WHERE alias_key = \(aliasKey)", row)
    }

    /// Of a statement that selects ``columns``.
    static func row(_ row: SQLRow) throws(StoreError) -> Player {
        Player(
            number: try row["number"], alias: Alias(stored: try row["alias"], key: try row["alias_key"]),
            displayName: try row["display_name"], created: try row["created"],
            isAdministrator: try row["is_administrator"])
    }

    static func insert(_ player: NewPlayer, on connection: any SQLConnection) throws(StoreError) -> Player {
        let made = try insertPlayer(
            player.alias, displayName: player.displayName, created: player.created,
            isAdministrator: player.entrance.makesAdministrator, on: connection)
        try insertPasswordHash(player.passwordHash, of: made.number, on: connection)
        try Self.insert(player.recoveryCodes, of: made.number, on: connection)
        return made
    }

    /// Without anything that signs them in.
    static func insertPlayer(
        _ alias: Alias, displayName: String, created: Timestamp, isAdministrator: Bool,
        on connection: any SQLConnection
    ) throws(StoreError) -> Player {
        let insert = SQL.insert(
            into: "players",
            [
                "alias": alias.text, "alias_key": alias.key, "display_name": displayName, "created": created,
                "is_administrator": isAdministrator,
            ])
        let made = Player(
            number: try connection.newNumber("\(insert) RETURNING number"), alias: alias, displayName: displayName,
            created: created, isAdministrator: isAdministrator)
        try ProfileTable.setSkeleton(alias, of: made.number, on: connection)
        return made
    }

    /// Of a player who has none yet.
    static func insertPasswordHash(
        _ hash: String, of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(.insert(into: "credentials", ["player": player, "password_hash": hash]))
    }

    static func insert(
        _ codes: [SecretDigest], of player: PlayerNumber, expires: Timestamp? = nil, on connection: any SQLConnection
    ) throws(StoreError) {
        for code in codes {
            try connection.run(
                .insert(into: "recovery_codes", ["player": player, "digest": code, "expires": expires]))
        }
    }

    /// Of a player who has one, or whom providers alone sign in. Links that set another one are good no more.
    static func setPasswordHash(
        _ hash: String, of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        try MailLinkTable.removeAll(of: player, .reset, on: connection)
        try connection.run(
            .insert(
                into: "credentials", ["player": player, "password_hash": hash],
                ifThere: .takesOver(key: ["player"])))
    }

    /// - Returns: nil when they have no password.
    static func credentials(
        of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> Credentials? {
        let hash: String? = try connection.value("SELECT password_hash FROM credentials WHERE player = \(player)")
        return hash.map { Credentials(player: player, passwordHash: $0) }
    }

    /// Whether the password is still the one that was judged.
    static func stand(_ credentials: Credentials, on connection: any SQLConnection) throws(StoreError) -> Bool {
        try connection.has(
            """
            SELECT 1 FROM credentials
            WHERE player = \(credentials.player) AND password_hash = \(credentials.passwordHash)
            """)
    }

    static func setAlias(
        _ alias: Alias, of player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            """
            UPDATE players SET alias = \(alias.text), alias_key = \(alias.key), display_name = \(alias.text)
            WHERE number = \(player)
            """)
    }

    // MARK: Doors

    static func isOpen(
        _ entrance: Entrance, at moment: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> Bool {
        switch entrance {
        case .open: return true
        case .invitation(let digest):
            return try connection.has("SELECT 1 FROM invitations WHERE digest = \(digest) AND expires > \(moment)")
        case .administratorLink(let digest):
            guard try SettingTable.value(.administratorLink, on: connection) == digest.bytes else { return false }
            return try !hasAdministrator(on: connection)
        }
    }

    static func spend(_ entrance: Entrance, on connection: any SQLConnection) throws(StoreError) {
        switch entrance {
        case .open: break
        case .invitation(let digest): try connection.run("DELETE FROM invitations WHERE digest = \(digest)")
        case .administratorLink: try SettingTable.remove(.administratorLink, on: connection)
        }
    }

    static func hasAdministrator(on connection: any SQLConnection) throws(StoreError) -> Bool {
        try connection.has("SELECT 1 FROM players WHERE is_administrator = 1 LIMIT 1")
    }
}

extension Entrance {
    fileprivate var makesAdministrator: Bool {
        if case .administratorLink = self { true } else { false }
    }
}
