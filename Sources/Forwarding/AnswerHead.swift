import LaurelHTTPServer

/// The head of a peer's answer.
struct AnswerHead: Sendable {
    let status: Int
    /// In order, names as they were written.
    private(set) var fields: [(name: String, value: String)] = []

    /// - Parameter line: the status line, such as `HTTP/1.1 200 OK`; nil: this isn't one.
    init?(statusLine line: UnsafeRawBufferPointer) {
        let parts = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 2)
        guard parts.count >= 2, parts[0].hasPrefix("HTTP/"), let status = Int(parts[1].prefix(3)) else { return nil }
        self.status = status
    }

    /// - Parameter line: `name: value CR LF`. What has no colon is left out.
    mutating func add(_ line: UnsafeRawBufferPointer) {
        guard let colon = line.firstIndex(of: 0x3A) else { return }
        let value = line[(colon + 1)...].drop(while: Self.isSpace)
        let end = value.lastIndex { !Self.isSpace($0) }.map { $0 + 1 } ?? value.startIndex
        fields.append(
            (String(decoding: line[..<colon], as: UTF8.self), String(decoding: value[..<end], as: UTF8.self)))
    }

    /// The first value of this name.
    ///
    /// - Parameter name: in lower case.
    func value(_ name: String) -> String? { fields.first { $0.name.lowercased() == name }?.value }

    /// Bytes of the body; nil: unknown until it ends.
    var contentLength: Int? { value("content-length").flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil } }

    var isEventStream: Bool { value("content-type")?.lowercased().hasPrefix("text/event-stream") ?? false }

    /// What the peer says if it did nothing with the request; nil: it doesn't say so.
    var verdict: Attempt? {
        value(NodeFields.verdict.lowercased()).map { verdict in
            guard verdict == NodeFields.refused else { return .elsewhere }
            return status == Int(Status.badRequest.code) ? .unread : .refused
        }
    }

    /// What goes on to the client.
    var endToEnd: ResponseHeaders {
        let named = fields.filter { $0.name.lowercased() == "connection" }.flatMap { HopByHop.names(in: $0.value) }
        var headers = ResponseHeaders()
        for (name, value) in fields {
            let lowercased = name.lowercased()
            if !HopByHop.contains(lowercased) && !named.contains(lowercased) { headers.append(name, value) }
        }
        return headers
    }

    /// CR and LF, too.
    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
