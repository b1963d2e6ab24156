import LaurelDomain

/// Properties of an activity's link: names and values in turn, each with its length in two bytes, the higher first.
struct PropertyBytes: SQLColumnValue {
    let properties: [ActivityProperty]

    init(_ properties: [ActivityProperty]) { self.properties = properties }

    var sql: SQLValue {
        .blob(
            properties.flatMap { [$0.name, $0.value] }.flatMap { text in
                let count = UInt16(clamping: text.utf8.count)
                return [UInt8(truncatingIfNeeded: count >> 8), UInt8(truncatingIfNeeded: count)]
                    + text.utf8.prefix(Int(count))
            })
    }

    init?(_ cell: SQLCell) {
        var rest = cell.blob[...]
        var properties: [ActivityProperty] = []
        while !rest.isEmpty {
            guard let name = Self.text(&rest), let value = Self.text(&rest) else { return nil }
            properties.append(ActivityProperty(name: name, value: value))
        }
        self.properties = properties
    }

    private static func text(_ rest: inout ArraySlice<UInt8>) -> String? {
        guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
        let count = Int(high) << 8 | Int(low)
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return String(validating: rest.prefix(count), as: UTF8.self)
    }
}
