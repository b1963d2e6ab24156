import LaurelDomain
import LaurelStorage

/// Players, credentials and doors as rows of SQL.
enum PlayerTable {
    static let columns = "number, alias, display_name, created, is_administrator, alias_key"

    static func player(_ number: PlayerNumber, on connection: SQLiteConnection) throws(StoreError) -> Player? {
        let select = try connection.prepare("SELECT \(columns) FROM players WHERE number = ?")
        select.bind(1, Int64(number.rawValue))
        return try player(select)
    }

    static func player(aliasKey: String, on connection: SQLiteConnection) throws(StoreError) -> Player? {
        let select = try connection.prepare("SELECT \(columns) FROM players WHERE alias_key = ?")
        select.bind(1, aliasKey)
        return try player(select)
    }

    private static func player(_ select: SQLiteStatement) throws(StoreError) -> Player? {
        defer { select.reset() }
        return try select.step() ? try row(select) : nil
    }

    /// The row under a statement that selects ``columns``.
    static func row(_ select: SQLiteStatement) throws(StoreError) -> Player {
        let number = try select.player(0)
        return Player(
            number: number, alias: Alias(stored: select.text(1), key: select.text(5)), displayName: select.text(2),
            created: Timestamp(clamping: select.integer(3)), isAdministrator: select.integer(4) != 0)
    }

    static func insert(_ player: NewPlayer, on connection: SQLiteConnection) throws(StoreError) -> Player {
        let insert = try connection.prepare(
            """
            INSERT INTO players (alias, alias_key, display_name, created, is_administrator) VALUES (?, ?, ?, ?, ?)
            """)
        insert.bind(1, player.alias.text)
        insert.bind(2, player.alias.key)
        insert.bind(3, player.displayName)
        insert.bind(4, player.created.milliseconds)
        insert.bind(5, player.entrance.makesAdministrator)
        try insert.run()
        guard let number = UInt32(exactly: connection.lastInsertedRow) else {
            throw .broken(reason: "all player numbers are used up")
        }
        let made = Player(
            number: PlayerNumber(number), alias: player.alias, displayName: player.displayName,
            created: player.created, isAdministrator: player.entrance.makesAdministrator)
        let credentials = try connection.prepare("INSERT INTO credentials (player, password_hash) VALUES (?, ?)")
        credentials.bind(1, Int64(number))
        credentials.bind(2, player.passwordHash)
        try credentials.run()
        try Self.insert(player.recoveryCodes, of: made.number, on: connection)
        try ProfileTable.setSkeleton(player.alias, of: made.number, on: connection)
        return made
    }

    static func insert(
        _ codes: [SecretDigest], of player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) {
        let insert = try connection.prepare("INSERT INTO recovery_codes (player, digest) VALUES (?, ?)")
        for code in codes {
            insert.bind(1, Int64(player.rawValue))
            insert.bind(2, blob: code.bytes)
            try insert.run()
        }
    }

    static func setPasswordHash(
        _ hash: String, of player: PlayerNumber, on connection: SQLiteConnection
    ) throws(StoreError) {
        let update = try connection.prepare("UPDATE credentials SET password_hash = ? WHERE player = ?")
        update.bind(1, hash)
        update.bind(2, Int64(player.rawValue))
        try update.run()
    }

    // MARK: Doors

    static func isOpen(
        _ entrance: Entrance, at moment: Timestamp, on connection: SQLiteConnection
    ) throws(StoreError) -> Bool {
        switch entrance {
        case .open: return true
        case .invitation(let digest):
            let select = try connection.prepare("SELECT 1 FROM invitations WHERE digest = ? AND expires > ?")
            select.bind(1, blob: digest.bytes)
            select.bind(2, moment.milliseconds)
            defer { select.reset() }
            return try select.step()
        case .administratorLink(let digest):
            guard try SettingTable.value(.administratorLink, on: connection) == digest.bytes else { return false }
            return try !hasAdministrator(on: connection)
        }
    }

    static func spend(_ entrance: Entrance, on connection: SQLiteConnection) throws(StoreError) {
        switch entrance {
        case .open: break
        case .invitation(let digest):
            let delete = try connection.prepare("DELETE FROM invitations WHERE digest = ?")
            delete.bind(1, blob: digest.bytes)
            try delete.run()
        case .administratorLink: try SettingTable.remove(.administratorLink, on: connection)
        }
    }

    static func hasAdministrator(on connection: SQLiteConnection) throws(StoreError) -> Bool {
        try connection.integer("SELECT 1 FROM players WHERE is_administrator = 1 LIMIT 1") != nil
    }
}

extension Entrance {
    fileprivate var makesAdministrator: Bool {
        if case .administratorLink = self { true } else { false }
    }
}

extension SQLiteStatement {
    func player(_ column: Int32) throws(StoreError) -> PlayerNumber {
        guard let number = UInt32(exactly: integer(column)) else {
            throw .damaged(reason: "\(integer(column)) isn't a valid player number")
        }
        return PlayerNumber(number)
    }
}
