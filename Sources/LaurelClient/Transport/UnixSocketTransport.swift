/// Requests to a server of this machine, over the socket that it has at a path: http, a connection and a thread each.
///
/// The host of a request says nothing here; ``ServerAddress/local`` will do.
public struct UnixSocketTransport: Transport {
    private let transport: SocketTransport

    public init(path: String) { transport = SocketTransport(kind: .unix(path)) }

    public func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try await transport.send(request)
    }

    public func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        try await transport.stream(request)
    }

    /// Sends one request and hands on the body of a 200, however long it is, in the parts in which it comes. They come
    /// one after the other on a thread of their own, and the server waits while `part` is busy.
    ///
    /// - Parameter part: false: no more is wanted, and what has come by then is the answer.
    /// - Returns: the answer, without what `part` was given.
    public func receive(
        _ request: TransportRequest, part: @escaping @Sendable ([UInt8]) -> Bool
    ) async throws(TransportError) -> TransportResponse {
        try await transport.receive(request, part: part)
    }
}
