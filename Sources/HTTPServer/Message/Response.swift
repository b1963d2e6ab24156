/// An answer.
public struct Response: Sendable {
    public var status: Status
    public var headers: ResponseHeaders
    public var body: Body

    public init(_ status: Status, headers: ResponseHeaders = ResponseHeaders(), body: Body = .empty) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// - Parameter type: the value of `Content-Type`.
    public init(_ status: Status, type: String, body: [UInt8]) {
        self.init(status, body: .bytes(body))
        headers.append("Content-Type", type)
    }

    public enum Body: Sendable {
        case empty
        /// The bytes are shared, not copied: an answer that is given often can keep them and hand them out again.
        case bytes([UInt8])
        /// A body of unknown length. The closure runs on the connection's loop once the head is on its way, must not
        /// block, and may pass the writer on. To `HEAD` it is never called.
        case stream(@Sendable (StreamWriter) -> Void)

        /// Bytes that are kept and given out again and again; the same as `.bytes`, said at the place of use.
        public static func shared(_ bytes: [UInt8]) -> Body { .bytes(bytes) }

        var byteCount: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .empty, .stream: 0
            }
        }
    }
}

/// What a handler does with a request.
public enum Outcome: Sendable {
    /// The answer is there. The cheapest way, for what needs no waiting.
    case now(Response)
    /// A task that runs on the connection's loop. It is cancelled when the client goes away or time for draining
    /// runs out; what it answers then is sent if anybody still listens.
    case later(@Sendable () async -> Response)
    /// Called at once, on the loop. Whoever holds the responder answers from any thread. Costs less than a task.
    case deferred(@Sendable (Responder) -> Void)
}

/// Answers requests. It is called on the loops' threads, many at a time, and must not block.
public protocol Handler: Sendable {
    func handle(_ request: Request) -> Outcome
}
