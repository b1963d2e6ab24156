import LaurelDomain

/// A parameter as the document lists it.
enum TargetParameter: Sendable {
    case path(Schema.Property)
    case query(Schema.Property)
}

/// A typed part of a request's target: how it is read, printed and documented. Most are one parameter; some are a few
/// that make one value together.
///
/// A class, because one that is read for each request is copied with one reference rather than with all of its own.
final class TargetPart<Value>: Sendable {
    let parameters: [TargetParameter]
    let read: @Sendable (inout TargetReader) throws(Route.Refusal) -> Value
    let print: @Sendable (Value, inout TargetPrinter) -> Void

    init(
        parameters: [TargetParameter], read: @escaping @Sendable (inout TargetReader) throws(Route.Refusal) -> Value,
        print: @escaping @Sendable (Value, inout TargetPrinter) -> Void
    ) {
        self.parameters = parameters
        self.read = read
        self.print = print
    }

    /// The next parameter of the path.
    static func path(_ parameter: Parameter<Value>) -> TargetPart {
        TargetPart(
            parameters: [.path(parameter.described(isRequired: true))],
            read: { (reader: inout TargetReader) throws(Route.Refusal) in try reader.takeSegment(parameter) },
            print: { value, printer in printer.segments.append(parameter.print(value)) })
    }

    /// A parameter of the query; nil when it is missing.
    static func query<Wrapped>(_ parameter: Parameter<Wrapped>) -> TargetPart where Value == Wrapped? {
        TargetPart(
            parameters: [.query(parameter.described())],
            read: { (reader: inout TargetReader) throws(Route.Refusal) in try reader.query.take(parameter) },
            print: { value, printer in printer.query.put(parameter, value) })
    }

    /// A parameter of the query that is printed whether it is the default or not.
    static func query(_ parameter: Parameter<Value>, default value: Value) -> TargetPart where Value: Sendable {
        TargetPart(
            parameters: [.query(parameter.described())],
            read: { (reader: inout TargetReader) throws(Route.Refusal) in try reader.query.take(parameter) ?? value },
            print: { value, printer in printer.query.put(parameter, value) })
    }

    static func required(_ parameter: Parameter<Value>) -> TargetPart {
        TargetPart(
            parameters: [.query(parameter.described(isRequired: true))],
            read: { (reader: inout TargetReader) throws(Route.Refusal) in try reader.query.demand(parameter) },
            print: { value, printer in printer.query.put(parameter, value) })
    }

    /// Several parameters of the query that make one value.
    static func query(
        _ properties: [Schema.Property], read: @escaping @Sendable (inout QueryReader) throws(Route.Refusal) -> Value,
        print: @escaping @Sendable (Value, inout QueryPrinter) -> Void
    ) -> TargetPart {
        TargetPart(
            parameters: properties.map { .query($0) },
            read: { (reader: inout TargetReader) throws(Route.Refusal) in try read(&reader.query) },
            print: { value, printer in print(value, &printer.query) })
    }
}

extension TargetPart where Value == BundleID {
    /// The app in the path, which rights, origins and budgets depend on.
    static let app = TargetPart(
        parameters: [.path(Parameter.bundleID.described(isRequired: true))],
        read: { (reader: inout TargetReader) throws(Route.Refusal) in
            let id = try reader.takeSegment(.bundleID)
            reader.bundleID = id
            return id
        }, print: { value, printer in printer.segments.append(value.text) })
}

extension TargetPart where Value == TeamID {
    /// The team in the path, which rights depend on.
    static let team = TargetPart(
        parameters: [.path(Parameter.teamID.described(isRequired: true))],
        read: { (reader: inout TargetReader) throws(Route.Refusal) in
            let id = try reader.takeSegment(.teamID)
            reader.teamID = id
            return id
        }, print: { value, printer in printer.segments.append(value.text) })
}

extension TargetPart where Value == Bool {
    /// Only say what would change. Printed when it is true.
    static let plan = query([Parameter.plan.described()]) { (query: inout QueryReader) throws(Route.Refusal) in
        try query.take(.plan) ?? false
    } print: { isPlan, query in
        query.put(.plan, isPlan ? true : nil)
    }
}

/// What is left of a request's target while its parts are read.
struct TargetReader {
    private let path: [String]
    /// Where the path's parameters are.
    private let indexes: [Int]
    /// How many of them were taken.
    private var count = 0
    var query: QueryReader
    /// What was read of them so far.
    var bundleID: BundleID?
    var teamID: TeamID?

    init(_ path: [String], _ indexes: [Int], _ query: [(name: String, value: String)]) {
        self.path = path
        self.indexes = indexes
        self.query = QueryReader(query)
    }

    mutating func takeSegment<Value>(_ parameter: Parameter<Value>) throws(Route.Refusal) -> Value {
        guard count < indexes.count, let value = parameter.parse(path[indexes[count]]) else {
            throw parameter.refusal
        }
        count += 1
        return value
    }
}

/// The parts of a target, put together again.
struct TargetPrinter {
    /// Of the path, its parameters alone.
    var segments: [String] = []
    var query = QueryPrinter()

    func target(_ template: [Endpoint.Segment]) -> String {
        var target = ""
        var values = segments[...]
        for segment in template {
            switch segment {
            case .literal(let text): target += "/" + text
            case .parameter: target += "/" + (values.popFirst() ?? "").percentEncoded
            }
        }
        return target + query.text
    }
}
