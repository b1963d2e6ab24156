import LaurelWire
import Testing

@testable import LaurelAPI

/// Which rule a request breaks, as pages say it in the reader's language.
@Suite("Reasons of problems", .timeLimit(.minutes(15))) struct ReasonTests {
    @Test("a refusal names its rule by a word, and has the rule's numbers and names beside it")
    func reasons() async throws {
        try await TestServer.run { server in
            let world = try await World(server)
            func expect(
                _ reason: String, _ values: JSONValue?, _ method: String, _ path: String, _ body: String,
                by token: String
            ) async throws {
                let refused = try await world.send(method, path, token, body)
                #expect(refused.json?["reason"] == .string(reason), "\(refused.text)")
                #expect(refused.json?["values"] == values, "\(refused.text)")
            }
            let (apps, app) = ("/v1/connect/apps", "/v1/connect/apps/com.ali.MonkeyJump")
            try await expect(
                "taken", .object(["id": .string("com.ali.MonkeyJump")]), "POST", apps,
                #"{"bundleID":"com.ali.MonkeyJump","name":"Jump"}"#, by: world.administrator)
            try await expect(
                "taken", nil, "POST", app + "/leaderboards",
                #"{"id":"HighScores","localizations":[{"language":"en","name":"High Scores"}]}"#,
                by: world.administrator)
            try await expect(
                "no-localization", .object(["language": .string("en")]), "POST", app + "/leaderboards",
                #"{"id":"Lonely","localizations":[{"language":"de","name":"Bestenliste"}]}"#, by: world.administrator)
            try await expect(
                "required", nil, "POST", apps, #"{"name":"Jump"}"#, by: world.administrator)
            let thing = #""bundleID":"com.ali.MonkeyJump","leaderboard":"HighScores""#
            try await expect(
                "integer", .object(["minimum": .integer(1), "maximum": .integer(100)]), "POST", "/v1/challenge-links",
                "{\(thing),\"uses\":101}", by: world.player)
            try await expect(
                "integer", nil, "POST", "/v1/challenge-links", "{\(thing),\"uses\":1.5}", by: world.player)
            try await expect(
                "twice", .object(["id": .string("uses")]), "POST", "/v1/challenge-links",
                "{\(thing),\"uses\":1,\"uses\":2}", by: world.player)
        }
    }
}
