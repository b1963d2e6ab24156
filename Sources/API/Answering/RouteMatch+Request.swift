import LaurelHTTPServer
import LaurelWire

extension RouteMatch {
    /// - Throws: also for methods that no route has.
    convenience init(_ request: Request) throws(Route.Refusal) {
        let method: LaurelWire.Method =
            switch request.method {
            case .get, .head: .get
            case .post: .post
            case .put: .put
            case .patch: .patch
            case .delete: .delete
            case .options: throw try RouteMatch.options(request)
            }
        let query = request.rawQuery == nil ? [] : request.query.pairs
        try self.init(method, path: request.segments, query: query)
    }

    /// The methods of the path. What a browser asks before a call from elsewhere is answered by `preflight`.
    private static func options(_ request: Request) throws(Route.Refusal) -> Route.Refusal {
        var allow: [LaurelWire.Method] = []
        for method in LaurelWire.Method.allCases {
            do throws(Route.Refusal) {
                _ = try RouteMatch(method, path: request.segments, query: [])
                allow.append(method)
            } catch {
                switch error {
                case .notFound: throw .notFound
                case .methodNotAllowed(let methods): return .methodNotAllowed(allow: methods)
                case .invalidParameter, .unknownParameter: allow.append(method)
                }
            }
        }
        return .methodNotAllowed(allow: allow)
    }
}
