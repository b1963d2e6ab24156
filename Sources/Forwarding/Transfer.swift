import CLaurelCurl
import LaurelHTTPServer

/// A request and its answer inside libcurl.
///
// SAFETY: made by one thread, given to a loop through its mailbox, and from then on touched by the loop's thread alone.
final class Transfer: @unchecked Sendable {
    /// Longer bodies are given to libcurl a piece at a time, not copied as a whole; shorter ones leave together with
    /// the head, so that the peer reads both at once.
    static let copiedBodyLimit = 65_536
    /// Bytes that libcurl reads at a time, and keeps while a transfer waits.
    static let pieceBytes = 16_384

    let number: UInt64
    let address: PeerAddress
    let receiver: any AnswerReceiver
    private let request: PeerRequest
    private(set) var handle: UnsafeMutableRawPointer?
    private var fields: UnsafeMutablePointer<curl_slist>?
    private var bodySent = 0
    private var head: AnswerHead?
    private var hasBegun = false
    /// How often the request was about to be sent.
    private var sendings = 0
    private var countsSendings = false

    init(number: UInt64, address: PeerAddress, request: PeerRequest, receiver: any AnswerReceiver) {
        self.number = number
        self.address = address
        self.request = request
        self.receiver = receiver
    }

    /// Prepares libcurl's handle, which must be new or reset, and keeps it until ``release()``.
    func prepare(_ handle: UnsafeMutableRawPointer) {
        self.handle = handle
        laurel_curl_set_pointer(handle, CURLOPT_PRIVATE, Unmanaged.passUnretained(self).toOpaque())
        laurel_curl_set_text(handle, CURLOPT_URL, "http://\(address.text)/")
        laurel_curl_set_text(handle, CURLOPT_REQUEST_TARGET, request.target)
        setConnection(handle)
        setMethod(handle)
        setCallbacks(handle)
        for field in request.fields {
            field.withUnsafeBytes { bytes in
                guard let text = bytes.assumingMemoryBound(to: CChar.self).baseAddress else { return }
                fields = curl_slist_append(fields, text)
            }
        }
        laurel_curl_set_list(handle, CURLOPT_HTTPHEADER, fields)
    }

    /// Frees what the request needed.
    ///
    /// - Returns: the handle, for another request.
    func release() -> UnsafeMutableRawPointer? {
        defer { handle = nil }
        // The handle names the list, so it forgets it first.
        if let handle { curl_easy_reset(handle) }
        curl_slist_free_all(fields)
        fields = nil
        return handle
    }

    /// - Parameter result: libcurl's; nil: it was broken off.
    func ending(_ result: CURLcode?) -> TransferEnding {
        if result == CURLE_OK && hasBegun { return .complete }
        if countsSendings { return sendings == 0 ? .unsent : .broken }
        var sent = 0
        if let handle { laurel_curl_request_size(handle, &sent) }
        return sent == 0 ? .unsent : .broken
    }

    // MARK: - Options

    private func setConnection(_ handle: UnsafeMutableRawPointer) {
        laurel_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        laurel_curl_set_long(handle, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1)
        laurel_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
        laurel_curl_set_protocols(handle, 1)
        // Empty: not even that of the environment.
        laurel_curl_set_text(handle, CURLOPT_PROXY, "")
        laurel_curl_set_long(handle, CURLOPT_HTTP_CONTENT_DECODING, 0)
        laurel_curl_set_long(handle, CURLOPT_BUFFERSIZE, Self.pieceBytes)
        laurel_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, PeerClient.connectMilliseconds)
        if let limit = request.answerMilliseconds { laurel_curl_set_long(handle, CURLOPT_TIMEOUT_MS, limit) }
        laurel_curl_set_long(handle, CURLOPT_MAXAGE_CONN, PeerClient.idleConnectionSeconds)
        laurel_curl_set_long(handle, CURLOPT_TCP_NODELAY, 1)
        laurel_curl_set_long(handle, CURLOPT_TCP_KEEPALIVE, 1)
        laurel_curl_set_long(handle, CURLOPT_TCP_KEEPIDLE, PeerClient.keepAliveIdleSeconds)
        laurel_curl_set_long(handle, CURLOPT_TCP_KEEPINTVL, PeerClient.keepAliveProbeSeconds)
        laurel_curl_set_socket_options(handle) { _, socket, _ in PeerSocket.setOptions(socket) }
        // A connection that carries events for hours has no use for another request, and a search through thousands of
        // them would cost each new one its time.
        if request.isEventStream {
            laurel_curl_set_long(handle, CURLOPT_FRESH_CONNECT, 1)
            laurel_curl_set_long(handle, CURLOPT_FORBID_REUSE, 1)
        }
    }

    private func setMethod(_ handle: UnsafeMutableRawPointer) {
        switch request.method {
        case .head: laurel_curl_set_long(handle, CURLOPT_NOBODY, 1)
        case .get, .options, .delete:
            if request.body.isEmpty { laurel_curl_set_long(handle, CURLOPT_HTTPGET, 1) } else { setBody(handle) }
        case .post, .put, .patch: setBody(handle)
        }
        laurel_curl_set_text(handle, CURLOPT_CUSTOMREQUEST, request.method.text)
    }

    private func setBody(_ handle: UnsafeMutableRawPointer) {
        laurel_curl_set_long(handle, CURLOPT_POST, 1)
        laurel_curl_set_long(handle, CURLOPT_POSTFIELDSIZE, request.body.count)
        if request.body.count > Self.copiedBodyLimit {
            laurel_curl_set_pointer(handle, CURLOPT_READDATA, Unmanaged.passUnretained(self).toOpaque())
            laurel_curl_set_write(handle, CURLOPT_READFUNCTION) { buffer, size, count, own in
                guard let own, let buffer else { return 0 }
                return Unmanaged<Transfer>.fromOpaque(own).takeUnretainedValue().giveBody(buffer, size &* count)
            }
        } else if request.body.isEmpty {
            laurel_curl_set_text(handle, CURLOPT_COPYPOSTFIELDS, "")
        } else {
            request.body.withUnsafeBytes { bytes in
                let text = bytes.assumingMemoryBound(to: CChar.self).baseAddress
                laurel_curl_set_text(handle, CURLOPT_COPYPOSTFIELDS, text)
            }
        }
    }

    private func setCallbacks(_ handle: UnsafeMutableRawPointer) {
        let own = Unmanaged.passUnretained(self).toOpaque()
        laurel_curl_set_pointer(handle, CURLOPT_HEADERDATA, own)
        laurel_curl_set_write(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, own in
            guard let own, let bytes else { return 0 }
            let line = UnsafeRawBufferPointer(start: bytes, count: size &* count)
            return Unmanaged<Transfer>.fromOpaque(own).takeUnretainedValue().receive(headerLine: line)
        }
        laurel_curl_set_pointer(handle, CURLOPT_WRITEDATA, own)
        laurel_curl_set_write(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, own in
            guard let own, let bytes else { return 0 }
            let piece = UnsafeRawBufferPointer(start: bytes, count: size &* count)
            let isTaken = Unmanaged<Transfer>.fromOpaque(own).takeUnretainedValue().receiver.receive(piece)
            return isTaken ? piece.count : Int(CURL_WRITEFUNC_PAUSE)
        }
        let code = laurel_curl_set_before_request(
            handle,
            { own, _, _, _, _ in
                guard let own else { return CURL_PREREQFUNC_ABORT }
                let transfer = Unmanaged<Transfer>.fromOpaque(own).takeUnretainedValue()
                return transfer.maySend() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
            }, own)
        countsSendings = code == CURLE_OK
        // Without it nobody can keep libcurl from sending a request twice, except that it only does so over a
        // connection that it used before.
        if !countsSendings && !request.method.isSafe { laurel_curl_set_long(handle, CURLOPT_FRESH_CONNECT, 1) }
    }

    // MARK: - What libcurl calls

    /// The peer may have done what a request wants and died before it answered: one that changes something is sent
    /// once.
    private func maySend() -> Bool {
        sendings += 1
        return sendings == 1 || request.method.isSafe
    }

    private func giveBody(_ buffer: UnsafeMutablePointer<CChar>, _ size: Int) -> Int {
        let count = min(size, request.body.count - bodySent)
        guard count > 0 else { return 0 }
        request.body.withUnsafeBytes { bytes in
            UnsafeMutableRawPointer(buffer).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: bytes[bodySent..<bodySent + count]).baseAddress ?? .init(buffer),
                byteCount: count)
        }
        bodySent += count
        return count
    }

    /// A line of the answer's head, of an interim answer's (RFC 9110 section 15.2), or of a trailer.
    private func receive(headerLine line: UnsafeRawBufferPointer) -> Int {
        if hasBegun { return line.count }
        if let first = AnswerHead(statusLine: line) {
            head = first
        } else if line.contains(where: { $0 != 0x0D && $0 != 0x0A }) {
            head?.add(line)
        } else if let head, head.status >= 200 {
            hasBegun = true
            receiver.begin(head)
        }
        return line.count
    }
}
