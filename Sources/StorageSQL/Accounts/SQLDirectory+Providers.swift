public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func addStep(_ step: ProviderStep) async throws(StoreError) -> Bool {
        try await write { connection throws(StoreError) in try ProviderStepTable.insert(step, on: connection) }
    }

    public func takeStep(
        _ kind: ProviderStep.Kind, _ digest: SecretDigest, at now: Timestamp
    ) async throws(StoreError) -> ProviderStep? {
        try await write { connection throws(StoreError) in
            guard let step = try ProviderStepTable.step(kind, digest, at: now, on: connection) else { return nil }
            try ProviderStepTable.remove(digest, on: connection)
            return step
        }
    }

    public func step(
        _ kind: ProviderStep.Kind, _ digest: SecretDigest, at now: Timestamp
    ) async throws(StoreError) -> ProviderStep? {
        try await read { connection throws(StoreError) in
            try ProviderStepTable.step(kind, digest, at: now, on: connection)
        }
    }

    public func tidySteps(at now: Timestamp, limit: Int) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try ProviderStepTable.tidy(at: now, limit: limit, on: connection)
        }
    }

    // MARK: Links

    public func link(of identity: ForeignIdentity) async throws(StoreError) -> ProviderLink? {
        try await read { connection throws(StoreError) in try ProviderLinkTable.link(of: identity, on: connection) }
    }

    public func links(of player: PlayerNumber) async throws(StoreError) -> [ProviderLink] {
        try await read { connection throws(StoreError) in try ProviderLinkTable.links(of: player, on: connection) }
    }

    public func register(_ new: NewLinkedPlayer) async throws(StoreError) -> LinkedRegistration {
        try await write { connection throws(StoreError) in
            guard try ProviderLinkTable.link(of: new.identity, on: connection) == nil else { return .linkTaken }
            let created = new.session.created
            guard try PlayerTable.isOpen(new.entrance, at: created, on: connection) else { return .entranceRefused }
            guard try ProfileTable.isFree(new.alias, for: nil, on: connection) else { return .aliasTaken }
            try PlayerTable.spend(new.entrance, on: connection)
            let made = try PlayerTable.insertPlayer(
                new.alias, displayName: new.alias.text, created: created, isAdministrator: false, on: connection)
            try ProviderLinkTable.insert(
                new.identity, by: new.provider, of: made.number, at: created, on: connection)
            return .registered(made, try SessionTable.insert(new.session, of: made.number, on: connection))
        }
    }

    public func addSession(
        _ session: NewSession, forLink identity: ForeignIdentity
    ) async throws(StoreError) -> SessionRecord? {
        try await write { connection throws(StoreError) in
            guard let link = try ProviderLinkTable.link(of: identity, on: connection) else { return nil }
            try ProviderLinkTable.noteUse(of: link, at: session.created, on: connection)
            return try SessionTable.insert(session, of: link.player, on: connection)
        }
    }

    public func addLink(_ new: NewProviderLink) async throws(StoreError) -> ProviderLinking {
        try await write { connection throws(StoreError) in
            guard let player = try PlayerTable.player(new.player, on: connection),
                try !GuestTable.isMerging(new.player, on: connection)
            else { return .noPlayer }
            if let known = try ProviderLinkTable.link(of: new.identity, on: connection) {
                return known.player == new.player ? .linked(player) : .ofAnother
            }
            let links = try ProviderLinkTable.links(of: new.player, on: connection)
            guard links.count < ProviderLink.countLimit else { return .tooMany }
            if try GuestTable.isGuest(new.player, on: connection) {
                return try Self.upgrade(player, by: new, on: connection)
            }
            try ProviderLinkTable.insert(new.identity, by: new.provider, of: new.player, at: new.time, on: connection)
            try AccountChangeTable.tell(.providerLinked, to: new.player, at: new.time, on: connection)
            return .linked(player)
        }
    }

    /// A guest becomes an account by their first link.
    private static func upgrade(
        _ guest: Player, by new: NewProviderLink, on connection: any SQLConnection
    ) throws(StoreError) -> ProviderLinking {
        var player = guest
        guard try PlayerTable.isOpen(new.entrance, at: new.time, on: connection) else { return .entranceRefused }
        if let alias = new.alias {
            guard try ProfileTable.isFree(alias, for: guest.number, on: connection) else { return .aliasTaken }
            try PlayerTable.setAlias(alias, of: guest.number, on: connection)
            try ProfileTable.setSkeleton(alias, of: guest.number, on: connection)
            player.alias = alias
            player.displayName = alias.text
        }
        try PlayerTable.spend(new.entrance, on: connection)
        try ProviderLinkTable.insert(new.identity, by: new.provider, of: guest.number, at: new.time, on: connection)
        if let device = new.device { try SessionTable.name(device, of: guest.number, on: connection) }
        try GuestTable.noteUpgrade(of: guest.number, at: new.time, on: connection)
        return .linked(player)
    }

    public func removeLink(
        _ id: ProviderLinkID, of player: PlayerNumber, at now: Timestamp
    ) async throws(StoreError) -> ProviderUnlinking {
        try await write { connection throws(StoreError) in
            let links = try ProviderLinkTable.links(of: player, on: connection)
            guard links.contains(where: { $0.id == id }) else { return .unknown }
            let hasPassword = try connection.has("SELECT 1 FROM credentials WHERE player = \(player)")
            guard hasPassword || links.count > 1 else { return .lastSignIn }
            try ProviderLinkTable.remove(id, on: connection)
            try AccountChangeTable.tell(.providerUnlinked, to: player, at: now, on: connection)
            return .unlinked
        }
    }
}
