/// What a browser sends of its cookies (RFC 6265, section 4.2.1).
enum Cookies {
    /// - Parameter fields: the values of `Cookie`, which HTTP/2 may split.
    /// - Returns: the first of this name; nil: there is none.
    static func value(of name: String, in fields: [String]) -> String? {
        for field in fields {
            for pair in field.split(separator: ";") {
                let trimmed = pair.drop { $0 == " " }
                if trimmed.hasPrefix(name + "=") { return String(trimmed.dropFirst(name.utf8.count + 1)) }
            }
        }
        return nil
    }
}
