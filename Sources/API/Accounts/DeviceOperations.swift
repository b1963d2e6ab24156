import LaurelHTTPServer
import LaurelDomain
import LaurelWire
import LaurelService

// Sign-in on a device without a keyboard (RFC 8628): the device shows a code, its player says yes somewhere else.
extension APIHandler {
    /// Where players type codes; a page of ours.
    static let verificationPath = "/device/"

    func requestDevice(_ request: Request) throws(Problem) -> Reply {
        let body = try DeviceAuthorizationBody(of: request)
        var wish = SessionWish()
        wish.bundleID = body.bundleID
        wish.environment = body.environment
        wish.device = body.device
        let made: DeviceAuthorization
        do throws(DeviceAuthorizationError) {
            made = try RequestDevice(services.accounts)(Arrival(wish, request.peer), title: body.title)
        } catch {
            throw Problem(from: error)
        }
        let page = configuration.publicURL.origin + Self.verificationPath
        let answer = DeviceAuthorizationAnswer(
            deviceCode: made.deviceCode, userCode: made.userCode, verificationURI: page,
            verificationURIComplete: page + "?code=" + made.userCode,
            expiresInSeconds: Int(made.lifetime.milliseconds / 1_000),
            intervalSeconds: Int(made.interval.milliseconds / 1_000))
        return .now(answers.json(.created) { $0.value(answer) })
    }

    func pollDevice(_ request: Request) throws(Problem) -> Reply {
        let body = try DevicePollBody(of: request)
        return later(request) { [self] () async throws(Problem) in
            do throws(DeviceAuthorizationError) {
                let signedIn = try await PollDevice(services.accounts)(
                    deviceCode: body.deviceCode, waiting: body.waiting)
                return opened(signedIn.player, signedIn.token, nil, signedIn.session, SessionWish())
            } catch {
                throw Problem(from: error)
            }
        }
    }

    func pendingDevice(_ request: Request, _ code: String, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        do throws(DeviceAuthorizationError) {
            let pending = try DecideDevice(services.accounts).look(
                code, by: session.player, from: ClientAddress(request.peer))
            let app = pending.game.flatMap { services.catalogue.app($0.bundleID) }
            let answer = PendingDeviceAnswer(
                userCode: code, bundleID: pending.game?.bundleID, game: app?.name,
                environment: pending.game?.environment, device: pending.title, expires: pending.expires)
            return .now(answers.json { $0.value(answer) })
        } catch {
            throw Problem(from: error)
        }
    }

    func decideDevice(_ request: Request, _ code: String, _ caller: Caller) throws(Problem) -> Reply {
        let session = try caller.onOwnPages()
        let body = try DeviceDecisionBody(of: request)
        return later(request) { [self] () async throws(Problem) in
            do throws(DeviceAuthorizationError) {
                try await DecideDevice(services.accounts)(
                    code, allows: body.allows, by: session, from: ClientAddress(request.peer))
            } catch {
                throw Problem(from: error)
            }
            return answers.noContent()
        }
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
