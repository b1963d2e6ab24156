public import LaurelDomain
public import LaurelStorage

extension SQLiteDirectory {
    public func register(_ player: NewPlayer) async throws(StoreError) -> Registration {
        try await write { connection throws(StoreError) in
            guard try PlayerTable.isOpen(player.entrance, at: player.created, on: connection) else {
                return .entranceRefused
            }
            guard try PlayerTable.player(aliasKey: player.alias.key, on: connection) == nil else { return .aliasTaken }
            let twin = try ProfileTable.holder(ofSkeleton: player.alias.skeleton, on: connection)
            guard twin == nil else { return .aliasTaken }
            try PlayerTable.spend(player.entrance, on: connection)
            let made = try PlayerTable.insert(player, on: connection)
            if let claim = player.claim(as: made.number) { try AuditTable.insert(claim, on: connection) }
            guard let session = player.session else { return .registered(made, nil) }
            return .registered(made, try SessionTable.insert(session, of: made.number, on: connection))
        }
    }

    public func player(_ number: PlayerNumber) async throws(StoreError) -> Player? {
        try await players([number]).first
    }

    public func player(aliasKey: String) async throws(StoreError) -> Player? {
        try await read { connection throws(StoreError) in
            try PlayerTable.player(aliasKey: aliasKey, on: connection)
        }
    }

    public func players(_ numbers: [PlayerNumber]) async throws(StoreError) -> [Player] {
        try await read { connection throws(StoreError) in
            var players: [Player] = []
            for number in Set(numbers).sorted() {
                if let player = try PlayerTable.player(number, on: connection) { players.append(player) }
            }
            return players
        }
    }

    public func credentials(aliasKey: String) async throws(StoreError) -> Credentials? {
        try await read { connection throws(StoreError) in
            let select = try connection.prepare(
                """
                SELECT player, password_hash FROM credentials JOIN players ON players.number = credentials.player
                WHERE alias_key = ?
                """)
            select.bind(1, aliasKey)
            defer { select.reset() }
            guard try select.step() else { return nil }
            return Credentials(player: try select.player(0), passwordHash: select.text(1))
        }
    }

    public func displayNames(after player: PlayerNumber?, limit: Int) async throws(StoreError) -> PackedNames {
        try await read { connection throws(StoreError) in
            let select = try connection.prepare(
                "SELECT number, display_name FROM players WHERE number > ? ORDER BY number LIMIT ?")
            select.bind(1, player.map { Int64($0.rawValue) } ?? -1)
            select.bind(2, Int64(max(limit, 0)))
            defer { select.reset() }
            var names = PackedNames()
            while try select.step() { names.append(try select.player(0), name: select.blob(1)) }
            return names
        }
    }

    public func recover(
        aliasKey: String, code: SecretDigest, passwordHash: String, at now: Timestamp
    ) async throws(StoreError) -> PlayerNumber? {
        try await write { connection throws(StoreError) in
            guard let player = try PlayerTable.player(aliasKey: aliasKey, on: connection)?.number else { return nil }
            let delete = try connection.prepare(
                "DELETE FROM recovery_codes WHERE player = ? AND digest = ? AND (expires IS NULL OR expires > ?)")
            delete.bind(1, Int64(player.rawValue))
            delete.bind(2, blob: code.bytes)
            delete.bind(3, now.milliseconds)
            try delete.run()
            guard connection.changedRows == 1 else { return nil }
            try PlayerTable.setPasswordHash(passwordHash, of: player, on: connection)
            try SessionTable.deleteAll(of: player, on: connection)
            try NoticeTable.insert(AccountChange.recovery.notice(to: player, at: now), on: connection)
            return player
        }
    }

    public func resetPassword(
        of player: PlayerNumber, passwordHash: String, code: SecretDigest, expires: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            guard try PlayerTable.player(player, on: connection) != nil else { return false }
            try PlayerTable.setPasswordHash(passwordHash, of: player, on: connection)
            let delete = try connection.prepare("DELETE FROM recovery_codes WHERE player = ?")
            delete.bind(1, Int64(player.rawValue))
            try delete.run()
            let insert = try connection.prepare(
                "INSERT INTO recovery_codes (player, digest, expires) VALUES (?, ?, ?)")
            insert.bind(1, Int64(player.rawValue))
            insert.bind(2, blob: code.bytes)
            insert.bind(3, expires.milliseconds)
            try insert.run()
            try SessionTable.deleteAll(of: player, on: connection)
            try NoticeTable.insert(AccountChange.passwordReset.notice(to: player, at: now), on: connection)
            return true
        }
    }

    public func replacePasswordHash(_ old: String, with new: String, of player: PlayerNumber) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            let update = try connection.prepare(
                "UPDATE credentials SET password_hash = ? WHERE player = ? AND password_hash = ?")
            update.bind(1, new)
            update.bind(2, Int64(player.rawValue))
            update.bind(3, old)
            try update.run()
        }
    }

    public func addInvitation(
        _ code: SecretDigest, by player: PlayerNumber?, created: Timestamp, expires: Timestamp
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            let delete = try connection.prepare("DELETE FROM invitations WHERE expires <= ?")
            delete.bind(1, created.milliseconds)
            try delete.run()
            let insert = try connection.prepare(
                "INSERT INTO invitations (digest, player, created, expires) VALUES (?, ?, ?, ?)")
            insert.bind(1, blob: code.bytes)
            insert.bind(2, player.map { Int64($0.rawValue) })
            insert.bind(3, created.milliseconds)
            insert.bind(4, expires.milliseconds)
            try insert.run()
        }
    }
}
