import Foundation
import LaurelAPI
import LaurelDomain
import LaurelNotifications

/// What the operator decides about mail.
struct MailSettings: Sendable {
    static let passwordBytesLimit = 1_024

    let server: SMTPServer
    let from: MailSender
    /// Of the pages that links lead to.
    let origin: String
    let perHour: Int

    /// What the server and `laurel mail test` take.
    static let options = [
        CommandOption("--smtp", "URL", "Mail server: smtp://HOST:PORT (STARTTLS) or smtps://HOST:PORT (default: none)"),
        CommandOption("--smtp-user", "NAME", "User name at the mail server"),
        CommandOption("--smtp-password-file", "FILE", "File with the password at the mail server"),
        CommandOption("--smtp-ca", "FILE", "Certificates that the mail server's is signed by (default: the system's)"),
        CommandOption("--mail-from", "SENDER", "Sender of mails, such as “Laurel <games@example.org>”"),
    ]
    static let perHourOption = CommandOption("--mails-per-hour", "N", "Limit of mails in all (default: 10000)")

    /// - Returns: nil: no mail.
    static func find(_ invocation: Invocation) throws(Failure) -> MailSettings? {
        guard let address = invocation["--smtp"] else {
            let others = ["--smtp-user", "--smtp-password-file", "--smtp-ca", "--mail-from", perHourOption.name]
            if let other = others.first(where: { invocation[$0] != nil }) {
                throw Failure("\(other) needs --smtp")
            }
            return nil
        }
        return try MailSettings(address, invocation)
    }

    private init(_ address: String, _ invocation: Invocation) throws(Failure) {
        guard var server = SMTPServer(address) else {
            throw Failure("--smtp must be smtp://HOST:PORT or smtps://HOST:PORT, without a user; see --smtp-user")
        }
        guard let sender = invocation["--mail-from"] else {
            throw Failure("--smtp needs --mail-from, such as games@example.org")
        }
        guard let from = MailSender(sender) else {
            throw Failure("--mail-from must be ADDRESS or NAME <ADDRESS>, not “\(sender)”")
        }
        // Links in mails lead there, and none may lead where only this machine finds anything.
        guard let text = invocation["--public-url"] else {
            throw Failure("--smtp needs --public-url, which links in mails lead to")
        }
        guard let url = PublicURL(text) else {
            throw Failure("--public-url must be http:// or https:// and a host, not “\(text)”")
        }
        server.user = invocation["--smtp-user"]
        if let path = invocation["--smtp-password-file"] { server.password = try Self.password(path) }
        guard (server.user == nil) == (server.password == nil) else {
            throw Failure("--smtp-user and --smtp-password-file need each other")
        }
        if let path = invocation["--smtp-ca"] {
            if let reason = InputFile.trouble(path) { throw Failure("--smtp-ca: can't read \(path): \(reason)") }
            server.authorities = path
        }
        self.server = server
        self.from = from
        origin = url.origin
        perHour = try invocation.number(Self.perHourOption.name, in: 1...1_000_000, default: MailLimits.total)
    }

    /// The file's first line.
    private static func password(_ path: String) throws(Failure) -> String {
        let data: [UInt8]
        do throws(InputFile.Unreadable) { data = try InputFile.read(path, limit: 1 << 16) } catch {
            throw Failure("--smtp-password-file: can't read \(path): \(error.reason)")
        }
        let line = data.prefix { $0 != 0x0A && $0 != 0x0D }
        guard !line.isEmpty, line.count <= passwordBytesLimit, let text = String(bytes: line, encoding: .utf8) else {
            throw Failure("--smtp-password-file: \(path) must have one line of at most \(passwordBytesLimit) bytes")
        }
        return text
    }

    var client: SMTPClient {
        let host = origin.split(separator: "/").last?.split(separator: ":").first ?? ""
        return SMTPClient(server, greeting: String(host))
    }

    var writer: MailWriter { MailWriter(from: from, origin: origin) }
}
