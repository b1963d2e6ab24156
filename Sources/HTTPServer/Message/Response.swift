/// An answer.
public struct Response: Sendable {
    public var status: Status
    public var headers: ResponseHeaders
    public var body: Body
    /// The handler ended before it had begun: another one may take the request (``Outcome/orElse(_:)``). If there's
    /// none, the client gets this response.
    public var isForAnother = false

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
        /// Made for this answer. The bytes are not copied.
        case bytes([UInt8])
        /// A body of unknown length. The closure runs on the connection's loop once the head is on its way, must not
        /// block, and may pass the writer on. To `HEAD` it is never called.
        case stream(@Sendable (StreamWriter) -> Void)

        /// Bytes that are kept anyway, such as a file's: readers who wait for them cost no memory, so they do not count
        /// in ``Limits/heldBodyBytes``.
        case shared([UInt8])

        /// As ``shared(_:)``, between bytes that are made for this answer.
        ///
        /// - Parameter name: the middle's; nil: it is made for this answer, too. Either way it is not copied.
        case spliced(before: [UInt8], [UInt8], after: [UInt8], name: KeptName?)

        /// To `HEAD`: no bytes, and the length that `GET` would have answered with. To any other method it's ``empty``.
        case absent(length: Int)

        var byteCount: Int {
            switch self {
            case .bytes(let bytes), .shared(let bytes): bytes.count
            case .spliced(let before, let bytes, let after, _): before.count + bytes.count + after.count
            case .empty, .stream, .absent: 0
            }
        }

        /// Bytes that this answer alone keeps in memory.
        var heldCount: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .spliced(let before, let bytes, let after, let name):
                before.count + after.count + (name == nil ? bytes.count : 0)
            case .empty, .stream, .shared, .absent: 0
            }
        }

        /// All bytes in one piece, as far as they are known. A spliced body is copied.
        public var wholeBytes: [UInt8]? {
            switch self {
            case .bytes(let bytes), .shared(let bytes): bytes
            case .spliced(let before, let bytes, let after, _): before + bytes + after
            case .empty, .stream, .absent: nil
            }
        }
    }
}

/// What a handler does with a request.
public enum Outcome: Sendable {
    /// The answer is there. The cheapest form, for what needs no waiting.
    case now(Response)
    /// A task that runs on the connection's loop. It is cancelled when the client goes away or time for draining
    /// runs out; what it answers then is sent if anybody still listens.
    case later(@Sendable () async -> Response)
    /// Called at once, on the loop. The holder of the responder answers from any thread. Costs less than a task.
    case deferred(@Sendable (Responder) -> Void)

    /// The same, but a deferred answer that is for another handler (``Response/isForAnother``) goes to that one.
    ///
    /// - Parameter take: what the other one does with the request. Called on the connection's loop, once at most.
    public func orElse(_ take: @escaping @Sendable () -> Outcome) -> Outcome {
        guard case .deferred(let start) = self else { return self }
        return .deferred { start($0.orElse(take)) }
    }
}

/// Answers requests. It is called on the loops' threads, many at a time, and must not block.
public protocol Handler: Sendable {
    func handle(_ request: Request) -> Outcome

    /// The answer to a request without a body, if it takes no wait and is no stream. Nil: nothing was begun, and what
    /// the request costs wasn't paid: ``handle(_:)`` can get it as if it hadn't been here.
    func answerAtOnce(_ request: Request) -> Response?

    /// Says whether a body is worth reading, by the head alone. It is asked unless the whole body came with the head;
    /// ``handle(_:)`` gets the request afterwards.
    func judge(_ head: Request) -> Judgement
}

extension Handler {
    public func answerAtOnce(_ request: Request) -> Response? { handle(request).response }

    public func judge(_ head: Request) -> Judgement { .read(limit: nil) }
}

extension Outcome {
    /// If it's there, and no stream.
    public var response: Response? {
        guard case .now(let response) = self else { return nil }
        if case .stream = response.body { return nil }
        return response
    }
}

/// What becomes of a request whose body is not read yet.
public enum Judgement: Sendable {
    /// Read it, if it has at most so many bytes; nil: ``Limits/bodyBytes``.
    case read(limit: Int?)
    /// Read it, too, but nobody has judged it: ``Request/isAdmitted`` stays false, and what the request costs is paid
    /// by the one who handles it.
    case readUnjudged(limit: Int?)
    /// Answer without it. The connection ends afterwards, since what still comes is not read.
    case answer(Outcome)
    /// Known after a wait, in which nothing is read.
    case later(@Sendable () async -> Judgement)
}
