public import LaurelDomain
public import LaurelStorage

extension SQLiteDirectory {
    public func twoFactor(of player: PlayerNumber) async throws(StoreError) -> TwoFactorRecord? {
        let sealing = sealing
        return try await read { connection throws(StoreError) in
            let select = try connection.prepare(
                """
                SELECT secret, is_confirmed, last_step,
                    (SELECT count(*) FROM two_factor_codes WHERE two_factor_codes.player = two_factor.player)
                FROM two_factor WHERE player = ?
                """)
            defer { select.reset() }
            select.bind(1, Int64(player.rawValue))
            guard try select.step() else { return nil }
            return TwoFactorRecord(
                secret: try sealing.opened(select.blob(0), SealedColumn.twoFactor.place(Int64(player.rawValue))),
                isConfirmed: select.integer(1) != 0, lastStep: select.integer(2),
                recoveryCodesLeft: Int(clamping: select.integer(3)))
        }
    }

    public func offerTwoFactor(_ secret: [UInt8], to player: PlayerNumber) async throws(StoreError) -> Bool {
        let sealed = sealing.seal(secret, SealedColumn.twoFactor.place(Int64(player.rawValue)))
        return try await write { connection throws(StoreError) in
            let upsert = try connection.prepare(
                """
                INSERT INTO two_factor (player, secret, is_confirmed, last_step) VALUES (?, ?, 0, 0)
                ON CONFLICT (player) DO UPDATE SET secret = excluded.secret WHERE is_confirmed = 0
                """)
            upsert.bind(1, Int64(player.rawValue))
            upsert.bind(2, blob: sealed)
            try upsert.run()
            return connection.changedRows == 1
        }
    }

    public func confirmTwoFactor(
        _ secret: [UInt8], of player: PlayerNumber, step: Int64, recoveryCodes: [SecretDigest], keeping: SessionID,
        at now: Timestamp
    ) async throws(StoreError) -> Bool {
        let sealing = sealing
        return try await write { connection throws(StoreError) in
            guard try Self.offered(to: player, sealing, on: connection) == secret else { return false }
            let update = try connection.prepare(
                "UPDATE two_factor SET is_confirmed = 1, last_step = ? WHERE player = ? AND is_confirmed = 0")
            update.bind(1, step)
            update.bind(2, Int64(player.rawValue))
            try update.run()
            let insert = try connection.prepare("INSERT INTO two_factor_codes (player, digest) VALUES (?, ?)")
            for code in recoveryCodes {
                insert.bind(1, Int64(player.rawValue))
                insert.bind(2, blob: code.bytes)
                try insert.run()
            }
            _ = try SessionTable.delete("player = ? AND id != ?", on: connection) { statement in
                statement.bind(1, Int64(player.rawValue))
                statement.bind(2, keeping.rawValue)
            }
            try NoticeTable.insert(AccountChange.twoFactorOn.notice(to: player, at: now), on: connection)
            return true
        }
    }

    private static func offered(
        to player: PlayerNumber, _ sealing: SecretSealing, on connection: SQLiteConnection
    ) throws(StoreError) -> [UInt8]? {
        let select = try connection.prepare("SELECT secret FROM two_factor WHERE player = ? AND is_confirmed = 0")
        defer { select.reset() }
        select.bind(1, Int64(player.rawValue))
        guard try select.step() else { return nil }
        return try sealing.opened(select.blob(0), SealedColumn.twoFactor.place(Int64(player.rawValue)))
    }

    public func useTwoFactorStep(_ step: Int64, of player: PlayerNumber) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            let update = try connection.prepare(
                "UPDATE two_factor SET last_step = ? WHERE player = ? AND last_step < ?")
            update.bind(1, step)
            update.bind(2, Int64(player.rawValue))
            update.bind(3, step)
            try update.run()
            return connection.changedRows == 1
        }
    }

    public func useTwoFactorCode(_ code: SecretDigest, of player: PlayerNumber) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            let delete = try connection.prepare("DELETE FROM two_factor_codes WHERE player = ? AND digest = ?")
            delete.bind(1, Int64(player.rawValue))
            delete.bind(2, blob: code.bytes)
            try delete.run()
            return connection.changedRows == 1
        }
    }

    public func removeTwoFactor(
        of player: PlayerNumber, _ entry: NewAuditEntry?, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            let delete = try connection.prepare("DELETE FROM two_factor WHERE player = ? RETURNING is_confirmed")
            delete.bind(1, Int64(player.rawValue))
            guard try delete.step() else {
                delete.reset()
                return false
            }
            let wasOn = delete.integer(0) != 0
            delete.reset()
            if let entry { try AuditTable.insert(entry, on: connection) }
            guard wasOn else { return true }
            let change: AccountChange = entry == nil ? .twoFactorOff : .twoFactorReset
            try NoticeTable.insert(change.notice(to: player, at: now), on: connection)
            return true
        }
    }
}
