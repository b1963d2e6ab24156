public import LaurelDomain
public import LaurelStorage

/// Makes the message of a mail: its words, in text and in HTML.
public struct MailWriter: Sendable {
    private let from: MailSender
    /// Of the pages that links lead to, such as `https://games.example`.
    private let origin: String
    private let host: String

    public init(from: MailSender, origin: String) {
        self.from = from
        self.origin = origin
        host = String(origin.split(separator: "/").last ?? "")
    }

    /// - Parameter token: of its link; nil for a mail without one.
    public func message(_ mail: Mail, token: String?) -> MailMessage {
        let words = MailWords(language: mail.language)
        return message(
            words.text(mail, host: host), mail.language, link: origin + path(mail.kind, token: token ?? ""),
            to: mail.address, date: mail.created, id: "laurel.\(mail.id.rawValue).\(mail.created.milliseconds)")
    }

    /// A mail that says that mail works.
    /// - Parameter id: of this mail alone.
    public func test(
        _ language: MailLanguage, to address: MailAddress, at now: Timestamp, id: String
    ) -> MailMessage {
        message(
            MailWords(language: language).test(host: host), language, link: origin, to: address, date: now,
            id: "laurel.test.\(id)")
    }

    /// A token stands in the fragment, which browsers never send and no log has.
    private func path(_ kind: MailKind, token: String) -> String {
        switch kind {
        case .confirmation: "/mail/#confirm=\(token)"
        case .reset: "/mail/#reset=\(token)"
        case .signIn, .accountChange: "/me/settings/?view=security"
        }
    }

    private func message(
        _ words: MailWords.Text, _ language: MailLanguage, link: String, to address: MailAddress, date: Timestamp,
        id: String
    ) -> MailMessage {
        let text = words.paragraphs + (words.action == nil ? [] : [link]) + words.ending
        return MailMessage(
            from: from, to: address, subject: words.subject, text: text.joined(separator: "\n\n") + "\n",
            html: html(words, language, link: link), date: date, id: id)
    }

    private func html(_ words: MailWords.Text, _ language: MailLanguage, link: String) -> String {
        func paragraph(_ text: String) -> String {
            "<p>\(Self.escaped(text).replacing("\n", with: "<br>\n"))</p>\n"
        }
        let tag =
            switch language {
            case .english: "en"
            case .simplifiedChinese: "zh-Hans"
            }
        var body = words.paragraphs.map(paragraph).joined()
        if let action = words.action {
            // The address itself, too: who reads carefully sees where it leads.
            body += "<p><a href=\"\(Self.escaped(link))\">\(Self.escaped(action))</a></p>\n"
            body += paragraph(link)
        }
        body += words.ending.map(paragraph).joined()
        return """
            <!doctype html>
            <html lang="\(tag)">
            <head><meta charset="utf-8"><title>\(Self.escaped(words.subject))</title></head>
            <body style="font-family: sans-serif; line-height: 1.5">
            \(body)</body>
            </html>

            """
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            case "'": escaped += "&#39;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
