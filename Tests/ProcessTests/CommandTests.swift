import Foundation
import LaurelProcess
import LaurelTestSupport
import Testing

/// `laurel` at the command line, as an operator types it.
@Suite("Commands", .serialized, .timeLimit(.minutes(15))) struct CommandTests {
    /// A command's exit status and all that it printed.
    struct Run {
        let status: Int32
        let output: String
    }

    /// Runs `laurel` with its errors on the same stream as the rest.
    static func laurel(_ words: String..., data: URL? = nil) throws -> Run { try laurel(all: words, data: data) }

    /// - Parameter variables: beside those of the test's own environment.
    static func laurel(all words: [String], data: URL? = nil, variables: [String: String] = [:]) throws -> Run {
        var script = "exec \"$0\" \"$@\" 2>&1"
        script = "ulimit -c 0; " + script
        let folder = data.map { ["--data", $0.path] } ?? []
        let process = try ChildProcess(
            URL(filePath: "/bin/sh"), ["-c", script, BuiltProducts.executable("laurel").path] + words + folder,
            environment: variables)
        let output = process.remainingOutput()
        return Run(status: process.wait(), output: output)
    }

    static func folder() throws -> URL {
        try URL(filePath: TemporaryFolder().path)
    }

    @Test("every command tells of itself, and a wrong word says what would be right")
    func help() throws {
        let all = try Self.laurel("--help")
        #expect(all.status == 0)
        for command in ["serve", "app create", "leaderboard create", "import", "export", "backup", "restore", "doctor"]
        {
            #expect(all.output.contains(command))
            let words = command.split(separator: " ").map(String.init)
            let one =
                words.count == 1 ? try Self.laurel(words[0], "--help") : try Self.laurel(words[0], words[1], "--help")
            #expect(one.status == 0)
            #expect(one.output.contains("usage: laurel \(command)"))
        }
        let unknown = try Self.laurel("servo")
        #expect(unknown.status == 2)
        #expect(unknown.output.contains("laurel --help"))
        let option = try Self.laurel("serve", "--prot", "1")
        #expect(option.status == 2)
        #expect(option.output.contains("--prot"))
        let value = try Self.laurel("serve", "--port", "eighty")
        #expect(value.status == 2)
        #expect(value.output.contains("eighty"))
        #expect(try Self.laurel("--version").output.hasPrefix("laurel "))
    }

    @Test("output that can't be written fails the command")
    func lostOutput() throws {
        let process = try ChildProcess(
            URL(filePath: "/bin/sh"),
            ["-c", "exec 3>&1; \"$0\" types 2>&3 >/dev/full", BuiltProducts.executable("laurel").path])
        let output = process.remainingOutput()
        #expect(process.wait() == 1 && output.contains("could be written"), "\(output)")
    }

    @Test("a list of stolen passwords keeps players from choosing them, and one that can't be used stops the start")
    func stolenPasswords() async throws {
        let data = try Self.folder()
        defer { try? FileManager.default.removeItem(at: data) }
        let list = data.appending(path: "list.txt")
        for (text, reason) in [
            (nil, "No such file"), ("", "empty"), ("stolen elsewhere\n", "40 hexadecimal digits"),
            // By how often they were seen.
            (
                "7C4A8D09CA3762AF61E59520943DC26494F8941B:9\n5BAA61E4C9B93F3F0682250B6CF8331B7EE68FD8:8\n",
                "isn't sorted"
            ),
        ] {
            if let text { try text.write(to: list, atomically: false, encoding: .utf8) }
            for command in ["serve", "doctor"] {
                let refused = try Self.laurel(command, "--breached-passwords", list.path, data: data)
                #expect(refused.status == 1 && refused.output.contains(reason), "\(refused.output)")
            }
        }
        // SHA-1 of "difference engine".
        try "0F99A90FCCF50473E477FFCAC16041A621B4038C:3\r\n".write(to: list, atomically: false, encoding: .utf8)
        #expect(try Self.laurel("doctor", "--breached-passwords", list.path, data: data).output.contains("incomplete"))
        let server = try LaurelProcess(dataFolder: data, arguments: ["--breached-passwords", list.path])
        let stolen = try await server.http.json(
            "POST", "/v1/players", ["alias": "golfer", "password": "difference engine"])
        #expect(stolen.object["field"] as? String == "password", "\(stolen.text)")
        #expect(stolen.text.contains("stolen elsewhere"), "\(stolen.text)")
        #expect(stolen.object["reason"] as? String == "breached", "\(stolen.text)")
        let good = try await server.http.json(
            "POST", "/v1/players", ["alias": "golfer", "password": "analytical engine"])
        #expect(good.object["token"] != nil, "\(good.text)")
        #expect(server.stop() == 0)
    }

    @Test("the reference has a row for every command, with its sentence")
    func reference() throws {
        let commands = try Self.laurel("--help").output.split(separator: "\n").compactMap { line -> String? in
            guard line.hasPrefix("  "), line.dropFirst(2).first?.isLowercase == true,
                let gap = line.dropFirst(2).range(of: "  ")
            else { return nil }
            let sentence = line[gap.upperBound...].trimmingCharacters(in: .whitespaces)
            return "| `laurel \(line.dropFirst(2)[..<gap.lowerBound])` | \(sentence) |"
        }
        #expect(commands.count > 60)
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let reference = try String(contentsOf: root.appending(path: "docs/reference.md"), encoding: .utf8)
        let rows = Set(reference.split(separator: "\n").map(String.init))
        #expect(commands.filter { !$0.contains("--demo") && !rows.contains($0) } == [])
    }

    @Test("rules 3.1, 3.4, 4.2: apps and leaderboards are made with and without a server, and count at once")
    func configuration() async throws {
        let data = try Self.folder()
        defer { try? FileManager.default.removeItem(at: data) }
        #expect(try Self.laurel("app", "create", "org.example.golf", "--name", "Golf", data: data).status == 0)
        let again = try Self.laurel("app", "create", "org.example.golf", "--name", "Golf", data: data)
        #expect(again.status == 1)
        #expect(try Self.laurel("app", "enable", "org.example.golf", data: data).status == 0)
        #expect(try Self.laurel("app", "release", "org.example.golf", data: data).status == 0)

        let server = try LaurelProcess(dataFolder: data)
        let made = try Self.laurel(
            "leaderboard", "create", "org.example.golf", "strokes", "--name", "Strokes", "--order", "lowToHigh",
            "--suffix",
            " strokes", "--suffix-singular", " stroke", "--lowest", "1", "--highest", "1000", data: data)
        #expect(made.status == 0, "\(made.output)")
        // It was made since the release: Production waits for the next one.
        #expect(try Self.laurel("app", "release", "org.example.golf", data: data).status == 0)
        let signedUp = try await server.http.json(
            "POST", "/v1/players", ["alias": "golfer", "password": "a long way home", "bundleID": "org.example.golf"])
        let token = try #require(signedUp.object["token"] as? String, "\(signedUp.text)")
        let scores = "/v1/games/org.example.golf/leaderboards/strokes/scores"
        let score = try await server.http.json("POST", scores, ["value": 72], token: token)
        #expect((score.object["entry"] as? [String: Any])?["formatted"] as? String == "72 strokes", "\(score.text)")
        let refused = try await server.http.json("POST", scores, ["value": 0], token: token)
        #expect(refused.object["type"] as? String == "/problems/score-out-of-range")

        let narrowed = try Self.laurel(
            "leaderboard", "set", "org.example.golf", "strokes", "--lowest", "1", "--highest", "50", data: data)
        #expect(narrowed.output.contains("hides 1 entry"), "\(narrowed.output)")
        #expect(try Self.laurel("leaderboard", "list", "org.example.golf", data: data).output.contains("lowToHigh"))
        try changes(of: "org.example.golf", data)
        try exports(of: "org.example.golf", data)
        try bans(of: "golfer", in: "org.example.golf", data)
        try archive("org.example.golf", data)
        #expect(server.stop() == 0)
    }

    /// What isn't named stays as it is.
    private func changes(of app: String, _ data: URL) throws {
        let board = ["leaderboard", "set", app, "strokes"]
        let renamed = try Self.laurel(all: board + ["--name", "Hits"], data: data)
        #expect(renamed.status == 0 && !renamed.output.contains("hides"), "\(renamed.output)")
        #expect(try Self.laurel(all: board + ["--description", "Few are good."], data: data).status == 0)
        #expect(try Self.laurel(all: board + ["--suffix", " hits"], data: data).status == 0)
        let nameless = try Self.laurel(all: board + ["--language", "de", "--suffix", " Schläge"], data: data)
        #expect(nameless.status == 2 && nameless.output.contains("requires --name"), "\(nameless.output)")
        let localize = ["app", "localize", app, "--language", "zh-Hans"]
        for words in [["--name", "高尔夫", "--description", "少即是多"], ["--subtitle", "十八洞"], ["--name", "高球"]] {
            #expect(try Self.laurel(all: localize + words, data: data).status == 0)
        }
        let file = try Self.laurel("export", app, data: data).output
        for text in ["Hits", "Few are good.", " hits", " stroke", "少即是多", "十八洞", "高球"] {
            #expect(file.contains("\"\(text)\""), "\(text): \(file)")
        }
        #expect(try Self.laurel("app", "set", app, "--origin", "https://golf.example", data: data).status == 0)
        let origins = try Self.laurel("app", "set", app, "--add-origin", "http://localhost:8081", data: data)
        #expect(origins.output.contains("https://golf.example, http://localhost:8081"), "\(origins.output)")
        for (word, value) in [("on", "true"), ("off", "false")] {
            #expect(try Self.laurel("app", "set", app, "--desktop", word, data: data).status == 0)
            let shown = try Self.laurel("app", "show", app, data: data).output.filter { $0 != " " }
            #expect(shown.contains("\"hasDesktopGame\":\(value)"), "\(shown)")
        }
        let wrong = try Self.laurel("app", "set", app, "--desktop", "yes", data: data)
        #expect(wrong.status == 2 && wrong.output.contains("on, off"), "\(wrong.output)")
    }

    /// What fails leaves no file, and none is overwritten.
    private func exports(of app: String, _ data: URL) throws {
        let file = data.appending(path: "scores.csv")
        let unknown = try Self.laurel("export", "scores", "org.example.nope", "--to", file.path, data: data)
        #expect(unknown.status == 1 && !FileManager.default.fileExists(atPath: file.path), "\(unknown.output)")
        #expect(try Self.laurel("export", "scores", app, "--to", file.path, data: data).status == 0)
        let again = try Self.laurel("export", "scores", app, "--to", file.path, data: data)
        #expect(again.status == 1 && again.output.contains("move it, or choose another file"), "\(again.output)")
        #expect(try Self.laurel("app", "create", "org.example.new", "--name", "New", data: data).status == 0)
        let unreleased = try Self.laurel("export", "achievements", "org.example.new", data: data)
        #expect(unreleased.status == 1 && unreleased.output.contains("--environment sandbox"), "\(unreleased.output)")
    }

    /// Who is banned from a team's apps is found, and stays so until that ends.
    private func bans(of player: String, in app: String, _ data: URL) throws {
        #expect(try Self.laurel("player", "ban", player, "--app", app, "--reason", "hack", data: data).status == 0)
        #expect(try Self.laurel("player", "bans", data: data).output.contains(player))
        #expect(try Self.laurel("player", "show", player, data: data).output.contains("banned from the apps of team"))
        let elsewhere = try Self.laurel("player", "unban", player, data: data)
        #expect(elsewhere.status == 1, "\(elsewhere.output)")
        #expect(elsewhere.output.contains("laurel player unban \(player) --app \(app)"), "\(elsewhere.output)")
        #expect(try Self.laurel("player", "unban", player, "--app", app, data: data).output.contains("no longer"))
        #expect(try Self.laurel("player", "bans", data: data).output.contains("Nobody is banned"))
    }

    private func archive(_ app: String, _ data: URL) throws {
        #expect(try Self.laurel("app", "archive", app, data: data).status == 0)
        #expect(try Self.laurel("app", "list", data: data).output.contains("archived"))
        let enabled = try Self.laurel("app", "enable", app, data: data)
        #expect(enabled.status == 1 && enabled.output.contains("laurel app archive \(app) --undo"), "\(enabled.output)")
    }

    @Test("a word that can't be meant is refused with what is expected, and what the server refuses is said")
    func refusals() throws {
        let data = try Self.folder()
        defer { try? FileManager.default.removeItem(at: data) }
        #expect(try Self.laurel("app", "create", "org.example.golf", "--name", "Golf", data: data).status == 0)
        for (words, reason) in [
            (["app", "enable", "golf"], "BUNDLE_ID must be a bundle ID"),
            (
                ["leaderboard", "create", "org.example.golf", "a", "--name", "A", "--format", "float"],
                "--format must be"
            ),
            (
                ["leaderboard", "create", "org.example.golf", "a", "--name", "A", "--lowest", "9", "--highest", "1"],
                "below"
            ),
            (["leaderboard", "archive", "org.example.golf", "a b"], "ID must be a leaderboard ID"),
            (["team", "members", "golf"], "TEAM must be a team ID"),
            (["score", "remove", "org.example.golf", "a", "-1"], "SEQUENCE must be a positive integer"),
            (["webhook", "log", "org.example.golf", "--environment", "test"], "--environment must be one of"),
            (
                ["webhook", "set", "org.example.golf", "https://x.example", "--events", "challengeReceived,won"],
                "“won”"
            ),
            (["review", "list", "--state", "open"], "--state must be one of"),
        ] {
            let run = try Self.laurel(all: words, data: data)
            #expect(run.status == 2 && run.output.contains(reason), "\(run.output)")
        }
        let nowhere = try Self.laurel(all: ["app", "list", "--data", ""])
        #expect(nowhere.status == 2 && nowhere.output.contains("--data is empty. It must name a folder"))
        let copy = try Self.laurel("copy", "--from", data.path, "--to", "mysql://db/golf")
        #expect(copy.status == 2 && copy.output.contains("--to must be a data folder or postgres"), "\(copy.output)")
        let broken = data.appending(path: "broken.json")
        try Data("{".utf8).write(to: broken)
        let unread = try Self.laurel("import", broken.path, data: data)
        #expect(
            unread.status == 1 && unread.output.contains("broken.json isn't valid JSON at byte"), "\(unread.output)")
        for (words, reason) in [
            (["import", "none.json"], "can't read none.json: No such file or directory"),
            (["app", "create", "a.b", "--name", "B", "--data", broken.path + "/x"], "/x: Not a directory"),
            (["backup", "--to", "none/b.db", "--data", data.path], "can't create none/b.db: none: No such file"),
            (["serve", "--port", "0", "--address", "192.0.2.1", "--data", data.path], "doesn't have 192.0.2.1. Run"),
        ] {
            let run = try Self.laurel(all: words)
            #expect(run.status == 1 && run.output.contains(reason), "\(run.output)")
        }
        let long = try Self.laurel(
            "leaderboard", "set", "org.example.golf", "none", "--name", String(repeating: "a", count: 300), data: data)
        #expect(long.status == 1 && long.output.hasPrefix("laurel: "), "\(long.output)")
        let points = try Self.laurel(
            "achievement", "create", "org.example.golf", "a", "--title", "A", "--before", "B", "--points",
            "\(Int64.max)", data: data)
        #expect(points.status == 1 && points.output.contains("(points)"), "\(points.output)")
        let interval = try Self.laurel(
            "moderation", "set", "org.example.golf", "--interval", "\(Int64.min)", data: data)
        #expect(interval.status == 1 && interval.output.contains("(shortestIntervalSeconds)"), "\(interval.output)")
    }

    @Test("rule 14.1: activities are made, changed, listed, archived and deleted from the shell")
    func activities() throws {
        let data = try Self.folder()
        defer { try? FileManager.default.removeItem(at: data) }
        let golf = "org.example.golf"
        #expect(try Self.laurel("app", "create", golf, "--name", "Golf", data: data).status == 0)
        let made = try Self.laurel(
            "activity", "create", golf, "Race", "--title", "Race", "--style", "synchronous", "--min-players", "2",
            "--max-players", "8", "--properties", "course=links,wind=", "--party-codes", data: data)
        #expect(made.status == 0, "\(made.output)")
        let changed = try Self.laurel(
            "activity", "set", golf, "Race", "--no-max-players", "--details", "First wins.", data: data)
        #expect(changed.status == 0, "\(changed.output)")
        let list = try Self.laurel("activity", "list", golf, data: data)
        #expect(list.output.contains("2+") && list.output.contains("party codes"), "\(list.output)")
        let exported = try Self.laurel("export", golf, data: data).output
        #expect(exported.contains("First wins.") && exported.contains("links"), "\(exported)")
        let wrong = try Self.laurel("activity", "set", golf, "Race", "--properties", "course", data: data)
        #expect(wrong.status == 2 && wrong.output.contains("name=value"), "\(wrong.output)")
        #expect(try Self.laurel("activity", "archive", golf, "Race", data: data).status == 0)
        #expect(try Self.laurel("activity", "delete", golf, "Race", data: data).status == 0)
    }

    @Test("rule 3.7: what is exported imports without a change, and elsewhere makes the same app")
    func exportAndImport() throws {
        let (one, other) = (try Self.folder(), try Self.folder())
        defer { for folder in [one, other] { try? FileManager.default.removeItem(at: folder) } }
        #expect(try Self.laurel("app", "create", "org.example.golf", "--name", "Golf", data: one).status == 0)
        #expect(try Self.laurel("leaderboard", "create", "org.example.golf", "a", "--name", "A", data: one).status == 0)
        let exported = try Self.laurel("export", "org.example.golf", data: one)
        #expect(exported.status == 0)
        let file = one.appending(path: "golf.json")
        try Data(exported.output.utf8).write(to: file)

        #expect(try Self.laurel("import", file.path, data: one).output.contains("already matches"))
        let plan = try Self.laurel("import", file.path, "--plan", data: other)
        #expect(plan.output.contains("nothing was changed"), "\(plan.output)")
        #expect(try Self.laurel("app", "list", data: other).output.contains("No apps yet"))
        #expect(try Self.laurel("import", file.path, data: other).status == 0)
        #expect(try Self.laurel("export", "org.example.golf", data: other).output == exported.output)
    }

    @Test("a backup of a running server brings back all that was acknowledged before it")
    func backup() async throws {
        let server = try LaurelProcess()
        let game = try await TestGame(on: server)
        let token = try await game.player("saver")
        for value in 1...50 { _ = try await server.http.json("POST", game.scores, ["value": value], token: token) }
        let copy = server.dataFolder.appending(path: "copy.db")
        let made = try Self.laurel("backup", "--to", copy.path, data: server.dataFolder)
        #expect(made.status == 0, "\(made.output)")
        _ = try await server.http.json("POST", game.scores, ["value": 1_000], token: token)
        let busy = try Self.laurel("restore", "--from", copy.path, "--replace", data: server.dataFolder)
        #expect(busy.status == 1, "a running server's store is not replaced: \(busy.output)")
        #expect(try Self.laurel("backup", "--to", copy.path, data: server.dataFolder).status == 1, "never overwritten")

        let data = try Self.folder().appending(path: "restored")
        #expect(try Self.laurel("restore", "--from", copy.path, data: data).status == 0)
        try FileManager.default.copyItem(
            at: server.dataFolder.appending(path: "laurel.key"), to: data.appending(path: "laurel.key"))
        let restored = try LaurelProcess(dataFolder: data)
        let local = try await restored.http.json("GET", game.entries, token: token)
        #expect((local.object["local"] as? [String: Any])?["value"] as? Int == 50, "\(local.text)")
        #expect(restored.stop() == 0)
        #expect(server.stop() == 0)

        var bytes = try Data(contentsOf: copy)
        let middle = bytes.count / 2
        for offset in middle..<min(middle + 4_096, bytes.count) { bytes[offset] = 0xA5 }
        try bytes.write(to: copy)
        let damaged = try Self.laurel("restore", "--from", copy.path, data: try Self.folder().appending(path: "none"))
        #expect(damaged.status == 1)
    }

    @Test("after a clean stop the one file holds all: it can be copied by itself, with its key")
    func wholeFile() async throws {
        let server = try LaurelProcess()
        let game = try await TestGame(on: server)
        let token = try await game.player("saver")
        _ = try await server.http.json("POST", game.scores, ["value": 7], token: token)
        #expect(server.stop() == 0)
        let elsewhere = try Self.folder()
        for name in ["laurel.db", "laurel.key"] {
            try FileManager.default.copyItem(
                at: server.dataFolder.appending(path: name), to: elsewhere.appending(path: name))
        }
        let copy = try LaurelProcess(dataFolder: elsewhere)
        let answer = try await copy.http.json("GET", game.entries, token: token)
        #expect((answer.object["local"] as? [String: Any])?["value"] as? Int == 7, "\(answer.text)")
        #expect(copy.stop() == 0)
    }

    @Test("two servers never share a data folder, and a foreign file is no store")
    func lock() throws {
        let server = try LaurelProcess()
        let second = try Self.laurel("serve", "--port", "0", data: server.dataFolder)
        #expect(second.status == 1)
        #expect(second.output.contains("\(server.processID)"), "the message names the process: \(second.output)")
        #expect(server.stop() == 0)

        let foreign = try Self.folder()
        try Data("this is no database, and long enough to look like one".utf8)
            .write(to: foreign.appending(path: "laurel.db"))
        let refused = try Self.laurel("serve", "--port", "0", data: foreign)
        #expect(refused.status == 1)
        #expect(refused.output.contains("laurel.db"))
    }

    @Test("rule 1.9: a lost link and a lost password are made anew by the machine's owner")
    func lostSecrets() async throws {
        let server = try LaurelProcess()
        let old = try #require(server.setupLink?.fragment)
        let renewed = try Self.laurel("administrator", "link", data: server.dataFolder)
        let new = String(renewed.output.split(separator: "#").last ?? "").trimmingCharacters(
            in: .whitespacesAndNewlines)
        #expect(renewed.status == 0 && new != old)
        for (token, isRight) in [(old, false), (new, true)] {
            let claimed = try await server.http.json(
                "POST", "/v1/connect/administrators",
                ["token": token, "alias": "chief", "password": "keeper of the keys"])
            #expect((claimed.status == 201) == isRight, "\(claimed.text)")
        }
        #expect(try Self.laurel("administrator", "link", data: server.dataFolder).status == 1)
        let reset = try Self.laurel("player", "reset-password", "chief", data: server.dataFolder)
        let line = reset.output.split(separator: "\n").first { $0.hasPrefix("Reset code: ") }
        let code = String(try #require(line).dropFirst("Reset code: ".count))
        let recovered = try await server.http.json(
            "POST", "/v1/recovery", ["alias": "chief", "recoveryCode": code, "newPassword": "keeper of new keys"])
        #expect(recovered.status == 204)
        let signedIn = try await server.http.json(
            "POST", "/v1/sessions", ["alias": "chief", "password": "keeper of new keys"])
        #expect(signedIn.status == 201)
        let token = try #require(signedIn.object["token"] as? String)
        #expect(try Self.laurel("player", "sign-out", "chief", data: server.dataFolder).status == 0)
        let ended = try await server.http.json("GET", "/v1/players/me", nil, token: token)
        #expect(ended.status == 401)
        #expect(try Self.laurel("player", "reset-password", "nobody-here", data: server.dataFolder).status == 1)
        #expect(server.stop() == 0)
    }

    @Test("the first administrator comes in by the link, once")
    func administrator() async throws {
        let server = try LaurelProcess()
        let link = try #require(server.setupLink)
        let token = try #require(link.fragment)
        let body = ["token": token, "alias": "chief", "password": "keeper of the keys"]
        let claimed = try await server.http.json("POST", "/v1/connect/administrators", body)
        #expect(claimed.status == 201, "\(claimed.text)")
        let bearer = try #require(claimed.object["token"] as? String)
        #expect(try await server.http.json("GET", "/v1/connect/apps", token: bearer).status == 200)
        let again = try await server.http.json(
            "POST", "/v1/connect/administrators", ["token": token, "alias": "thief", "password": "me too, please!"])
        #expect((400...499).contains(again.status))
        #expect(server.stop() == 0)
        let restarted = try LaurelProcess(dataFolder: server.dataFolder)
        #expect(restarted.setupLink == nil)
        #expect(restarted.stop() == 0)
    }
}
