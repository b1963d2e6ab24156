import CLaurelCurl

/// One mail handed to an SMTP server, on the calling thread.
final class SMTPExchange {
    private let server: SMTPServer
    private let times: SMTPClient.Times
    private let message: [UInt8]
    private var position = 0

    init(_ server: SMTPServer, _ times: SMTPClient.Times, _ message: [UInt8]) {
        self.server = server
        self.times = times
        self.message = message
    }

    func perform(from sender: String, to receiver: String, greeting name: String) -> MailOutcome {
        guard let handle = curl_easy_init() else { return .failed("out of memory") }
        defer { curl_easy_cleanup(handle) }
        let receivers = curl_slist_append(nil, "<\(receiver)>")
        defer { curl_slist_free_all(receivers) }
        configure(handle)
        laurel_curl_set_text(handle, CURLOPT_URL, server.url(greeting: name))
        laurel_curl_set_text(handle, CURLOPT_MAIL_FROM, "<\(sender)>")
        laurel_curl_set_list(handle, CURLOPT_MAIL_RCPT, receivers)
        laurel_curl_set_long(handle, CURLOPT_UPLOAD, 1)
        laurel_curl_set_long(handle, CURLOPT_INFILESIZE, message.count)
        laurel_curl_set_pointer(handle, CURLOPT_READDATA, Unmanaged.passUnretained(self).toOpaque())
        laurel_curl_set_write(handle, CURLOPT_READFUNCTION) { bytes, size, count, own in
            guard let own, let bytes else { return 0 }
            return Unmanaged<SMTPExchange>.fromOpaque(own).takeUnretainedValue()
                .read(UnsafeMutableRawBufferPointer(start: bytes, count: size &* count))
        }
        let code = withExtendedLifetime(self) { curl_easy_perform(handle) }
        return outcome(code, handle)
    }

    /// Connects and signs in, as before a mail, and says nothing more.
    func greet(as name: String) -> MailOutcome {
        guard let handle = curl_easy_init() else { return .failed("out of memory") }
        defer { curl_easy_cleanup(handle) }
        configure(handle)
        laurel_curl_set_text(handle, CURLOPT_URL, server.url(greeting: name))
        laurel_curl_set_long(handle, CURLOPT_CONNECT_ONLY, 1)
        return outcome(curl_easy_perform(handle), handle)
    }

    private func configure(_ handle: UnsafeMutableRawPointer) {
        laurel_curl_set_long(handle, CURLOPT_NOSIGNAL, 1)
        laurel_curl_set_text(handle, CURLOPT_PROXY, "")
        laurel_curl_set_mail_protocols(handle)
        laurel_curl_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, times.connectMilliseconds)
        laurel_curl_set_long(handle, CURLOPT_TIMEOUT_MS, times.totalMilliseconds)
        laurel_curl_set_long(handle, CURLOPT_SSL_VERIFYPEER, 1)
        laurel_curl_set_long(handle, CURLOPT_SSL_VERIFYHOST, 2)
        let needsTLS = server.protection != .none
        laurel_curl_set_long(
            handle, CURLOPT_USE_SSL, Int(needsTLS ? CURLUSESSL_ALL.rawValue : CURLUSESSL_NONE.rawValue))
        if let authorities = server.authorities { laurel_curl_set_text(handle, CURLOPT_CAINFO, authorities) }
        if let user = server.user {
            laurel_curl_set_text(handle, CURLOPT_USERNAME, user)
            laurel_curl_set_text(handle, CURLOPT_PASSWORD, server.password ?? "")
        }
        // What the server says goes nowhere; without this, libcurl prints it.
        laurel_curl_set_write(handle, CURLOPT_WRITEFUNCTION) { _, size, count, _ in size &* count }
        laurel_curl_set_write(handle, CURLOPT_HEADERFUNCTION) { _, size, count, _ in size &* count }
    }

    /// libcurl wants the next bytes of the message.
    private func read(_ target: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(target.count, message.count - position)
        guard count > 0 else { return 0 }
        target.copyBytes(from: message[position..<position + count])
        position += count
        return count
    }

    private func outcome(_ code: CURLcode, _ handle: UnsafeMutableRawPointer) -> MailOutcome {
        if code == CURLE_OK { return .sent }
        var status = 0
        laurel_curl_status(handle, &status)
        var reason = String(cString: curl_easy_strerror(code))
        if status > 0 { reason += ", after \(status)" }
        // RFC 5321, section 4.2.3, and RFC 3463: about the receiver's mailbox or this very message. Codes about us
        // (530, 535) and about the whole server (421, 5xx at its greeting) are the operator's to mend.
        let isOfMail = [550, 551, 552, 553, 554, 555].contains(status)
        return isOfMail && code == CURLE_SEND_ERROR ? .refused(reason) : .failed(reason)
    }
}
