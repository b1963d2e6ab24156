import CLaurelNGHTTP2

/// The seam between this server and nghttp2, which reads and writes frames, compresses heads (HPACK), keeps the windows
/// and holds the rules of RFC 9113. Nothing else but ``HTTP2Callbacks`` names it.
///
/// It calls the connection that owns it from within ``receive(_:)`` and ``next(_:)``.
final class HTTP2Session {
    /// What the connection says with a stream's end or with its own (RFC 9113, section 7).
    enum Reason: UInt32 {
        case noError = 0x0
        case protocolError = 0x1
        case internalError = 0x2
        case refusedStream = 0x7
        case cancel = 0x8
        case enhanceYourCalm = 0xB
    }

    /// Bytes of a body that a client may send before the server has taken them. The same for one request as HTTP's
    /// default; a connection can have several that wait to be judged.
    static let streamWindow: UInt32 = 131_072
    private static let connectionWindow: Int32 = 1_048_576

    private let pointer: OpaquePointer
    /// Room for the fields of an answer, kept for the next.
    private var fields: [nghttp2_nv] = []

    /// Nil: there is no memory.
    init?(_ limits: Limits) {
        var callbacks: OpaquePointer?
        var options: OpaquePointer?
        guard nghttp2_session_callbacks_new(&callbacks) == 0, nghttp2_option_new(&options) == 0 else {
            nghttp2_session_callbacks_del(callbacks)
            return nil
        }
        HTTP2Callbacks.set(callbacks)
        // The connection gives windows back when it has taken what came.
        nghttp2_option_set_no_auto_window_update(options, 1)
        // Closed streams are kept for priorities alone, which nobody uses any more (RFC 9113, section 5.3).
        nghttp2_option_set_no_closed_streams(options, 1)
        var session: OpaquePointer?
        let result = nghttp2_session_server_new2(&session, callbacks, nil, options)
        nghttp2_session_callbacks_del(callbacks)
        nghttp2_option_del(options)
        guard result == 0, let session else { return nil }
        pointer = session
        announce(limits)
    }

    deinit { nghttp2_session_del(pointer) }

    private func announce(_ limits: Limits) {
        let settings = [
            nghttp2_settings_entry(
                settings_id: Int32(bitPattern: NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS.rawValue),
                value: UInt32(clamping: limits.concurrentStreams)),
            nghttp2_settings_entry(
                settings_id: Int32(bitPattern: NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE.rawValue),
                value: Self.streamWindow),
            nghttp2_settings_entry(
                settings_id: Int32(bitPattern: NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE.rawValue),
                value: UInt32(clamping: limits.headBytes)),
        ]
        nghttp2_submit_settings(pointer, UInt8(NGHTTP2_FLAG_NONE.rawValue), settings, settings.count)
        nghttp2_session_set_local_window_size(
            pointer, UInt8(NGHTTP2_FLAG_NONE.rawValue), 0, Self.connectionWindow)
    }

    /// Whom it calls; not kept alive.
    func setOwner(_ owner: HTTP2Connection) {
        nghttp2_session_set_user_data(pointer, Unmanaged.passUnretained(owner).toOpaque())
    }

    // MARK: - Bytes

    /// - Returns: why the connection can't go on; nil: it can. Mistakes of the client that the protocol has an answer
    ///   for are answered, and no reason to stop.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Reason? {
        guard let base = bytes.baseAddress else { return nil }
        let count = nghttp2_session_mem_recv(pointer, base.assumingMemoryBound(to: UInt8.self), bytes.count)
        if count >= 0 { return nil }
        return count == Int(NGHTTP2_ERR_FLOODED.rawValue) ? .enhanceYourCalm : .protocolError
    }

    /// Gives the next bytes to send to `take`.
    ///
    /// - Returns: whether there were some; nil: the session is broken.
    func next(_ take: (UnsafeRawBufferPointer) -> Void) -> Bool? {
        var bytes: UnsafePointer<UInt8>?
        let count = nghttp2_session_mem_send(pointer, &bytes)
        if count < 0 { return nil }
        guard count > 0, let bytes else { return false }
        take(UnsafeRawBufferPointer(start: bytes, count: count))
        return true
    }

    /// Nothing more is read or sent.
    var isOver: Bool { nghttp2_session_want_read(pointer) == 0 && nghttp2_session_want_write(pointer) == 0 }
    /// Frames that wait to be sent.
    var waitingFrames: Int { nghttp2_session_get_outbound_queue_size(pointer) }

    // MARK: - Streams

    /// Says 100 to a client that waits for it.
    func sayContinue(_ stream: Int32) {
        withFields(status: 100, date: [], lines: [], length: nil) { fields, count in
            _ = nghttp2_submit_headers(
                pointer, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, nil, fields, count, nil)
        }
    }

    /// - Parameters:
    ///   - date: `Date: … CR LF`.
    ///   - lines: `name: value CR LF`, one after the other.
    ///   - length: of the body, if it is known.
    ///   - hasBody: whether ``HTTP2Connection/read(_:into:)`` will be asked for bytes.
    func respond(
        _ stream: Int32, status: UInt16, date: [UInt8], lines: [UInt8], length: Int?, hasBody: Bool
    ) {
        withFields(status: status, date: date, lines: lines, length: length) { fields, count in
            guard hasBody else {
                _ = nghttp2_submit_response(pointer, stream, fields, count, nil)
                return
            }
            var source = nghttp2_data_provider(
                source: nghttp2_data_source(), read_callback: HTTP2Callbacks.read)
            _ = nghttp2_submit_response(pointer, stream, fields, count, &source)
        }
    }

    /// There are bytes again, or the body has ended.
    func resume(_ stream: Int32) { nghttp2_session_resume_data(pointer, stream) }

    func reset(_ stream: Int32, _ reason: Reason) {
        nghttp2_submit_rst_stream(pointer, UInt8(NGHTTP2_FLAG_NONE.rawValue), stream, reason.rawValue)
    }

    /// The client may send so many bytes more, of all streams and of this one.
    func giveBackConnectionWindow(_ bytes: Int) { nghttp2_session_consume_connection(pointer, bytes) }
    func giveBackWindow(_ stream: Int32, _ bytes: Int) { nghttp2_session_consume_stream(pointer, stream, bytes) }

    // MARK: - The end

    /// Says that the connection will end soon: what the client sends until it has heard of it is served.
    func announceEnd() {
        nghttp2_submit_shutdown_notice(pointer)
        // Its answer says that the client has heard.
        nghttp2_submit_ping(pointer, UInt8(NGHTTP2_FLAG_NONE.rawValue), nil)
    }

    /// Takes no further streams, and ends once the present ones have.
    func end() {
        nghttp2_submit_goaway(
            pointer, UInt8(NGHTTP2_FLAG_NONE.rawValue), nghttp2_session_get_last_proc_stream_id(pointer),
            Reason.noError.rawValue, nil, 0)
    }

    /// Ends at once.
    func terminate(_ reason: Reason) { nghttp2_session_terminate_session(pointer, reason.rawValue) }

    // MARK: - Fields

    /// Calls `body` with the fields of a head. nghttp2 copies what it keeps, and writes names in lower case.
    private func withFields(
        status: UInt16, date: [UInt8], lines: [UInt8], length: Int?,
        _ body: (UnsafePointer<nghttp2_nv>?, Int) -> Void
    ) {
        var small: [UInt8] = []
        small.reserveCapacity(32)
        small.append(decimal: UInt64(status))
        let statusEnd = small.count
        if let length { small.append(decimal: UInt64(max(0, length))) }
        small.withUnsafeBufferPointer { small in
            date.withUnsafeBufferPointer { date in
                lines.withUnsafeBufferPointer { lines in
                    fields.removeAll(keepingCapacity: true)
                    add(":status", small[..<statusEnd])
                    addLines(date)
                    addLines(lines)
                    if length != nil { add("content-length", small[statusEnd...]) }
                    fields.withUnsafeBufferPointer { body($0.baseAddress, $0.count) }
                }
            }
        }
    }

    private func add(_ name: StaticString, _ value: Slice<UnsafeBufferPointer<UInt8>>) {
        let value = UnsafeBufferPointer(rebasing: value)
        add(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount), value)
    }

    private func add(_ name: UnsafeBufferPointer<UInt8>, _ value: UnsafeBufferPointer<UInt8>) {
        fields.append(
            nghttp2_nv(
                name: UnsafeMutablePointer(mutating: name.baseAddress),
                value: UnsafeMutablePointer(mutating: value.baseAddress), namelen: name.count, valuelen: value.count,
                flags: UInt8(NGHTTP2_NV_FLAG_NONE.rawValue)))
    }

    private func addLines(_ lines: UnsafeBufferPointer<UInt8>) {
        var start = 0
        while start < lines.count {
            guard let colon = lines[start...].firstIndex(of: ASCII.colon),
                let end = lines[colon...].firstIndex(of: ASCII.carriageReturn), colon + 2 <= end
            else { return }
            let name = UnsafeBufferPointer(rebasing: lines[start..<colon])
            if !Self.isOfConnections(name) { add(name, UnsafeBufferPointer(rebasing: lines[colon + 2..<end])) }
            start = end + 2
        }
    }

    /// Fields that mean something to one connection alone have no place in HTTP/2 (RFC 9113, section 8.2.2). The
    /// others of them never get into ``ResponseHeaders``.
    private static func isOfConnections(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
        let name = UnsafeRawBufferPointer(name)
        return switch name.count {
        case 7: ASCII.equals(name, "upgrade")
        case 10: ASCII.equals(name, "keep-alive")
        case 16: ASCII.equals(name, "proxy-connection")
        default: false
        }
    }
}
