import Synchronization

/// A request that passed every check of the server: the framing is unambiguous, the target decodes, all limits hold.
///
/// Copies share their storage. Texts are made when they are asked for, so ask once and keep the answer.
public struct Request: Sendable {
    public let method: Method
    /// Names this request in answers and logs.
    public let id: RequestID
    public let peer: Peer
    /// The whole body; empty when there was none, and in a head that is judged. At most ``Limits/bodyBytes`` long, or
    /// what ``Judgement/read(limit:)`` said.
    public internal(set) var body: [UInt8]
    /// Whether ``Handler/judge(_:)`` said that this body may be read: what a request costs is paid by then.
    public internal(set) var isAdmitted = false
    /// What the request is known by wherever it's passed on; nil: it isn't recognized when it comes again. Nothing that
    /// a client sends sets it: only ``known(by:)`` does.
    public internal(set) var repeatKey: RepeatKey?
    /// What the body counts for in ``Limits/heldBodyBytes``, as long as anybody has this request.
    var charge: BodyBytes.Charge?
    let head: RequestHead

    public var headers: RequestHeaders { RequestHeaders(head: head) }

    /// The request target as it was sent, query included.
    public var target: String { head.text(head.target) }

    /// What a handler made of the head, for when the same head comes again on this connection: clients ask for one
    /// thing again and again. Leave there what follows from its bytes alone, and what can ever be otherwise only
    /// together with what tells whether it still is so.
    public var note: (any AnyObject & Sendable)? {
        get { head.note.withLock { $0 } }
        nonmutating set { head.note.withLock { $0 = newValue } }
    }

    /// What ``note`` was of the head before this one on its connection, if the two differ in nothing but the values of
    /// `Authorization` and `If-None-Match`: what follows from all else holds here, too.
    public var siblingNote: (any AnyObject & Sendable)? { head.siblingNote }

    /// Gives the bytes of ``target`` to `body`, for the hot paths.
    public func withRawTarget<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        head.bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[head.target])) }
    }

    /// From the request line to the empty line, as it passed all checks; of HTTP/2 as HTTP/1.1 has it.
    public var headBytes: [UInt8] { head.bytes }

    /// The path, percent-decoded. It starts with `/`, except for `OPTIONS *`. A decoded `%2F` looks like a separator
    /// here: to choose a route use ``segments``.
    public var path: String { PercentEncoding.decode(head.bytes[head.path]) }

    /// The path as it was sent, still percent-encoded.
    public var rawPath: String { head.text(head.path) }

    /// The parts between the slashes, each decoded on its own: `/a/b%2Fc` gives `a` and `b/c`; `/` gives one empty
    /// segment, and so does a slash at the end. `.` and `..` are not resolved.
    public var segments: [String] {
        head.bytes[head.path].dropFirst().split(separator: ASCII.slash, omittingEmptySubsequences: false)
            .map { PercentEncoding.decode($0) }
    }

    /// Whether the path, as it was sent, is exactly this. Costs no allocation.
    public func hasPath(_ path: StaticString) -> Bool {
        guard head.path.count == path.utf8CodeUnitCount else { return false }
        let wanted = UnsafeBufferPointer(start: path.utf8Start, count: path.utf8CodeUnitCount)
        return head.bytes[head.path].elementsEqual(wanted)
    }

    /// Gives the bytes of the path, as it was sent, to `body`, for the hot paths.
    public func withRawPath<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        head.bytes.withUnsafeBytes { body(UnsafeRawBufferPointer(rebasing: $0[head.path])) }
    }

    /// The bytes after `?`, as they were sent; `nil` without a question mark.
    public var rawQuery: String? { head.query.map { head.text($0) } }

    /// The parameters, parsed at each call.
    ///
    /// - Complexity: O(*n*), *n* being the length of the query.
    public var query: Query { Query(head.query.map { head.bytes[$0] } ?? []) }

    /// The body as the fields of an HTML form (WHATWG URL, section 5.1), parsed at each call. What does not decode is
    /// kept as it stands.
    ///
    /// - Complexity: O(*n*), *n* being the length of the body.
    public var form: Query { Query(body[...]) }
}

extension Request {
    /// The same request as somebody else received it, who has passed it on and is trusted.
    ///
    /// - Parameters:
    ///   - peer: who sent it there.
    ///   - id: what it is called in the answer and in that server's log; nil: as here.
    public func passedOn(from peer: Peer, id: RequestID?) -> Request {
        var request = Request(method: method, id: id ?? self.id, peer: peer, body: body, head: head)
        (request.isAdmitted, request.charge) = (isAdmitted, charge)
        return request
    }

    /// The same request, known by this key wherever it's passed on; nil: by none.
    public func known(by key: RepeatKey?) -> Request {
        var request = self
        request.repeatKey = key
        return request
    }

    /// A request without a body as another server received it, who is trusted.
    ///
    /// - Parameters:
    ///   - head: ``headBytes`` there.
    ///   - peer: who sent it there.
    ///   - id: what it is called there.
    /// - Returns: nil for what isn't such a head.
    public init?(head: [UInt8], from peer: Peer, id: RequestID) {
        var limits = Limits()
        limits.headerCount = Int(UInt16.max)
        guard case .success(let parsed) = head.withUnsafeBytes({ HeadParser.parse($0, limits: limits) }) else {
            return nil
        }
        self.init(method: parsed.method, id: id, peer: peer, body: [], head: parsed.storage)
    }

    /// Makes a request without a connection, for tests of handlers.
    ///
    /// - Returns: `nil` when a server would refuse such a head.
    public init?(
        _ method: Method, _ target: String, headers: [(String, String)] = [], body: [UInt8] = [],
        peer: Peer = .local, number: UInt64 = 0
    ) {
        var text = "\(method.text) \(target) HTTP/1.1\r\nHost: test\r\n"
        for (name, value) in headers { text += "\(name): \(value)\r\n" }
        text += "\r\n"
        let parsed = Array(text.utf8).withUnsafeBytes { HeadParser.parse($0, limits: Limits()) }
        guard case .success(let head) = parsed else { return nil }
        self.init(
            method: head.method, id: RequestID(seed: 0, number: number), peer: peer, body: body, head: head.storage)
    }
}
