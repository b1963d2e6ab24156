import LaurelHTTPServer

/// A request as it goes to a peer.
struct PeerRequest: Sendable {
    let method: Method
    /// The request target, sent as it stands.
    let target: String
    /// Header fields, each `name: value`, or `name;` without a value, which is how libcurl is told. NUL ends each one.
    let fields: [[UInt8]]
    let body: [UInt8]
    /// Whether the answer is expected to last: such requests have connections of their own.
    let isEventStream: Bool
    /// Within how many milliseconds the answer must be complete; nil: it may take as long as it likes.
    let answerMilliseconds: Int?

    /// What a client sent here, on its way to the owner of the store.
    init(_ request: Request, key: PeerKey) {
        method = request.method
        target = request.target
        // libcurl sends no body with HEAD. One has no meaning there (RFC 9110 section 9.3.2).
        body = request.method == .head ? [] : request.body
        answerMilliseconds = nil
        isEventStream = request.method == .get && request.headers["accept"]?.contains("text/event-stream") == true
        fields =
            Self.endToEnd(request.headers) + [
                Self.field(NodeFields.key, key.text),
                Self.field(NodeFields.client, RequestSender(of: request).text),
                Self.field(NodeFields.request, request.id.description),
            ]
    }

    /// A question of this node's own.
    ///
    /// - Parameters:
    ///   - path: below `/node/`.
    ///   - body: nil: there's none.
    init(own path: String, key: PeerKey, answerMilliseconds: Int, body: [UInt8]? = nil) {
        method = body == nil ? .get : .post
        target = path
        self.body = body ?? []
        isEventStream = false
        self.answerMilliseconds = answerMilliseconds
        fields = [
            Self.field(NodeFields.key, key.text), Array("Expect:\0".utf8),
            Self.field("Content-Type", "application/octet-stream"),
        ]
    }

    private static func endToEnd(_ headers: RequestHeaders) -> [[UInt8]] {
        let named = headers["connection"].map(HopByHop.names(in:)) ?? []
        // libcurl adds these by itself, unless it's told not to by a name without a value, or there is one.
        var missing: Set<String> = ["host", "accept", "content-type"]
        var fields: [[UInt8]] = [Array("Expect:\0".utf8)]
        headers.forEach { name, value in
            let lowercased = String(decoding: name, as: UTF8.self).lowercased()
            if HopByHop.contains(lowercased) || named.contains(lowercased) { return }
            missing.remove(lowercased)
            fields.append(Array(name) + (value.isEmpty ? [0x3B] : [0x3A, 0x20] + value) + [0])
        }
        // HTTP/1.1 requires Host, and HTTP/1.0, of which this request may be, doesn't.
        return fields + missing.sorted().map { Array(($0 == "host" ? "Host;\0" : "\($0):\0").utf8) }
    }

    private static func field(_ name: String, _ value: String) -> [UInt8] { Array("\(name): \(value)\0".utf8) }
}
