import Foundation
import LaurelProcess
import LaurelTestSupport
import Testing

/// Mail that leaves a whole server, judged by other people's mail server.
@Suite("Mail of a whole server", .serialized, .timeLimit(.minutes(15))) struct MailTests {
    private static let password = "correct horse battery"
    private static let address = "jim@mail.example"
    /// Nobody listens there, and nothing has to: tests use the socket in the data folder.
    private static let origin = "http://127.0.0.1:9"

    private struct Trouble: Error { let what: String }

    private func folder() throws -> URL { try URL(filePath: TemporaryFolder().path) }

    private func options(_ server: MailServer, _ more: [String] = []) -> [String] {
        [
            "--smtp", "smtp://127.0.0.1:\(server.port)", "--mail-from", "Laurel <games@games.example>",
            "--public-url", Self.origin,
        ] + more
    }

    /// A new player who asks for a link to confirm an address.
    private func ask(_ server: LaurelProcess) async throws -> String {
        let player = try await server.administration.json(
            "POST", "/v1/players", ["alias": "jungle-jim", "password": Self.password, "device": "phone"])
        let token = try #require(player.object["token"] as? String, "\(player.text)")
        let set = try await server.administration.json(
            "PUT", "/v1/players/me/mail-address", ["address": Self.address], token: token)
        #expect(set.status == 200 && set.object["pending"] as? String == Self.address, "\(set.text)")
        return token
    }

    /// The token of the link in a mail, which is the same in both of its parts.
    private func token(of mail: [String: Any], _ name: String) throws -> String {
        let parts = try #require(mail["parts"] as? [String: String])
        let link = "\(Self.origin)/mail/#\(name)="
        var tokens: Set<String> = []
        for type in ["text/plain", "text/html"] {
            let text = try #require(parts[type])
            let start = try #require(text.range(of: link), "\(text)")
            tokens.insert(String(text[start.upperBound...].prefix(43)))
        }
        #expect(tokens.count == 1)
        return try #require(tokens.first)
    }

    @Test("rules 1.9, 1.17: an address is confirmed and a password reset by mail, over STARTTLS with a password")
    func startTLS() async throws {
        let folder = try folder()
        let mails = try await MailServer(.starttls, folder: folder)
        let passwordFile = folder.appending(path: "password")
        try Data((MailServer.password + "\n").utf8).write(to: passwordFile)
        let server = try LaurelProcess(
            arguments: options(
                mails,
                [
                    "--smtp-ca", mails.authorities, "--smtp-user", MailServer.user, "--smtp-password-file",
                    passwordFile.path,
                ]))
        let http = server.administration
        _ = try await ask(server)
        let confirmation = try await mails.next()
        #expect(confirmation["isSecure"] as? Bool == true && confirmation["user"] as? String == MailServer.user)
        #expect(confirmation["to"] as? [String] == [Self.address])
        #expect(confirmation["from"] as? String == "games@games.example")
        #expect(confirmation["defects"] as? [String] == [], "\(confirmation)")
        let headers = try #require(confirmation["headers"] as? [String: String])
        #expect(headers["From"] == "Laurel <games@games.example>" && headers["To"] == Self.address)
        #expect(headers["Subject"] == "Confirm your mail address" && headers["Auto-Submitted"] == "auto-generated")
        let link = try token(of: confirmation, "confirm")
        let confirmed = try await http.json("POST", "/v1/mail-confirmations", ["token": link])
        #expect(confirmed.status == 204, "\(confirmed.text)")

        let signedIn = try await http.json(
            "POST", "/v1/sessions", ["alias": "jungle-jim", "password": Self.password, "device": "tablet"])
        #expect(signedIn.status == 201, "\(signedIn.text)")
        let news = try #require(try await mails.next()["parts"] as? [String: String])
        #expect(news["text/plain"]?.contains("Device: tablet") == true, "\(news)")

        for address in ["nobody@mail.example", Self.address] {
            let asked = try await http.json("POST", "/v1/password-resets", ["address": address])
            #expect(asked.status == 204, "\(asked.text)")
        }
        let reset = try await mails.next()
        #expect(reset["to"] as? [String] == [Self.address])
        let done = try await http.json(
            "POST", "/v1/password-resets/completion",
            ["token": try token(of: reset, "reset"), "newPassword": "a battery of horses"])
        #expect(done.status == 204, "\(done.text)")
        let again = try await http.json(
            "POST", "/v1/sessions", ["alias": "jungle-jim", "password": "a battery of horses"])
        #expect(again.status == 201, "\(again.text)")
        _ = server.stop()
        try FileManager.default.removeItem(at: server.dataFolder)
    }

    @Test("rule 1.17: a mail server that hangs holds up nothing else, and its mail is sent after kill -9")
    func hanging() async throws {
        let folder = try folder()
        let silent = try await MailServer(.hang, folder: folder)
        let server = try LaurelProcess(arguments: options(silent))
        let token = try await ask(server)
        try await silent.waitForClient()
        let me = try await server.administration.json("GET", "/v1/players/me", token: token)
        #expect(me.status == 200)
        let changed = try await server.administration.json(
            "PUT", "/v1/players/me/password",
            ["currentPassword": Self.password, "newPassword": "a battery of horses"], token: token)
        #expect(changed.status == 204, "\(changed.text)")
        let data = server.dataFolder
        server.kill()

        let taking = try await MailServer(.plain, folder: folder)
        let next = try LaurelProcess(dataFolder: data, arguments: options(taking))
        let mail = try await taking.next()
        #expect(mail["to"] as? [String] == [Self.address] && mail["isSecure"] as? Bool == false)
        let confirmed = try await next.administration.json(
            "POST", "/v1/mail-confirmations", ["token": try self.token(of: mail, "confirm")])
        #expect(confirmed.status == 204, "\(confirmed.text)")
        _ = next.stop()
        try FileManager.default.removeItem(at: data)
    }

    @Test("laurel mail test says what a mail server said")
    func command() async throws {
        let folder = try folder()
        func test(_ server: MailServer, _ more: [String] = []) throws -> CommandTests.Run {
            try CommandTests.laurel(all: ["mail", "test", Self.address] + options(server, more))
        }
        let taking = try await MailServer(.plain, folder: folder)
        let taken = try test(taking)
        #expect(taken.status == 0 && taken.output.contains("took the mail"), "\(taken.output)")
        let headers = try #require(try await taking.next()["headers"] as? [String: String])
        #expect(headers["Subject"] == "Test mail from 127.0.0.1:9")
        let refusing = try test(try await MailServer(.refuse, folder: folder))
        #expect(refusing.status == 1 && refusing.output.contains("refused the mail"), "\(refusing.output)")
        #expect(refusing.output.contains("550"), "\(refusing.output)")
        let busy = try test(try await MailServer(.busy, folder: folder))
        #expect(busy.status == 1 && busy.output.contains("451"), "\(busy.output)")
        // It wants TLS, which isn't begun on this machine unless a certificate is named…
        let secure = try await MailServer(.starttls, folder: folder)
        let plain = try test(secure)
        #expect(plain.status == 1 && plain.output.contains("530"), "\(plain.output)")
        // …and that of another server is not believed.
        let other = try await MailServer(.starttls, folder: try self.folder())
        let foreign = try test(secure, ["--smtp-ca", other.authorities])
        #expect(foreign.status == 1 && foreign.output.contains("certificate"), "\(foreign.output)")
        // The doctor says the same without a mail.
        let well = try CommandTests.laurel(all: ["doctor"] + options(taking), data: folder)
        #expect(well.output.contains("✓ mail: 127.0.0.1, port "), "\(well.output)")
        let unwell = try CommandTests.laurel(
            all: ["doctor"] + options(secure, ["--smtp-ca", other.authorities]), data: folder)
        #expect(unwell.status == 1 && unwell.output.contains("✗ mail: 127.0.0.1, port "), "\(unwell.output)")
        // A server that has no TLS gets nothing where it was asked for.
        let bare = try test(taking, ["--smtp-ca", secure.authorities])
        #expect(bare.status == 1 && bare.output.contains("SSL"), "\(bare.output)")
    }

    @Test("options of mail that don't go together are refused with what is missing")
    func missingOptions() throws {
        let smtp = ["--smtp", "smtp://mail.example", "--mail-from", "a@b.example", "--public-url", "https://g.example"]
        for (words, expected) in [
            (["--smtp", "smtp://mail.example"], "--mail-from"), (["--mail-from", "a@b.example"], "--smtp"),
            (Array(smtp.prefix(4)), "--public-url"), (smtp + ["--smtp-user", "x"], "--smtp-password-file"),
            (smtp + ["--smtp-ca", "/nowhere/ca.pem"], "/nowhere/ca.pem"),
            (["--smtp", "http://mail.example"] + smtp.dropFirst(2), "smtp://HOST:PORT"),
            (smtp + ["--smtp-user", "x", "--smtp-password-file", "/nowhere/p"], "/nowhere/p"),
        ] {
            let run = try CommandTests.laurel(all: ["mail", "test", Self.address] + words)
            #expect(run.status == 2 && run.output.contains(expected), "\(words): \(run.output)")
        }
        let wrong = try CommandTests.laurel(all: ["mail", "test", "jim"] + smtp)
        #expect(wrong.status == 2 && wrong.output.contains("jim"), "\(wrong.output)")
    }
}
