public import LaurelDomain

/// A route with what was known once its target was read. A class: targets come again and again, and each request hands
/// it on several times.
public final class RouteMatch: Sendable {
    public let route: Route
    public let endpoint: Endpoint
    /// The ``Endpoint/index`` of ``endpoint``, found once.
    public let endpointIndex: Int
    /// The app in the path.
    public let bundleID: BundleID?
    /// The team in the path.
    public let teamID: TeamID?

    /// Parses a request's target.
    ///
    /// - Parameters:
    ///   - path: the parts between the slashes, each percent-decoded on its own.
    ///   - query: names and values, decoded, in order.
    public init(
        _ method: Method, path: [String], query: [(name: String, value: String)]
    ) throws(Route.Refusal) {
        guard let endpoints = RouteTable.shared.endpoints(of: path) else { throw .notFound }
        guard let endpoint = endpoints.first(where: { $0.method == method }) else {
            // In the order of the methods' cases.
            throw .methodNotAllowed(
                allow: Method.allCases.filter { method in endpoints.contains { $0.method == method } })
        }
        var reader = TargetReader(path, endpoint.parameterIndexes, query)
        route = try endpoint.parse(&reader)
        try reader.query.finish(endpoint, of: query)
        self.endpoint = endpoint
        endpointIndex = endpoint.index
        bundleID = reader.bundleID
        teamID = reader.teamID
    }
}

/// All templates, by the number of their segments. A scan finds a row in less time than hashing the segments takes.
struct RouteTable: Sendable {
    private struct Row: Sendable {
        /// Nil: a parameter.
        let literals: [String?]
        var endpoints: [Endpoint]
    }

    static let shared = RouteTable(Endpoint.allCases)
    private var rows: [[Row]] = []

    init(_ endpoints: [Endpoint]) {
        for endpoint in endpoints {
            let literals = endpoint.segments.map { if case .literal(let text) = $0 { text } else { nil as String? } }
            while rows.count <= literals.count { rows.append([]) }
            if let index = rows[literals.count].firstIndex(where: { $0.literals == literals }) {
                rows[literals.count][index].endpoints.append(endpoint)
            } else {
                rows[literals.count].append(Row(literals: literals, endpoints: [endpoint]))
            }
        }
        // A literal wins over a parameter, at the first segment where two templates differ.
        for count in rows.indices {
            rows[count].sort { one, other in
                for (left, right) in zip(one.literals, other.literals) where (left == nil) != (right == nil) {
                    return right == nil
                }
                return false
            }
        }
    }

    /// The endpoints of the template that a path belongs to.
    func endpoints(of path: [String]) -> [Endpoint]? {
        guard path.count < rows.count else { return nil }
        let row = rows[path.count].first { row in
            for index in path.indices {
                if let literal = row.literals[index], literal != path[index] { return false }
            }
            return true
        }
        return row?.endpoints
    }
}
