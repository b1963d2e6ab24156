/// The request methods that a handler may see. Any other method is answered 501 by the server itself.
///
/// - Source: RFC 9110 section 9; RFC 5789 for PATCH.
public enum Method: UInt8, Hashable, Sendable, CaseIterable {
    case get, head, post, put, patch, delete, options

    /// As it stands in the request line.
    public var text: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .patch: "PATCH"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        }
    }

    /// Whether the method promises to change nothing (RFC 9110 section 9.2.1). Pipelined requests run side by side
    /// only while all of them are safe, so a read that follows a write on one connection sees the write.
    public var isSafe: Bool {
        switch self {
        case .get, .head, .options: true
        case .post, .put, .patch, .delete: false
        }
    }
}
