import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Members and invitations.
extension TeamFeature {
    func members(_ request: Request, _ id: TeamID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let members = teams.roster.members(of: try find(id).number)
        return replies.later(request) { () async throws(Problem) in
            return answers.json(try await memberAnswers(members), as: MemberAnswer.list)
        }
    }

    func changeRole(_ request: Request, _ id: TeamID, _ player: String, _ caller: Caller) throws(Problem) -> Reply {
        let developer = try caller.administering()
        let team = try find(id).number
        let number = try member(player)
        let role = try RoleBody(of: request).role
        return replies.later(request) { () async throws(Problem) in
            let changed: TeamMember
            do throws(TeamError) {
                changed = try await ChangeRole(teams)(number, to: role, in: team, by: developer)
            } catch {
                throw Problem(from: error)
            }
            guard let answer = try await memberAnswers([changed]).first else { throw Problem(.notFound) }
            return answers.json(answer)
        }
    }

    func removeMember(_ request: Request, _ id: TeamID, _ player: String, _ caller: Caller) throws(Problem) -> Reply {
        let developer = try caller.administering()
        let team = try find(id).number
        let number = try member(player)
        return replies.later(request) { () async throws(TeamError) in
            try await RemoveMember(teams)(number, of: team, by: developer)
            return answers.noContent()
        }
    }

    // MARK: Invitations

    func teamInvitations(_ request: Request, _ id: TeamID, _ caller: Caller) throws(Problem) -> Reply {
        _ = try caller.administering()
        let team = try find(id).number
        return replies.later(request) { () async throws(Problem) in
            let waiting = try await invitationAnswers(try await invitations(.team(team)))
            return answers.json(waiting, as: TeamInvitationAnswer.list)
        }
    }

    func inviteMember(_ request: Request, _ id: TeamID, _ caller: Caller) throws(Problem) -> Reply {
        let developer = try caller.administering()
        let team = try find(id).number
        let body = try TeamInvitationBody(of: request)
        let alias: Alias?
        if let text = body.alias { alias = try Alias(knownOnWire: text) } else { alias = nil }
        return replies.later(request) { () async throws(Problem) in
            let made: MadeTeamInvitation
            do throws(TeamError) {
                made = try await InviteMember(teams)(as: body.role, alias: alias, to: team, by: developer)
            } catch {
                throw Problem(from: error)
            }
            guard let shown = try await invitationAnswers([made.invitation]).first else { throw Problem(.notFound) }
            return answers.json(.created, MadeTeamInvitationAnswer(invitation: shown, code: made.code))
        }
    }

    func revokeTeamInvitation(
        _ request: Request, _ id: TeamID, _ invitation: TeamInvitationID, _ caller: Caller
    ) throws(Problem) -> Reply {
        let developer = try caller.administering()
        let team = try find(id).number
        return replies.later(request) { () async throws(TeamError) in
            try await RevokeTeamInvitation(teams)(invitation, of: team, by: developer)
            return answers.noContent()
        }
    }

    func joinTeam(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let developer = try caller.administering()
        let body = try MembershipBody(of: request)
        let proof: JoinTeam.Proof
        switch (body.code, body.invitation) {
        case (let code?, nil): proof = .code(code)
        case (nil, let invitation?): proof = .invitation(invitation)
        default: throw Problem(.invalidParameter, "Give either code or invitation.", field: "code")
        }
        guard case .player = developer.actor else {
            throw Problem(.forbidden, "Keys can't do this; sign in as a player.")
        }
        return replies.later(request) { () async throws(Problem) in
            let member: TeamMember
            do throws(TeamError) { member = try await JoinTeam(teams)(proof, by: developer) } catch {
                throw Problem(from: error)
            }
            guard let team = teams.roster.team(member.team) else { throw Problem(.notFound) }
            let answer = TeamAnswer(team, role: member.role, rights: member.role.rights)
            return answers.json(.created, answer)
        }
    }

    func inviteDeveloper(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let developer = try caller.administering()
        _ = try DeveloperInvitationBody(of: request)
        return replies.later(request) { () async throws(TeamError) in
            let made = try await InviteDeveloper(teams)(by: developer)
            return answers.json(
                .created, InvitationAnswer(code: made.code, expires: made.invitation.expires))
        }
    }

    // MARK: Parts

    /// A member by the id that first-party sessions see.
    private func member(_ id: String) throws(Problem) -> PlayerNumber {
        guard let number = ids.player(id, in: .player) else {
            throw Problem(.notFound, "The team has no such member.")
        }
        return number
    }

    private func memberAnswers(_ members: [TeamMember]) async throws(Problem) -> [MemberAnswer] {
        let people = try await players.all(members.map(\.player))
        return members.compactMap { member in
            people[member.player].map { player in
                MemberAnswer(
                    player: player, role: member.role, joined: member.joined,
                    hasTwoFactor: teams.roster.hasTwoFactor(member.player))
            }
        }
    }

    func invitations(_ scope: TeamInvitationScope) async throws(Problem) -> [TeamInvitation] {
        do throws(TeamError) { return try await ListTeamInvitations(teams)(scope) } catch {
            throw Problem(from: error)
        }
    }

    /// Invitations into teams; those for creating a team are left out.
    func invitationAnswers(_ invitations: [TeamInvitation]) async throws(Problem) -> [TeamInvitationAnswer] {
        let people = try await players.all(invitations.compactMap(\.player))
        return invitations.compactMap { invitation in
            guard let membership = invitation.membership, let team = teams.roster.team(membership.team) else {
                return nil
            }
            return TeamInvitationAnswer(
                id: invitation.id, teamID: team.id, teamName: team.name, role: membership.role,
                player: invitation.player.flatMap { people[$0] }, expires: invitation.expires)
        }
    }
}
