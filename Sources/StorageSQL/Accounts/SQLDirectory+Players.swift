public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func register(_ player: NewPlayer) async throws(StoreError) -> Registration {
        try await write { connection throws(StoreError) in
            guard try PlayerTable.isOpen(player.entrance, at: player.created, on: connection) else {
                return .entranceRefused
            }
            guard try ProfileTable.isFree(player.alias, for: nil, on: connection) else { return .aliasTaken }
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
            try connection.first(
                """
                SELECT player, password_hash FROM credentials JOIN players ON players.number = credentials.player
                WHERE alias_key = \(aliasKey)
                """
            ) { row throws(StoreError) in
                Credentials(player: try row["player"], passwordHash: try row["password_hash"])
            }
        }
    }

    public func displayNames(after player: PlayerNumber?, limit: Int) async throws(StoreError) -> PackedNames {
        try await read { connection throws(StoreError) in
            var names = PackedNames()
            try connection.each(
                """
                SELECT number, display_name FROM players WHERE number > \(SQLPage.after(player))
                ORDER BY number LIMIT \(SQLPage.limit(limit))
                """
            ) { row throws(StoreError) in
                let player: PlayerNumber = try row.value(0, "number")
                row.cells.withBytes(1) { names.append(player, name: $0) }
                return true
            }
            return names
        }
    }

    public func recover(
        aliasKey: String, code: SecretDigest, passwordHash: String, at now: Timestamp
    ) async throws(StoreError) -> PlayerNumber? {
        try await write { connection throws(StoreError) in
            guard let player = try PlayerTable.player(aliasKey: aliasKey, on: connection)?.number else { return nil }
            let spent = try connection.run(
                """
                DELETE FROM recovery_codes
                WHERE player = \(player) AND digest = \(code) AND (expires IS NULL OR expires > \(now))
                """)
            guard spent == 1 else { return nil }
            try PlayerTable.setPasswordHash(passwordHash, of: player, on: connection)
            try SessionTable.deleteAll(of: player, on: connection)
            try AccountChangeTable.tell(.recovery, to: player, at: now, on: connection)
            return player
        }
    }

    public func resetPassword(
        of player: PlayerNumber, passwordHash: String, code: SecretDigest, expires: Timestamp, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            guard try PlayerTable.player(player, on: connection) != nil,
                try !GuestTable.isGuest(player, on: connection)
            else { return false }
            try PlayerTable.setPasswordHash(passwordHash, of: player, on: connection)
            try connection.run("DELETE FROM recovery_codes WHERE player = \(player)")
            try PlayerTable.insert([code], of: player, expires: expires, on: connection)
            try SessionTable.deleteAll(of: player, on: connection)
            try AccountChangeTable.tell(.passwordReset, to: player, at: now, on: connection)
            return true
        }
    }

    public func replacePasswordHash(_ old: String, with new: String, of player: PlayerNumber) async throws(StoreError) {
        _ = try await write { connection throws(StoreError) in
            try connection.run(
                "UPDATE credentials SET password_hash = \(new) WHERE player = \(player) AND password_hash = \(old)")
        }
    }

    public func addInvitation(
        _ code: SecretDigest, by player: PlayerNumber?, created: Timestamp, expires: Timestamp
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try connection.run("DELETE FROM invitations WHERE expires <= \(created)")
            try connection.run(
                .insert(
                    into: "invitations",
                    ["digest": code, "player": player, "created": created, "expires": expires]))
        }
    }
}
