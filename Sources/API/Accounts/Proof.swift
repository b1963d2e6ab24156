import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

/// What gives power over others, or over an account's secrets, asks for a proof: docs/decisions/0022-proof.md.
struct Proofs: Sendable {
    let accounts: Accounts
    let secondFactor: TwoFactor
    let requiredTwoFactor: @Sendable () -> RequiredTwoFactor

    /// A session may have been stolen, or left open. The socket of the data folder needs no proof, because anyone
    /// who can open it can read the store; and a key has no more to prove, and never the rights of a team's head.
    func demandProof(of caller: Caller) throws(Problem) {
        guard let session = caller.session, session.binding == .firstParty else { return }
        guard accounts.hasProof(session) else {
            throw Problem(
                .proofNeeded,
                "Send your password or a two-factor code to POST /v1/sessions/current/proof, then repeat the request. "
                    + "It counts for ten minutes.")
        }
    }

    /// Those who may do much must have a second factor, where the operator wants it. Setting one up asks for nothing
    /// but their password, so nobody is locked out.
    func demandTwoFactor(_ developer: Administrator, in team: TeamNumber?) throws(Problem) {
        guard
            secondFactor.isMissing(
                for: developer, in: team, requiredTwoFactor(), accounts.catalogue)
        else { return }
        throw Problem(
            .twoFactorRequired,
            "This server requires it for what you may do here. Set it up with POST /v1/players/me/two-factor.")
    }
}

extension AccountFeature {
    func giveProof(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try ProofBody(of: request)
        let secret: GiveProof.Secret
        switch (body.password, body.code) {
        case (let password?, nil): secret = .password(password)
        case (nil, let code?): secret = .code(code)
        case (nil, nil), (_?, _?): throw Problem(.invalidParameter, "Send either password or code.", field: "password")
        }
        return log.later(request, as: .proof, of: .player(session.player)) { () async throws(Problem) in
            do throws(TwoFactorError) {
                try await GiveProof(accounts, secondFactor)(secret, in: session)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }
}
