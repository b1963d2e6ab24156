/// One request of an HTTP/2 connection, and its answer.
final class HTTP2Stream {
    enum Phase {
        case head
        /// Somebody judges the head.
        case judging
        /// The body comes in.
        case body
        /// Somebody makes the answer.
        case running
        case answered
    }

    let id: Int32
    var phase = Phase.head
    var fields = HTTP2Fields()
    /// When the present head or body began.
    var phaseStart: UInt64
    /// When it was asked, for the log.
    var startedAt: UInt64

    // MARK: - The request

    var head: ParsedHead?
    var requestID = RequestID(seed: 0, number: 0)
    /// Without its body.
    var request: Request?
    var body: [UInt8] = []
    var bodyLimit: Int
    var bodyCharge: BodyBytes.Charge?
    /// What ``HTTP2Connection/pool(_:of:)`` counts of this stream.
    var pooledBytes = 0
    var trailerBytes = 0
    /// Why the body is not taken.
    var refusal: Refusal?
    var isAdmitted = false
    /// Whether it may have more bytes, and time, than others.
    var isLargeBody = false
    /// Bytes whose window the client has not got back: nobody wanted them yet.
    var unclaimed = 0
    /// The client has sent all of the request.
    var hasWholeInput = false

    // MARK: - The answer

    /// Of a stream of the handler's that goes on.
    var answered: HTTP1Connection.Answered?
    var queue = HTTP2Queue()
    /// The queue gets no more.
    var isWhole = true
    /// The library waits until it is told that there are bytes.
    var isDeferred = false
    var writeMark: UInt64 = 0
    var writtenSinceMark = 0

    init(_ id: Int32, bodyLimit: Int, now: UInt64) {
        self.id = id
        self.bodyLimit = bodyLimit
        phaseStart = now
        startedAt = now
    }

    /// Of the head, once it is read.
    var headBytes: Int { head?.storage.bytes.count ?? 0 }
    /// As the loops name it.
    var sequence: UInt64 { UInt64(UInt32(bitPattern: id)) }
    /// Whether the client keeps bytes waiting.
    var isWaitingForClient: Bool { phase == .answered && !queue.isEmpty }
}
