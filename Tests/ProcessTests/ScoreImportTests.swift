import Foundation
import LaurelProcess
import Testing

/// `laurel import scores`, typed beside a running server.
@Suite("Imported scores", .serialized, .timeLimit(.minutes(15))) struct ScoreImportTests {
    private func bring(_ file: URL, _ more: String..., server: LaurelProcess) throws -> CommandTests.Run {
        try CommandTests.laurel(
            all: ["import", "scores", file.path, "--app", "org.example.game"] + more, data: server.dataFolder)
    }

    private func file(_ name: String, _ text: String, beside server: LaurelProcess) throws -> URL {
        let file = server.dataFolder.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file
    }

    private func total(_ game: TestGame) async throws -> Int {
        try #require(try await game.server.http.json("GET", game.entries).object["total"] as? Int)
    }

    /// Rows of the journal that are scores.
    private func rows(_ server: LaurelProcess) throws -> [Substring] {
        let run = try CommandTests.laurel("export", "scores", "org.example.game", data: server.dataFolder)
        return Array(run.output.split(whereSeparator: \.isNewline).dropFirst())
    }

    @Test("a plan names every bad line and what to do; CSV and JSON Lines come in once, and links lead to them")
    func files() async throws {
        let server = try LaurelProcess()
        defer { try? FileManager.default.removeItem(at: server.dataFolder) }
        let game = try await TestGame(on: server)
        let csv = try file(
            "scores.csv",
            "\u{FEFF}PlayFabId;leaderboard;Name;score;date\r\n"
                + "A1;best;\"Old \"\"Hand\"\"; II\";700;2024-05-01\r\nA2;best;Ada;6.5;2024-05-01\r\n"
                + "A3;other;Zoe;1;2024-05-01 10:11:12\r\n;best;Nobody;1;2024-05-01\r\nA4;best;Eve;1;yesterday\r\n"
                + "A5;best;Max;2;2099-01-01T00:00:00Z\r\nA6;best\r\nA7;best;\"Open;3;2024-05-01\r\n"
                + "A8;best;Kim;4;2024-05-01\r\n", beside: server)
        let columns = "player=PlayFabId,name=Name"
        let plan = try bring(csv, "--columns", columns, "--plan", server: server)
        #expect(plan.status == 1 && plan.output.contains("nothing would be imported"), "\(plan.output)")
        for line in [
            "line 3: value must be a 64-bit integer", "line 4: No leaderboard has the ID other. Create it first",
            "line 5: has no player; fill in player or alias", "line 6: date must be",
            "line 7: The date is in the future",
            "line 8: has 2 columns instead of 5", "line 9: isn't CSV in UTF-8, or a quotation mark is missing",
            "2 scores to import, 0 already there", "Nothing was changed",
        ] { #expect(plan.output.contains(line), "\(line): \(plan.output)") }
        let refused = try bring(csv, "--columns", columns, server: server)
        #expect(refused.status == 1 && refused.output.contains("nothing was imported"), "\(refused.output)")
        #expect(try await total(game) == 0)
        let skipping = try bring(csv, "--columns", columns, "--plan", "--skip-bad", server: server)
        #expect(skipping.status == 0 && skipping.output.contains("Nothing was changed"), "\(skipping.output)")
        let nobody = try bring(
            file(
                "nobody.jsonl",
                #"{"player":"N1","value":1,"leaderboard":"other","date":"2024-05-01"}"# + "\nno JSON\n",
                beside: server),
            "--plan", server: server)
        for line in ["  0 players unknown here", "line 2: isn't valid JSON at byte"] {
            #expect(nobody.output.contains(line), "\(line): \(nobody.output)")
        }
        let done = try bring(csv, "--columns", columns, "--skip-bad", server: server)
        #expect(done.status == 0 && done.output.contains("Imported 2 scores; 0 were there already; 2 new players"))
        #expect(try rows(server).count == 2)

        let lines = try file(
            "scores.jsonl",
            #"{"player":"A1","value":700,"date":"2024-05-01T00:00:00Z","leaderboard":"best"}"# + "\n\n"
                + #"{"player":"B1","value":-5,"context":7,"name":"Blue"}"# + "\n", beside: server)
        let dated = try bring(lines, "--leaderboard", "best", "--date", "2023-01-02", server: server)
        #expect(dated.output.contains("Imported 1 score; 1 were there already; 1 new player"), "\(dated.output)")
        let again = try bring(lines, "--leaderboard", "best", "--date", "2023-01-02", server: server)
        #expect(again.status == 0 && again.output.contains("Nothing to import"), "\(again.output)")
        let written = try rows(server)
        #expect(written.count == 3 && written.contains { $0.contains("2023-01-02T00:00:00.000Z") }, "\(written)")

        let exported = try file(
            "exported.csv",
            "Leaderboard,Player,Score,Date,State\nbest,C1,1,2024-05-01,counted\nbest,C2,2,2024-05-01,removed\n"
                + "best,C3,3,2024-05-01,banned\nbest,C4,4,2024-05-01,held\n", beside: server)
        let counted = try bring(exported, "--plan", server: server)
        #expect(counted.status == 0 && counted.output.contains("1 score to import"), "\(counted.output)")
        #expect(counted.output.contains("3 scores left out"), "\(counted.output)")
        let misnamed = try bring(exported, "--columns", "player=Nope", server: server)
        #expect(misnamed.status == 2 && misnamed.output.contains("“Nope”"), "\(misnamed.output)")
        let foreign = try bring(file("foreign.csv", "foo,bar\n1,2\n", beside: server), server: server)
        #expect(foreign.status == 2 && foreign.output.contains("no column for: player"), "\(foreign.output)")

        let links = try CommandTests.laurel("claims", "org.example.game", data: server.dataFolder)
        #expect(links.output.contains("\"B1\",\"Blue\",\"http"), "\(links.output)")
        let trial = try file(
            "trial.csv", "leaderboard,player,value,date\nbest,D1,1,2024-05-01\n", beside: server)
        let tried = try bring(trial, "--environment", "sandbox", server: server)
        #expect(
            tried.output.contains("laurel claims org.example.game --environment sandbox --to"), "\(tried.output)")
        let trialLinks = try CommandTests.laurel(
            "claims", "org.example.game", "--environment", "sandbox", data: server.dataFolder)
        #expect(trialLinks.output.contains("\"D1\"") && !trialLinks.output.contains("\"B1\""), "\(trialLinks.output)")
        _ = try CommandTests.laurel("wipe", "org.example.game", "--all", "--yes", data: server.dataFolder)
        let wiped = try CommandTests.laurel(
            "claims", "org.example.game", "--environment", "sandbox", data: server.dataFolder)
        #expect(wiped.status == 0 && wiped.output.contains("Nobody has unclaimed"), "\(wiped.output)")
        let renewed = try CommandTests.laurel("claims", "renew", "org.example.game", "B1", data: server.dataFolder)
        #expect(renewed.output.contains("/sign-in/#claim="), "\(renewed.output)")
        #expect(!links.output.contains(renewed.output.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(server.stop() == 0)
    }

    @Test("what was cut off by kill -9, of the command or of the server, counts once when it is typed again")
    func killed() async throws {
        var server = try LaurelProcess()
        let folder = server.dataFolder
        defer { try? FileManager.default.removeItem(at: folder) }
        var game = try await TestGame(on: server)
        let all = 12_000
        let players = 300
        let text = (0..<all).map { "P\($0 % players),\($0),2024-05-01T00:00:00Z" }.joined(separator: "\n")
        let csv = try file("many.csv", "player,value,date\n" + text + "\n", beside: server)
        let words = ["import", "scores", csv.path, "--app", "org.example.game", "--leaderboard", "best"]
        for isServer in [false, true] {
            let command = try ChildProcess(
                BuiltProducts.executable("laurel"), words + ["--data", folder.path])
            let before = try await count(game)
            // The plan is printed before the first score comes in.
            while let line = command.nextLine(), !line.contains("unknown here") {}
            for _ in 0..<2_000 { if try await count(game) > before { break } }
            if isServer { server.kill() }
            command.end(with: SIGKILL)
            if isServer {
                server = try LaurelProcess(dataFolder: folder)
                game = game.moved(to: server)
            }
        }
        let done = try CommandTests.laurel(all: words, data: folder)
        #expect(done.status == 0, "\(done.output)")
        #expect(try rows(server).count == all)
        #expect(try await total(game) == players)
        // With more lines later.
        try Data(("player,value,date\n" + text + "\nP1,99999,2024-05-02\n").utf8).write(to: csv)
        let more = try CommandTests.laurel(all: words, data: folder)
        #expect(more.output.contains("Imported 1 score; \(all) were there already; 0 new players"), "\(more.output)")
        #expect(server.stop() == 0)
    }

    /// Grows with each score.
    private func count(_ game: TestGame) async throws -> Int {
        try #require(try await game.server.http.json("GET", game.entries).object["version"] as? Int)
    }
}
