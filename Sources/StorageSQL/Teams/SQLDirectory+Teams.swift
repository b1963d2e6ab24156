public import LaurelDomain
public import LaurelStorage

extension SQLDirectory {
    public func teamRecords() async throws(StoreError) -> TeamRecords {
        try await read { connection throws(StoreError) in try TeamTable.records(on: connection) }
    }

    public func addTeam(_ new: NewTeam, _ entry: NewAuditEntry) async throws(StoreError) -> Team? {
        try await write { connection throws(StoreError) in
            if let code = new.code {
                let found = try TeamInvitationTable.find(code, at: new.created, on: connection)
                guard let found, found.membership == nil,
                    try TeamInvitationTable.remove(found.id, on: connection)
                else { return nil }
            }
            let team = try TeamTable.insert(new, on: connection)
            try TeamTable.put(
                TeamMember(team: team.number, player: new.owner, role: .owner, joined: new.created), on: connection)
            try AuditTable.insert(entry.of(team.number), on: connection)
            return team
        }
    }

    public func updateTeam(_ team: Team, _ entry: NewAuditEntry) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try TeamTable.update(team, on: connection)
            try AuditTable.insert(entry, on: connection)
        }
    }

    public func removeTeam(_ number: TeamNumber, _ entry: NewAuditEntry) async throws(StoreError) -> Bool {
        try await write(entry) { connection throws(StoreError) in try TeamTable.remove(number, on: connection) }
    }

    public func putMember(_ member: TeamMember, _ entry: NewAuditEntry) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try TeamTable.put(member, on: connection)
            try AuditTable.insert(entry, on: connection)
        }
    }

    public func removeMember(
        _ player: PlayerNumber, of team: TeamNumber, _ entry: NewAuditEntry
    ) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            try TeamTable.remove(player, of: team, on: connection)
            try AuditTable.insert(entry, on: connection)
        }
    }

    public func eraseDeveloper(_ player: PlayerNumber) async throws(StoreError) {
        try await write { connection throws(StoreError) in
            for statement in TeamTable.departure(of: player) { try connection.run(statement) }
        }
    }

    // MARK: Invitations

    public func addTeamInvitation(
        _ invitation: NewTeamInvitation, _ entry: NewAuditEntry
    ) async throws(StoreError) -> TeamInvitation {
        try await write { connection throws(StoreError) in
            try AuditTable.insert(entry, on: connection)
            return try TeamInvitationTable.insert(invitation, on: connection)
        }
    }

    public func teamInvitations(
        of scope: TeamInvitationScope, at moment: Timestamp
    ) async throws(StoreError) -> [TeamInvitation] {
        try await read { connection throws(StoreError) in
            try TeamInvitationTable.all(of: scope, at: moment, on: connection)
        }
    }

    public func teamInvitation(
        _ code: SecretDigest, at moment: Timestamp
    ) async throws(StoreError) -> TeamInvitation? {
        try await read { connection throws(StoreError) in
            try TeamInvitationTable.find(code, at: moment, on: connection)
        }
    }

    public func join(
        _ member: TeamMember, by invitation: TeamInvitationID, _ entry: NewAuditEntry
    ) async throws(StoreError) -> Bool {
        try await write(entry) { connection throws(StoreError) in
            guard try TeamInvitationTable.remove(invitation, on: connection) else { return false }
            try TeamTable.put(member, on: connection)
            return true
        }
    }

    public func removeTeamInvitation(
        _ id: TeamInvitationID, of team: TeamNumber, _ entry: NewAuditEntry
    ) async throws(StoreError) -> Bool {
        try await write(entry) { connection throws(StoreError) in
            try TeamInvitationTable.remove(id, of: team, on: connection)
        }
    }

    // MARK: Keys

    public func addKey(_ key: NewDeveloperKey, _ entry: NewAuditEntry) async throws(StoreError) -> DeveloperKey {
        try await write { connection throws(StoreError) in
            try AuditTable.insert(entry, on: connection)
            return try KeyTable.insert(key, on: connection)
        }
    }

    public func removeKey(
        _ id: DeveloperKeyID, of team: TeamNumber, _ entry: NewAuditEntry
    ) async throws(StoreError) -> Bool {
        try await write(entry) { connection throws(StoreError) in try KeyTable.remove(id, of: team, on: connection) }
    }
}
