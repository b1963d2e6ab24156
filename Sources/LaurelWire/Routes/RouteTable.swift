public import LaurelDomain

/// A route with what was known once its target was read.
public struct RouteMatch: Sendable {
    public let route: Route
    public let endpoint: Endpoint
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
        try reader.query.finish()
        self.endpoint = endpoint
        bundleID = reader.bundleID
        teamID = reader.teamID
    }
}

/// All templates, made once into a tree of segments.
struct RouteTable: Sendable {
    private struct Node: Sendable {
        /// Positions of nodes.
        var literals: [String: Int] = [:]
        var parameter: Int?
        var endpoints: [Endpoint] = []
    }

    static let shared = RouteTable(Endpoint.allCases)
    /// The first is the root.
    private var nodes = [Node()]

    init(_ endpoints: [Endpoint]) {
        for endpoint in endpoints {
            var position = 0
            for segment in endpoint.segments { position = child(of: position, segment) }
            nodes[position].endpoints.append(endpoint)
        }
    }

    private mutating func child(of position: Int, _ segment: Endpoint.Segment) -> Int {
        switch segment {
        case .literal(let text):
            if let found = nodes[position].literals[text] { return found }
            nodes[position].literals[text] = nodes.count
        case .parameter:
            if let found = nodes[position].parameter { return found }
            nodes[position].parameter = nodes.count
        }
        nodes.append(Node())
        return nodes.count - 1
    }

    /// The endpoints of the template that a path belongs to; a literal wins over a parameter.
    func endpoints(of path: [String]) -> [Endpoint]? { endpoints(of: path[...], from: 0) }

    private func endpoints(of path: ArraySlice<String>, from position: Int) -> [Endpoint]? {
        let node = nodes[position]
        guard let segment = path.first else { return node.endpoints.isEmpty ? nil : node.endpoints }
        if let literal = node.literals[segment], let found = endpoints(of: path.dropFirst(), from: literal) {
            return found
        }
        return node.parameter.flatMap { endpoints(of: path.dropFirst(), from: $0) }
    }
}
