import CLaurelNGHTTP2

/// What nghttp2 calls, translated for ``HTTP2Connection``.
enum HTTP2Callbacks {
    /// Of a frame, as far as anybody cares (RFC 9113, section 6).
    enum Frame {
        case data
        case headers
        /// The rest of headers.
        case continuation
        case reset
        case windowUpdate
        /// An answer to one of ours.
        case acknowledgement
        /// Costs the server something and brings nothing: settings, pings, priorities, what is unknown.
        case idle
    }

    static func set(_ callbacks: OpaquePointer?) {
        nghttp2_session_callbacks_set_on_begin_frame_callback(callbacks) { _, header, owner in
            guard let header else { return 0 }
            return HTTP2Callbacks.connection(owner)?.beginFrame(HTTP2Callbacks.frame(header.pointee)) ?? 0
        }
        nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks) { _, frame, owner in
            guard let frame, HTTP2Callbacks.isRequest(frame) else { return 0 }
            HTTP2Callbacks.connection(owner)?.beginHead(frame.pointee.hd.stream_id)
            return 0
        }
        nghttp2_session_callbacks_set_on_header_callback(callbacks) {
            _, frame, name, nameCount, value, valueCount, _, owner in
            guard let frame else { return 0 }
            let isTaken = HTTP2Callbacks.connection(owner)?.takeField(
                frame.pointee.hd.stream_id, UnsafeRawBufferPointer(start: name, count: nameCount),
                UnsafeRawBufferPointer(start: value, count: valueCount), isTrailer: !HTTP2Callbacks.isRequest(frame))
            return isTaken == false ? Int32(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) : 0
        }
        // By default nghttp2 skips some malformed fields in silence.
        nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks) { _, _, _, _, _, _, _, _ in
            Int32(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
        nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks) { _, frame, owner in
            guard let frame, let connection = HTTP2Callbacks.connection(owner) else { return 0 }
            let header = frame.pointee.hd
            let ends = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
            switch UInt32(header.type) {
            case NGHTTP2_HEADERS.rawValue where HTTP2Callbacks.isRequest(frame):
                connection.endHead(header.stream_id, ends: ends)
            case NGHTTP2_HEADERS.rawValue, NGHTTP2_DATA.rawValue:
                if ends { connection.endInput(header.stream_id) }
            case NGHTTP2_PING.rawValue:
                if header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0 { connection.clientHasHeard() }
            default: break
            }
            return 0
        }
        nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks) { _, _, stream, bytes, count, owner in
            HTTP2Callbacks.connection(owner)?.takeBody(stream, UnsafeRawBufferPointer(start: bytes, count: count))
            return 0
        }
        nghttp2_session_callbacks_set_on_stream_close_callback(callbacks) { _, stream, reason, owner in
            HTTP2Callbacks.connection(owner)?.closed(stream, wasReset: reason != HTTP2Session.Reason.noError.rawValue)
            return 0
        }
        nghttp2_session_callbacks_set_on_frame_send_callback(callbacks) { _, frame, owner in
            guard let frame, let connection = HTTP2Callbacks.connection(owner) else { return 0 }
            let header = frame.pointee.hd
            let ends = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
            switch UInt32(header.type) {
            case NGHTTP2_DATA.rawValue, NGHTTP2_HEADERS.rawValue: connection.sentFrame(header.stream_id, ends: ends)
            default: break
            }
            return 0
        }
    }

    /// Asks the connection for bytes of an answer's body.
    static let read: nghttp2_data_source_read_callback = { _, stream, room, count, flags, _, owner in
        guard let room, let flags, let connection = HTTP2Callbacks.connection(owner) else {
            return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
        switch connection.read(stream, into: UnsafeMutableRawBufferPointer(start: room, count: count)) {
        case .bytes(let count, let isEnd):
            if isEnd { flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
            return count
        case .later: return Int(NGHTTP2_ERR_DEFERRED.rawValue)
        case .gone: return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue)
        }
    }

    private static func connection(_ owner: UnsafeMutableRawPointer?) -> HTTP2Connection? {
        owner.map { Unmanaged<HTTP2Connection>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func isRequest(_ frame: UnsafePointer<nghttp2_frame>) -> Bool {
        UInt32(frame.pointee.hd.type) == NGHTTP2_HEADERS.rawValue
            && frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST
    }

    private static func frame(_ header: nghttp2_frame_hd) -> Frame {
        let isAcknowledged = header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0
        return switch UInt32(header.type) {
        case NGHTTP2_DATA.rawValue:
            header.length == 0 && header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) == 0 ? .idle : .data
        case NGHTTP2_HEADERS.rawValue: .headers
        case NGHTTP2_CONTINUATION.rawValue: .continuation
        case NGHTTP2_RST_STREAM.rawValue: .reset
        case NGHTTP2_WINDOW_UPDATE.rawValue: .windowUpdate
        case NGHTTP2_SETTINGS.rawValue, NGHTTP2_PING.rawValue: isAcknowledged ? .acknowledgement : .idle
        default: .idle
        }
    }
}
