import LaurelAPI
import LaurelDomain
import LaurelWire
import LaurelService
import Testing

@Suite("Pictures over HTTP", .timeLimit(.minutes(15))) struct ImageRouteTests {
    private func put(
        _ path: String, _ bytes: [UInt8], _ world: World, type: String = "image/png", token: String? = nil
    ) async throws -> Answer {
        let headers = [("Authorization", "Bearer " + (token ?? world.administrator)), ("Content-Type", type)]
        return try await world.server.client.send("PUT", World.app + path, headers, body: bytes)
    }

    /// Width and height, as its header says.
    private func size(_ address: String, _ world: World) async throws -> [UInt8] {
        let shown = try await world.server.client.send("GET", address)
        #expect(shown.status == 200 && shown.headers["content-type"] == "image/png")
        #expect(shown.headers["cache-control"] == "public, max-age=31536000, immutable")
        #expect(shown.headers["cross-origin-resource-policy"] == "cross-origin")
        return Array(shown.body[16..<24])
    }

    @Test("rules 3.1, 3.6: an icon in two sizes and screenshots in order, and a placeholder while there is none")
    func app() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let game = "/v1/games/com.ali.MonkeyJump"
            let before = try await world.send("GET", game, world.game)
            #expect(before.json?["icon"]?["isPlaceholder"] == .boolean(true))
            let placeholder = try (before.json?["icon"]).unwrapped().string("normal")
            #expect(try await size(placeholder, world) == [0, 0, 1, 0, 0, 0, 1, 0])
            let made = try await put("/icon", TestPicture.png(width: 40, height: 30, secret: "48.8584N"), world)
            #expect(made.status == 200, "\(made.text)")
            for (number, width) in [(3, 40), (1, 20)] {
                let shot = try await put(
                    "/screenshots/\(number)", TestPicture.png(width: width, height: 10), world)
                #expect(shot.status == 200, "\(shot.text)")
            }
            let after = try await world.send("GET", game, world.game)
            let icon = try (after.json?["icon"]).unwrapped()
            #expect(icon["isPlaceholder"] == .boolean(false))
            #expect(try await size(try icon.string("small"), world) == [0, 0, 1, 0, 0, 0, 1, 0])
            #expect(try await size(try icon.string("normal"), world) == [0, 0, 4, 0, 0, 0, 4, 0])
            guard case .array(let shots)? = after.json?["screenshots"], shots.count == 2,
                case .string(let first) = shots[0]
            else {
                Issue.record("\(after.text)")
                return
            }
            #expect(try await size(first, world) == [0, 0, 0, 20, 0, 0, 0, 10])
            let text = try await server.client.send("GET", try icon.string("normal")).text
            #expect(!text.contains("48.8584N"))
            #expect(try await world.send("DELETE", World.app + "/icon", world.administrator).status == 204)
            #expect(try await world.send("DELETE", World.app + "/icon", world.administrator).status == 204)
            #expect(try await server.client.send("GET", try icon.string("normal")).status == 404)
            let gone = try await world.send("GET", game, world.game)
            #expect(gone.json?["icon"]?["normal"] == .string(placeholder))
        }
    }

    @Test("rules 3.6, 4.2, 5.1: a localization's picture is shown in its language, or in the app's, to games at once")
    func localized() async throws {
        try await TestServer.run { server in
            var world = try await World(server)
            try await world.prepareChallenges()
            // The second release takes what was made after the first to Production.
            try await world.release()
            let board = "/leaderboards/HighScores"
            let change = try await world.send(
                "PATCH", World.app + board, world.administrator,
                #"{"localizations":[{"language":"en","name":"High"},{"language":"fr","name":"Haut"}]}"#)
            #expect(change.status == 200, "\(change.text)")
            func shown(_ language: String) async throws -> JSONValue? {
                try await world.send("GET", World.board + "?language=\(language)", world.game).json?["image"]
            }
            let placeholder = try #require(try await shown("en"))
            #expect(placeholder["isPlaceholder"] == .boolean(true))
            let english = try await put(board + "/images/en", TestPicture.png(width: 9, height: 9), world)
            #expect(english.status == 200, "\(english.text)")
            #expect(try await shown("fr") == shown("en"))
            #expect(try await shown("en") != placeholder)
            let french = try await put(board + "/images/fr", TestPicture.png(width: 8, height: 9), world)
            #expect(french.status == 200)
            let url = try french.json.unwrapped().string("url")
            #expect(try await shown("fr")?["url"] == .string(url))
            #expect(try await size(url, world) == [0, 0, 2, 0, 0, 0, 2, 0])
            // In a language that it does not speak: refused. One that it speaks no more takes its picture along.
            #expect(try await put(board + "/images/de", TestPicture.png(width: 8, height: 9), world).status == 409)
            for body in [
                #"{"localizations":[{"language":"en","name":"High"}]}"#,
                #"{"localizations":[{"language":"en","name":"High"},{"language":"fr","name":"Haut"}]}"#,
            ] {
                _ = try await world.send("PATCH", World.app + board, world.administrator, body)
            }
            let left = try await world.send("GET", World.app + "/images", world.administrator).text
            #expect(left.contains("leaderboards/HighScores/en") && !left.contains("leaderboards/HighScores/fr"))

            // The same of achievements: in every description, masked ones without.
            let path = "/achievements/Disposable"
            #expect(try await put(path + "/images/en", TestPicture.png(width: 9, height: 7), world).status == 200)
            let list = try await world.send("GET", "/v1/games/com.ali.MonkeyJump/achievements", world.game)
            guard case .array(let achievements)? = list.json?["achievements"] else { throw Missing() }
            let images = achievements.map { ($0["id"], $0["image"]?["isPlaceholder"]) }
            #expect(images.contains { $0 == .string("Disposable") && $1 == .boolean(false) }, "\(list.text)")
            #expect(images.contains { $0 != .string("Disposable") && $1 == .boolean(true) })
            #expect(
                try await put("/achievements/None/images/en", TestPicture.png(width: 9, height: 7), world).status == 404
            )
        }
    }

    @Test("rules 14.1, 14.12: an activity's and a challenge definition's picture keeps its shape, and is configuration")
    func definitions() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let texts = #""localizations":[{"language":"en","title":"T"},{"language":"fr","title":"T"}]"#
            for (folder, list, id, more) in [
                ("activities", "activities", "Race", ""),
                ("challenge-definitions", "definitions", "Best of 3", #""leaderboard":"HighScores","#),
            ] {
                let made = try await world.send(
                    "POST", World.app + "/\(folder)", world.administrator, "{\"id\":\"\(id)\",\(more)\(texts)}")
                #expect(made.status == 201, "\(made.text)")
                func shown(_ language: String) async throws -> JSONValue? {
                    let path = "/v1/games/com.ali.MonkeyJump/\(folder)?environment=sandbox&language=\(language)"
                    return try await world.send("GET", path, world.player).json?[list]?[0]?["image"]
                }
                #expect(try await shown("en")?["isPlaceholder"] == .boolean(true))
                let images = "/\(folder)/\(id.replacing(" ", with: "%20"))/images"
                let answer = try await put(images + "/en", TestPicture.png(width: 64, height: 36), world)
                let url = try answer.json.unwrapped().string("url")
                #expect(try await size(url, world) == [0, 0, 0, 64, 0, 0, 0, 36])
                for language in ["en", "fr"] { #expect(try await shown(language)?["url"] == .string(url)) }
                #expect(try await put(images + "/de", TestPicture.png(width: 8, height: 9), world).kind == "conflict")
                let other = "/\(folder)/None/images/en"
                #expect(try await put(other, TestPicture.png(width: 8, height: 9), world).status == 404)
                let slot = "\(folder)/\(id)/en"
                #expect(answer.json?["place"] == .string(slot))
                let target = World.app + "/configuration"
                let document = try await world.send("GET", target, world.administrator).text
                #expect(document.contains("\"place\":\"\(slot)\""), "\(document)")
                let same = try await world.send("PUT", target, world.administrator, document)
                #expect(same.json?["changes"] == .array([]) && same.json?["uploads"] == .array([]), "\(same.text)")
                let wanted = try await world.send(
                    "PUT", target + "?plan=true", world.administrator,
                    document.replacing(slot, with: "\(folder)/\(id)/fr"))
                #expect(wanted.json?["uploads"]?[0]?["target"] == .string(World.app + images + "/fr"), "\(wanted.text)")
                let nowhere = document.replacing(slot, with: "\(folder)/\(id)/de")
                #expect(try await world.send("PUT", target, world.administrator, nowhere).kind == "invalid-parameter")
                // It goes with what it is of.
                let address = World.app + "/\(folder)/\(id.replacing(" ", with: "%20"))"
                #expect(try await world.send("DELETE", address, world.administrator).status == 204)
                #expect(try await server.client.send("GET", url).status == 404)
            }
        }
    }

    private struct Missing: Error {}

    @Test("bad pictures, other people and places that are none change nothing")
    func refusals() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let good = TestPicture.png(width: 3, height: 3)
            let before = try server.export()
            for (path, bytes, type, kind) in [
                ("/icon", TestPicture.png(width: 5_000, height: 1), "image/png", "invalid-image"),
                ("/icon", Array("<svg onload=alert(1)>".utf8), "image/png", "invalid-image"),
                ("/icon", good, "image/svg+xml", "invalid-image"),
                ("/screenshots/0", good, "image/png", "invalid-parameter"),
                ("/screenshots/11", good, "image/png", "invalid-parameter"),
                ("/leaderboards/None/images/en", good, "image/png", "unknown-leaderboard"),
                ("/sets/None/images/en", good, "image/png", "unknown-set"),
                ("/leaderboards/HighScores/images/x", good, "image/png", "invalid-parameter"),
            ] {
                let refused = try await put(path, bytes, world, type: type)
                #expect((400...499).contains(refused.status) && refused.kind == kind, "\(path): \(refused.text)")
            }
            #expect(try await put("/icon", good, world, token: world.player).status == 404)
            #expect(try await put("/icon", good, world, token: world.game).status == 403)
            #expect(try server.export() == before)
        }
    }

    @Test("rule 3.7: a configuration names its pictures, says which files are missing, and the second time none")
    func configuration() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let made = try await put("/leaderboards/HighScores/images/en", TestPicture.png(width: 5, height: 5), world)
            let id = try made.json.unwrapped().string("image")
            let target = World.app + "/configuration"
            let document = try await world.send("GET", target, world.administrator).text
            #expect(document.contains("\"place\":\"leaderboards/HighScores/en\",\"image\":\"\(id)\""), "\(document)")
            let same = try await world.send("PUT", target, world.administrator, document)
            #expect(same.json?["changes"] == .array([]) && same.json?["uploads"] == .array([]), "\(same.text)")
            let other = document.replacing(
                "\"images\":[",
                with: """
                    "images":[{"place":"icon","image":"\(String(repeating: "0a", count: 32))"},
                    """)
            let wanted = try await world.send("PUT", target + "?plan=true", world.administrator, other)
            #expect(wanted.json?["uploads"]?[0]?["target"] == .string(World.app + "/icon"), "\(wanted.text)")
            #expect(wanted.json?["uploads"]?[1] == nil)
            for (bad, kind) in [
                ("leaderboards/HighScores/de", "invalid-parameter"), ("screenshots/11", "invalid-parameter"),
                ("leaderboards/None/en", "invalid-parameter"),
            ] {
                let text = document.replacing("leaderboards/HighScores/en", with: bad)
                let refused = try await world.send("PUT", target, world.administrator, text)
                #expect(refused.kind == kind, "\(refused.text)")
            }
            // The same file again is the same picture, without an entry in the audit log.
            let count = try server.export().count
            #expect(
                try await put("/leaderboards/HighScores/images/en", TestPicture.png(width: 5, height: 5), world).status
                    == 200)
            #expect(try server.export().count == count)
        }
    }

    @Test("rules 3.7, 4.12: policies of moderation are configuration, for those who moderate")
    func policies() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let policy = #"{"holdsScores":true,"plausibleRange":{"lowest":-5,"highest":9},"leapOverBestPercent":50}"#
            for path in ["/moderation", "/leaderboards/HighScores/moderation"] {
                #expect(try await world.send("PUT", World.app + path, world.administrator, policy).status == 200)
            }
            let target = World.app + "/configuration"
            let document = try await world.send("GET", target, world.administrator).text
            let same = try await world.send("PUT", target, world.administrator, document)
            #expect(same.json?["changes"] == .array([]), "\(same.text)")
            let changed = document.replacing("\"leapOverBestPercent\":50", with: "\"leapOverBestPercent\":60")
            let plan = try await world.send("PUT", target + "?plan=true", world.administrator, changed)
            #expect(
                plan.json?["changes"]
                    == .array([
                        .string("set the app's moderation"), .string("set the moderation of leaderboard HighScores"),
                    ]), "\(plan.text)")
            _ = try await world.send("PUT", target, world.administrator, changed)
            let now = try await world.send(
                "GET", World.app + "/leaderboards/HighScores/moderation", world.administrator)
            #expect(now.json?["leapOverBestPercent"] == .integer(60))
            #expect(now.json?["plausibleRange"]?["lowest"] == .integer(-5))
            let again = try await world.send("PUT", target, world.administrator, changed)
            #expect(again.json?["changes"] == .array([]))
            let unknown = changed.replacing("\"leaderboard\":\"HighScores\"", with: "\"leaderboard\":\"None\"")
            #expect(try await world.send("PUT", target, world.administrator, unknown).kind == "unknown-leaderboard")
        }
    }

    @Test("progress with achievements is exported as CSV and as lines of JSON")
    func achievements() async throws {
        try await TestServer.run { server in
            var world = try await World(server)
            try await world.prepareChallenges()
            try await world.release()
            let reported = try await world.send(
                "POST", "/v1/games/com.ali.MonkeyJump/achievements", world.game,
                #"{"achievements":[{"id":"Disposable","percentComplete":100}]}"#)
            #expect(reported.status == 200, "\(reported.text)")
            let target = World.app + "/achievement-progress/export"
            let csv = try await world.send("GET", target, world.administrator)
            #expect(csv.status == 200 && csv.headers["content-type"] == "text/csv; charset=utf-8")
            let lines = csv.text.split(separator: "\r\n").map(String.init)
            #expect(
                lines.first
                    == "achievement,player,displayName,percentComplete,isCompleted,timesEarned,firstEarned,lastReported"
            )
            let row = try #require(lines.first { $0.hasPrefix("\"Disposable\"") })
            let cells = row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            #expect(cells[1].hasPrefix("\"T:_") && cells[2] == "\"jungle-jim\"")
            #expect(cells[3...6] == ["100.0", "true", "1", "2026-11-21T12:00:00.000Z"])
            let json = try await world.send("GET", target + "?format=json", world.administrator)
            let object = try JSONValue(json: Array(json.text.split(separator: "\n")[0].utf8))
            #expect(object["displayName"] != nil && json.headers["content-type"] == "application/x-ndjson")
            #expect(try await world.send("GET", target, world.player).status == 404)
            let sandbox = try await world.send("GET", target + "?environment=sandbox", world.administrator)
            #expect(!sandbox.text.contains("Disposable"))
        }
    }
}
