import Foundation

/// What games use: URLSession on Apple's platforms, sockets elsewhere (``SocketTransport`` says why). A system without
/// OpenSSL 3 has URLSession for https.
public struct SystemTransport: Transport {
    #if os(Linux)
        private let secure: SecureContext?

        public init() { secure = SecureContext.system }

        /// Trusts the authorities of one file alone: certificates in PEM.
        /// - Returns: nil where the file cannot be read, or there is no OpenSSL 3.
        public init?(authorities: String) {
            guard let secure = SecureContext(authorities: authorities) else { return nil }
            self.secure = secure
        }

        private func transport(for request: TransportRequest) -> any Transport {
            if let secure {
                return SocketTransport(
                    kind: .network { socket, host throws(TransportError) in
                        try SecureLink(socket, to: host, trusting: secure)
                    })
            }
            return request.url.hasPrefix("http://") ? SocketTransport(kind: .network(secured: nil)) : Self.session
        }
    #else
        public init() {}

        private func transport(for request: TransportRequest) -> any Transport { Self.session }
    #endif

    private static let session = URLSessionTransport()

    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try await transport(for: request).send(request)
    }

    public func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        try await transport(for: request).stream(request)
    }
}
