/// The request methods that routes have (RFC 9110, section 9; RFC 5789). `HEAD` is `GET` without its body.
public enum Method: String, CaseIterable, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
    case patch = "PATCH"
    case delete = "DELETE"
}
