public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Makes a team, with its first owner.
public struct FoundTeam: Sendable {
    private let teams: Teams
    public init(_ teams: Teams) { self.teams = teams }

    /// - Parameters:
    ///   - owner: the team's owner; nil: the caller. Only administrators can name someone else.
    ///   - code: as typed; looked at only where the policy asks for one.
    public func callAsFunction(
        name: String, owner: Alias?, code: String?, by administrator: Administrator
    ) async throws(TeamError) -> Team {
        try Teams.checkName(name)
        let founder = try await founder(owner, administrator)
        guard !teams.accounts.profiles.isGuest(founder) else { throw .guest }
        let spent = try digest(of: code, administrator)
        return try await teams.gate.run { () throws(TeamError) in
            guard teams.roster.memberships(of: founder).count < TeamLimits.teamsOfPlayer else {
                throw .tooManyTeams(limit: TeamLimits.teamsOfPlayer)
            }
            let now = teams.now
            let new = NewTeam(id: try newID(), name: name, owner: founder, code: spent, created: now)
            let entry = administrator.entry(
                .teamCreate, player: founder, subject: new.id.text, changes: "name \(name)", at: now)
            let made = try await TeamError.translating { () throws(StoreError) in
                (
                    try await teams.directory.addTeam(new, entry),
                    try await teams.directory.twoFactor(of: founder)?.isConfirmed == true
                )
            }
            guard let team = made.0 else { throw .invitationRefused }
            teams.roster.setTwoFactor(founder, made.1)
            teams.roster.put(team)
            teams.roster.put(TeamMember(team: team.number, player: founder, role: .owner, joined: now))
            return team
        }
    }

    private func founder(_ owner: Alias?, _ administrator: Administrator) async throws(TeamError) -> PlayerNumber {
        if let owner {
            guard administrator.isAboveTeams else { throw .foreignOwner }
            return try await teams.player(owner).number
        }
        guard let player = administrator.player else { throw .personNeeded }
        return player
    }

    private func digest(of typed: String?, _ administrator: Administrator) throws(TeamError) -> SecretDigest? {
        if administrator.isAboveTeams { return nil }
        switch teams.policy {
        case .open: return nil
        case .closed: throw .closed
        case .invitation:
            guard let typed else { throw .invitationRequired }
            guard let code = ReadableCode.canonical(typed) else { throw .invitationRefused }
            return teams.accounts.digest(code)
        }
    }

    /// Ten characters of 32, from random bytes.
    private func newID() throws(TeamError) -> TeamID {
        let letters = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)
        let text = teams.accounts.random.bytes(TeamID.length).map { letters[Int($0 & 31)] }
        do throws(InvalidIdentifier) { return try TeamID(String(decoding: text, as: UTF8.self)) } catch {
            throw .broken(reason: "couldn't create an ID for a team: \(error)")
        }
    }
}

/// Renames a team, or asks two factors of its members.
public struct UpdateTeam: Sendable {
    private let teams: Teams
    public init(_ teams: Teams) { self.teams = teams }

    /// - Parameters: nil: stays.
    public func callAsFunction(
        _ number: TeamNumber, name: String?, requiresTwoFactor: Bool?, by administrator: Administrator
    ) async throws(TeamError) -> Team {
        if let name { try Teams.checkName(name) }
        return try await teams.change(.manageTeam, in: number, by: administrator) { () throws(TeamError) in
            guard let old = teams.roster.team(number) else { throw .notAllowed(.manageTeam) }
            var team = old
            team.name = name ?? old.name
            team.requiresTwoFactor = requiresTwoFactor ?? old.requiresTwoFactor
            guard team != old else { return old }
            if team.requiresTwoFactor, !old.requiresTwoFactor, !administrator.isAboveTeams,
                administrator.player.map(teams.roster.hasTwoFactor) != true
            {
                throw .ownTwoFactorFirst
            }
            var changes = FieldChanges()
            changes.compare("name", old.name, team.name)
            changes.compare("requiresTwoFactor", old.requiresTwoFactor, team.requiresTwoFactor)
            let changed = team
            let entry = administrator.entry(
                .teamUpdate, team: number, subject: team.id.text, changes: changes.text, at: teams.now)
            try await TeamError.translating { () throws(StoreError) in
                try await teams.directory.updateTeam(changed, entry)
            }
            teams.roster.put(team)
            return team
        }
    }
}

/// Deletes a team that has no apps, with its memberships, keys and invitations.
public struct DeleteTeam: Sendable {
    private let teams: Teams
    public init(_ teams: Teams) { self.teams = teams }

    /// The server's first team stays: apps that name no team belong to it. The audit log keeps what was done in it.
    public func callAsFunction(_ number: TeamNumber, by administrator: Administrator) async throws(TeamError) {
        try await teams.change(.manageTeam, in: number, by: administrator) { () throws(TeamError) in
            guard let team = teams.roster.team(number) else { throw .notAllowed(.manageTeam) }
            guard teams.roster.teams().first != team else { throw .firstTeam }
            let (members, keys) = (teams.roster.members(of: number).count, teams.roster.keys(of: number).count)
            let entry = administrator.entry(
                .teamDelete, team: number, subject: team.id.text,
                changes: "name \(team.name); members \(members); keys \(keys)", at: teams.now)
            let isGone = try await TeamError.translating { () throws(StoreError) in
                try await teams.directory.removeTeam(number, entry)
            }
            guard isGone else { throw .hasApps }
            teams.roster.remove(team)
        }
    }
}
