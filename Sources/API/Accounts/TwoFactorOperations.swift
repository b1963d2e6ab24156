import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

// The second factor. A game's session must not touch it.
extension APIHandler {
    func twoFactor(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try ownSession(caller)
        let advice = services.twoFactor.advice(for: session, configuration.requiredTwoFactor(), services.catalogue)
        return later(request) { [self] () async throws(Problem) in
            do throws(TwoFactorError) {
                let state = try await ReadTwoFactor(services.twoFactor)(by: session)
                return answers.json { writer in
                    writer.beginObject()
                    writer.field("isOn", state.isOn)
                    writer.field("recoveryCodesLeft", state.recoveryCodesLeft)
                    writer.field("advice", advice.rawValue)
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func setUpTwoFactor(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try ownSession(caller)
        let body = try TwoFactorBody(of: request)
        // The server's name, as the app shows it beside the alias.
        let issuer = "Laurel " + (configuration.publicURL.origin.split(separator: "/").last ?? "")
        return later(request, as: .twoFactorOffer, of: .player(session.player)) { [self] () async throws(Problem) in
            do throws(TwoFactorError) {
                let offer = try await SetUpTwoFactor(services.twoFactor, services.accounts)(
                    password: body.password, issuer: issuer, by: session)
                return answers.json(.created) { writer in
                    writer.beginObject()
                    writer.field("secret", offer.secret)
                    writer.field("uri", offer.uri)
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func confirmTwoFactor(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try ownSession(caller)
        let body = try TwoFactorConfirmationBody(of: request)
        return later(request, as: .twoFactorOn, of: .player(session.player)) { [self] () async throws(Problem) in
            do throws(TwoFactorError) {
                let codes = try await ConfirmTwoFactor(services.twoFactor, services.accounts)(
                    code: body.code, by: session)
                return answers.json(.created) { writer in
                    writer.beginObject()
                    writer.key("recoveryCodes")
                    writer.beginArray()
                    for code in codes { writer.value(code) }
                    writer.endArray()
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func removeTwoFactor(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try ownSession(caller)
        let body = try TwoFactorRemovalBody(of: request)
        return later(request, as: .twoFactorOff, of: .player(session.player)) { [self] () async throws(Problem) in
            do throws(TwoFactorError) {
                try await RemoveTwoFactor(services.twoFactor, services.accounts)(
                    password: body.password, code: body.code, by: session)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func resetTwoFactor(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let administrator = try caller.administering()
        let alias = try Alias(knownOnWire: try TwoFactorResetBody(of: request).alias)
        return later(request, as: .twoFactorReset, of: .alias(alias.text)) { [self] () async throws(Problem) in
            do throws(TwoFactorError) {
                try await RemoveTwoFactor(services.twoFactor, services.accounts)(of: alias, by: administrator)
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
