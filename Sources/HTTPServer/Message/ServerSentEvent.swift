/// One event of a `text/event-stream` (WHATWG HTML, section 9.2).
///
/// ```swift
/// return .now(ServerSentEvent.stream { writer in
///     writer.write(ServerSentEvent(event: "leaderboard", data: json).encoded)
/// })
/// ```
public struct ServerSentEvent: Hashable, Sendable {
    /// The name under which a page listens; `nil` means `message`.
    public var event: String?
    /// What the client sends back as `Last-Event-ID` when it connects again.
    public var id: String?
    /// How long the client waits before it connects again.
    public var retry: Duration?
    public var data: String

    public init(event: String? = nil, id: String? = nil, retry: Duration? = nil, data: String) {
        self.event = event
        self.id = id
        self.retry = retry
        self.data = data
    }

    /// The bytes for ``StreamWriter/write(_:)``. Line ends in the data become several `data` lines, as the format
    /// wants it; in names and ids they cannot be said, and are left out.
    public var encoded: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(data.utf8.count + 64)
        if let event { Self.append("event: ", event, to: &bytes) }
        if let id { Self.append("id: ", id, to: &bytes) }
        if let retry {
            bytes.append("retry: ")
            bytes.append(decimal: retry.nanoseconds / 1_000_000)
            bytes.append("\n")
        }
        bytes.append("data: ")
        var followsReturn = false
        for byte in data.utf8 {
            let isSecondHalf = followsReturn && byte == ASCII.lineFeed
            followsReturn = byte == ASCII.carriageReturn
            if isSecondHalf { continue }
            if byte == ASCII.lineFeed || byte == ASCII.carriageReturn {
                bytes.append("\ndata: ")
            } else {
                bytes.append(byte)
            }
        }
        bytes.append("\n\n")
        return bytes
    }

    /// A line that clients ignore: it keeps proxies from closing a quiet stream, and finds out who has gone. No blank
    /// line follows, which is what ends an event: some clients would take it for an empty one.
    public static func comment(_ text: String = "") -> [UInt8] {
        var bytes: [UInt8] = []
        append(": ", text, to: &bytes)
        return bytes
    }

    private static let headers: ResponseHeaders = [
        "Content-Type": "text/event-stream; charset=utf-8", "Cache-Control": "no-store",
        // nginx would otherwise hold events back until a buffer is full.
        "X-Accel-Buffering": "no",
    ]

    /// A stream of events. `start` runs on the connection's loop, like that of ``Response/Body/stream(_:)``.
    public static func stream(_ start: @escaping @Sendable (StreamWriter) -> Void) -> Response {
        Response(.ok, headers: headers, body: .stream(start))
    }

    private static func append(_ field: StaticString, _ text: String, to bytes: inout [UInt8]) {
        bytes.append(field)
        for byte in text.utf8 where byte != ASCII.lineFeed && byte != ASCII.carriageReturn && byte != 0 {
            bytes.append(byte)
        }
        bytes.append("\n")
    }
}
