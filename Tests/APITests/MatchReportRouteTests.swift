import LaurelDomain
import LaurelWire
import LaurelService
import Testing

@Suite("Reports of what is said in matches, over HTTP", .timeLimit(.minutes(15))) struct MatchReportRouteTests {
    private static let matches = "/v1/games/com.ali.MonkeyJump/matches"

    /// Somebody who plays MonkeyJump in Production.
    private struct Somebody {
        let id: String
        let token: String

        init(_ alias: String, _ world: World) async throws {
            let made = try await world.expect(
                201, "POST", "/v1/players", "",
                #"{"alias":"\#(alias)","password":"\#(World.password)","bundleID":"com.ali.MonkeyJump"}"#)
            id = try made["player"].unwrapped().string("id")
            token = try made.string("token")
        }
    }

    private func report(
        _ id: String, of player: Somebody, by reader: Somebody, _ world: World,
        _ game: String = #","bundleID":"com.ali.MonkeyJump""#
    ) async throws -> Answer {
        try await world.send(
            "POST", "/v1/reports", reader.token,
            #"{"player":"\#(player.id)","thing":"message","id":"\#(id)","reason":"harassment"\#(game)}"#)
    }

    @Test("rules 4.12, 12.20: the game's moderators see what was said in which match, and take it out of it")
    func takenDown() async throws {
        try await TestServer.run { server in
            let world = try await World(server, tells: false)
            let (ada, zoe) = (try await Somebody("ada", world), try await Somebody("zoe", world))
            let bob = try await Somebody("bob", world)
            let made = try await world.expect(
                200, "POST", Self.matches, ada.token,
                #"{"key":"\#(String(repeating: "1", count: 32))","minPlayers":2,"maxPlayers":2,"#
                    + #""players":["\#(zoe.id)"],"message":"Rude invitation"}"#)
            let id = try made.string("id")
            try await world.expect(
                200, "POST", Self.matches + "/\(id)/turns", ada.token,
                #"{"key":"\#(String(repeating: "2", count: 32))","version":1,"data":"","next":[1],"#
                    + #""message":{"key":"R","text":"Rude turn"}}"#)

            for (game, field) in [
                ("", "bundleID"), (#","bundleID":"com.example.none""#, nil), (#","environment":"sandbox""#, "bundleID"),
            ] {
                let answer = try await report(id, of: ada, by: zoe, world, game)
                #expect((400...404).contains(answer.status), "\(answer.text)")
                if let field { #expect(answer.field == field, "\(answer.text)") }
            }
            let odd = try await report("friendRequest", of: ada, by: zoe, world)
            #expect(odd.status == 400 && odd.field == "bundleID", "\(odd.text)")
            let never = "M:_00112233445566778899aabbccddeeff"
            for (name, reader) in [(id, bob), (never, zoe), (id + "/exchanges/1", zoe)] {
                let answer = try await report(name, of: ada, by: reader, world)
                #expect(answer.status == 404 && answer.field == "thing", "\(answer.text)")
            }
            for name in [id, id, id + "/invitation"] {
                let answer = try await report(name, of: ada, by: zoe, world)
                #expect(answer.status == 204, "\(answer.text)")
            }

            let moderator = try await world.member("mona", as: .moderator, in: world.developers.firstTeam)
            let queue = try await world.expect(200, "GET", World.app + "/reviews", moderator)
            // The app's new name waits there, too.
            let items = try queue["reviews"].unwrapped().elements().filter { $0["kind"] == .string("message") }
            #expect(items.map { $0["subject"] } == [.string(id), .string(id + "/invitation")], "\(queue)")
            for (item, evidence) in zip(items, ["Rude turn\nR", "Rude invitation"]) {
                #expect(item["reportCount"] == .integer(1))
                #expect(item["environment"] == .string("production"))
                #expect(item["bundleID"] == .string("com.ali.MonkeyJump"))
                #expect(item["player"]?["displayName"] == .string("ada"))
                guard case .integer(let number)? = item["id"] else { continue }
                let full = try await world.expect(200, "GET", World.app + "/reviews/\(number)", moderator)
                #expect(full["reports"]?[0]?["evidence"] == .string(evidence), "\(full)")
                try await world.expect(
                    200, "POST", World.app + "/reviews/\(number)", moderator, #"{"decision":"reject"}"#)
            }
            let read = try await world.expect(200, "GET", Self.matches + "/\(id)", zoe.token)
            #expect(read["message"] == .null && read["invitation"] == .null, "\(read)")
            let told = try await world.send("GET", "/v1/notices", zoe.token)
            #expect(told.status == 200 && !told.text.contains("Rude"), "\(told.text)")
            let audit = try await world.send(
                "GET", "/v1/connect/teams/\(world.developers.firstTeam)/audit", world.administrator)
            #expect(audit.text.contains("content.removal") && audit.text.contains("review.reject"), "\(audit.text)")
        }
    }
}
