import Foundation

/// Requests over sockets, a connection and a thread each.
///
/// FoundationNetworking's URLSession ends the whole program when a connection ends inside the head of an answer
/// ("Transfer completed, but there's no response"), as happens to every game whose network goes away. No game should
/// end with its network, so off Apple's platforms both http and https come this way (decision 0013).
struct SocketTransport: Transport {
    /// Makes a socket secure for the host of this name; nil: this transport speaks http alone.
    let secured: (@Sendable (Int32, String) throws(TransportError) -> any Link)?

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let connection = SocketConnection(secured: secured)
        let result: Result<TransportResponse, TransportError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(
                        returning: Result { () throws(TransportError) in try Self.answer(request, on: connection) })
                }
            }
        } onCancel: {
            connection.cancel()
        }
        return try result.get()
    }

    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        let connection = SocketConnection(secured: secured)
        let (lines, feed) = AsyncThrowingStream.makeStream(
            of: String.self, throwing: (any Error).self, bufferingPolicy: .bufferingOldest(ClientLimits.unreadLines))
        feed.onTermination = { _ in connection.cancel() }
        let result: Result<TransportStream, TransportError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    var stream = StreamedAnswer(request, feed) {
                        continuation.resume(returning: $0.map { $0.map { .refused($0) } ?? .lines(lines) })
                    }
                    stream.run(on: connection)
                }
            }
        } onCancel: {
            connection.cancel()
        }
        return try result.get()
    }

    private static func answer(
        _ request: TransportRequest, on connection: SocketConnection
    ) throws(TransportError) -> TransportResponse {
        var response: TransportResponse?
        try connection.exchange(request) { (parser, bytes) throws(TransportError) in
            var whole = response ?? TransportResponse(status: parser.status, headers: parser.headers)
            response = nil
            whole.body += bytes
            guard whole.body.count <= request.bytesLimit else { throw .tooLarge(limit: request.bytesLimit) }
            response = whole
            return true
        }
        guard let response else { throw .lost }
        return response
    }
}

/// The answer to a request for a stream, on the thread that reads it.
private struct StreamedAnswer {
    private let request: TransportRequest
    private let feed: AsyncThrowingStream<String, any Error>.Continuation
    private var cutter: LineCutter
    private var refusal: TransportResponse?
    /// Told once: nil: the lines come; an answer: it is none of them. Then nil.
    private var opening: ((Result<TransportResponse?, TransportError>) -> Void)?

    init(
        _ request: TransportRequest, _ feed: AsyncThrowingStream<String, any Error>.Continuation,
        opening: @escaping (Result<TransportResponse?, TransportError>) -> Void
    ) {
        self.request = request
        self.feed = feed
        self.opening = opening
        cutter = LineCutter(limit: request.bytesLimit)
    }

    mutating func run(on connection: SocketConnection) {
        do throws(TransportError) {
            try connection.exchange(request) { (parser, bytes) throws(TransportError) in try take(parser, bytes) }
            open(.success(refusal))
            feed.finish()
        } catch {
            open(.failure(error))
            feed.finish(throwing: error)
        }
    }

    private mutating func take(_ parser: ResponseParser, _ bytes: [UInt8]) throws(TransportError) -> Bool {
        guard parser.status == 200 else {
            var whole = refusal ?? TransportResponse(status: parser.status, headers: parser.headers)
            whole.body += bytes
            guard whole.body.count <= request.bytesLimit else { throw .tooLarge(limit: request.bytesLimit) }
            refusal = whole
            return true
        }
        open(.success(nil))
        for line in try cutter.take(bytes) {
            switch feed.yield(line) {
            case .dropped: throw .other("the reader of the stream fell behind")
            case .terminated: return false
            default: break
            }
        }
        return true
    }

    private mutating func open(_ result: Result<TransportResponse?, TransportError>) {
        opening?(result)
        opening = nil
    }
}
