/// What carries requests to a server and answers back. It knows nothing of what they mean.
public protocol Transport: Sendable {
    /// Sends one request and waits for the whole answer.
    /// - Throws: what kept the answer from coming; an answer with any status is an answer.
    func send(_ request: TransportRequest) async throws(TransportError) -> TransportResponse

    /// Sends one request whose answer does not end, and returns when its head is there.
    func stream(_ request: TransportRequest) async throws(TransportError) -> TransportStream
}

/// One request, ready to be sent.
public struct TransportRequest: Hashable, Sendable {
    public var method: String
    /// Absolute, with scheme and host.
    public var url: String
    /// Names as sent.
    public var headers: [String: String]
    public var body: [UInt8]?
    /// The longest wait between two signs of life.
    public var timeout: Duration
    /// Longer answers are refused while they come. For a stream: the longest line.
    public var bytesLimit: Int

    public init(
        method: String, url: String, headers: [String: String] = [:], body: [UInt8]? = nil,
        timeout: Duration = ClientLimits.requestTimeout, bytesLimit: Int = ClientLimits.answerBytes
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
        self.bytesLimit = bytesLimit
    }
}

/// A whole answer.
public struct TransportResponse: Hashable, Sendable {
    public var status: Int
    /// Names in lower case.
    public var headers: [String: String]
    public var body: [UInt8]

    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// The answer to a request for a stream.
public enum TransportStream: Sendable {
    /// Lines without their ends, until the stream ends or the reader stops.
    case lines(AsyncThrowingStream<String, any Error>)
    /// An answer with another status than 200.
    case refused(TransportResponse)
}

/// Why there is no answer.
public enum TransportError: Error, Hashable, Sendable {
    /// Nobody listens there, or the name is unknown.
    case unreachable
    case timedOut
    /// The connection ended before the answer did.
    case lost
    /// No secure connection could be made.
    case insecure
    /// The answer is longer than the request allows.
    case tooLarge(limit: Int)
    /// The caller no longer wants it.
    case cancelled
    /// Everything else, in the words of the system.
    case other(String)
}
