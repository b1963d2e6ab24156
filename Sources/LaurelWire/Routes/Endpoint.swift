public import LaurelDomain

/// One method on one path, with all that is known of it: who may call it, what it costs, what it takes and answers.
///
/// Each is declared once, in the file of its feature in Sources/LaurelWire/Routes. Parsing, printing, the OpenAPI
/// document, rights, budgets, origins and the table of bad input derive from the declaration.
///
/// ```swift
/// public static let declineChallenge = ChallengeRoute.endpoint(
///     "declineChallenge", .delete, "/v1/challenges/{challengeID}", .path(.challengeID),
///     access: .player, origins: .anyGame, budget: .write, proof: .none, tag: .challenges,
///     summary: "Decline a challenge.", body: .none, answer: .noContent, problems: [.unknownChallenge],
///     route: { .decline($0) }, values: { if case .decline(let id) = $0 { id } else { nil } })
/// ```
public final class Endpoint: Sendable {
    /// The `operationId` of the document, and the label in metrics. Clients are generated from it: never renamed.
    public let name: String
    public let method: Method
    /// As in an OpenAPI document.
    public let template: String
    /// The parameters of its path, in order.
    public let pathParameters: [Schema.Property]
    public let queryParameters: [Schema.Property]

    public let access: Access
    public let origins: Origins
    /// Which budget it comes out of. Nil: not counted, and answered before the server is ready.
    public let budget: RequestClass?
    public let proof: Proof

    public let tag: Tag
    public let summary: String
    public let body: Body
    public let answer: Answer
    /// The problems specific to this endpoint; ``problems`` has those common to many as well.
    let ownProblems: [Problem.Kind]

    /// The template's segments.
    let segments: [Segment]
    /// Which of the segments are parameters.
    let parameterIndexes: [Int]
    let parse: @Sendable (inout TargetReader) throws(Route.Refusal) -> Route
    /// Nil: the route belongs to another endpoint.
    let print: @Sendable (Route) -> String?

    enum Segment: Hashable, Sendable {
        case literal(String)
        /// Its name.
        case parameter(String)
    }

    @inline(never)
    init(
        name: String, method: Method, template: String, parameters: [TargetParameter], access: Access,
        origins: Origins, budget: RequestClass?, proof: Proof, tag: Tag, summary: String, body: Body, answer: Answer,
        problems: [Problem.Kind], parse: @escaping @Sendable (inout TargetReader) throws(Route.Refusal) -> Route,
        print: @escaping @Sendable (Route, [Segment]) -> String?
    ) {
        self.name = name
        self.method = method
        self.template = template
        pathParameters = parameters.compactMap { if case .path(let property) = $0 { property } else { nil } }
        queryParameters = parameters.compactMap { if case .query(let property) = $0 { property } else { nil } }
        self.access = access
        self.origins = origins
        self.budget = budget
        self.proof = proof
        self.tag = tag
        self.summary = summary
        self.body = body
        self.answer = answer
        ownProblems = problems
        let segments = template.split(separator: "/").map { segment -> Segment in
            segment.first == "{"
                ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
        }
        self.segments = segments
        parameterIndexes = segments.indices.filter { if case .parameter = segments[$0] { true } else { false } }
        self.parse = parse
        self.print = { print($0, segments) }
    }

    /// Answered even while ranks are not right yet.
    public var isAnsweredBeforeReady: Bool { budget == nil }

    /// The app in a path that belongs to this endpoint.
    public func bundleID(in path: [String]) -> BundleID? {
        guard segments.count == path.count, let index = segments.firstIndex(of: .parameter("bundleID")) else {
            return nil
        }
        return Parameter.bundleID.parse(path[index])
    }
}

extension Endpoint: Hashable, CustomStringConvertible {
    public static func == (one: Endpoint, other: Endpoint) -> Bool { one === other }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    public var description: String { name }
}

extension Endpoint: CaseIterable {
    /// Those of all features.
    public static let allCases: [Endpoint] = Route.features.flatMap { $0.endpoints }
    private static let indexes = Dictionary(uniqueKeysWithValues: allCases.enumerated().map { ($1, $0) })

    /// Where it stands among ``allCases``, for tables by endpoint. What is asked for again and again has it at hand:
    /// ``RouteMatch/endpointIndex``.
    public var index: Int { Self.indexes[self] ?? Self.allCases.endIndex }

    /// The endpoints of a path, by method; empty for a path that is none.
    ///
    /// - Parameter path: the parts between the slashes, each percent-decoded on its own.
    public static func of(path: [String]) -> [Endpoint] { RouteTable.shared.endpoints(of: path) ?? [] }
}
