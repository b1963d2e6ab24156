import LaurelDomain
import LaurelWire
import Testing

@Suite("Routes of merges", .timeLimit(.minutes(15)))
struct MergeRouteTests {
    private static let guests = "/v1/players/me/guests"
    private static let body = #"{"secret":"\#(World.guestSecret)"}"#

    private func value(_ world: World, by token: String, is value: Int) async throws -> Bool {
        let page = try #require(try await world.send("GET", World.board + "/entries", token).json)
        return page["local"]?["value"] == .integer(Int64(value))
    }

    @Test("rule 1.13: the question shows both best scores, and a merge leaves the better one, with a receipt")
    func merged() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            _ = try await world.send("POST", World.board + "/scores", world.guest, #"{"value":7000,"id":"guests"}"#)
            _ = try await world.send("POST", World.board + "/scores", world.game, #"{"value":6000}"#)
            let preview = try await world.send("POST", Self.guests + "/preview", world.game, Self.body)
            #expect(preview.status == 200, "\(preview.text)")
            let scores = try #require(preview.json?["scores"])
            #expect(scores[0]?["leaderboard"] == .string("HighScores") && scores[1] == nil)
            #expect(scores[0]?["guestValue"] == .integer(7000) && scores[0]?["accountValue"] == .integer(6000))
            #expect(try await value(world, by: world.game, is: 6000), "a question changes nothing")
            let merged = try await world.send("POST", Self.guests, world.game, Self.body)
            #expect(merged.status == 200, "\(merged.text)")
            #expect(merged.json?["isFinished"] == .boolean(true))
            #expect(try await value(world, by: world.game, is: 7000))
            let again = try await world.send("POST", Self.guests, world.player, Self.body)
            #expect(again.status == 200 && again.json?["receipt"] == merged.json?["receipt"])
            // Sent again by the account, the guest's score is known.
            let known = try await world.send(
                "POST", World.board + "/scores", world.game, #"{"value":7000,"id":"guests"}"#)
            #expect(known.status == 200, "\(known.text)")
            #expect(try await world.send("GET", "/v1/players/me", world.guest).status == 401)
            let back = try await world.send("POST", "/v1/guests", "", Self.body)
            #expect(back.status == 409 && back.kind == "guest-merged")
        }
    }

    @Test("rule 1.13: who can't merge hears why, and nothing happens")
    func refused() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            for target in [Self.guests, Self.guests + "/preview"] {
                let guest = try await world.send("POST", target, world.guest, Self.body)
                #expect(guest.status == 403 && guest.kind == "guest-restricted", "\(guest.text)")
                let unknown = try await world.send(
                    "POST", target, world.player, #"{"secret":"dRxBCr2vptqNkYZS3WpA4VXns-HXcsXZunCIzdjz6Tk"}"#)
                #expect(unknown.status == 404 && unknown.field == "secret", "\(unknown.text)")
                #expect(try await world.send("POST", target, "", Self.body).status == 401)
            }
            #expect(try await world.send("GET", "/v1/players/me", world.guest).status == 200)
            let other = try await world.send("POST", Self.guests, world.stranger, Self.body)
            #expect(other.status == 200, "\(other.text)")
            for target in [Self.guests, Self.guests + "/preview"] {
                let elsewhere = try await world.send("POST", target, world.player, Self.body)
                #expect(elsewhere.status == 409 && elsewhere.kind == "guest-merged", "\(elsewhere.text)")
            }
        }
    }
}
