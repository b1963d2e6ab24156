import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// What developers may do, and in which team. A class, since each request asks it.
final class DeveloperAccess: Sendable {
    let roster: Roster
    let catalogue: Catalogue
    let proofs: Proofs
    /// The server's own team: of apps that are made without naming one.
    let firstTeam: TeamNumber

    init(roster: Roster, catalogue: Catalogue, proofs: Proofs, firstTeam: TeamNumber) {
        self.roster = roster
        self.catalogue = catalogue
        self.proofs = proofs
        self.firstTeam = firstTeam
    }

    /// The caller of a developer route, once authorized. What they aren't allowed to know about answers 404, as if it
    /// didn't exist. A proof is asked for last, so that it too says nothing to callers without the right.
    func authorized(_ route: RouteMatch, _ request: Request, _ caller: Caller) throws(Problem) -> Caller {
        let authorized = try entitled(route, request, caller)
        if route.endpoint.proof == .always { try proofs.demandProof(of: authorized) }
        return authorized
    }

    private func entitled(_ route: RouteMatch, _ request: Request, _ caller: Caller) throws(Problem) -> Caller {
        let access = route.endpoint.access
        guard access.isDevelopers else { return caller }
        let developer = try developer(caller).asking(request.id.description)
        switch access {
        case .anyone, .playerOrAnonymous, .player, .operator, .developer: break
        case .server:
            guard developer.isAboveTeams else {
                throw Problem(.forbidden, "Use an administrator's own session, not a game's.")
            }
            try proofs.demandTwoFactor(developer, in: nil)
        case .person:
            if case .key = developer.actor { throw Problem(.forbidden, "Keys can't do this; sign in as a player.") }
        case .team(let right):
            if let team = try team(of: route) { try check(right, in: team, developer, missing(route)) }
        }
        return .developer(developer, caller.session)
    }

    private func developer(_ caller: Caller) throws(Problem) -> Administrator {
        switch caller {
        case .anonymous: throw Problem(.unauthenticated)
        case .operator: return .operator
        case .key(let key): return Administrator(key)
        case .session(let session):
            guard let developer = Administrator(developing: session) else {
                throw Problem(.forbidden, "Use your own session, not a game's.")
            }
            return developer
        case .developer(let developer, _): return developer
        }
    }

    /// - Returns: nil for the import of an app that is new: its operation looks for the team.
    private func team(of route: RouteMatch) throws(Problem) -> TeamNumber? {
        if let id = route.teamID {
            guard let team = roster.team(id) else { throw missing(route) }
            return team.number
        }
        guard let bundleID = route.bundleID else { throw missing(route) }
        if let app = catalogue.app(bundleID) { return app.team }
        if route.endpoint == .importConfiguration { return nil }
        throw missing(route)
    }

    private func missing(_ route: RouteMatch) -> Problem {
        if let id = route.teamID { return Problem(.notFound, "No team has the ID \(id.text).") }
        return route.bundleID.map { Problem.unknown($0) } ?? Problem(.unknownGame)
    }

    /// - Parameter missing: what those hear who are not in the team.
    func check(
        _ right: TeamRight, in number: TeamNumber, _ developer: Administrator, _ missing: Problem
    ) throws(Problem) {
        guard let rights = roster.rights(of: developer, in: number) else { throw missing }
        try proofs.demandTwoFactor(developer, in: number)
        if case .player(let player) = developer.actor, roster.team(number)?.requiresTwoFactor == true,
            roster.member(player, of: number) != nil, !roster.hasTwoFactor(player)
        {
            throw Problem(.twoFactorRequired, "Set it up with POST /v1/players/me/two-factor.")
        }
        guard rights.contains(right) else {
            throw Problem(
                .forbidden, "This requires the “\(right.rawValue)” permission in the app's team.", reason: .role)
        }
    }

    /// The team of a new app: the one named, or the only one in which the caller may create apps.
    func teamForNewApp(_ named: TeamID?, _ developer: Administrator) throws(Problem) -> TeamNumber {
        if let named {
            let missing = Problem(.notFound, "No team has the ID \(named.text).", field: "team")
            guard let team = roster.team(named) else { throw missing }
            try check(.configure, in: team.number, developer, missing)
            return team.number
        }
        let own: [TeamNumber]
        switch developer.actor {
        case .operator, .server: own = []
        case .player(let player): own = roster.memberships(of: player).map(\.team)
        case .key(let id): own = roster.key(id).map { [$0.team] } ?? []
        }
        let possible = own.filter { roster.rights(of: developer, in: $0)?.contains(.configure) == true }
        if possible.count > 1 {
            throw Problem(.invalidParameter, "You're in several teams; choose one with team.", field: "team")
        }
        guard let team = possible.first else {
            if developer.isAboveTeams { return firstTeam }
            throw Problem(
                .forbidden, "None of your teams lets you create apps. Create a team with POST /v1/connect/teams.")
        }
        try check(.configure, in: team, developer, Problem(.notFound))
        return team
    }
}
