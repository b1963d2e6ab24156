import Foundation

extension TestGame {
    /// MonkeyJump, released, with a leaderboard whose occurrence ends soon, when the next one begins. Its scores need
    /// replays, and groups can be challenged to its `Sprint`.
    ///
    /// - Parameters:
    ///   - seconds: until the first occurrence ends, of five minutes.
    ///   - link: where it is played. Nil: it has no page.
    public static func sprint(
        on server: LaurelProcess, endingIn seconds: Double, link: String? = nil
    ) async throws -> TestGame {
        let start = ISO8601DateFormatter().string(from: Date(timeIntervalSinceNow: seconds - 300))
        let recurrence: [String: any Sendable] = ["start": start, "durationMinutes": 5, "restartMinutes": 5]
        let game = try await TestGame(
            on: server, bundleID: "com.ali.MonkeyJump", leaderboard: "HighScores",
            fields: [
                "recurrence": recurrence,
                "replays": ["simulator": "monkeyjump", "requires": "replay"] as [String: String],
            ])
        let app = "/v1/connect/apps/" + game.bundleID
        let definition: [String: Any] = [
            "id": "Sprint", "leaderboard": game.leaderboard, "isRepeatable": true,
            "localizations": [["language": "en", "title": "Sprint"]],
        ]
        let made = try await server.administration.json("POST", app + "/challenge-definitions", definition)
        guard made.status == 201 else { throw Trouble(description: made.text) }
        // The definition is released with the app's next release.
        var release: [String: Any] = ["isReleased": true]
        if let link { release["link"] = link }
        let released = try await server.administration.json("PATCH", app, release)
        guard released.status == 200 else { throw Trouble(description: released.text) }
        return game
    }
}
