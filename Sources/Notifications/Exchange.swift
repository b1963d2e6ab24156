import CLaurelCurl
import Glibc

/// One request and its answer, on the calling thread.
final class Exchange {
    private let policy: AddressPolicy
    private var received = 0
    private var retryAfter: Int?
    private var refusedAddress = false
    /// Of the answer; nil: nobody wants it.
    private(set) var body: [UInt8]?
    private var overflows: Bool { received > OutgoingHTTP.answerBytesLimit }

    /// - Parameter keepsBody: whether ``body`` is wanted.
    init(_ policy: AddressPolicy, keepsBody: Bool = false) {
        self.policy = policy
        body = keepsBody ? [] : nil
    }

    /// The same, for who wants the answer's body.
    func fetch(_ request: OutgoingHTTP.Request) -> OutgoingHTTP.Fetched {
        switch perform(request) {
        case .status where overflows: .failed("the answer has more than \(OutgoingHTTP.answerBytesLimit) bytes")
        case .status where isBroken: .failed("the answer broke off")
        case .status(let status, _): .answered(status, body ?? [])
        case .unsent(let reason), .unknown(let reason): .failed(reason)
        }
    }

    private var isBroken = false

    func perform(_ request: OutgoingHTTP.Request) -> OutgoingHTTP.Answer {
        guard let handle = curl_easy_init() else { return .unsent("out of memory") }
        defer { curl_easy_cleanup(handle) }
        var fields: UnsafeMutablePointer<curl_slist>?
        defer { curl_slist_free_all(fields) }
        // Without `Expect: 100-continue`: one round less.
        for (name, value) in request.headers + [("Expect", "")] {
            fields = curl_slist_append(fields, "\(name): \(value)")
        }
        configure(handle)
        laurel_curl_set_list(handle, CURLOPT_HTTPHEADER, fields)
        laurel_curl_set_text(handle, CURLOPT_URL, request.url.text)
        if let authorities = request.authorities { laurel_curl_set_text(handle, CURLOPT_CAINFO, authorities) }
        if request.isPost {
            laurel_curl_set_long(handle, CURLOPT_POST, 1)
            laurel_curl_set_long(handle, CURLOPT_POSTFIELDSIZE, request.body.count)
            let body = request.body.map { CChar(bitPattern: $0) }
            laurel_curl_set_text(handle, CURLOPT_COPYPOSTFIELDS, body.isEmpty ? [0] : body)
        }
        let code = withExtendedLifetime(self) { curl_easy_perform(handle) }
        return answer(code, handle)
    }

    private func configure(_ handle: UnsafeMutableRawPointer) {
        laurel_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        laurel_curl_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
        laurel_curl_set_text(handle, CURLOPT_PROXY, "")
        laurel_curl_set_protocols(handle, policy.allowsPrivate ? 1 : 0)
        laurel_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT, OutgoingHTTP.connectSeconds)
        laurel_curl_set_long(handle, CURLOPT_TIMEOUT, OutgoingHTTP.totalSeconds)
        laurel_curl_set_text(handle, CURLOPT_USERAGENT, "Laurel")
        let own = Unmanaged.passUnretained(self).toOpaque()
        laurel_curl_set_pointer(handle, CURLOPT_OPENSOCKETDATA, own)
        laurel_curl_set_socket(handle) { own, _, address in
            guard let own, let address else { return CURL_SOCKET_BAD }
            return Unmanaged<Exchange>.fromOpaque(own).takeUnretainedValue().open(address)
        }
        laurel_curl_set_pointer(handle, CURLOPT_WRITEDATA, own)
        laurel_curl_set_write(handle, CURLOPT_WRITEFUNCTION) { bytes, size, count, own in
            guard let own, let bytes else { return 0 }
            let part = UnsafeRawBufferPointer(start: bytes, count: size &* count)
            return Unmanaged<Exchange>.fromOpaque(own).takeUnretainedValue().receive(part)
        }
        laurel_curl_set_pointer(handle, CURLOPT_HEADERDATA, own)
        laurel_curl_set_write(handle, CURLOPT_HEADERFUNCTION) { bytes, size, count, own in
            guard let own, let bytes else { return 0 }
            let line = UnsafeRawBufferPointer(start: bytes, count: size &* count)
            return Unmanaged<Exchange>.fromOpaque(own).takeUnretainedValue().receive(header: line)
        }
    }

    /// libcurl is about to connect: to this address and no other.
    private func open(_ address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        guard let target = laurel_curl_address(address), policy.allows(target) else {
            refusedAddress = true
            return CURL_SOCKET_BAD
        }
        return socket(
            address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
    }

    private func receive(_ part: UnsafeRawBufferPointer) -> Int {
        received += part.count
        guard !overflows else { return 0 }
        body?.append(contentsOf: part)
        return part.count
    }

    /// Seconds only: a date is as good as none.
    private func receive(header line: UnsafeRawBufferPointer) -> Int {
        let text = String(decoding: line.prefix(64), as: UTF8.self).lowercased()
        if text.hasPrefix("retry-after:") {
            let value = text.utf8.dropFirst(12).drop { $0 == 0x20 }.prefix { $0 > 0x20 }
            retryAfter = Int(String(decoding: value, as: UTF8.self)).flatMap { (0...86_400).contains($0) ? $0 : nil }
        }
        return line.count
    }

    private func answer(_ code: CURLcode, _ handle: UnsafeMutableRawPointer) -> OutgoingHTTP.Answer {
        var status = 0
        laurel_curl_status(handle, &status)
        isBroken = code != CURLE_OK
        // A body that is too long, or breaks off, takes nothing from what the status said.
        if status >= 200 { return .status(status, retryAfter: retryAfter) }
        let reason = refusedAddress ? "the address is private" : String(cString: curl_easy_strerror(code))
        var sent = 0
        laurel_curl_request_size(handle, &sent)
        return sent == 0 ? .unsent(reason) : .unknown(reason)
    }
}
