import LaurelClient
import LaurelDomain
import LaurelWire

/// A score on its way, as it was when the game reported it.
struct OutgoingScore: Hashable, Sendable {
    var leaderboard: String
    /// Nil: the game never set it.
    var value: Int64?
    var context: Int64
    /// Milliseconds since 1970.
    var date: Int64
    var id: String
    /// Nil: nobody was signed in when it was made.
    var player: PlayerRecord?
    var isOfGuest = false
    var becomesDefault = false
}

extension GameCenter {
    /// Sends scores of the local player, all or none; those of other players are kept for them.
    ///
    /// What cannot be sent now is kept and sent later (rule 8.1), and the error says why it was not sent now. What the
    /// server refuses for good is not kept.
    ///
    /// - Parameter challenges: the only ones that they may complete; nil: all.
    func submit(_ scores: [OutgoingScore], completing challenges: [GKChallenge]?) async throws(GKError) {
        let items = try scores.map { (score) throws(GKError) in (score, try item(score)) }
        guard (1...scoresLimit).contains(items.count) else {
            throw GKError(.invalidParameter, detail: "One report has 1 to \(scoresLimit) scores.")
        }
        let eligible = challenges?.compactMap(\.challengeID)
        let own = session?.player.id
        // A score that nobody made yet belongs to whoever reports it (rule 1.8).
        let mine = items.filter { own != nil && ($0.0.player?.id ?? own) == own }.map(\.1)
        try await keepForOthers(items.filter { $0.0.player != nil && $0.0.player?.id != own })
        if !mine.isEmpty { try await send(mine, completing: eligible) }
        guard mine.count == items.count else { throw notYet(items.map(\.0)) }
        for score in scores where score.becomesDefault { try await setDefaultLeaderboard(score.leaderboard) }
    }

    private func item(_ score: OutgoingScore) throws(GKError) -> ScoreOfGame {
        guard let value = score.value else { throw GKError(.scoreNotSet) }
        guard !score.isOfGuest else { throw GKError(.invalidPlayer, detail: "A guest has no scores on the server.") }
        var item = ScoreOfGame()
        item.leaderboard = try leaderboardID(score.leaderboard)
        item.score = Score(
            value: value, context: score.context, date: Timestamp(clamping: score.date),
            id: try identifier(score.id))
        return item
    }

    /// - Throws: for an archive with another one than we made.
    func identifier(_ text: String) throws(GKError) -> ScoreID {
        do throws(InvalidIdentifier) { return try ScoreID(text) } catch {
            throw GKError(.invalidParameter, detail: "“\(text)” is no id of a score.")
        }
    }

    /// Why scores of others, or of nobody, were not sent.
    private func notYet(_ scores: [OutgoingScore]) -> GKError {
        let own = session?.player.id
        guard let other = scores.first(where: { $0.player != nil && $0.player?.id != own })?.player else {
            return GKError(.notAuthenticated)
        }
        let name = other.displayName.isEmpty ? other.id : other.displayName
        return GKError(.notAuthenticated, detail: "A score of \(name) is kept on this device until \(name) signs in.")
    }

    private func send(_ items: [ScoreOfGame], completing eligible: [ChallengeID]?) async throws(GKError) {
        var body = ScoresBody()
        body.scores = items
        body.challengeIDs = eligible
        let game = try configuration.game.get().bundleID
        let ready = body
        do throws(GKError) {
            _ = try await asPlayer { (client, _) throws(ClientError) in try await client.submit(ready, to: game) }
        } catch {
            throw error
        }
    }

    private func keepForOthers(_ items: [(OutgoingScore, ScoreOfGame)]) async throws(GKError) {}

    /// Where scores of this player go that name no leaderboard.
    func setDefaultLeaderboard(_ leaderboard: String) async throws(GKError) {
        let id = try leaderboardID(leaderboard)
        let game = try configuration.game.get().bundleID
        try await asPlayer { (client, _) throws(ClientError) in
            try await client.chooseDefaultLeaderboard(id, of: game)
        }
    }
}
