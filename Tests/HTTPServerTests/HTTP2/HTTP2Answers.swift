import CLaurelNGHTTP2

/// What a client got to hear: frames put together, with heads decompressed by nghttp2.
final class HTTP2Answers {
    struct Answer {
        var fields: [(name: String, value: String)] = []
        var body: [UInt8] = []
        var hasEnded = false
        /// Of a stream that was reset.
        var reason: UInt32?

        subscript(name: String) -> String? { fields.first { $0.name == name }?.value }
        var status: String? { fields.last { $0.name == ":status" }?.value }
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    private(set) var streams: [UInt32: Answer] = [:]
    /// Pings and settings that the server wants to be acknowledged, and has not been.
    var unacknowledged: [HTTP2Frame] = []
    /// The last stream that the server took, and why it ends.
    private(set) var goAways: [(last: UInt32, reason: UInt32)] = []
    private(set) var settings: [UInt16: UInt32] = [:]
    /// What the server lets come, by stream; 0 is all of them.
    private(set) var windows: [UInt32: Int] = [:]
    private var rest: [UInt8] = []
    private let inflater: OpaquePointer?

    init() {
        var inflater: OpaquePointer?
        nghttp2_hd_inflate_new(&inflater)
        self.inflater = inflater
    }

    deinit { nghttp2_hd_inflate_del(inflater) }

    subscript(stream: UInt32) -> Answer { streams[stream] ?? Answer() }

    func receive(_ bytes: [UInt8]) {
        rest += bytes
        var start = 0
        while rest.count - start >= 9 {
            let head = rest[start..<start + 9]
            let end = start + 9 + Int(HTTP2Frame.number(head.prefix(3)))
            guard end <= rest.count else { break }
            take(
                HTTP2Frame(
                    kind: head[start + 3], flags: head[start + 4],
                    stream: HTTP2Frame.number(head.suffix(4)) & 0x7FFF_FFFF, payload: Array(rest[start + 9..<end])))
            start = end
        }
        rest.removeFirst(start)
    }

    private func take(_ frame: HTTP2Frame) {
        let isAcknowledgement = frame.flags & HTTP2Frame.acknowledge != 0
        switch HTTP2Frame.Kind(rawValue: frame.kind) {
        case .data: streams[frame.stream, default: Answer()].body += frame.payload
        case .headers: streams[frame.stream, default: Answer()].fields += inflate(frame.payload)
        case .reset: streams[frame.stream, default: Answer()].reason = HTTP2Frame.number(frame.payload[...])
        case .settings where !isAcknowledgement:
            for start in stride(from: 0, to: frame.payload.count, by: 6) {
                let entry = frame.payload[start..<start + 6]
                settings[UInt16(HTTP2Frame.number(entry.prefix(2)))] = HTTP2Frame.number(entry.suffix(4))
            }
            unacknowledged.append(frame)
        case .ping where !isAcknowledgement: unacknowledged.append(frame)
        case .goAway:
            goAways.append(
                (HTTP2Frame.number(frame.payload.prefix(4)), HTTP2Frame.number(frame.payload.dropFirst(4).prefix(4))))
        case .windowUpdate: windows[frame.stream, default: 0] += Int(HTTP2Frame.number(frame.payload[...]))
        default: break
        }
        if frame.kind < 2 && frame.flags & HTTP2Frame.endStream != 0 {
            streams[frame.stream, default: Answer()].hasEnded = true
        }
    }

    private func inflate(_ bytes: [UInt8]) -> [(name: String, value: String)] {
        var fields: [(name: String, value: String)] = []
        var start = 0
        while start <= bytes.count {
            var field = nghttp2_nv()
            var flags: Int32 = 0
            let used = bytes.withUnsafeBufferPointer { all in
                nghttp2_hd_inflate_hd2(
                    inflater, &field, &flags, all.baseAddress.map { $0 + start }, bytes.count - start, 1)
            }
            guard used >= 0 else { return fields }
            start += used
            if flags & Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue) != 0 {
                fields.append((Self.text(field.name, field.namelen), Self.text(field.value, field.valuelen)))
            }
            if flags & Int32(NGHTTP2_HD_INFLATE_FINAL.rawValue) != 0 {
                nghttp2_hd_inflate_end_headers(inflater)
                return fields
            }
            if used == 0 && flags & Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue) == 0 { return fields }
        }
        return fields
    }

    private static func text(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int) -> String {
        String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}
