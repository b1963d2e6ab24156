public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Gives a member another role.
public struct ChangeRole: Sendable {
    private let teams: Teams
    public init(_ teams: Teams) { self.teams = teams }

    /// Only owners make and unmake owners, and a team keeps one.
    public func callAsFunction(
        _ player: PlayerNumber, to role: TeamRole, in team: TeamNumber, by administrator: Administrator
    ) async throws(TeamError) -> TeamMember {
        try await teams.change(.manageMembers, in: team, by: administrator) { () throws(TeamError) in
            guard var member = teams.roster.member(player, of: team) else { throw .unknownMember }
            try teams.demand(member.role.rightToGrant, of: administrator, in: team)
            try teams.demand(role.rightToGrant, of: administrator, in: team)
            guard member.role != role else { return member }
            if member.role == .owner { try teams.demandAnotherOwner(than: player, in: team) }
            let changes = "role \(member.role.name) → \(role.name)"
            member.role = role
            let changed = member
            let entry = administrator.entry(.memberUpdate, team: team, player: player, changes: changes, at: teams.now)
            try await TeamError.translating { () throws(StoreError) in
                try await teams.directory.putMember(changed, entry)
            }
            teams.roster.put(member)
            return member
        }
    }
}

/// Takes a member out of a team. Everybody may go themselves, but for the last owner.
public struct RemoveMember: Sendable {
    private let teams: Teams
    public init(_ teams: Teams) { self.teams = teams }

    public func callAsFunction(
        _ player: PlayerNumber, of team: TeamNumber, by administrator: Administrator
    ) async throws(TeamError) {
        try await teams.gate.run { () throws(TeamError) in
            guard let member = teams.roster.member(player, of: team) else { throw .unknownMember }
            if administrator.player != player {
                try teams.demand(member.role.rightToGrant, of: administrator, in: team)
            }
            if member.role == .owner { try teams.demandAnotherOwner(than: player, in: team) }
            let keys = teams.roster.keys(of: team).filter { $0.maker == player }.map { "key \($0.id.rawValue) revoked" }
            let entry = administrator.entry(
                .memberRemove, team: team, player: player,
                changes: (["role \(member.role.name)"] + keys).joined(separator: "; "), at: teams.now)
            try await TeamError.translating { () throws(StoreError) in
                try await teams.directory.removeMember(player, of: team, entry)
            }
            teams.roster.remove(player, of: team)
        }
    }
}

extension Teams {
    /// A team without an owner could not be managed by anybody in it.
    func demandAnotherOwner(than player: PlayerNumber, in team: TeamNumber) throws(TeamError) {
        guard roster.members(of: team).contains(where: { $0.role == .owner && $0.player != player }) else {
            throw .lastOwner
        }
    }
}
