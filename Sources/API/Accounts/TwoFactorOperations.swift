import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

// The second factor. A game's session must not touch it.
extension AccountFeature {
    func twoFactor(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try ownSession(caller)
        let advice = secondFactor.advice(for: session, requiredTwoFactor(), accounts.catalogue)
        return replies.later(request) { () async throws(TwoFactorError) in
            let state = try await ReadTwoFactor(secondFactor)(by: session)
            return answers.json(
                .ok,
                TwoFactorAnswer(
                    isOn: state.isOn, recoveryCodesLeft: state.recoveryCodesLeft, advice: advice.rawValue))
        }
    }

    func setUpTwoFactor(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try ownSession(caller)
        let body = try TwoFactorBody(of: request)
        // The server's name, as the app shows it beside the alias.
        let issuer = "Laurel " + (publicURL.origin.split(separator: "/").last ?? "")
        return log.later(request, as: .twoFactorOffer, of: .player(session.player)) { () async throws(Problem) in
            do throws(TwoFactorError) {
                let offer = try await SetUpTwoFactor(secondFactor, accounts)(
                    password: body.password, issuer: issuer, by: session)
                return answers.json(.created, TwoFactorOfferAnswer(secret: offer.secret, uri: offer.uri))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func confirmTwoFactor(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try ownSession(caller)
        let body = try TwoFactorConfirmationBody(of: request)
        return log.later(request, as: .twoFactorOn, of: .player(session.player)) { () async throws(Problem) in
            do throws(TwoFactorError) {
                let codes = try await ConfirmTwoFactor(secondFactor, accounts)(
                    code: body.code, by: session)
                return answers.json(.created, codes, as: TwoFactorAnswer.codesShape)
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func removeTwoFactor(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try ownSession(caller)
        let body = try TwoFactorRemovalBody(of: request)
        return log.later(request, as: .twoFactorOff, of: .player(session.player)) { () async throws(Problem) in
            do throws(TwoFactorError) {
                try await RemoveTwoFactor(secondFactor, accounts)(
                    password: body.password, code: body.code, by: session)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }

    private func ownSession(_ caller: Caller) throws(Problem) -> Session {
        let session = try caller.signedIn()
        guard session.binding == .firstParty else {
            throw Problem(.forbidden, "Use your own session, not a game's.")
        }
        return session
    }
}

extension Problem {
    init(from error: TwoFactorError) {
        switch error {
        case .codeRequired: self.init(.codeRequired, field: "code")
        case .wrongCode: self.init(.wrongCode, field: "code")
        case .wrongPassword: self.init(.wrongCredentials, "The password is wrong.", field: "password")
        case .alreadySetUp: self.init(.conflict, "Two-factor authentication is already on.")
        case .notSetUp: self.init(.conflict, "Two-factor authentication isn't set up.")
        case .unknownPlayer: self.init(.notFound, "No player has this alias.", field: "alias")
        case .tooManyAttempts(let span): self = .tryAgain(span)
        case .busy: self = .busy
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
