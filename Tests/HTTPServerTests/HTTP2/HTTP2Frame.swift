/// A frame of HTTP/2 (RFC 9113, section 4), written by hand, so that it can be wrong.
struct HTTP2Frame: Equatable {
    enum Kind: UInt8 {
        case data, headers, priority, reset, settings, push, ping, goAway, windowUpdate, continuation
    }

    static let endStream: UInt8 = 0x1
    static let acknowledge: UInt8 = 0x1
    static let endHeaders: UInt8 = 0x4

    /// What a client begins with.
    static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + HTTP2Frame(.settings).bytes

    var kind: UInt8
    var flags: UInt8
    var stream: UInt32
    var payload: [UInt8]

    init(_ kind: Kind, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []) {
        (self.kind, self.flags, self.stream, self.payload) = (kind.rawValue, flags, stream, payload)
    }

    init(kind: UInt8, flags: UInt8, stream: UInt32, payload: [UInt8]) {
        (self.kind, self.flags, self.stream, self.payload) = (kind, flags, stream, payload)
    }

    var bytes: [UInt8] {
        let count = payload.count
        return [UInt8(count >> 16), UInt8(count >> 8 & 255), UInt8(count & 255), kind, flags] + Self.four(stream)
            + payload
    }

    static func four(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }

    /// A whole head, uncompressed (RFC 7541, section 6.2.2).
    static func head(_ stream: UInt32, _ fields: [(String, String)], ends: Bool = true) -> HTTP2Frame {
        HTTP2Frame(
            .headers, flags: endHeaders | (ends ? endStream : 0), stream: stream, fields.flatMap { field($0.0, $0.1) })
    }

    static func field(_ name: String, _ value: String) -> [UInt8] { [0] + text(name) + text(value) }

    private static func text(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
        var rest = bytes.count - 127
        var length: [UInt8] = [127]
        while rest >= 128 {
            length.append(UInt8(rest % 128 + 128))
            rest /= 128
        }
        return length + [UInt8(rest)] + bytes
    }

    static func request(
        _ stream: UInt32, _ method: String = "GET", _ path: String = "/", _ fields: [(String, String)] = [],
        ends: Bool = true
    ) -> HTTP2Frame {
        head(
            stream,
            [(":method", method), (":scheme", "https"), (":authority", "localhost"), (":path", path)] + fields,
            ends: ends)
    }

    static func data(_ stream: UInt32, _ bytes: [UInt8], ends: Bool = false) -> HTTP2Frame {
        HTTP2Frame(.data, flags: ends ? endStream : 0, stream: stream, bytes)
    }

    static func reset(_ stream: UInt32, _ reason: UInt32 = 8) -> HTTP2Frame {
        HTTP2Frame(.reset, stream: stream, four(reason))
    }

    static func window(_ stream: UInt32, _ bytes: UInt32) -> HTTP2Frame {
        HTTP2Frame(.windowUpdate, stream: stream, four(bytes))
    }

    static func initialWindow(_ bytes: UInt32) -> HTTP2Frame { HTTP2Frame(.settings, [0, 4] + four(bytes)) }
}
