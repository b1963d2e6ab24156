/// Reads the two request fields that files depend on.
enum Negotiation {
    /// Whether `Accept-Encoding` allows gzip (RFC 9110 section 12.5.3). A missing field says no: compression is then
    /// allowed, but plain bytes always are too.
    static func acceptsGzip(_ field: String?) -> Bool {
        var wildcard = false
        for item in (field ?? "").split(separator: ",") {
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let coding = parts.first else { continue }
            let isAllowed = !parts.dropFirst().contains { $0.hasPrefix("q=") && isZero($0.dropFirst(2)) }
            if coding == "gzip" || coding == "x-gzip" { return isAllowed }
            if coding == "*" { wildcard = isAllowed }
        }
        return wildcard
    }

    /// `0`, `0.`, `0.0` up to `0.000`.
    private static func isZero(_ weight: Substring) -> Bool { weight.allSatisfy { $0 == "0" || $0 == "." } }

    /// Whether a field of one tag, as nearly all are, is this one; nil for a list.
    fileprivate static func isOnly(_ tag: String, _ field: UnsafeRawBufferPointer) -> Bool? {
        if field.contains(ASCII.comma) { return nil }
        if field.elementsEqual(CollectionOfOne(0x2A)) { return true }
        let isWeak = field.count > 2 && field[0] == 0x57 && field[1] == ASCII.slash
        let own = UnsafeRawBufferPointer(rebasing: field[(isWeak ? 2 : 0)...])
        var tag = tag
        return tag.withUTF8 { ASCII.areSame(UnsafeRawBufferPointer($0), own) }
    }

    /// Whether a field names this tag.
    fileprivate static func names(_ tag: String, in field: String) -> Bool {
        field.split(separator: ",").contains { item in
            var item = item.drop { $0 == " " || $0 == "\t" }
            while item.last == " " || item.last == "\t" { item.removeLast() }
            if item == "*" { return true }
            return (item.hasPrefix("W/") ? item.dropFirst(2) : item) == tag
        }
    }
}

extension Request {
    /// Whether `If-None-Match` names this tag, by the weak comparison (RFC 9110 section 13.1.2): the client has what
    /// would be answered, and a 304 is enough.
    ///
    /// - Parameter tag: in quotation marks, without `W/`.
    public func knows(_ tag: String) -> Bool {
        if let isOnly = headers.withOnlyValue("if-none-match", { Negotiation.isOnly(tag, $0) }), let isOnly {
            return isOnly
        }
        return headers["if-none-match"].map { Negotiation.names(tag, in: $0) } ?? false
    }
}
