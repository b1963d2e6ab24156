import LaurelDomain
import LaurelWire
import Testing

@Suite("Imports over HTTP", .timeLimit(.minutes(15)))
struct ImportRouteTests {
    private static let imports = "/v1/connect/apps/com.ali.MonkeyJump/score-imports"
    private static let claims = "/v1/connect/apps/com.ali.MonkeyJump/claims"

    private func body(_ scores: String...) -> String { #"{"scores":[\#(scores.joined(separator: ","))]}"# }

    private func score(_ value: Int, _ player: String = "P1", _ board: String = "HighScores") -> String {
        #"{"leaderboard":"\#(board)","player":"\#(player)","name":"Old Hand","value":\#(value),"#
            + #""date":"2024-05-01T12:00:00Z"}"#
    }

    private func total(_ world: World) async throws -> JSONValue? {
        try await world.send("GET", World.board + "/entries", world.game).json?["total"]
    }

    @Test("a bad row is named with what to do, and none of the others comes in")
    func refused() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let before = try await total(world)
            let rows = body(score(700), score(600, "P2", "Nothing"))
            let plan = try await world.send("POST", Self.imports + "?plan=true", world.administrator, rows)
            #expect(plan.status == 200 && plan.json?["imported"] == .integer(1), "\(plan.text)")
            #expect(plan.json?["refused"]?[0]?["row"] == .integer(1), "\(plan.text)")
            let answer = try await world.send("POST", Self.imports, world.administrator, rows)
            #expect(answer.status == 400 && answer.field == "scores", "\(answer.text)")
            #expect(answer.text.contains("scores[1]: No leaderboard has the ID Nothing"), "\(answer.text)")
            #expect(answer.text.contains("Nothing was imported"), "\(answer.text)")
            let many = body(Array(repeating: score(1), count: ImportedScoreBody.countLimit + 1).joined(separator: ","))
            #expect(try await world.send("POST", Self.imports, world.administrator, many).status == 400)
            let nobody = #"{"scores":[{"leaderboard":"HighScores","value":1,"date":"2024-05-01T12:00:00Z"}]}"#
            let unnamed = try await world.send("POST", Self.imports, world.administrator, nobody)
            #expect(unnamed.status == 400 && unnamed.field == "scores[0].player", "\(unnamed.text)")
            #expect(try await total(world) == before)
            #expect(try await world.send("POST", Self.claims, world.administrator, "{}").json?["claims"]?[0] == nil)
        }
    }

    @Test("scores come in once, a link shows and claims them, and the log knows of all")
    func claimed() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for (imported, known) in [(2, 0), (0, 2)] {
                let answer = try await world.send(
                    "POST", Self.imports, world.administrator, body(score(70_000), score(60_000, "P2")))
                #expect(answer.json?["imported"] == .integer(Int64(imported)), "\(answer.text)")
                #expect(answer.json?["known"] == .integer(Int64(known)), "\(answer.text)")
            }
            let page = try await world.send("POST", Self.claims, world.administrator, "{}")
            #expect(page.headers["cache-control"]?.contains("no-store") == true, "\(page.headers)")
            guard case .array(let claims)? = page.json?["claims"] else {
                Issue.record("\(page.text)")
                return
            }
            #expect(claims.count == 2 && page.json?["next"] == .null)
            let claim = try #require(claims.first { $0["player"] == .string("P1") })
            let url = try claim.string("url")
            let secret = try #require(url.split(separator: "#claim=").last)
            let shown = try await world.send("POST", "/v1/guests/preview", "", #"{"secret":"\#(secret)"}"#)
            #expect(shown.json?["displayName"] == .string("Old Hand"), "\(shown.text)")
            #expect(shown.json?["scores"]?[0]?["guestValue"] == .integer(70_000), "\(shown.text)")
            #expect(shown.json?["scores"]?[0]?["accountValue"] == .null)
            let merged = try await world.send(
                "POST", "/v1/players/me/guests", world.player, #"{"secret":"\#(secret)"}"#)
            #expect(merged.json?["isFinished"] == .boolean(true), "\(merged.text)")
            let local = try await world.send("GET", World.board + "/entries", world.game).json?["local"]
            #expect(local?["value"] == .integer(70_000) && local?["date"] == .string("2024-05-01T12:00:00.000Z"))
            let export = try await world.send("GET", "/v1/players/me/export", world.player)
            #expect(export.json?["imports"]?[0]?["player"] == .string("P1"), "\(export.text)")
            let renewals = Self.claims + "/renewals"
            let late = try await world.send("POST", renewals, world.administrator, #"{"player":"P1"}"#)
            #expect(late.status == 409, "\(late.text)")
            let unknown = try await world.send("POST", renewals, world.administrator, #"{"player":"P9"}"#)
            #expect(unknown.status == 404 && unknown.field == "player", "\(unknown.text)")
            let log = try await world.send("GET", "/v1/connect/audit", world.administrator).text
            #expect(log.contains("score.import") && log.contains("claim.export") && log.contains("2 new players"))
        }
    }

    @Test("links are of the environment that is asked for, and a wipe takes those of a trial away")
    func environments() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let sandbox = "?environment=sandbox"
            let trial = try await world.send(
                "POST", Self.imports + sandbox, world.administrator, body(score(70_000)))
            #expect(trial.json?["newPlayers"] == .integer(1), "\(trial.text)")
            let claims = try await world.send("POST", Self.claims, world.administrator, "{}")
            #expect(claims.json?["claims"]?[0] == nil && claims.json?["next"] == .null, "\(claims.text)")
            let tried = try await world.send("POST", Self.claims + sandbox, world.administrator, "{}")
            #expect(tried.json?["claims"]?[0]?["player"] == .string("P1"), "\(tried.text)")
            let log = try await world.send("GET", "/v1/connect/audit", world.administrator)
            #expect(log.json?["entries"]?[0]?["environment"] == .string("sandbox"), "\(log.text)")
            let wipes = "/v1/connect/apps/com.ali.MonkeyJump/wipes"
            let wiped = try await world.send("POST", wipes, world.administrator, #"{"everything":true}"#)
            #expect(wiped.status == 200, "\(wiped.text)")
            let left = try await world.send("POST", Self.claims + sandbox, world.administrator, "{}")
            #expect(left.json?["claims"]?[0] == nil, "\(left.text)")
        }
    }

    @Test("aliases are matched for administrators of the server alone")
    func aliases() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let owner = try await world.member("the owner", as: .owner, in: world.developers.firstTeam)
            let rows =
                #"{"matchAliases":true,"scores":[{"leaderboard":"HighScores","alias":"the owner","value":90000,"#
                + #""date":"2024-05-01T12:00:00Z"}]}"#
            let refused = try await world.send("POST", Self.imports, owner, rows)
            #expect(refused.status == 403 && refused.field == "matchAliases", "\(refused.text)")
            let done = try await world.send("POST", Self.imports, world.administrator, rows)
            #expect(done.json?["newPlayers"] == .integer(0), "\(done.text)")
            let mine = try await world.send("GET", World.board + "/entries", owner).json?["local"]
            #expect(mine?["value"] == .integer(90_000))
        }
    }
}
