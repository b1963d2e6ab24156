import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Guests (rules 1.11 and 1.12).
extension AccountFeature {
    func signInGuest(_ request: Request) throws(Problem) -> Reply {
        let body = try GuestBody(of: request)
        guard let secret = body.secret else { throw Problem(.invalidParameter, field: "secret") }
        try opened.checkCookieOption(body.session.wantsCookie, request)
        try checkOrigin(of: body.session.bundleID, request)
        let names = GuestNames(for: request.languages())
        return replies.later(request) { () async throws(Problem) in
            do throws(SignInGuestError) {
                let (guest, _) = try await SignInGuest(accounts)(
                    secret, names: names, arrival: Arrival(body.session, request.peer))
                await log.tell(.guestSignIn, of: .player(guest.player.number), request)
                await opened.endFormer(request, body.session)
                return opened.welcome(guest, body.session)
            } catch {
                let problem = Problem(from: error)
                await log.tell(.guestSignIn, problem, of: .nobody, request)
                throw problem
            }
        }
    }

    /// For somebody who opens a link with a secret, and hasn't signed in yet.
    func previewGuest(_ request: Request) throws(Problem) -> Reply {
        guard let secret = try GuestMergeBody(of: request).secret else {
            throw Problem(.invalidParameter, field: "secret")
        }
        let languages = request.languages()
        return replies.later(request) { () async throws(MergeGuestError) in
            let (guest, rows) = try await PreviewMerge(accounts, keeper)(secret)
            return answers.json(
                .ok,
                MergePreviewAnswer(
                    displayName: guest.displayName, scores: rows.map { MergedScoreAnswer($0, languages) }))
        }
    }

    func makeGuestCode(_ request: Request) throws(Problem) -> Reply {
        guard let secret = try GuestMergeBody(of: request).secret else {
            throw Problem(.invalidParameter, field: "secret")
        }
        return replies.later(request) { () async throws(SignInGuestError) in
            let (code, expires) = try await HandGuestOver(accounts)(secret)
            return answers.json(.created, GuestCodeAnswer(code: code, expires: expires))
        }
    }

    func redeemGuestCode(_ request: Request) throws(Problem) -> Reply {
        let body = try GuestCodeBody(of: request)
        try opened.checkCookieOption(body.session.wantsCookie, request)
        return replies.later(request) { () async throws(Problem) in
            do throws(SignInGuestError) {
                let guest = try await RedeemGuestCode(accounts)(
                    body.code, arrival: Arrival(body.session, request.peer))
                await log.tell(.guestSignIn, of: .player(guest.player.number), request)
                await opened.endFormer(request, body.session)
                return opened.welcome(guest, body.session)
            } catch {
                let problem = Problem(from: error)
                await log.tell(.guestSignIn, problem, of: .nobody, request)
                throw problem
            }
        }
    }

    /// A page of a game's own origin makes guests for that game, and for no other.
    private func checkOrigin(of bundleID: BundleID?, _ request: Request) throws(Problem) {
        guard let page = request.headers["origin"], !opened.origin.passes(request) else { return }
        guard let app = bundleID.flatMap({ accounts.catalogue.app($0) }),
            accounts.catalogue.webOrigins.allows(page, for: app.number)
        else {
            throw Problem(.originNotAllowed, "Set bundleID to a game that has registered \(page).", field: "bundleID")
        }
    }

    /// Games may ask for it themselves, as they may sign a player up.
    func upgradeGuest(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.signedIn()
        let body = try GuestUpgradeBody(of: request)
        let alias = try Alias(wire: body.alias)
        let password = try Password(wire: body.password, alias: alias.text, field: "password")
        return log.later(request, as: .guestUpgrade, of: .player(session.player)) { () async throws(Problem) in
            do throws(UpgradeGuestError) {
                let (player, codes) = try await UpgradeGuest(accounts)(
                    alias: alias, password: password, invitation: body.invitation, device: body.device, in: session,
                    address: ClientAddress(request.peer))
                await showScores(of: player.number)
                return answers.json(
                    .ok,
                    UpgradedGuestAnswer(player: players.answer(player, to: session.binding), recoveryCodes: codes))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    /// Scores that waited for the upgrade (rule 1.11). What can't be shown now is shown by the next round.
    private func showScores(of player: PlayerNumber) async {
        do throws(ReleaseScoresError) { try await ReleaseScores(accounts, keeper)(of: player) } catch {
            // The upgrade is done, and its answer has the recovery codes.
        }
    }
}
