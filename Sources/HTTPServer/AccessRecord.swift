/// One answered request, for the log. Nothing in it is made before it is asked for.
public struct AccessRecord: Sendable {
    /// Missing when the server refused the request before its head was understood, and for refused connections.
    public let request: Request?
    public let id: RequestID
    public let peer: Peer
    /// How the connection was encrypted; nil: it was not.
    public let tls: TLSVersion?
    /// Whether the connection speaks HTTP/2.
    public var isHTTP2 = false
    public let status: Status
    /// Bytes of the answer's body.
    public let bodyBytes: Int
    /// From the end of the request's head or body to its answer; for a stream, to its end.
    public let duration: Duration

    public var method: Method? { request?.method }
    /// As it was sent, without the query, which may hold what no log should.
    public var path: String? { request?.rawPath }

    /// Appends `{"id":…,"peer":…,"tls":…,"http":…,"method":…,"path":…,"status":…,"bytes":…,"microseconds":…}` and a
    /// line feed. `http` is there for HTTP/2 alone.
    ///
    /// - Parameter prefix: fields that the caller wants before these, such as `"time":"…",`.
    public func appendJSONLine(prefix: String = "", to bytes: inout [UInt8]) {
        bytes.append("{")
        bytes.append(contentsOf: prefix.utf8)
        bytes.append("\"id\":\"")
        id.append(to: &bytes)
        bytes.append("\",\"peer\":\"")
        bytes.append(contentsOf: peer.description.utf8)
        if let tls {
            bytes.append("\",\"tls\":\"")
            bytes.append(contentsOf: tls.rawValue.utf8)
        }
        if isHTTP2 { bytes.append("\",\"http\":\"2") }
        if let request {
            bytes.append("\",\"method\":\"")
            bytes.append(contentsOf: request.method.text.utf8)
            bytes.append("\",\"path\":\"")
            request.withRawPath { path in
                // A path that passed the server's checks is visible ASCII; two of its bytes mean something in JSON.
                for byte in path {
                    if byte == ASCII.quote || byte == ASCII.backslash { bytes.append(ASCII.backslash) }
                    bytes.append(byte)
                }
            }
        }
        bytes.append("\",\"status\":")
        bytes.append(decimal: UInt64(status.code))
        bytes.append(",\"bytes\":")
        bytes.append(decimal: UInt64(max(0, bodyBytes)))
        bytes.append(",\"microseconds\":")
        bytes.append(decimal: duration.nanoseconds / 1000)
        bytes.append("}\n")
    }
}
