import LaurelWire
import Testing

extension World {
    /// A score that the player shares, and an open challenge of his.
    mutating func prepareShares() async throws {
        try await expect(200, "POST", Self.board + "/scores", game, #"{"value":29}"#)
        let thing = #""bundleID":"com.ali.MonkeyJump","leaderboard":"HighScores""#
        shareID = try await expect(201, "POST", "/v1/shares", player, "{\(thing)}").string("id")
        let link = try await expect(201, "POST", "/v1/challenge-links", player, "{\(thing),\"uses\":2}")
        challengeLinkCode = try link.string("code")
        try await makeRuns()
        let run = RecordedRun(skill: 600, seed: 1)
        try await expect(200, "POST", Self.runs + "/scores", game, run.body)
        let shown = #""bundleID":"com.ali.MonkeyJump","leaderboard":"Runs""#
        replayShareID = try await expect(201, "POST", "/v1/shares", player, "{\(shown)}").string("id")
    }
}
