import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests through the system's URLSession. Takes no redirect, keeps no cookie and caches nothing: a token goes to the
/// server that it came from, and nowhere else.
final class URLSessionTransport: Transport {
    private let session: URLSession
    private let exchanges: Exchanges

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        configuration.httpMaximumConnectionsPerHost = 6
        exchanges = Exchanges()
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
    }

    // A session holds its delegate until it is told that there is nothing more to do.
    deinit { session.finishTasksAndInvalidate() }

    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse {
        let task = try makeTask(request)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchanges.begin(task, Exchange(bytesLimit: request.bytesLimit, .answer(continuation)))
                task.resume()
                if Task.isCancelled { task.cancel() }
            }
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream {
        let task = try makeTask(request)
        let (lines, feed) = AsyncThrowingStream.makeStream(
            of: String.self, throwing: (any Error).self,
            bufferingPolicy: .bufferingOldest(ClientLimits.unreadLines))
        feed.onTermination = { _ in task.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                exchanges.begin(
                    task, Exchange(bytesLimit: request.bytesLimit, .stream(opening: continuation, lines, feed)))
                task.resume()
                if Task.isCancelled { task.cancel() }
            }
        } onCancel: {
            task.cancel()
        }
        return try result.get()
    }

    private func makeTask(_ request: TransportRequest) throws(TransportError) -> URLSessionDataTask {
        guard let url = URL(string: request.url) else { throw .other("\(request.url) isn't a URL") }
        var made = URLRequest(url: url)
        made.httpMethod = request.method
        made.timeoutInterval = TimeInterval(request.timeout.components.seconds)
        for (name, value) in request.headers { made.setValue(value, forHTTPHeaderField: name) }
        made.httpBody = request.body.map { Data($0) }
        return session.dataTask(with: made)
    }
}

extension TransportError {
    init(_ error: any Error) {
        guard let error = error as? URLError else {
            self = .other("\(error)")
            return
        }
        switch error.code {
        case .cancelled: self = .cancelled
        case .timedOut: self = .timedOut
        case .networkConnectionLost, .badServerResponse, .cannotParseResponse: self = .lost
        case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet: self = .unreachable
        case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
            .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
            self = .insecure
        default: self = .other(error.localizedDescription)
        }
    }
}
