import Foundation
import LaurelProcess
import LaurelTestSupport
import Testing

/// Options from the command line, the environment and a file.
@Suite("Configuration", .timeLimit(.minutes(15))) struct ConfigurationTests {
    private func folder() throws -> URL { try CommandTests.folder() }

    private func run(_ arguments: [String], environment: [String: String] = [:]) throws -> CommandTests.Run {
        try CommandTests.laurel(all: arguments, variables: environment)
    }

    @Test("what is typed comes before the environment, and that before the file; each is said where it's from")
    func order() throws {
        let folder = try folder()
        let file = folder.appendingPathComponent("laurel.env")
        try Data(
            """
            # as systemd reads it
            LAUREL_PORT=9001
            LAUREL_ADDRESS='127.0.0.2'

            LAUREL_BODY_MEMORY="64"
            LAUREL_DEMO=on
            LAUREL_GUESTS=
            """.utf8
        ).write(to: file)
        let ran = try run(
            ["serve", "--check", "--data", folder.path, "--port", "9003"],
            environment: [
                "LAUREL_CONFIG": file.path, "LAUREL_PORT": "9002", "LAUREL_ADDRESS": "127.0.0.3",
                "LAUREL_STORE": "postgres://laurel:very-secret@db/laurel", "LAUREL_PROT": "1",
            ])
        #expect(ran.status == 0, "\(ran.output)")
        func line(_ option: String) -> String {
            ran.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                .first { $0.hasPrefix(option + " ") } ?? "nothing of \(option) in \(ran.output)"
        }
        #expect(line("--port").hasPrefix("--port 9003 ") && line("--port").hasSuffix("from the command line"))
        #expect(line("--address").hasPrefix("--address 127.0.0.3 "))
        #expect(line("--address").hasSuffix("from $LAUREL_ADDRESS"))
        #expect(line("--body-memory").hasPrefix("--body-memory 64 "))
        #expect(line("--body-memory").hasSuffix("from line 5 of \(file.path)"))
        #expect(line("--demo").hasPrefix("--demo on "))
        #expect(!ran.output.contains("very-secret") && ran.output.contains("Do you mean LAUREL_PORT?"))
        #expect(!ran.output.contains("--guests"), "an empty value is none")
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/laurel.db"), "nothing was started")
    }

    @Test("a switch of the file is turned off by hand")
    func switches() throws {
        let folder = try folder()
        let file = folder.appendingPathComponent("laurel.env")
        try Data("LAUREL_DEMO=yes\n".utf8).write(to: file)
        let common = ["serve", "--check", "--data", folder.path, "--config", file.path]
        #expect(try run(common).output.contains("--demo on"))
        #expect(try !run(common + ["--demo=off"]).output.contains("--demo on"))
        #expect(try !run(common, environment: ["LAUREL_DEMO": "0"]).output.contains("--demo on"))
        #expect(try run(common + ["--demo=maybe"]).status == 2)
    }

    @Test(
        "what is wrong with a file is said with its line",
        arguments: [
            ("LAUREL_PORT=9001\nLAUREL_PROT=9002\n", "line 2", "Do you mean LAUREL_PORT?"),
            ("\nLAUREL_PORT=http\n", "line 2", "must be an integer from 0 to 65535"),
            ("LAUREL_PORT=1\n# again\nLAUREL_PORT=2\n", "line 3", "as line 1 does"),
            ("serve well\n", "line 1", "must be NAME=value"), ("LAUREL_DEMO=\"on\n", "line 1", "isn't closed"),
            ("LAUREL_CONFIG=/etc/other\n", "line 1", "can't name another one"),
            ("LAUREL_DEMO=perhaps\n", "line 1", "must be on or off"),
        ])
    func wrong(text: String, line: String, reason: String) throws {
        let folder = try folder()
        let file = folder.appendingPathComponent("laurel.env")
        try Data(text.utf8).write(to: file)
        let ran = try run(["serve", "--data", folder.path, "--config", file.path])
        #expect(ran.status == 2 && ran.output.contains(line) && ran.output.contains(reason), "\(ran.output)")
    }

    @Test("a secret's file that others can read is refused, and one that isn't there is named")
    func secretFile() throws {
        let folder = try folder()
        let secret = folder.appendingPathComponent("store")
        let common = ["serve", "--check", "--data", folder.path, "--store-file", secret.path]
        #expect(try run(common).output.contains("can't read \(secret.path)"))
        try Data("postgres://laurel:very-secret@db/laurel\n".utf8).write(to: secret)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: secret.path)
        let open = try run(common)
        #expect(open.status == 2 && open.output.contains("chmod 640"))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: secret.path)
        let closed = try run(common)
        #expect(closed.status == 0 && !closed.output.contains("very-secret"), "\(closed.output)")
        #expect(try run(common + ["--store", "postgres://db/other"]).status == 2)
    }

    @Test("what --check finds wrong stands alone, with where it was set, and not among the values")
    func wrongAlone() throws {
        let folder = try folder()
        let file = folder.appendingPathComponent("laurel.env")
        try Data("LAUREL_ADDRESS=192.0.2.1\n".utf8).write(to: file)
        let common = ["serve", "--check", "--data", folder.path]
        for (words, text) in [
            (["--tls-certificate", "nocert", "--tls-key", "nokey"], "can't read nokey"),
            (["--config", file.path], "line 1 of \(file.path): address: this machine doesn't have 192.0.2.1"),
        ] {
            let ran = try run(common + words)
            #expect(ran.status == 2 && ran.output.hasPrefix("laurel: "), "\(ran.output)")
            #expect(ran.output.contains(text) && !ran.output.contains("\n"), "\(ran.output)")
        }
    }

    /// A file of providers that is right, with the files that it names.
    private func providers(in folder: URL) throws -> String {
        for (name, text) in [("google.secret", "very-secret\n"), ("steam.key", "0123456789ABCDEF\n")] {
            let file = folder.appendingPathComponent(name)
            try Data(text.utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
        }
        return """
            # others
            [google]
            name = Google
            issuer = https://accounts.google.com
            client-id = 1234.apps.googleusercontent.com
            client-secret-file = google.secret
            native-client-ids = 1234-a, 1234-b

            [steam]
            kind = steam
            app-id = 480
            key-file = \(folder.path)/steam.key
            [apple-games]
            kind = game-center
            bundle-ids = com.ali.MonkeyJump
            """
    }

    @Test("a file of providers is read by --check and by doctor, and shows no secret")
    func providerFile() throws {
        let folder = try folder()
        let file = folder.appendingPathComponent("providers.conf")
        try Data(try providers(in: folder).utf8).write(to: file)
        let check = try run(["serve", "--check", "--data", folder.path, "--providers", file.path])
        #expect(check.status == 0 && check.output.contains("--providers \(file.path)"), "\(check.output)")
        #expect(!check.output.contains("very-secret"))
        let doctor = try run(["doctor", "--data", folder.path, "--providers", file.path])
        #expect(doctor.output.contains("Google, steam, apple-games"), "\(doctor.output)")
    }

    @Test(
        "what is wrong in a file of providers is said with its line",
        arguments: [
            ("issuer = https://accounts.google.com", "issuer = http://accounts.google.com", "line 2", "https://"),
            ("issuer = https://accounts.google.com\n", "", "line 2", "needs issuer"),
            ("client-secret-file = google", "client-secret-file = gone", "gone.secret", "can't read"),
            ("[steam]", "[google]", "line 9", "there already"), ("[steam]", "[Steam]", "line 9", "small letters"),
            ("name = Google", "nam = Google", "line 3", "called nam"),
            ("name = Google", "name", "line 3", "KEY = VALUE"),
            ("kind = steam", "kind = epic", "line 9", "not “epic”"),
            ("app-id = 480", "app-id = -1", "line 9", "must be a number"),
            ("bundle-ids = com.ali.MonkeyJump", "", "line 13", "needs bundle-ids"),
        ])
    func wrongProviderFile(part: String, other: String, line: String, reason: String) throws {
        let folder = try folder()
        let file = folder.appendingPathComponent("providers.conf")
        let text = try providers(in: folder).replacingOccurrences(of: part, with: other)
        try Data(text.utf8).write(to: file)
        let ran = try run(["serve", "--check", "--data", folder.path, "--providers", file.path])
        #expect(ran.status == 2 && ran.output.contains(line) && ran.output.contains(reason), "\(ran.output)")
    }

    @Test("the docs list every option of the server, with the word for its value, and no other")
    func documented() throws {
        let help = try run(["serve", "--help"]).output
        let options = help.split(separator: "\n").filter { $0.hasPrefix("  --") }.compactMap { line in
            line.dropFirst(2).range(of: "  ").map { String(line.dropFirst(2)[..<$0.lowerBound]) }
        }
        #expect(options.count > 20)
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let docs = try String(contentsOf: root.appendingPathComponent("docs/operating.md"), encoding: .utf8)
        let start = try #require(docs.range(of: "\n| option | meaning | default |\n|---|---|---|\n")?.upperBound)
        let end = try #require(docs[start...].range(of: "\n\n")?.lowerBound)
        var listed: Set<String> = []
        for row in docs[start..<end].split(separator: "\n") {
            // It may have several; a bar in a cell is escaped.
            let cells = row.replacingOccurrences(of: "\\|", with: "/").split(separator: "|")
            for word in try #require(cells.first).split(separator: "`") where word.hasPrefix("--") {
                listed.insert(word.replacingOccurrences(of: "/", with: "|"))
            }
        }
        #expect(listed.symmetricDifference(options) == [])
    }
}
