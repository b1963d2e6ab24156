import Foundation

/// Requests over sockets, a connection and a thread each.
///
/// FoundationNetworking's URLSession ends the whole program when a connection ends inside the head of an answer
/// ("Transfer completed, but there's no response"), as happens to every game whose network goes away. No game should
/// end with its network, so off Apple's platforms both http and https come this way (decision 0013).
struct SocketTransport: Transport {
    let kind: SocketKind

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        try await receive(request, part: nil)
    }

    /// Sends one request and hands on the body of a 200 in the parts in which it comes, on the thread that reads them:
    /// the next one waits until `part` is done with the last.
    ///
    /// - Parameter part: false: no more is wanted. Nil: the body comes with the answer.
    /// - Returns: the answer, without what `part` was given.
    func receive(
        _ request: TransportRequest, part: (@Sendable ([UInt8]) -> Bool)?
    ) async throws(TransportError) -> TransportResponse {
        let connection = SocketConnection(kind)
        let result: Result<TransportResponse, TransportError> = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread {
                    continuation.resume(
                        returning: Result { () throws(TransportError) in
                            try Self.answer(request, on: connection, part: part)
                        })
                }
            }
        } onCancel: {
            connection.cancel()
        }
        return try result.get()
    }

    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        let connection = SocketConnection(kind)
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
        _ request: TransportRequest, on connection: SocketConnection, part: (([UInt8]) -> Bool)?
    ) throws(TransportError) -> TransportResponse {
        var response: TransportResponse?
        try connection.exchange(request) { (parser, bytes) throws(TransportError) in
            var whole = response ?? TransportResponse(status: parser.status, headers: parser.headers)
            response = nil
            if let part, parser.status == 200 {
                response = whole
                return part(bytes)
            }
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
