import LaurelArcade
import LaurelDomain
import LaurelWire
import Testing

/// Who sees a verified entry may watch and race its run: docs/concepts/replays.md.
@Suite("Runs of a leaderboard's entries, over HTTP", .timeLimit(.minutes(15)))
struct RunRouteTests {
    private static let pages: [String: [UInt8]] = ["watch/index.html": Array("<h1>".utf8)]

    /// The runs behind these players' entries.
    private func runs(_ ids: String, _ world: World, _ token: String = "", _ more: String = "") async throws
        -> [JSONValue]
    {
        let answer = try await world.expect(200, "GET", "\(World.runs)/runs?ids=\(ids)\(more)", token)
        guard case .array(let runs)? = answer["runs"] else { return [] }
        return runs
    }

    private func status(_ id: String, _ world: World, _ token: String = "", _ more: String = "") async throws -> Int {
        try await world.send("GET", "\(World.runs)/runs/\(id)/replay\(more)", token).status
    }

    @Test("anyone who sees a verified entry learns where its run is watched, and has its log")
    func shown() async throws {
        try await TestServer.run(pages: Self.pages) { server in
            var world = try await World(server, tells: false, meets: false)
            try await world.makeFriend()
            try await world.makeRuns()
            let run = RecordedRun(skill: 800, seed: 7)
            try await world.expect(200, "POST", World.runs + "/scores", world.game, run.body)
            // The friend's came without a log.
            try await world.expect(200, "POST", World.runs + "/scores", world.friend, #"{"value":1}"#)
            let id = world.gamePlayerID
            let found = try await runs("\(id),\(world.friendID),G:_nobody", world)
            #expect(found.count == 1)
            let one = try #require(found.first)
            #expect(one["value"] == .integer(run.score) && one["rank"] == .integer(1))
            #expect(one["verification"] == .string("verified") && one["player"]?["id"] == .string(id))
            #expect(one["player"]?["displayName"] == .string("jungle-jim"))
            let address = "/watch/?game=com.ali.MonkeyJump&leaderboard=Runs&player=\(id)"
            #expect(one["watch"] == .string(address))
            let log = try await world.send("GET", "\(World.runs)/runs/\(id)/replay")
            #expect(log.status == 200 && log.body == run.log.encoded())
            #expect(try await status(world.friendID, world) == 404)
            #expect(try await status("G:_nobody", world) == 404)
            // A player's own pages know players by other ids; what a link says counts there too.
            let own = try #require(try await runs(id, world, world.player).first)
            #expect(own["player"]?["id"] != .string(id) && own["watch"] == .string(address))
            let other = try own["player"].unwrapped().string("id")
            #expect(try await runs(other, world, world.player).count == 1)
            #expect(try await status(other, world, world.player) == 200)
            #expect(try await runs(other, world).isEmpty, "others don't know them by it")
        }
    }

    @Test("a run goes by its entry: by the time scope, after a better score without a log, and when it is removed")
    func entry() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.makeRuns()
            let id = world.gamePlayerID
            let (best, later) = (RecordedRun(skill: 900, seed: 7), RecordedRun(skill: 200, seed: 8))
            try #require(later.score < best.score && later.score > 0)
            try await world.expect(200, "POST", World.runs + "/scores", world.game, best.body)
            server.clock.advance(by: .days(2))
            try await world.expect(200, "POST", World.runs + "/scores", world.game, later.body)
            #expect(try await runs(id, world).first?["value"] == .integer(best.score))
            let today = try #require(try await runs(id, world, "", "&time=today").first)
            #expect(today["value"] == .integer(later.score))
            #expect(today["watch"] == .null, "this server has no page for it")
            let log = try await world.send("GET", "\(World.runs)/runs/\(id)/replay?time=today")
            #expect(log.body == later.log.encoded())
            let board = World.app + "/leaderboards/Runs"
            let entries = try await world.expect(200, "GET", board + "/entries", world.administrator)
            guard case .integer(let sequence)? = entries["entries"]?[0]?["sequence"] else {
                Issue.record("\(entries)")
                return
            }
            let out = #"{"isRemoved":true,"note":"a hack"}"#
            try await world.expect(200, "PATCH", "\(board)/scores/\(sequence)", world.administrator, out)
            #expect(try await runs(id, world).first?["value"] == .integer(later.score))
            try await world.expect(
                200, "POST", World.runs + "/scores", world.game, #"{"value":\#(best.score + 1)}"#)
            #expect(try await runs(id, world).isEmpty)
            #expect(try await status(id, world) == 404)
        }
    }

    @Test("rule 1.1: a player who may meet no strangers shows their runs to nobody else, nor does a hidden leaderboard")
    func hidden() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            try await world.makeRuns()
            let id = world.gamePlayerID
            let run = RecordedRun(skill: 800, seed: 7)
            try await world.expect(200, "POST", World.runs + "/scores", world.game, run.body)
            #expect(try await runs(id, world).count == 1)
            let restrictions = "/v1/players/me/restrictions"
            try await world.expect(
                200, "PUT", restrictions, world.player, #"{"forbidsStrangers":true,"forbidsMessages":false}"#)
            #expect(try await runs(id, world).isEmpty)
            #expect(try await status(id, world) == 404)
            #expect(try await runs(id, world, world.game).count == 1)
            #expect(try await status(id, world, world.game) == 200)
            try await world.expect(
                200, "PUT", restrictions, world.player, #"{"forbidsStrangers":false,"forbidsMessages":false}"#)
            #expect(try await runs(id, world).count == 1)
            try await world.expect(
                200, "PATCH", World.app + "/leaderboards/Runs", world.administrator, #"{"isHidden":true}"#)
            #expect(try await runs(id, world).isEmpty)
            #expect(try await status(id, world, world.game) == 404)
        }
    }
}
