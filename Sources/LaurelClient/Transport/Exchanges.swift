import Foundation
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// One request under way and what has come of its answer.
struct Exchange {
    enum Ending {
        case answer(CheckedContinuation<Result<TransportResponse, TransportError>, Never>)
        /// The continuation is nil once the head was told.
        case stream(
            opening: CheckedContinuation<Result<TransportStream, TransportError>, Never>?,
            AsyncThrowingStream<String, any Error>, AsyncThrowingStream<String, any Error>.Continuation)
    }

    let bytesLimit: Int
    var ending: Ending
    var status = 0
    var headers: [String: String] = [:]
    var body: [UInt8] = []
    var cutter: LineCutter
    /// What ended it from our side.
    var ownError: TransportError?

    init(bytesLimit: Int, _ ending: Ending) {
        self.bytesLimit = bytesLimit
        self.ending = ending
        cutter = LineCutter(limit: bytesLimit)
    }
}

/// Gathers answers as the session delivers them, and tells the caller that waits.
final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
    private let running = Mutex<[Int: Exchange]>([:])

    func begin(_ task: URLSessionTask, _ exchange: sending Exchange) {
        running.withLock { $0[task.taskIdentifier] = exchange }
    }

    /// A redirect is an answer like any other: following it would carry the token to somewhere else.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        let head = response as? HTTPURLResponse
        var headers: [String: String] = [:]
        for (name, value) in head?.allHeaderFields ?? [:] { headers["\(name)".lowercased()] = "\(value)" }
        running.withLock { running in
            guard var exchange = running[dataTask.taskIdentifier] else { return }
            exchange.status = head?.statusCode ?? 0
            exchange.headers = headers
            exchange.open()
            running[dataTask.taskIdentifier] = exchange
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let mayGoOn = running.withLock { running in
            guard var exchange = running[dataTask.taskIdentifier] else { return false }
            // Taken out meanwhile, so that its bytes are not copied.
            running[dataTask.taskIdentifier] = nil
            exchange.take(data)
            running[dataTask.taskIdentifier] = exchange
            return exchange.ownError == nil
        }
        if !mayGoOn { dataTask.cancel() }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        guard let exchange = running.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        exchange.finish(exchange.ownError ?? error.map { TransportError($0) })
    }
}

extension Exchange {
    /// The head is there.
    fileprivate mutating func open() {
        guard case .stream(let opening?, let lines, let feed) = ending, status == 200 else { return }
        opening.resume(returning: .success(.lines(lines)))
        ending = .stream(opening: nil, lines, feed)
    }

    fileprivate mutating func take(_ data: Data) {
        guard ownError == nil else { return }
        guard case .stream(nil, _, let feed) = ending else {
            body.append(contentsOf: data)
            if body.count > bytesLimit { ownError = .tooLarge(limit: bytesLimit) }
            return
        }
        do throws(TransportError) {
            for line in try cutter.take([UInt8](data)) {
                if case .dropped = feed.yield(line) { throw .other("the reader of the stream fell behind") }
            }
        } catch {
            ownError = error
        }
    }

    fileprivate func finish(_ error: TransportError?) {
        switch ending {
        case .answer(let continuation): continuation.resume(returning: outcome(error))
        case .stream(let opening?, _, let feed):
            feed.finish()
            opening.resume(returning: outcome(error).map { .refused($0) })
        case .stream(nil, _, let feed): feed.finish(throwing: error)
        }
    }

    private func outcome(_ error: TransportError?) -> Result<TransportResponse, TransportError> {
        if let error { return .failure(error) }
        guard status != 0 else { return .failure(.lost) }
        return .success(TransportResponse(status: status, headers: headers, body: body))
    }
}
