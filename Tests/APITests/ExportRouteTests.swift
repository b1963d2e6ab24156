import LaurelDomain
import LaurelWire
import LaurelService
import Testing

@testable import LaurelAPI

@Suite("Export of scores", .timeLimit(.minutes(15))) struct ExportRouteTests {
    private static let target = World.app + "/scores/export"

    @Test("gives every score with its state, as CSV and as lines of JSON, and goes on where one broke off")
    func formats() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for value in [-5, 7] {
                _ = try await world.send("POST", World.board + "/scores", world.game, "{\"value\":\(value)}")
            }
            let first = world.firstScore
            _ = try await world.send(
                "PATCH", World.app + "/leaderboards/HighScores/scores/\(first + 1)", world.administrator,
                #"{"isRemoved":true}"#)
            let csv = try await world.send("GET", Self.target, world.administrator)
            #expect(csv.status == 200 && csv.headers["content-type"] == "text/csv; charset=utf-8")
            let lines = csv.text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
            #expect(
                lines[0] == "sequence,leaderboard,player,displayName,value,formatted,context,date,received,state")
            let cells = lines[1].split(separator: ",").map(String.init)
            #expect(cells[0] == "\(first)" && cells[1] == "\"HighScores\"" && cells[2].hasPrefix("\"T:_"))
            #expect(cells[3] == "\"jungle-jim\"" && cells[4] == "-5" && cells[5] == "\"'-5 m\"")
            #expect(cells[7] == "2026-11-21T12:00:00.000Z" && cells[9] == "counted")
            #expect(lines[2].hasSuffix(",removed") && lines[3] == "" && lines.count == 4)

            let json = try await world.send(
                "GET", Self.target + "?format=json&leaderboard=HighScores&after=\(first)", world.administrator)
            #expect(json.headers["content-type"] == "application/x-ndjson")
            let records = json.text.split(separator: "\n")
            #expect(records.count == 1)
            let record = try JSONValue(json: Array(records[0].utf8))
            #expect(record["sequence"] == .integer(Int64(first + 1)) && record["value"] == .integer(7))

            let sandbox = try await world.send("GET", Self.target + "?environment=sandbox", world.administrator)
            #expect(sandbox.text.split(separator: "\r\n").count == 1)
            let unknown = try await world.send("GET", Self.target + "?leaderboard=Nothing", world.administrator)
            #expect(unknown.status == 404)
            #expect(try await world.send("GET", Self.target, world.player).status == 404)
        }
    }

    @Test("is larger than any queue, arrives whole, and gives its place back")
    func large() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let item = #"{"leaderboard":"HighScores","value":1}"#
            let body = "{\"scores\":[" + Array(repeating: item, count: 100).joined(separator: ",") + "]}"
            for _ in 0..<30 {
                let sent = try await world.send("POST", "/v1/games/com.ali.MonkeyJump/scores", world.game, body)
                #expect(sent.status == 200)
            }
            // More of them, one after the other, than may run at a time.
            for _ in 0..<(ExportScores.countLimit + 2) {
                let csv = try await world.send("GET", Self.target, world.administrator)
                #expect(csv.text.utf8.count > 300_000)
                #expect(csv.text.split(separator: "\r\n").count == 3_001)
            }
        }
    }

    @Test(
        "a cell that a spreadsheet would run is a text",
        arguments: [
            ("=1+1", "\"'=1+1\""), ("+1", "\"'+1\""), ("-1", "\"'-1\""), ("@x", "\"'@x\""), ("\tx", "\"'\tx\""),
            ("\rx", "\"'\rx\""), ("＝1", "\"'＝1\""), ("a\"b", "\"a\"\"b\""), ("a,b\n", "\"a,b\n\""), ("", "\"\""),
            ("a=b", "\"a=b\""),
        ])
    func cells(text: String, expected: String) { #expect(CSV.text(text) == expected) }
}
