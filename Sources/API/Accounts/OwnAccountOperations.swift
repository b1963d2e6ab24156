import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

// A player's own account: password, codes, sessions.
extension APIHandler {
    func changePassword(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try PasswordChangeBody(of: request)
        let name = services.accounts.names.displayName(session.player) ?? ""
        let password = try Password(wire: body.newPassword, alias: name, field: "newPassword")
        return later(request, as: .passwordChange, of: .player(session.player)) { [self] () async throws(Problem) in
            do throws(OwnSecretsError) {
                try await ChangePassword(services.accounts)(from: body.currentPassword, to: password, in: session)
                return answers.noContent()
            } catch {
                throw Problem(from: error, field: "currentPassword")
            }
        }
    }

    func renewRecoveryCodes(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try PasswordProofBody(of: request)
        return later(request, as: .recoveryCodes, of: .player(session.player)) { [self] () async throws(Problem) in
            do throws(OwnSecretsError) {
                let codes = try await RenewRecoveryCodes(services.accounts)(
                    password: body.password, of: session.player)
                return answers.json(.created) { writer in
                    writer.beginObject()
                    writer.key("recoveryCodes")
                    writer.beginArray()
                    for code in codes { writer.value(code) }
                    writer.endArray()
                    writer.endObject()
                }
            } catch {
                throw Problem(from: error, field: "password")
            }
        }
    }

    // MARK: Sessions

    func sessions(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return later(request) { [self] () async throws(Problem) in
            let list = try await listedSessions(of: session.player, current: session.id)
            return answers.json(capacity: 256 + list.count * 192) { writer in
                writer.beginObject()
                writer.key("sessions")
                writer.beginArray()
                for session in list { writer.value(session) }
                writer.endArray()
                writer.endObject()
            }
        }
    }

    func listedSessions(
        of player: PlayerNumber, current: SessionID?
    ) async throws(Problem) -> [ListedSessionAnswer] {
        do throws(EndSessionsError) {
            return try await ListSessions(services.accounts)(of: player).map { listed in
                var environment: Environment?
                if case .game(_, let own) = listed.binding { environment = own }
                return ListedSessionAnswer(
                    id: listed.id, isCurrent: listed.id == current, device: listed.device?.text,
                    bundleID: bundleID(listed.binding), environment: environment, created: listed.created,
                    lastUsed: listed.lastUsed)
            }
        } catch {
            throw Problem(from: error)
        }
    }

    func endSession(_ request: Request, _ id: SessionID, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return later(request, as: .sessionEnd, of: .player(session.player)) { [self] () async throws(Problem) in
            let wasThere: Bool
            do throws(EndSessionsError) {
                wasThere = try await EndOwnSessions(services.accounts, services.authorizations)(
                    id, of: session.player)
            } catch {
                throw Problem(from: error)
            }
            guard wasThere else { throw Problem(.notFound, "You have no session with this ID.") }
            return answers.noContent()
        }
    }

    func endOtherSessions(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return later(request, as: .sessionEnd, of: .player(session.player)) { [self] () async throws(Problem) in
            do throws(EndSessionsError) {
                try await EndOwnSessions(services.accounts, services.authorizations).others(than: session)
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
        case .breachedPassword: self = .breachedPassword(field: "newPassword")
        case .tooManyAttempts(let span): self = .tryAgain(span)
        case .busy: self = .busy
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
