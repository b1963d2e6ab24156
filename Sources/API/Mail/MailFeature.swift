import LaurelDomain
import LaurelHTTPServer
import LaurelService
import LaurelWire

/// A player's mail address, and a new password by mail.
struct MailFeature: Sendable {
    let accounts: Accounts
    let log: AuthenticationLog
    let answers: Answers
    let replies: Replies

    private var isOn: Bool { accounts.mailing?.isOn ?? false }

    /// No `default`: a route without an operation does not compile.
    func perform(_ route: MailRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .mail: .now(answers.json(.ok, MailAnswer(isOn: isOn)))
        case .address: try address(request, caller)
        case .setAddress: try setAddress(request, caller)
        case .removeAddress: try removeAddress(request, caller)
        case .confirmAddress: try confirmAddress(request)
        case .askForReset: try askForReset(request)
        case .reset: try reset(request)
        }
    }

    func address(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return replies.later(request) { () async throws(MailAddressError) in
            return answers.json(.ok, answer(try await ChangeMailAddress(accounts).current(of: session.player)))
        }
    }

    func setAddress(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try MailAddressBody(of: request)
        guard let address = body.address else { throw Problem(.invalidParameter, field: "address") }
        let language = MailLanguage(for: request.languages())
        return log.later(request, as: .mailAddress, of: .player(session.player)) { () async throws(Problem) in
            do throws(MailAddressError) {
                return answers.json(
                    .ok,
                    answer(try await ChangeMailAddress(accounts)(to: address, language, of: session.player)))
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func removeAddress(_ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return log.later(request, as: .mailAddress, of: .player(session.player)) { () async throws(Problem) in
            do throws(MailAddressError) {
                try await ChangeMailAddress(accounts).remove(of: session.player)
                return answers.noContent()
            } catch {
                throw Problem(from: error)
            }
        }
    }

    private func answer(_ record: MailAddressRecord?) -> MailAddressAnswer {
        MailAddressAnswer(isOn: isOn, address: record?.confirmed, pending: record?.pending)
    }

    // MARK: Links

    func confirmAddress(_ request: Request) throws(Problem) -> Reply {
        let body = try MailConfirmationBody(of: request)
        return replies.later(request) { () async throws(Problem) in
            do throws(MailLinkError) {
                let player = try await ConfirmMailAddress(accounts)(
                    token: body.token, address: ClientAddress(request.peer))
                await log.tell(.mailConfirmation, of: .player(player), request)
                return answers.noContent()
            } catch {
                let problem = Problem(from: error)
                await log.tell(.mailConfirmation, problem, of: .nobody, request)
                throw problem
            }
        }
    }

    /// The answer is made before anybody looks whether a player has the address.
    func askForReset(_ request: Request) throws(Problem) -> Reply {
        let body = try MailResetRequestBody(of: request)
        guard let address = body.address else { throw Problem(.invalidParameter, field: "address") }
        guard isOn else { throw .noMail }
        do throws(MailLinkError) {
            try AskForReset(accounts)(address, from: ClientAddress(request.peer))
        } catch {
            throw Problem(from: error)
        }
        return .now(answers.noContent())
    }

    func reset(_ request: Request) throws(Problem) -> Reply {
        let body = try MailResetBody(of: request)
        return replies.later(request) { () async throws(Problem) in
            do throws(MailLinkError) {
                let player = try await ResetByMail(accounts)(
                    token: body.token, newPassword: body.newPassword, address: ClientAddress(request.peer))
                await log.tell(.mailReset, of: .player(player), request)
                return answers.noContent()
            } catch {
                let problem = Problem(from: error)
                await log.tell(.mailReset, problem, of: .nobody, request)
                throw problem
            }
        }
    }
}

extension Problem {
    fileprivate static let noMail = Problem(.notFound, "This server sends no mail.")

    init(from error: MailAddressError) {
        switch error {
        case .off: self = .noMail
        case .guest: self = .guestRestricted
        case .tooManyMails(let span):
            self.init(
                .tooManyAttempts, "At most \(MailLimits.perAddress) mails an hour go to an address.",
                retryAfterSeconds: Problem.tryAgain(span).retryAfterSeconds)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }

    fileprivate init(from error: MailLinkError) {
        switch error {
        case .unknownLink: self.init(.notFound, "The link is unknown, used or too old.", field: "token")
        case .addressTaken:
            self.init(
                .conflict, "\(MailLimits.playersPerAddress) players have this address already. Choose another.")
        case .password(let invalid): self = .password(invalid, field: "newPassword")
        case .breachedPassword: self = .breachedPassword(field: "newPassword")
        case .tooManyAttempts(let span): self = .tryAgain(span)
        case .busy: self = .busy
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
