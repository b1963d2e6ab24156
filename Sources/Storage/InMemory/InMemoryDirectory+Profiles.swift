public import LaurelDomain

/// The reference's profiles.
struct InMemoryProfiles: Sendable {
    var rows: [PlayerNumber: ProfileRecord] = [:]
    var skeletons: [String: PlayerNumber] = [:]
}

extension InMemoryDirectory {
    public func profiles(_ numbers: [PlayerNumber]) async throws(StoreError) -> [PlayerNumber: ProfileRecord] {
        var found: [PlayerNumber: ProfileRecord] = [:]
        for number in numbers where players[number] != nil { found[number] = profiles.rows[number] ?? ProfileRecord() }
        return found
    }

    public func profiles(
        after player: PlayerNumber?, limit: Int
    ) async throws(StoreError) -> [(player: PlayerNumber, profile: Profile)] {
        profiles.rows.filter { row in player.map { row.key > $0 } ?? true }.sorted { $0.key < $1.key }
            .prefix(max(0, limit)).map { ($0.key, $0.value.profile) }
    }

    public func updateProfile(
        of number: PlayerNumber, alias: Alias?, _ change: @escaping @Sendable (inout ProfileRecord) -> Bool
    ) async throws(StoreError) -> ProfileUpdate {
        guard var player = players[number]?.player else { return .unknownPlayer }
        var record = profiles.rows[number] ?? ProfileRecord()
        let photo = record.photo
        let old = record
        guard change(&record) else { return .refused(old) }
        record.photo = photo
        if let alias {
            if let holder = playerNumbers[alias.key], holder != number { return .aliasTaken }
            if let holder = profiles.skeletons[alias.skeleton], holder != number { return .aliasTaken }
            playerNumbers[player.alias.key] = nil
            if profiles.skeletons[player.alias.skeleton] == number { profiles.skeletons[player.alias.skeleton] = nil }
            playerNumbers[alias.key] = number
            profiles.skeletons[alias.skeleton] = number
            player.alias = alias
            player.displayName = alias.text
            players[number]?.player = player
        }
        profiles.rows[number] = record
        return .updated(player, record)
    }

    public func setPhoto(
        _ photo: (small: Blob, normal: Blob)?, of player: PlayerNumber
    ) async throws(StoreError) -> Bool {
        guard players[player] != nil else { return false }
        var record = profiles.rows[player] ?? ProfileRecord()
        if let photo {
            blobs.retain(photo.small)
            blobs.retain(photo.normal)
        }
        if let old = record.photo {
            blobs.release(old.small)
            blobs.release(old.normal)
        }
        record.photo = photo.map { ProfileRecord.Photo(small: $0.small.digest, normal: $0.normal.digest) }
        profiles.rows[player] = record
        return true
    }

    public func isPhoto(_ digest: BlobDigest) async throws(StoreError) -> Bool {
        profiles.rows.values.contains { $0.photo?.small == digest || $0.photo?.normal == digest }
    }

    public func players(
        aliasKeyPrefix: String, after player: PlayerNumber?, limit: Int
    ) async throws(StoreError) -> [Player] {
        players.values.map(\.player)
            .filter { $0.alias.key.hasPrefix(aliasKeyPrefix) && $0.number.rawValue > player?.rawValue ?? 0 }
            .sorted { $0.number < $1.number }.prefix(max(0, limit)).map { $0 }
    }

    public func player(aliasSkeleton: String) async throws(StoreError) -> PlayerNumber? {
        profiles.skeletons[aliasSkeleton]
    }

    // MARK: Account

    public func notices(of player: PlayerNumber) async throws(StoreError) -> [Notice] {
        inbox.notices(after: .start, limit: .max).filter { $0.content.player == player }
    }

    public func knowsDevice(_ name: DeviceName, aliasKey: String) async throws(StoreError) -> Bool {
        guard let player = playerNumbers[aliasKey] else { return false }
        return devices.values.contains { $0.player == player && $0.name == name }
    }

    public func credentials(of player: PlayerNumber) async throws(StoreError) -> Credentials? {
        players[player].map { Credentials(player: player, passwordHash: $0.passwordHash) }
    }

    public func changePassword(
        _ credentials: Credentials, to passwordHash: String, keeping session: SessionID, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        guard players[credentials.player]?.passwordHash == credentials.passwordHash else { return false }
        players[credentials.player]?.passwordHash = passwordHash
        removeSessions(of: credentials.player, except: session)
        inbox.append(AccountChange.password.notice(to: credentials.player, at: now))
        return true
    }

    public func replaceRecoveryCodes(
        _ codes: [SecretDigest], for credentials: Credentials, at now: Timestamp
    ) async throws(StoreError) -> Bool {
        guard players[credentials.player]?.passwordHash == credentials.passwordHash else { return false }
        players[credentials.player]?.recoveryCodes = Set(codes)
        players[credentials.player]?.resetCode = nil
        inbox.append(AccountChange.recoveryCodes.notice(to: credentials.player, at: now))
        return true
    }

    public func sessions(of player: PlayerNumber) async throws(StoreError) -> [ListedSession] {
        sessions.filter { $0.value.player == player }
            .map { id, row in
                let record = SessionRecord(
                    id: id, player: player, device: row.device, binding: row.binding,
                    isAdministrator: players[player]?.player.isAdministrator ?? false, created: row.created,
                    lastUsed: row.lastUsed, emptyQueue: devices[row.device]?.emptyQueue)
                return ListedSession(record: record, deviceName: devices[row.device]?.name)
            }
            .sorted {
                ($0.record.lastUsed, $0.record.id.rawValue) > ($1.record.lastUsed, $1.record.id.rawValue)
            }
    }

    public func devices(of player: PlayerNumber) async throws(StoreError) -> [DeviceName] {
        devices.filter { $0.value.player == player }.sorted { $0.key.rawValue < $1.key.rawValue }
            .compactMap(\.value.name)
    }

    public func endSession(_ id: SessionID, of player: PlayerNumber) async throws(StoreError) -> Bool {
        guard sessions[id]?.player == player else { return false }
        return try await endSession(id)
    }

    public func endSessions(of player: PlayerNumber, except session: SessionID) async throws(StoreError) -> Int {
        let count = sessions.values.count { $0.player == player }
        removeSessions(of: player, except: session)
        return count - sessions.values.count { $0.player == player }
    }

    private func removeSessions(of player: PlayerNumber, except kept: SessionID) {
        for (id, row) in sessions where row.player == player && id != kept { sessions[id] = nil }
    }
}
