extension Route {
    /// Some of every endpoint.
    public static var examples: [Route] { Endpoint.allCases.flatMap { $0.examples } }
}

extension Endpoint {
    /// Routes of this endpoint, made from the examples of its parameters: one with what is required alone, and one more
    /// for each parameter that may be left out. Empty if an example can't be read, which a test holds.
    public var examples: [Route] {
        let path = segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter(let name): pathParameters.first { $0.name == name }?.exampleText ?? ""
            }
        }
        let required = queryParameters.filter(\.isRequired)
        let queries = [required] + queryParameters.filter { !$0.isRequired }.map { required + [$0] }
        do throws(Route.Refusal) {
            return try queries.map { (query) throws(Route.Refusal) in
                try Route(method, path: path, query: query.map { ($0.name, $0.exampleText) })
            }
        } catch {
            return []
        }
    }
}

extension Schema.Property {
    /// As it stands in a target, decoded.
    fileprivate var exampleText: String {
        switch schema.example {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number, .boolean, .null, .array, .object: ""
        }
    }
}
