public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Invites somebody into a team: anyone who has the code, or one player by their alias.
public struct InviteMember: Sendable {
    private let teams: Teams
    public init(_ teams: Teams) { self.teams = teams }

    public func callAsFunction(
        as role: TeamRole, alias: Alias?, to team: TeamNumber, by administrator: Administrator
    ) async throws(TeamError) -> MadeTeamInvitation {
        try await teams.change(role.rightToGrant, in: team, by: administrator) { () throws(TeamError) in
            var invited: PlayerNumber?
            if let alias { invited = try await teams.player(alias).number }
            if let invited, teams.roster.member(invited, of: team) != nil { throw .alreadyMember }
            try await check(team)
            return try await teams.invite(
                TeamInvitation.Membership(team: team, role: role), invited, .memberInvite, by: administrator)
        }
    }

    private func check(_ team: TeamNumber) async throws(TeamError) {
        guard teams.roster.members(of: team).count < TeamLimits.members else {
            throw .tooManyMembers(limit: TeamLimits.members)
        }
        let waiting = try await TeamError.translating { () throws(StoreError) in
            try await teams.directory.teamInvitations(of: .team(team), at: teams.now)
        }
        guard waiting.count < TeamLimits.invitations else {
            throw .tooManyInvitations(limit: TeamLimits.invitations)
        }
    }
}

/// Makes a code that lets one player found a team where the policy asks for one.
public struct InviteDeveloper: Sendable {
    private let teams: Teams
    public init(_ teams: Teams) { self.teams = teams }

    public func callAsFunction(by administrator: Administrator) async throws(TeamError) -> MadeTeamInvitation {
        guard administrator.isAboveTeams else { throw .notAllowed(.manageTeam) }
        return try await teams.gate.run { () throws(TeamError) in
            try await teams.invite(nil, nil, .developerInvite, by: administrator)
        }
    }
}

/// An invitation with its code, which is shown this once.
public struct MadeTeamInvitation: Hashable, Sendable {
    public let invitation: TeamInvitation
    public let code: String
}

extension Teams {
    fileprivate func invite(
        _ membership: TeamInvitation.Membership?, _ player: PlayerNumber?, _ action: AuditAction,
        by administrator: Administrator
    ) async throws(TeamError) -> MadeTeamInvitation {
        let code = ReadableCode.makeSecret(accounts.random)
        let moment = now
        let new = NewTeamInvitation(
            digest: accounts.digest(code), membership: membership, player: player, maker: administrator.player,
            created: moment,
            expires: moment.advanced(by: TeamLimits.invitationLifetime))
        let entry = administrator.entry(
            action, team: membership?.team, player: player, changes: membership.map { "role \($0.role.name)" } ?? "",
            at: moment)
        let made = try await TeamError.translating { () throws(StoreError) in
            try await directory.addTeamInvitation(new, entry)
        }
        return MadeTeamInvitation(invitation: made, code: code)
    }
}

/// Invitations that wait: of a team, or for the player who asks.
public struct ListTeamInvitations: Sendable {
    private let teams: Teams
    public init(_ teams: Teams) { self.teams = teams }

    public func callAsFunction(_ scope: TeamInvitationScope) async throws(TeamError) -> [TeamInvitation] {
        try await TeamError.translating { () throws(StoreError) in
            try await teams.standing(try await teams.directory.teamInvitations(of: scope, at: teams.now))
        }
    }
}

/// Makes the caller a member, by a code or by an invitation that names them.
public struct JoinTeam: Sendable {
    private let teams: Teams
    public init(_ teams: Teams) { self.teams = teams }

    public enum Proof: Hashable, Sendable {
        /// As typed.
        case code(String)
        case invitation(TeamInvitationID)
    }

    public func callAsFunction(_ proof: Proof, by administrator: Administrator) async throws(TeamError) -> TeamMember {
        guard let player = administrator.player else { throw .personNeeded }
        guard !teams.accounts.profiles.isGuest(player) else { throw .guest }
        return try await teams.gate.run { () throws(TeamError) in
            let invitation = try await find(proof, player)
            guard let membership = invitation.membership, teams.roster.team(membership.team) != nil else {
                throw .invitationRefused
            }
            guard teams.roster.member(player, of: membership.team) == nil else { throw .alreadyMember }
            guard teams.roster.memberships(of: player).count < TeamLimits.teamsOfPlayer else {
                throw .tooManyTeams(limit: TeamLimits.teamsOfPlayer)
            }
            guard teams.roster.members(of: membership.team).count < TeamLimits.members else {
                throw .tooManyMembers(limit: TeamLimits.members)
            }
            let now = teams.now
            let member = TeamMember(team: membership.team, player: player, role: membership.role, joined: now)
            let entry = administrator.entry(
                .memberJoin, team: membership.team, player: player, changes: "role \(membership.role.name)", at: now)
            let (isDone, hasTwoFactor) = try await TeamError.translating { () throws(StoreError) in
                (
                    try await teams.directory.join(member, by: invitation.id, entry),
                    try await teams.directory.twoFactor(of: player)?.isConfirmed == true
                )
            }
            guard isDone else { throw .invitationRefused }
            teams.roster.setTwoFactor(player, hasTwoFactor)
            teams.roster.put(member)
            return member
        }
    }

    private func find(_ proof: Proof, _ player: PlayerNumber) async throws(TeamError) -> TeamInvitation {
        let found = try await TeamError.translating { () throws(StoreError) -> TeamInvitation? in
            switch proof {
            case .code(let typed):
                guard let code = ReadableCode.canonical(typed) else { return nil }
                return try await teams.directory.teamInvitation(teams.accounts.digest(code), at: teams.now)
            case .invitation(let id):
                return try await teams.directory.teamInvitations(of: .player(player), at: teams.now)
                    .first { $0.id == id }
            }
        }
        guard let found, found.player == nil || found.player == player else {
            throw .invitationRefused
        }
        let standing = try await TeamError.translating { () throws(StoreError) in try await teams.standing([found]) }
        guard standing == [found] else { throw .invitationRefused }
        return found
    }
}

extension Teams {
    /// Those whose makers may still give away what they promise: an invitation can do no more than who made it, as a
    /// key can do no more.
    fileprivate func standing(_ invitations: [TeamInvitation]) async throws(StoreError) -> [TeamInvitation] {
        func isGranted(_ invitation: TeamInvitation) -> Bool {
            // Nobody but the operator makes one without a maker, and only those above the teams make one of no team.
            guard let maker = invitation.maker, let membership = invitation.membership else { return true }
            return roster.member(maker, of: membership.team)?.role.rights.contains(membership.role.rightToGrant) == true
        }
        let others = Set(invitations.filter { !isGranted($0) }.compactMap(\.maker))
        guard !others.isEmpty else { return invitations }
        let above = try await accounts.directory.players(Array(others)).filter(\.isAdministrator).map(\.number)
        return invitations.filter { isGranted($0) || $0.maker.map { above.contains($0) } == true }
    }
}

/// Takes an invitation back.
public struct RevokeTeamInvitation: Sendable {
    private let teams: Teams
    public init(_ teams: Teams) { self.teams = teams }

    public func callAsFunction(
        _ id: TeamInvitationID, of team: TeamNumber, by administrator: Administrator
    ) async throws(TeamError) {
        try await teams.change(.manageMembers, in: team, by: administrator) { () throws(TeamError) in
            let entry = administrator.entry(
                .memberInvitationRevoke, team: team, subject: String(id.rawValue), at: teams.now)
            let wasThere = try await TeamError.translating { () throws(StoreError) in
                try await teams.directory.removeTeamInvitation(id, of: team, entry)
            }
            guard wasThere else { throw .unknownInvitation }
        }
    }
}
