import LaurelDomain
import LaurelStorage
import Testing

@testable import LaurelNotifications

@Suite("Messages of mails", .timeLimit(.minutes(15))) struct MailMessageTests {
    private func lines(_ message: MailMessage) -> [String] {
        String(decoding: message.bytes, as: UTF8.self).split(separator: "\r\n", omittingEmptySubsequences: false)
            .map(String.init)
    }

    private func sender(_ text: String) throws -> MailSender { try #require(MailSender(text)) }

    private func mail(
        _ kind: MailKind, _ language: MailLanguage = .english, alias: String = "jungle-jim", subject: String = ""
    ) throws -> Mail {
        Mail(
            id: MailID(7), alias: alias, address: try MailAddress("jim@mail.example"), language: language, kind: kind,
            subject: subject, created: Timestamp(clamping: 1_795_262_400_000), expires: .last, attempts: 0)
    }

    /// The parts of a message, decoded.
    private func parts(_ message: MailMessage) throws -> [String: String] {
        let text = String(decoding: message.bytes, as: UTF8.self)
        let boundary = try #require(text.split(separator: "boundary=\"").last?.split(separator: "\"").first)
        var parts: [String: String] = [:]
        for part in text.split(separator: "--\(boundary)\r\n").dropFirst() {
            let content = try #require(part.split(separator: "--\(boundary)--").first)
            let halves = content.split(separator: "\r\n\r\n", maxSplits: 1)
            try #require(halves.count == 2 && halves[0].contains("Content-Transfer-Encoding: base64"))
            let encoded = halves[1].filter { !$0.isWhitespace }
            let type = try #require(halves[0].split(separator: "Content-Type: ").first?.split(separator: ";").first)
            parts[String(type)] = String(decoding: try #require(Base64URL.bytes(encoded)), as: UTF8.self)
        }
        return parts
    }

    private func subject(_ message: MailMessage) throws -> String {
        let all = lines(message)
        let first = try #require(all.firstIndex { $0.hasPrefix("Subject: ") })
        let folded = all[first...].prefix { $0 == all[first] || $0.hasPrefix(" ") }
        let words = folded.map { $0.replacing("Subject: ", with: "").trimmed }
        var bytes: [UInt8] = []
        for word in words {
            #expect(word.utf8.count <= 75 && word.hasPrefix("=?UTF-8?B?") && word.hasSuffix("?="), "\(word)")
            bytes += try #require(Base64URL.bytes(String(word.dropFirst(10).dropLast(2))))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("rule 1.17: the header has what RFC 5322 and RFC 3834 ask for, and no line is too long")
    func header() throws {
        let message = MailMessage(
            from: try sender("Laurel <games@games.example>"), to: try MailAddress("jim@mail.example"),
            subject: "Hello", text: "Text\n", html: "<p>Text</p>", date: Timestamp(clamping: 1_795_262_400_000),
            id: "laurel.7.1")
        let all = lines(message)
        let end = try #require(all.firstIndex(of: ""))
        let header = Array(all[..<end])
        // 2026-11-21 is a Saturday.
        #expect(header.contains("Date: Sat, 21 Nov 2026 12:00:00 +0000"))
        #expect(header.contains("Message-ID: <laurel.7.1@games.example>"))
        #expect(header.contains("To: jim@mail.example") && header.contains("Auto-Submitted: auto-generated"))
        #expect(header.contains("MIME-Version: 1.0"))
        #expect(header.contains("From: =?UTF-8?B?TGF1cmVs?= <games@games.example>"))
        #expect(header.contains { $0.hasPrefix("Content-Type: multipart/alternative; boundary=") })
        #expect(all.allSatisfy { $0.utf8.count <= 76 || $0.hasPrefix("Content-Type: multipart") })
        #expect(try subject(message) == "Hello")
        #expect(try parts(message) == ["text/plain": "Text\r\n", "text/html": "<p>Text</p>"])
    }

    @Test("rule 1.17: nothing in a subject, a name or a text ends a line of the header or a part")
    func injection() throws {
        let evil = "Hi\r\nBcc: other@mail.example\r\n\r\n.\r\n--=_laurel.laurel.7--\r\n"
        let message = MailMessage(
            from: try sender("games@games.example"), to: try MailAddress("jim@mail.example"), subject: evil,
            text: evil, html: evil, date: .first, id: "laurel.7")
        let all = lines(message)
        #expect(!all.contains { $0.hasPrefix("Bcc") || $0 == "." })
        #expect(all.count { $0.hasPrefix("--=_laurel.laurel.7") } == 3)
        #expect(try subject(message) == evil)
        for text in [
            "Jim\r\nBcc: x <games@games.example>", "games@games.example\r\n", "<>", "", "Laurel games@x.example",
        ] {
            #expect(MailSender(text) == nil, "\(text)")
        }
    }

    @Test("a long subject of any script comes in words of whole characters")
    func longSubject() throws {
        let text = String(repeating: "琥珀苍鹭 🐒 é", count: 20)
        let message = MailMessage(
            from: try sender("games@games.example"), to: try MailAddress("jim@mail.example"), subject: text,
            text: "", html: "", date: .first, id: "laurel.7")
        #expect(try subject(message) == text)
        #expect(lines(message).allSatisfy { $0.utf8.count <= 76 || $0.hasPrefix("Content-Type: multipart") })
    }

    @Test(
        "rule 1.17: every mail has its text and its link, in both parts and both languages",
        arguments: MailKind.allCases, MailLanguage.allCases)
    func texts(kind: MailKind, language: MailLanguage) throws {
        let writer = MailWriter(from: try sender("games@games.example"), origin: "https://games.example")
        let subjects = kind == .accountChange ? AccountChange.allCases.map(\.rawValue) + ["later"] : ["Firefox-Linux"]
        var seen: Set<String> = []
        for subject in subjects {
            let token = kind.linkLifetime == nil ? nil : "abc-DEF_123"
            let message = writer.message(
                try mail(kind, language, alias: "<b>&\"jim", subject: subject), token: token)
            let parts = try parts(message)
            let (text, html) = (try #require(parts["text/plain"]), try #require(parts["text/html"]))
            let link =
                switch kind {
                case .confirmation: "https://games.example/mail/#confirm=abc-DEF_123"
                case .reset: "https://games.example/mail/#reset=abc-DEF_123"
                case .signIn, .accountChange: "https://games.example/me/settings/?view=security"
                }
            #expect(text.contains(link) && html.contains("<a href=\"\(link)\">"))
            #expect(text.contains("<b>&\"jim") && text.contains("games.example"))
            #expect(html.contains("&lt;b&gt;&amp;&quot;jim") && !html.contains("<b>"))
            #expect(html.contains(language == .english ? "lang=\"en\"" : "lang=\"zh-Hans\""))
            let isChinese = text.unicodeScalars.contains { (0x4E00...0x9FFF).contains($0.value) }
            #expect(isChinese == (language == .simplifiedChinese))
            #expect(seen.insert(text).inserted, "\(subject) says what another change says")
            #expect(try !self.subject(message).isEmpty && message.to.text == "jim@mail.example")
        }
    }

    @Test("a browser's name is told without the mark that makes it its own")
    func deviceName() throws {
        let writer = MailWriter(from: try sender("games@games.example"), origin: "https://games.example")
        let device = "Firefox-Linux." + String(repeating: "a", count: 24)
        let text = try #require(try parts(writer.message(try mail(.signIn, subject: device), token: nil))["text/plain"])
        #expect(text.contains("Device: Firefox, Linux\r\nTime: 2026-11-21 12:00 UTC"), "\(text)")
        let unnamed = try #require(try parts(writer.message(try mail(.signIn), token: nil))["text/plain"])
        #expect(!unnamed.contains("Device"))
    }

    @Test("an address of a mail server is one of SMTP, with a port or its usual one")
    func servers() throws {
        let taken: [(text: String, host: String, port: UInt16)] = [
            ("smtp://mail.example", "mail.example", 587), ("smtp://mail.example:25/", "mail.example", 25),
            ("smtps://mail.example", "mail.example", 465), ("smtp://127.0.0.1:2525", "127.0.0.1", 2525),
            ("smtp://[::1]:2525", "[::1]", 2525), ("smtp://[::1]", "[::1]", 587),
        ]
        for (text, host, port) in taken {
            let server = try #require(SMTPServer(text), "\(text)")
            #expect(server.host == host && server.port == port, "\(text)")
        }
        for text in [
            "", "mail.example", "http://mail.example", "smtp://", "smtp://:25", "smtp://mail.example:0",
            "smtp://mail.example:65536", "smtp://user@mail.example", "smtp://mail.example/path", "smtp://a b",
            "smtp://mail.example?x", "smtp://mail.example:25:26", "smtp://mail\r\n.example",
        ] {
            #expect(SMTPServer(text) == nil, "\(text)")
        }
    }

    @Test("rule 1.17: what goes to another machine goes by TLS")
    func protection() throws {
        let expected: [(String, SMTPServer.Protection)] = [
            ("smtp://mail.example", .startTLS), ("smtps://mail.example", .fromTheStart),
            ("smtp://127.0.0.1", .none), ("smtp://localhost", .none), ("smtp://[::1]", .none),
            ("smtps://127.0.0.1", .fromTheStart), ("smtp://127.mail.example", .startTLS),
            ("smtp://127.0.0.1.example", .startTLS), ("smtp://localhost.example", .startTLS),
        ]
        for (text, protection) in expected {
            #expect(try #require(SMTPServer(text)).protection == protection, "\(text)")
        }
        var own = try #require(SMTPServer("smtp://127.0.0.1"))
        own.authorities = "/etc/ssl/own.pem"
        #expect(own.protection == .startTLS)
    }
}

extension String {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
