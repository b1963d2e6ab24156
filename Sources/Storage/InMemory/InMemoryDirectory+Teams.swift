public import LaurelDomain

/// The reference's teams.
struct InMemoryTeams: Sendable {
    var teams: [Team] = []
    /// Of the last one that was made, and may be gone.
    var lastTeam: UInt32 = 0
    var members: [TeamMember] = []
    var invitations: [(digest: SecretDigest, content: TeamInvitation)] = []
    var lastInvitation: Int64 = 0
    var keys: [(digest: SecretDigest, key: DeveloperKey)] = []
    var lastKey: Int64 = 0

    mutating func put(_ member: TeamMember) {
        if let index = members.firstIndex(where: { $0.team == member.team && $0.player == member.player }) {
            members[index].role = member.role
        } else {
            members.append(member)
        }
    }
}

extension InMemoryDirectory {
    public func teamRecords() async throws(StoreError) -> TeamRecords {
        var records = TeamRecords()
        records.teams = teams.teams
        records.members = teams.members.sorted {
            ($0.team.rawValue, $0.player.rawValue) < ($1.team.rawValue, $1.player.rawValue)
        }
        records.keys = teams.keys
        records.twoFactor = Set(teams.members.map(\.player).filter { twoFactors[$0]?.isConfirmed == true })
        return records
    }

    public func addTeam(_ new: NewTeam, _ entry: NewAuditEntry) async throws(StoreError) -> Team? {
        if let code = new.code {
            let found = teams.invitations.firstIndex { invitation in
                invitation.digest == code && invitation.content.membership == nil
                    && invitation.content.expires > new.created
            }
            guard let found else { return nil }
            teams.invitations.remove(at: found)
        }
        teams.lastTeam = max(teams.lastTeam, teams.teams.last?.number.rawValue ?? 0) + 1
        let made = Team(number: TeamNumber(teams.lastTeam), id: new.id, name: new.name)
        teams.teams.append(made)
        teams.put(TeamMember(team: made.number, player: new.owner, role: .owner, joined: new.created))
        audit.append(entry.of(made.number))
        return made
    }

    public func updateTeam(_ team: Team, _ entry: NewAuditEntry) async throws(StoreError) {
        guard let index = teams.teams.firstIndex(where: { $0.number == team.number }) else { return }
        teams.teams[index].name = team.name
        teams.teams[index].requiresTwoFactor = team.requiresTwoFactor
        audit.append(entry)
    }

    public func removeTeam(_ number: TeamNumber, _ entry: NewAuditEntry) async throws(StoreError) -> Bool {
        let isThere = teams.teams.contains { $0.number == number }
        guard isThere, !storedApps.contains(where: { $0.team == number }) else { return false }
        teams.members.removeAll { $0.team == number }
        teams.keys.removeAll { $0.key.team == number }
        teams.invitations.removeAll { $0.content.membership?.team == number }
        teams.teams.removeAll { $0.number == number }
        audit.append(entry)
        return true
    }

    public func putMember(_ member: TeamMember, _ entry: NewAuditEntry) async throws(StoreError) {
        teams.put(member)
        audit.append(entry)
    }

    public func removeMember(
        _ player: PlayerNumber, of team: TeamNumber, _ entry: NewAuditEntry
    ) async throws(StoreError) {
        teams.members.removeAll { $0.team == team && $0.player == player }
        teams.keys.removeAll { $0.key.team == team && $0.key.maker == player }
        teams.invitations.removeAll { $0.content.membership?.team == team && $0.content.maker == player }
        audit.append(entry)
    }

    public func eraseDeveloper(_ player: PlayerNumber) async throws(StoreError) {
        teams.members.removeAll { $0.player == player }
        teams.keys.removeAll { $0.key.maker == player }
        teams.invitations.removeAll { $0.content.player == player || $0.content.maker == player }
        twoFactors[player] = nil
    }

    public func addTeamInvitation(
        _ invitation: NewTeamInvitation, _ entry: NewAuditEntry
    ) async throws(StoreError) -> TeamInvitation {
        teams.invitations.removeAll { $0.content.expires <= invitation.created }
        teams.lastInvitation += 1
        let made = invitation.numbered(TeamInvitationID(teams.lastInvitation))
        teams.invitations.append((invitation.digest, made))
        audit.append(entry)
        return made
    }

    public func teamInvitations(
        of scope: TeamInvitationScope, at moment: Timestamp
    ) async throws(StoreError) -> [TeamInvitation] {
        teams.invitations.map(\.content).filter { invitation in
            let isMeant =
                switch scope {
                case .team(let team): invitation.membership?.team == team
                case .player(let player): invitation.player == player
                }
            return isMeant && invitation.expires > moment
        }
    }

    public func teamInvitation(
        _ code: SecretDigest, at moment: Timestamp
    ) async throws(StoreError) -> TeamInvitation? {
        teams.invitations.first { $0.digest == code && $0.content.expires > moment }?.content
    }

    public func join(
        _ member: TeamMember, by invitation: TeamInvitationID, _ entry: NewAuditEntry
    ) async throws(StoreError) -> Bool {
        guard let index = teams.invitations.firstIndex(where: { $0.content.id == invitation }) else { return false }
        teams.invitations.remove(at: index)
        teams.put(member)
        audit.append(entry)
        return true
    }

    public func removeTeamInvitation(
        _ id: TeamInvitationID, of team: TeamNumber, _ entry: NewAuditEntry
    ) async throws(StoreError) -> Bool {
        let found = teams.invitations.firstIndex { $0.content.id == id && $0.content.membership?.team == team }
        guard let found else { return false }
        teams.invitations.remove(at: found)
        audit.append(entry)
        return true
    }

    public func addKey(_ new: NewDeveloperKey, _ entry: NewAuditEntry) async throws(StoreError) -> DeveloperKey {
        teams.lastKey += 1
        let key = DeveloperKey(
            id: DeveloperKeyID(teams.lastKey), team: new.team, name: new.name, role: new.role, maker: new.maker,
            created: new.created, expires: new.expires)
        teams.keys.append((new.digest, key))
        audit.append(entry)
        return key
    }

    public func removeKey(
        _ id: DeveloperKeyID, of team: TeamNumber, _ entry: NewAuditEntry
    ) async throws(StoreError) -> Bool {
        guard let index = teams.keys.firstIndex(where: { $0.key.id == id && $0.key.team == team }) else { return false }
        teams.keys.remove(at: index)
        audit.append(entry)
        return true
    }
}

extension NewAuditEntry {
    /// The same, of a team whose number was not known before it was made.
    public func of(_ team: TeamNumber) -> NewAuditEntry {
        var entry = self
        entry.team = team
        return entry
    }

    /// The same, of an app whose number was not known before it was made.
    public func of(_ app: AppNumber) -> NewAuditEntry {
        var entry = self
        entry.app = app
        return entry
    }
}
