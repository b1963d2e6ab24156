public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func register(_ guest: NewGuest) async throws(StoreError) -> GuestRegistration {
        try await write { connection throws(StoreError) in
            guard try GuestTable.record(guest.secret, on: connection) == nil,
                try GuestMergeTable.merge(guest.secret, on: connection) == nil
            else { return .secretTaken }
            guard try ProfileTable.isFree(guest.alias, for: nil, on: connection) else { return .aliasTaken }
            let made = try PlayerTable.insertPlayer(
                guest.alias, displayName: guest.alias.text, created: guest.session.created, isAdministrator: false,
                on: connection)
            try GuestTable.insert(
                guest.secret, of: guest.app, as: made.number, at: guest.session.created, on: connection)
            return .registered(made, try SessionTable.insert(guest.session, of: made.number, on: connection))
        }
    }

    public func guest(_ secret: SecretDigest) async throws(StoreError) -> GuestRecord? {
        try await read { connection throws(StoreError) in try GuestTable.record(secret, on: connection) }
    }

    public func addSession(
        _ session: NewSession, forGuest secret: SecretDigest
    ) async throws(StoreError) -> SessionRecord? {
        try await write { connection throws(StoreError) in
            guard let guest = try GuestTable.record(secret, on: connection), guest.upgraded == nil,
                try !GuestTable.isMerging(guest.player, on: connection)
            else { return nil }
            try GuestTable.noteSeen(guest.player, at: session.created, on: connection)
            return try SessionTable.insert(session, of: guest.player, on: connection)
        }
    }

    public func guests(after player: PlayerNumber?, limit: Int) async throws(StoreError) -> [PlayerNumber] {
        try await read { connection throws(StoreError) in
            try GuestTable.guests(after: player, limit: limit, on: connection)
        }
    }

    public func guests(
        unseenSince moment: Timestamp, after last: GuestRecord?, limit: Int
    ) async throws(StoreError) -> [GuestRecord] {
        try await read { connection throws(StoreError) in
            try GuestTable.unseen(since: moment, after: last, limit: limit, on: connection)
        }
    }

    public func beginErasure(
        ofGuest player: PlayerNumber, unseenSince moment: Timestamp, receipt: String, at now: Timestamp
    ) async throws(StoreError) -> ErasureRecord? {
        try await write { connection throws(StoreError) in
            guard try GuestTable.isUnseen(player, since: moment, on: connection),
                try !GuestTable.isMerging(player, on: connection)
            else { return nil }
            return try ErasureTable.begin(of: player, receipt: receipt, at: now, on: connection)
        }
    }

    public func upgradeGuest(
        _ number: PlayerNumber, to credentials: NewCredentials
    ) async throws(StoreError) -> GuestUpgrade {
        try await write { connection throws(StoreError) in
            let (alias, entrance) = (credentials.alias, credentials.entrance)
            guard var player = try PlayerTable.player(number, on: connection),
                try GuestTable.isGuest(number, on: connection), try !GuestTable.isMerging(number, on: connection)
            else { return .noGuest }
            guard try PlayerTable.isOpen(entrance, at: credentials.time, on: connection) else {
                return .entranceRefused
            }
            guard try ProfileTable.isFree(alias, for: number, on: connection) else { return .aliasTaken }
            try PlayerTable.spend(entrance, on: connection)
            try PlayerTable.setAlias(alias, of: number, on: connection)
            try ProfileTable.setSkeleton(alias, of: number, on: connection)
            try PlayerTable.insertPasswordHash(credentials.passwordHash, of: number, on: connection)
            try PlayerTable.insert(credentials.recoveryCodes, of: number, on: connection)
            if let device = credentials.device { try SessionTable.name(device, of: number, on: connection) }
            try GuestTable.noteUpgrade(of: number, at: credentials.time, on: connection)
            player.alias = alias
            player.displayName = alias.text
            return .upgraded(player)
        }
    }

    public func unreleasedGuests(limit: Int) async throws(StoreError) -> [PlayerNumber] {
        try await read { connection throws(StoreError) in try GuestTable.unreleased(limit: limit, on: connection) }
    }

    public func noteReleased(_ player: PlayerNumber, at now: Timestamp) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try GuestTable.noteReleased(player, at: now, on: connection)
        }
    }
}
