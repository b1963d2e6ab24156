import Glibc

/// How a server listens and what it allows. Everything has a default but the endpoints.
public struct Configuration: Sendable {
    /// An address and port, or a socket, to listen at.
    public enum Endpoint: Hashable, Sendable, CustomStringConvertible {
        /// An IPv4 or IPv6 address, not a name. Port 0 lets the kernel choose.
        case tcp(address: String, port: UInt16)
        /// A Unix-domain socket that only its owner may open (mode 0600). A socket that nobody serves any more is
        /// replaced; anything else at this path is not.
        case unix(path: String)

        public var description: String {
            switch self {
            case .tcp(let address, let port):
                address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
            case .unix(let path): path
            }
        }
    }

    public var endpoints: [Endpoint]
    public var limits = Limits()
    /// What connections to addresses are encrypted with; nil: they are not. Unix-domain sockets never are.
    public var tls: TLSFiles?
    /// Loops, each a thread of its own. `nil`: one a processor.
    public var loops: Int?
    /// Proxies whose `X-Forwarded-For` is believed. Nobody's is by default.
    public var trustedProxies: [IPNetwork] = []
    public var clock = ServerClock.system
    /// Where the sequence of request identifiers starts.
    public var requestIDSeed = UInt64.random(in: .min ... .max)
    /// Header fields of every answer that has none of the same name: of the server's own refusals and of streams, too.
    public var standingHeaders = ResponseHeaders()
    /// Makes the answer when the server itself refuses a request.
    public var problem: @Sendable (Refusal, RequestID) -> Response = { refusal, id in refusal.response(id) }

    public init(endpoints: [Endpoint]) { self.endpoints = endpoints }
}

/// Why a server did not start.
public enum StartError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Somebody listens there already.
    case inUse(Configuration.Endpoint)
    /// Ports below 1024 and folders of others need rights.
    case notPermitted(Configuration.Endpoint)
    case notAnAddress(String)
    /// The path of a Unix-domain socket is at most 107 bytes long, and nothing but a socket may stand there.
    case unusablePath(String)
    case startedTwice
    /// The certificate and its key can't be used.
    case unusableTLS(TLSFileError)
    /// The kernel refused.
    case system(call: String, errno: Int32)

    public var description: String {
        switch self {
        case .inUse(let endpoint): "\(endpoint) is already in use"
        case .notPermitted(let endpoint): "permission denied to listen on \(endpoint)"
        case .notAnAddress(let text): "\(text) isn't an IP address"
        case .unusablePath(let path): "\(path) can't be used as a socket path"
        case .startedTwice: "a server can only be started once"
        case .unusableTLS(let reason): reason.description
        case .system(let call, let code): "\(call) failed: \(String(cString: strerror(code)))"
        }
    }
}
