/// What games use: URLSession, and off Apple's platforms plain sockets for plain http (``SocketTransport`` says why).
public struct SystemTransport: Transport {
    private let session = URLSessionTransport()

    public init() {}

    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try await transport(for: request).send(request)
    }

    public func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        try await transport(for: request).stream(request)
    }

    private func transport(for request: TransportRequest) -> any Transport {
        #if canImport(FoundationNetworking)
            if request.url.hasPrefix("http://") { return SocketTransport() }
        #endif
        return session
    }
}
