import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// The links by which players claim what was imported of theirs.
extension AppFeature {
    func claims(
        _ request: Request, _ bundleID: BundleID, _ environment: Environment?, _ caller: Caller
    ) throws(Problem) -> Reply {
        let environment = environment ?? .production
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        let body = try ClaimsBody(of: request)
        return replies.later(request) { () async throws(Problem) in
            try await acts.record(
                administrator.entry(
                    .claimExport, team: app.team, app: app.number, environment: environment, at: keeper.now()))
            do throws(ClaimLinksError) {
                let (claims, next) = try await ClaimLinks(accounts, keeper)(of: app, environment, after: body.after)
                return answers.json(ClaimPageAnswer(claims: claims.map(answer), next: next))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func renewClaim(_ request: Request, _ bundleID: BundleID, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let app = try catalogue.find(bundleID)
        guard let player = try ClaimRenewalBody(of: request).player else {
            throw Problem(.invalidParameter, field: "player")
        }
        return replies.later(request) { () async throws(ClaimLinksError) in
            let claim = try await ClaimLinks(accounts, keeper).renew(player, of: app, by: administrator)
            return answers.json(answer(claim))
        }
    }

    /// In a fragment: no log and no `Referer` has it.
    private func answer(_ claim: Claim) -> ClaimAnswer {
        ClaimAnswer(
            player: claim.player, displayName: claim.displayName, url: "\(origin)/sign-in/#claim=\(claim.secret.text)")
    }
}

extension Problem {
    init(from error: ClaimLinksError) {
        switch error {
        case .unknownPlayer: self.init(.notFound, "No player was imported with this ID.", field: "player")
        case .claimed: self.init(.conflict, "The player has claimed their scores.", field: "player")
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
