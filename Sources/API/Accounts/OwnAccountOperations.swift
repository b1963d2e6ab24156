import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

// A player's own account: password, codes, sessions.
extension AccountFeature {
    func changePassword(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try PasswordChangeBody(of: request)
        let name = accounts.names.displayName(session.player) ?? ""
        let password = try Password(wire: body.newPassword, alias: name, field: "newPassword")
        return log.later(request, as: .passwordChange, of: .player(session.player)) { () async throws(Problem) in
            do throws(OwnSecretsError) {
                try await ChangePassword(accounts)(from: body.currentPassword, to: password, in: session)
                return answers.noContent()
            } catch {
                throw Problem(from: error, field: "currentPassword")
            }
        }
    }

    func renewRecoveryCodes(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try PasswordProofBody(of: request)
        return log.later(request, as: .recoveryCodes, of: .player(session.player)) { () async throws(Problem) in
            do throws(OwnSecretsError) {
                let codes = try await RenewRecoveryCodes(accounts)(
                    password: body.password, of: session.player)
                return answers.json(.created, codes, as: RecoveryCodesAnswer.shape)
            } catch {
                throw Problem(from: error, field: "password")
            }
        }
    }

    // MARK: Sessions

    func sessions(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return replies.later(request) { () async throws(Problem) in
            let list = try await ListedSessions(accounts).answers(of: session.player, current: session.id)
            return answers.json(.ok, list, as: ListedSessionAnswer.listShape)
        }
    }

    func endSession(_ request: Request, _ id: SessionID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return log.later(request, as: .sessionEnd, of: .player(session.player)) { () async throws(Problem) in
            let wasThere: Bool
            do throws(EndSessionsError) {
                wasThere = try await EndOwnSessions(accounts)(id, of: session.player)
            } catch {
                throw Problem(from: error)
            }
            guard wasThere else { throw Problem(.notFound, "You have no session with this ID.") }
            return answers.noContent()
        }
    }

    func endOtherSessions(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return log.later(request, as: .sessionEnd, of: .player(session.player)) { () async throws(Problem) in
            do throws(EndSessionsError) {
                try await EndOwnSessions(accounts).others(than: session)
            } catch {
                throw Problem(from: error)
            }
            return answers.noContent()
        }
    }
}

extension Problem {
    /// - Parameter field: where the password stands.
    init(from error: OwnSecretsError, field: String) {
        switch error {
        // Not 401, which would say that the session is at fault.
        case .wrongPassword: self.init(.forbidden, "The password is wrong.", field: field)
        case .guest: self.init(.conflict, "Give a guest an alias and a password with POST /v1/players/me/upgrade.")
        case .proofNeeded: self = .signInOnceMore
        case .breachedPassword: self = .breachedPassword(field: "newPassword")
        case .tooManyAttempts(let span): self = .tryAgain(span)
        case .busy: self = .busy
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
