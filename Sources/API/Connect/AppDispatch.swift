import LaurelHTTPServer
import LaurelDomain
import LaurelWire

extension APIHandler {
    /// No `default`: a route without an operation does not compile.
    func perform(_ route: AppRoute, _ request: Request, _ caller: Caller) throws(Problem) -> Reply {
        switch route {
        case .list: try apps(caller)
        case .create: try createApp(request, caller)
        case .app(let id): try app(id, caller)
        case .update(let id): try updateApp(request, id, caller)
        case .configuration(let id): try configuration(id, caller)
        case .importConfiguration(let id, let isPlan): try importConfiguration(request, id, isPlan: isPlan, caller)
        case .importFromAppStoreConnect(let id, let isPlan):
            try importFromAppStoreConnect(request, id, isPlan: isPlan, caller)
        case .setDisplayOrder(let id): try setDisplayOrder(request, id, caller)
        case .activity(let id, let days, let environment): try activity(request, id, days, environment, caller)
        case .wipeTestData(let id, let isPlan): try wipeTestData(request, id, isPlan: isPlan, caller)
        }
    }
}
