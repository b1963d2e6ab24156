public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func twoFactor(of player: PlayerNumber) async throws(StoreError) -> TwoFactorRecord? {
        let sealing = sealing
        return try await read { connection throws(StoreError) in
            try connection.first(
                """
                SELECT secret, is_confirmed, last_step,
                    (SELECT count(*) FROM two_factor_codes WHERE two_factor_codes.player = two_factor.player) AS codes
                FROM two_factor WHERE player = \(player)
                """
            ) { row throws(StoreError) in
                TwoFactorRecord(
                    secret: try sealing.opened(
                        try row["secret"], SealedColumn.twoFactor.rowName(Int64(player.rawValue))),
                    isConfirmed: try row["is_confirmed"], lastStep: try row["last_step"],
                    recoveryCodesLeft: try row["codes"])
            }
        }
    }

    public func offerTwoFactor(_ secret: [UInt8], to player: PlayerNumber) async throws(StoreError) -> Bool {
        let sealed = sealing.seal(secret, SealedColumn.twoFactor.rowName(Int64(player.rawValue)))
        return try await write { connection throws(StoreError) in
            try connection.run(
                """
                INSERT INTO two_factor (player, secret, is_confirmed, last_step) VALUES (\(player), \(sealed), 0, 0)
                ON CONFLICT (player) DO UPDATE SET secret = excluded.secret WHERE two_factor.is_confirmed = 0
                """) == 1
        }
    }

    public func confirmTwoFactor(
        _ secret: [UInt8], of player: PlayerNumber, step: Int64, recoveryCodes: [SecretDigest], keeping: SessionID,
        at now: Timestamp
    ) async throws(StoreError) -> Bool {
        let sealing = sealing
        return try await write { connection throws(StoreError) in
            guard try Self.offered(to: player, sealing, on: connection) == secret else { return false }
            try connection.run(
                """
                UPDATE two_factor SET is_confirmed = 1, last_step = \(step) WHERE player = \(player)
                AND is_confirmed = 0
                """)
            for code in recoveryCodes {
                try connection.run(.insert(into: "two_factor_codes", ["player": player, "digest": code]))
            }
            _ = try SessionTable.deleteAll(of: player, except: keeping, on: connection)
            try AccountChangeTable.tell(.twoFactorOn, to: player, at: now, on: connection)
            return true
        }
    }

    private static func offered(
        to player: PlayerNumber, _ sealing: SecretSealing, on connection: any SQLConnection
    ) throws(StoreError) -> [UInt8]? {
        let secret: [UInt8]? = try connection.value(
            "SELECT secret FROM two_factor WHERE player = \(player) AND is_confirmed = 0")
        guard let secret else { return nil }
        return try sealing.opened(secret, SealedColumn.twoFactor.rowName(Int64(player.rawValue)))
    }

    public func useTwoFactorStep(_ step: Int64, of player: PlayerNumber) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            try connection.run(
                "UPDATE two_factor SET last_step = \(step) WHERE player = \(player) AND last_step < \(step)") == 1
        }
    }

    public func useTwoFactorCode(_ code: SecretDigest, of player: PlayerNumber) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            try connection.run("DELETE FROM two_factor_codes WHERE player = \(player) AND digest = \(code)") == 1
        }
    }

    public func removeTwoFactor(
        of player: PlayerNumber, _ entry: NewAuditEntry?, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in
            let wasOn: Bool? = try connection.value(
                "DELETE FROM two_factor WHERE player = \(player) RETURNING is_confirmed")
            guard let wasOn else { return false }
            if let entry { try AuditTable.insert(entry, on: connection) }
            guard wasOn else { return true }
            let change: AccountChange = entry == nil ? .twoFactorOff : .twoFactorReset
            try AccountChangeTable.tell(change, to: player, at: now, on: connection)
            return true
        }
    }
}
