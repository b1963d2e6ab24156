public import LaurelDomain

/// A mail as SMTP carries it (RFC 5322, RFC 2045 to 2047): in text and in HTML, UTF-8 in base64, so that a line is
/// never too long, never begins with a dot, and nothing that a player wrote stands in it as it is.
public struct MailMessage: Hashable, Sendable {
    public var from: MailSender
    public var to: MailAddress
    public var subject: String
    public var text: String
    public var html: String
    public var date: Timestamp
    /// Of this mail alone, however often it is sent: letters, digits and dots.
    public var id: String

    public init(
        from: MailSender, to: MailAddress, subject: String, text: String, html: String, date: Timestamp, id: String
    ) {
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
        self.html = html
        self.date = date
        self.id = id
    }

    /// With CRLF at the end of each line.
    public var bytes: [UInt8] {
        // Base64 has no underscore, so no line of a part is taken for a boundary.
        let boundary = "=_laurel.\(id)"
        var lines = [
            "Date: \(MailDate.text(date))",
            "Message-ID: <\(id)@\(from.address.host)>",
            "From: " + (from.name.isEmpty ? from.address.text : Self.words(from.name) + " <\(from.address.text)>"),
            "To: \(to.text)",
            "Subject: " + Self.words(subject),
            // RFC 3834: no vacation notice answers it.
            "Auto-Submitted: auto-generated",
            "MIME-Version: 1.0",
            "Content-Type: multipart/alternative; boundary=\"\(boundary)\"",
            "",
        ]
        for (type, content) in [("plain", text), ("html", html)] {
            lines += [
                "--\(boundary)", "Content-Type: text/\(type); charset=utf-8", "Content-Transfer-Encoding: base64", "",
            ]
            lines += Self.folded(content)
        }
        lines += ["--\(boundary)--", ""]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// RFC 2045, section 6.8: 76 characters a line. Lines of the text end with CRLF.
    private static func folded(_ content: String) -> [String] {
        let encoded = Array(Base64.text(Array(content.replacing("\n", with: "\r\n").utf8)).utf8)
        return stride(from: 0, to: encoded.count, by: 76).map {
            String(decoding: encoded[$0..<min($0 + 76, encoded.count)], as: UTF8.self)
        }
    }

    /// RFC 2047: encoded words, each of whole characters, one a line of at most 76 characters.
    private static func words(_ text: String) -> String {
        // “Subject: ”, and 12 characters around 52 of base64, which hold 39 bytes.
        let bytesLimit = 39
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if (words.last?.count ?? 0) + bytes.count > bytesLimit { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?\(Base64.text($0))?=" }.joined(separator: "\r\n ")
    }
}

/// The date of a mail (RFC 5322, section 3.3), in UTC.
enum MailDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// Such as `Sat, 21 Nov 2026 12:00:00 +0000`.
    static func text(_ moment: Timestamp) -> String {
        // 2026-11-21T12:00:00.000Z, always of this length; the first day of all was a Thursday.
        let text = Array(moment.rfc3339.utf8)
        func part(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
        // A clock before 1970 must not trap.
        let day = days[Int(max(0, moment.milliseconds) / 86_400_000 + 4) % 7]
        let month = months[max(0, min(11, (Int(part(5..<7)) ?? 1) - 1))]
        return "\(day), \(part(8..<10)) \(month) \(part(0..<4)) \(part(11..<19)) +0000"
    }
}
