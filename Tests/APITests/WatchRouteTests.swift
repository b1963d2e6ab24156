import LaurelArcade
import LaurelDomain
import LaurelWire
import Testing

/// Where it is said that a run can be watched, and where.
@Suite("Watching a run, over HTTP", .timeLimit(.minutes(15)))
struct WatchRouteTests {
    private static let pages: [String: [UInt8]] = ["watch/index.html": Array("<h1>".utf8)]
    private static let game = "/v1/games/com.ali.MonkeyJump"

    private func share(_ leaderboard: String, _ world: World) async throws -> String {
        try await world.expect(
            201, "POST", "/v1/shares", world.player,
            #"{"bundleID":"com.ali.MonkeyJump","leaderboard":"\#(leaderboard)"}"#
        ).string("id")
    }

    private func document(_ id: String, _ world: World) async throws -> String {
        try await world.send("GET", "/share/" + id, "", nil, [("Accept", "text/html")]).text
    }

    @Test("anyone with a shared page's address learns what it shows, and where its run can be watched")
    func shared() async throws {
        try await TestServer.run(pages: Self.pages) { server in
            let world = try await World(server)
            try await world.makeRuns()
            let run = RecordedRun(skill: 800, seed: 7)
            try await world.expect(200, "POST", World.runs + "/scores", world.game, run.body)
            let id = try await share("Runs", world)
            let page = try await world.expect(200, "GET", "/v1/shares/" + id, "")
            #expect(page["value"] == .integer(run.score) && page["rank"] == .integer(1))
            #expect(page["kind"] == .string("score") && page["leaderboard"] == .string("Runs"))
            #expect(page["game"]?["bundleID"] == .string("com.ali.MonkeyJump"))
            #expect(page["alias"] != nil && page["player"] == nil, "of its owner the alias alone")
            #expect(page["verification"] == .string("verified"))
            #expect(page["watch"] == .string("/watch/?share=" + id))
            let log = try await world.send("GET", "/v1/shares/\(id)/replay")
            #expect(log.body == run.log.encoded())
            let shown = try await document(id, world)
            #expect(shown.contains(#"id="watch" href="/watch/?share=\#(id)""#))
            #expect(shown.contains(#"title="Verified: the server replayed this run""#))
            // A better score without a log leaves nothing to watch, and the page of it says so.
            try await world.expect(
                200, "POST", World.runs + "/scores", world.game, #"{"value":\#(run.score + 1)}"#)
            let bare = try await share("Runs", world)
            let other = try await world.expect(200, "GET", "/v1/shares/" + bare, "")
            for key in ["watch", "replay", "verification"] { #expect(other[key] == .null) }
            let unseen = try await document(bare, world)
            #expect(!unseen.contains("id=\"watch\"") && !unseen.contains("✓"), "✓ is for runs that were checked")
            // Taken back, it is nobody's to see.
            try await world.expect(204, "DELETE", "/v1/shares/" + bare, world.player)
            #expect(try await world.send("GET", "/v1/shares/" + bare).status == 404)
        }
    }

    @Test("a log that nobody has checked is not for everybody; nor is there a page where the server has none")
    func nothingToWatch() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.makeRuns()
            let run = RecordedRun(skill: 700, seed: 8)
            try await world.expect(200, "POST", World.runs + "/scores", world.game, run.body)
            let page = try await world.expect(200, "GET", "/v1/shares/" + share("Runs", world), "")
            #expect(page["watch"] == .null && page["verification"] == .string("verified"), "routes alone")
            try await world.expect(200, "POST", World.board + "/scores", world.game, run.body)
            let unchecked = try await world.expect(200, "GET", "/v1/shares/" + share("HighScores", world), "")
            #expect(unchecked["replay"] == .null && unchecked["verification"] == .null)
        }
    }

    @Test("a challenge says where its run can be watched, where the leaderboard's game has a page for it")
    func challenged() async throws {
        try await TestServer.run(pages: Self.pages) { server in
            var world = try await World(server, tells: false, meets: false)
            try await world.makeFriend()
            try await world.makeRuns()
            let run = RecordedRun(skill: 700, seed: 9)
            for leaderboard in ["Runs", "HighScores"] {
                try await world.expect(
                    200, "POST", "\(Self.game)/leaderboards/\(leaderboard)/scores", world.friend, run.body)
                try await world.expect(
                    201, "POST", Self.game + "/challenges", world.friend,
                    """
                    {"players":["\(world.gamePlayerID)"],"leaderboard":"\(leaderboard)",\
                    "replay":"\(Base64.encode(run.log.encoded()))"}
                    """)
            }
            let list = try await world.expect(200, "GET", "/v1/challenges?state=pending", world.player)
            let (plain, checked) = (list["challenges"]?[0], list["challenges"]?[1])
            #expect(plain?["leaderboard"] == .string("HighScores") && plain?["watch"] == .null)
            let id = try checked.unwrapped().string("id")
            #expect(checked?["watch"] == .string("/watch/?challenge=" + id))
            #expect(try await world.send("GET", "/v1/challenges/\(id)/replay", world.player).body == run.log.encoded())
        }
    }
}
