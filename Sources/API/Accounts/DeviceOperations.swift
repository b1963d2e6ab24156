import LaurelHTTPServer
import LaurelDomain
import LaurelScores
import LaurelWire
import LaurelService

// Sign-in on a device without a keyboard (RFC 8628): the device shows a code, its player says yes somewhere else. A
// form is answered as the standard has it; JSON, by which our own client asks, as it was before, for one more release.
extension AccountFeature {
    /// Where players type codes; a page of ours.
    static let verificationPath = "/device/"

    func requestDevice(_ request: Request) throws(Problem) -> Reply {
        guard request.isForm else {
            let body = try DeviceAuthorizationBody(of: request)
            return replies.later(request) { () async throws(Problem) in
                var options = SessionOptions()
                options.bundleID = body.bundleID
                options.environment = body.environment
                options.device = body.device
                return answers.json(.created, try await begin(options, body.title, request))
            }
        }
        return .later {
            do throws(Problem) {
                let body = try DeviceGrantBody(form: request)
                var options = SessionOptions()
                options.bundleID = body.bundleID
                options.environment = body.environment
                options.device = body.device
                return answers.json(.ok, try await begin(options, body.title, request))
            } catch {
                return answers.grantError(error, request.id)
            }
        }
    }

    private func begin(
        _ options: SessionOptions, _ title: String?, _ request: Request
    ) async throws(Problem) -> DeviceAuthorizationAnswer {
        let made: DeviceAuthorization
        do throws(DeviceAuthorizationError) {
            made = try await RequestDevice(accounts)(Arrival(options, request.peer), title: title)
        } catch {
            throw Problem(from: error)
        }
        let page = publicURL.origin + Self.verificationPath
        return DeviceAuthorizationAnswer(
            deviceCode: made.deviceCode, userCode: made.userCode, verificationURI: page,
            verificationURIComplete: page + "?code=" + made.userCode,
            expiresInSeconds: Int(made.lifetime.milliseconds / 1_000),
            intervalSeconds: Int(made.interval.milliseconds / 1_000))
    }

    func pollDevice(_ request: Request) throws(Problem) -> Reply {
        guard request.isForm else {
            let body = try DevicePollBody(of: request)
            return replies.later(request) { () async throws(Problem) in
                let signedIn = try await poll(body.deviceCode, waiting: body.waiting, client: nil)
                await log.tell(.deviceSignIn, of: .player(signedIn.session.player), request)
                return opened.welcome(signedIn)
            }
        }
        return .later {
            do throws(Problem) {
                let body = try DeviceTokenBody(form: request)
                let signedIn = try await poll(body.deviceCode, waiting: nil, client: body.bundleID)
                await log.tell(.deviceSignIn, of: .player(signedIn.session.player), request)
                let binding = signedIn.session.binding
                let environment: Environment = if case .game(_, let own) = binding { own } else { .production }
                let answer = DeviceTokenAnswer(
                    token: signedIn.token, environment: environment,
                    player: players.answer(signedIn.player, to: binding))
                return answers.json(.ok, answer)
            } catch {
                return answers.grantError(error, request.id)
            }
        }
    }

    private func poll(
        _ deviceCode: String, waiting: Int?, client: BundleID?
    ) async throws(Problem) -> SignedIn {
        do throws(DeviceAuthorizationError) {
            return try await PollDevice(accounts)(deviceCode: deviceCode, waiting: waiting, client: client)
        } catch {
            throw Problem(from: error)
        }
    }

    func pendingDevice(_ request: Request, _ code: String, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        return replies.later(request) { () async throws(Problem) in
            do throws(DeviceAuthorizationError) {
                let pending = try await DecideDevice(accounts).look(
                    code, by: session.player, from: ClientAddress(request.peer))
                let app = pending.game.flatMap { accounts.catalogue.app($0.bundleID) }
                let answer = PendingDeviceAnswer(
                    userCode: code, bundleID: pending.game?.bundleID, game: app?.name,
                    environment: pending.game?.environment, device: pending.title, expires: pending.expires)
                return answers.json(.ok, answer)
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func decideDevice(_ request: Request, _ code: String, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try DeviceDecisionBody(of: request)
        return log.later(request, as: .deviceDecision, of: .player(session.player)) { () async throws(Problem) in
            do throws(DeviceAuthorizationError) {
                try await DecideDevice(accounts)(
                    code, allows: body.allows, by: session, from: ClientAddress(request.peer))
            } catch {
                throw Problem(from: error)
            }
            return answers.noContent()
        }
    }
}

extension Answers {
    /// - Source: RFC 6749, section 5.2.
    fileprivate func grantError(_ problem: Problem, _ id: RequestID) -> Response {
        let error = GrantError(problem)
        var response = self.problem(problem, id)
        response.status = Status(error.status)
        response.headers = json(.ok, []).headers
        if let seconds = problem.retryAfterSeconds { response.headers.append("Retry-After", String(seconds)) }
        response.body = .bytes(DeviceGrantErrorAnswer(error, requestID: id.description).json)
        return response
    }
}

extension Request {
    /// Whether the body is an HTML form.
    fileprivate var isForm: Bool {
        let type = headers["content-type"]?.split(separator: ";").first?.lowercased()
        return type == "application/x-www-form-urlencoded"
    }
}

extension RequestBody {
    /// From the fields of a form. Those that this body doesn't have are ignored, and empty ones are as good as missing
    /// (RFC 6749, section 3.2).
    fileprivate init(form request: Request) throws(Problem) {
        guard request.body.count <= 8_192 else { throw Problem(.tooLarge, "The form has more than 8,192 bytes.") }
        let names = Set(Self.fields.map(\.nameText))
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        for (name, value) in request.form.pairs where names.contains(name) && !value.isEmpty {
            writer.key(text: name)
            writer.value(value)
        }
        writer.endObject()
        do throws(JSONError) { self = try Self(json: writer.finish()) } catch { throw Problem(error) }
    }
}

extension Problem {
    init(from error: DeviceAuthorizationError) {
        switch error {
        case .game(let refusal): self.init(from: refusal)
        case .invalidTitle(let limit):
            self.init(.invalidParameter, "title must have 1 to \(limit) visible characters.", field: "title")
        case .pending: self.init(.authorizationPending)
        case .slowDown(let span):
            let seconds = Int(span.milliseconds / 1_000)
            self.init(.slowDown, "Wait \(seconds) seconds between requests.", retryAfterSeconds: seconds)
        case .expired: self.init(.expiredCode, field: "deviceCode")
        case .denied: self.init(.accessDenied)
        case .unknownCode: self.init(.notFound, "No device is waiting for this code; it may be used or expired.")
        case .tooManyAttempts(let span): self = .tryAgain(span)
        case .unavailable: self = .unavailable
        case .broken(let reason): self = .broken(reason)
        }
    }
}
