import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: AccountRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .signUp: try signUp(request)
        case .signIn: try signIn(request)
        case .signOut: try signOut(request, caller)
        case .recover: try recover(request)
        case .changePassword: try changePassword(request, caller)
        case .renewRecoveryCodes: try renewRecoveryCodes(request, caller)
        case .sessions: try sessions(request, caller)
        case .endSession(let id): try endSession(request, id, caller)
        case .endOtherSessions: try endOtherSessions(request, caller)
        case .giveProof: try giveProof(request, caller)
        case .requestDevice: try requestDevice(request)
        case .pollDevice: try pollDevice(request)
        case .pendingDevice(let code): try pendingDevice(request, code, caller)
        case .decideDevice(let code): try decideDevice(request, code, caller)
        case .twoFactor: try twoFactor(request, caller)
        case .setUpTwoFactor: try setUpTwoFactor(request, caller)
        case .confirmTwoFactor: try confirmTwoFactor(request, caller)
        case .removeTwoFactor: try removeTwoFactor(request, caller)
        }
    }
}
