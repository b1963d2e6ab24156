import LaurelCryptography
import LaurelDomain
import LaurelNotifications

extension Command {
    /// Needs no server: it hands a mail to the mail server by itself, as `serve` with the same options would.
    static let mailTest = Command(
        name: ["mail", "test"], summary: "Send a test mail, and say what became of it", arguments: ["ADDRESS"],
        options: [CommandOption("--public-url", "URL", "URL players use, such as https://games.example")]
            + MailSettings.options,
        examples: [
            "laurel mail test me@example.org --smtp smtp://mail.example:587 --smtp-user games "
                + "--smtp-password-file /etc/laurel/smtp --mail-from games@example.org "
                + "--public-url https://games.example"
        ]
    ) { invocation in
        let typed = invocation.arguments[0]
        let address: MailAddress
        do throws(InvalidIdentifier) { address = try MailAddress(typed) } catch {
            throw Failure("“\(typed)” is no mail address")
        }
        guard let settings = try MailSettings.find(invocation) else {
            throw Failure("give the server's mail options: --smtp, --mail-from, --public-url")
        }
        let message = settings.writer.test(
            .english, to: address, at: Clock.system.now(), id: Base64URL.text(SecureRandom.bytes(12)))
        let client = settings.client
        defer { client.stop() }
        let server = "\(settings.server.host), port \(settings.server.port)"
        switch await client.send(message) {
        case .sent:
            Terminal.say("\(server) took the mail. Look into the inbox of \(address.text), and its spam folder.")
        case .refused(let reason):
            throw Failure("\(server) refused the mail to \(address.text): \(reason)", status: 1)
        case .failed(let reason): throw Failure("\(server) didn't take the mail: \(reason)", status: 1)
        }
    }
}
