/// Everything that a client could otherwise have without end, in one place. A value below its minimum counts as the
/// minimum, one above its maximum as the maximum.
public struct Limits: Sendable {
    /// Bytes of a request line with all its header fields, 256...65,535. More is answered 431, or 414 when the
    /// request line alone is longer.
    public var headBytes = 16_384
    /// Header fields of a request, at least 1. More is answered 431.
    public var headerCount = 64
    /// Bytes of a request's body after decoding. More is answered 413, before the body is read when its length is
    /// announced.
    public var bodyBytes = 1_048_576
    /// Bytes of bodies that are held at a time: of requests until they are answered, of answers until they have left.
    /// Beyond it a request is answered 503. Bodies below 4 KiB do not count; in HTTP/2 they and the heads do, once the
    /// streams of a connection hold more than ``headBytes`` together.
    public var heldBodyBytes = 268_435_456
    /// The same for one IPv4 address or one IPv6 /64; beyond it 429. `nil`: a quarter of ``heldBodyBytes``.
    public var heldBodyBytesPerAddress: Int?

    /// Connections in all. Further ones are answered 503 and closed.
    public var connections = 20_000
    /// Connections from one IPv4 address or one IPv6 /64. Further ones are answered 429 and closed. Clients behind
    /// trusted proxies and on the Unix-domain socket do not count.
    public var connectionsPerAddress = 1_024

    /// Requests of one HTTP/2 connection at a time, at least 1, its event streams among them. Further ones are refused
    /// so that the client can send them again. Each event stream counts in ``connections`` besides.
    public var concurrentStreams = 100
    /// Requests of one HTTP/1.1 connection that run, or wait for their turn to be answered, at a time; at least 1. The
    /// rest is left in the socket.
    public var pipelinedRequests = 16
    /// Bytes of answers that a connection may have queued before it reads no further requests.
    public var outputBytes = 262_144
    /// Bytes that one stream may have queued. A reader that is slower than this is cut off.
    public var streamBytes = 65_536

    /// From the connection's start to the end of its handshake, with TLS. Then the connection is closed.
    public var handshakeTime: Duration = .seconds(10)
    /// From the first byte of a head (for the first one from the connection's start, or the end of its handshake) to
    /// its end. Then 408.
    public var headTime: Duration = .seconds(10)
    /// From the end of a head to the end of its body. Then 408.
    public var bodyTime: Duration = .seconds(30)
    /// The same for a body that ``Judgement/read(limit:)`` allows to be larger than ``bodyBytes``: a phone on a bad
    /// network gets by.
    public var largeBodyTime: Duration = .seconds(120)
    /// Between an answer and the next request. Then the connection is closed.
    public var idleTime: Duration = .seconds(75)
    /// In which a reader must take ``slowReaderBytes``, or all that is queued. Then the connection is cut off.
    public var writeTime: Duration = .seconds(20)
    /// Bytes that count as progress of a reader, at least 1.
    public var slowReaderBytes = 16_384
    /// How long what was sent may stay unacknowledged by the other host's kernel. Then the connection ends: that host
    /// has vanished, or cannot be reached. A stream that sends something every 20 seconds ends within a minute.
    public var unacknowledgedTime: Duration = .seconds(30)
    /// How long input is read and thrown away after a refusal, so that the client gets to read the answer.
    public var lingerTime: Duration = .seconds(2)
    /// Bytes that are read and thrown away after a refusal.
    public var lingerBytes = 1_048_576
    /// How long a drain waits for requests that run. Then their connections are cut off.
    public var drainTime: Duration = .seconds(10)

    public init() {}
}

extension Duration {
    /// Whole nanoseconds, clamped to 0...2^62: enough for 146 years, and adding two of them cannot overflow.
    var nanoseconds: UInt64 {
        let parts = components
        if parts.seconds < 0 || parts.attoseconds < 0 { return 0 }
        let ceiling: UInt64 = 1 << 62
        let (whole, overflow) = UInt64(parts.seconds).multipliedReportingOverflow(by: 1_000_000_000)
        if overflow || whole >= ceiling { return ceiling }
        return min(ceiling, whole &+ UInt64(parts.attoseconds) / 1_000_000_000)
    }
}
