import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: TeamRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list: try teams(request, caller)
        case .create: try foundTeam(request, caller)
        case .team(let id): try team(id, caller)
        case .update(let id): try updateTeam(request, id, caller)
        case .delete(let id): try deleteTeam(request, id, caller)
        case .members(let id): try members(request, id, caller)
        case .changeRole(let id, let player): try changeRole(request, id, player, caller)
        case .removeMember(let id, let player): try removeMember(request, id, player, caller)
        case .invitations(let id): try teamInvitations(request, id, caller)
        case .inviteMember(let id): try inviteMember(request, id, caller)
        case .revokeInvitation(let id, let invitation): try revokeTeamInvitation(request, id, invitation, caller)
        case .join: try joinTeam(request, caller)
        case .inviteDeveloper: try inviteDeveloper(request, caller)
        case .keys(let id): try keys(request, id, caller)
        case .makeKey(let id): try makeKey(request, id, caller)
        case .revokeKey(let id, let key): try revokeKey(request, id, key, caller)
        case .audit(let id, let query): try audit(request, id, query, caller)
        case .serverAudit(let query): try serverAudit(request, query, caller)
        }
    }
}
