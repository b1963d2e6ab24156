import LaurelDomain

/// The routes of one feature: cases with typed values, and beside them the declaration of each in
/// `extension Endpoint`.
public protocol FeatureRoute: Hashable, Sendable {
    /// All that are declared in its file, in the order of the document.
    static var endpoints: [Endpoint] { get }
    /// A switch without `default`: a case without a declaration does not compile.
    var endpoint: Endpoint { get }
    /// The same, as one of all routes.
    var route: Route { get }
    /// Whether nodes pass it on to the owner of the store together with others: a read of what is in memory, which
    /// changes nothing, takes microseconds, and waits for nothing as a rule (docs/decisions/0062-joined-reads.md).
    var isJoined: Bool { get }
}

extension FeatureRoute {
    public var isJoined: Bool { false }

    /// A declaration: all that there is to know of an endpoint.
    ///
    /// - Parameters:
    ///   - parts: those of the path, in its order, then those of the query.
    ///   - route: makes the route of the parts' values.
    ///   - values: those of a route that `route` made; nil for any other.
    @inline(never)
    static func endpoint<each Value>(
        _ name: String, _ method: Method, _ template: String, _ parts: repeat TargetPart<each Value>,
        access: Endpoint.Access, origins: Endpoint.Origins, budget: RequestClass?, proof: Endpoint.Proof,
        tag: Endpoint.Tag, summary: String, body: Endpoint.Body, answer: Endpoint.Answer, problems: [Problem.Kind],
        route: @escaping @Sendable (repeat each Value) -> Self,
        values: @escaping @Sendable (Self) -> (repeat each Value)?
    ) -> Endpoint {
        var parameters: [TargetParameter] = []
        repeat parameters.append(contentsOf: (each parts).parameters)
        let parts = (repeat each parts)
        return Endpoint(
            name: name, method: method, template: template, parameters: parameters, access: access, origins: origins,
            budget: budget, proof: proof, tag: tag, summary: summary, body: body, answer: answer, problems: problems,
            parse: { (reader: inout TargetReader) throws(Route.Refusal) in
                route(repeat try (each parts).read(&reader)).route
            },
            print: { printed, segments in
                guard let own = printed.feature as? Self, let values = values(own) else { return nil }
                var printer = TargetPrinter()
                repeat (each parts).print(each values, &printer)
                return printer.target(segments)
            })
    }

    /// The declaration of an endpoint without parameters.
    @inline(never)
    static func endpoint(
        _ name: String, _ method: Method, _ template: String,
        access: Endpoint.Access, origins: Endpoint.Origins, budget: RequestClass?, proof: Endpoint.Proof,
        tag: Endpoint.Tag, summary: String, body: Endpoint.Body, answer: Endpoint.Answer, problems: [Problem.Kind],
        route: Self
    ) -> Endpoint {
        Endpoint(
            name: name, method: method, template: template, parameters: [], access: access, origins: origins,
            budget: budget, proof: proof, tag: tag, summary: summary, body: body, answer: answer, problems: problems,
            parse: { _ in route.route },
            print: { printed, segments in
                printed == route.route ? TargetPrinter().target(segments) : nil
            })
    }
}
