import LaurelAPI
import LaurelDomain
import LaurelWire
import LaurelService
import Testing

@Suite("Likes over HTTP", .timeLimit(.minutes(15)))
struct LikeRouteTests {
    private static let game = "/v1/games/com.ali.MonkeyJump"

    private func signUp(_ alias: String, _ world: World) async throws -> (id: String, token: String) {
        let made = try await world.send(
            "POST", "/v1/players", "", "{\"alias\":\"\(alias)\",\"password\":\"\(World.password)\"}")
        let answer = try made.json.unwrapped()
        return (try answer["player"].unwrapped().string("id"), try answer.string("token"))
    }

    @Test("friends see who likes a game, nobody else does, and a like is taken back")
    func friends() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            let (ada, zoe) = (try await signUp("ada", world), try await signUp("zoe", world))
            let stranger = try await signUp("stranger", world)
            for (asks, asked) in [(ada, zoe), (zoe, ada)] {
                let answer = try await world.send(
                    "POST", "/v1/friend-requests", asks.token, "{\"playerID\":\"\(asked.id)\"}")
                try #require(answer.status == 200, "\(answer.text)")
            }
            let before = try await world.send("GET", Self.game + "/likes", ada.token)
            #expect(before.status == 200 && before.json?["isLiked"] == .boolean(false))
            #expect(before.json?["total"] == .integer(0))
            for _ in 0..<2 {
                let liked = try await world.send("PUT", Self.game + "/like", zoe.token)
                #expect(liked.status == 200 && liked.json?["isLiked"] == .boolean(true))
                #expect(liked.json?["total"] == .integer(0), "no friend of hers does")
            }
            _ = try await world.send("PUT", Self.game + "/like", stranger.token)
            let seen = try await world.send("GET", Self.game + "/likes", ada.token)
            #expect(seen.json?["isLiked"] == .boolean(false) && seen.json?["total"] == .integer(1))
            #expect(seen.json?["friends"]?[0]?["displayName"] == .string("zoe"))
            let own = try await world.send("GET", "/v1/players/me/export", zoe.token)
            #expect(own.text.contains(#""likes":[{"bundleID":"com.ali.MonkeyJump","since":"#))

            let back = try await world.send("DELETE", Self.game + "/like", zoe.token)
            #expect(back.status == 200 && back.json?["isLiked"] == .boolean(false))
            let after = try await world.send("GET", Self.game + "/likes", ada.token)
            #expect(after.json?["total"] == .integer(0))
            let unknown = try await world.send("PUT", "/v1/games/com.example.nothing/like", ada.token)
            #expect(unknown.status == 404 && unknown.kind == "unknown-game")
        }
    }

    @Test("a game can't like itself in a player's name")
    func gamesCannot() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            _ = try await signUp("ada", world)
            let played = try await world.send(
                "POST", "/v1/sessions", "",
                "{\"alias\":\"ada\",\"password\":\"\(World.password)\",\"bundleID\":\"com.ali.MonkeyJump\"}")
            let token = try played.json.unwrapped().string("token")
            let answer = try await world.send("PUT", Self.game + "/like", token)
            #expect(answer.status == 403 && answer.kind == "forbidden")
            #expect(try await world.send("GET", Self.game + "/likes", token).json?["isLiked"] == .boolean(false))
        }
    }
}
