public import LaurelDomain
import LaurelWire

// What a player shows to everybody.
extension Client {
    /// Makes the player's score on a leaderboard public; made once more, it is the page that is there.
    ///
    /// - Returns: the page's address.
    public func share(_ leaderboard: LeaderboardID, of game: BundleID) async throws(ClientError) -> String {
        var writer = JSONWriter()
        writer.beginObject()
        writer.field("bundleID", game.text)
        writer.field("leaderboard", leaderboard.text)
        writer.endObject()
        return try await (ask(.sharing(.make), writer.finish()) as SharedPageRecord).url
    }
}

private struct SharedPageRecord: AnswerValue {
    var url: String
    init(_ answer: AnswerReader) throws(UnreadableAnswer) { url = try answer.string("url") }
}
