public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func foreignPlayers(
        _ digests: [SecretDigest], of app: AppNumber
    ) async throws(StoreError) -> [ForeignPlayer] {
        try await read { connection throws(StoreError) in
            try ForeignPlayerTable.players(digests, of: app, on: connection)
        }
    }

    public func addForeignPlayers(
        _ new: [NewForeignPlayer], to app: AppNumber, at now: Timestamp, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> AddedForeignPlayers {
        try await write { connection throws(StoreError) in
            var added = AddedForeignPlayers()
            for (index, one) in new.enumerated() {
                guard try !ForeignPlayerTable.has(one.digest, of: app, on: connection) else { continue }
                switch one.target {
                case .account(let player):
                    guard try PlayerTable.player(player, on: connection) != nil,
                        try !GuestTable.isGuest(player, on: connection)
                    else { continue }
                    try ForeignPlayerTable.insert(one, as: player, of: app, on: connection)
                case .guest(let aliases, let secret):
                    guard let alias = try Self.free(aliases, on: connection) else {
                        added.nameless.append(index)
                        continue
                    }
                    let made = try PlayerTable.insertPlayer(
                        alias, displayName: alias.text, created: now, isAdministrator: false, on: connection)
                    try GuestTable.insert(secret, of: app, as: made.number, at: now, on: connection)
                    try ForeignPlayerTable.insert(one, as: made.number, of: app, on: connection)
                    added.made.append(made)
                }
            }
            if let entry { try AuditTable.insert(entry, on: connection) }
            return added
        }
    }

    private static func free(
        _ aliases: [Alias], on connection: any SQLConnection
    ) throws(StoreError) -> Alias? {
        for alias in aliases where try ProfileTable.isFree(alias, for: nil, on: connection) { return alias }
        return nil
    }

    public func unclaimedPlayers(
        of app: AppNumber, after digest: SecretDigest?, limit: Int
    ) async throws(StoreError) -> [ForeignPlayer] {
        try await read { connection throws(StoreError) in
            try ForeignPlayerTable.unclaimed(of: app, after: digest, limit: limit, on: connection)
        }
    }

    public func renewClaim(
        of player: ForeignPlayer, _ secret: SecretDigest, _ entry: NewAuditEntry?
    ) async throws(StoreError) -> Bool {
        try await write(entry) { connection throws(StoreError) in
            try ForeignPlayerTable.renew(player, secret, on: connection)
        }
    }

    public func foreignIdentities(of player: PlayerNumber) async throws(StoreError) -> [ForeignPlayer] {
        try await read { connection throws(StoreError) in
            try ForeignPlayerTable.identities(of: player, on: connection)
        }
    }
}
