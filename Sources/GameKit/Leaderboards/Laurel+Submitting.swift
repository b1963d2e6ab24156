import LaurelClient
import LaurelDomain
import LaurelWire

/// A score on its way, as it was when the game reported it.
struct OutgoingScore: Hashable, Sendable {
    /// Empty: the player's default one (rule 4.3).
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
    /// Made in the name of a player who was not the one signed in: no game may do that.
    var isForAnother = false
    var becomesDefault = false
    /// The log of its run.
    var replay: [UInt8]?
}

extension Laurel {
    /// Sends scores of the local player, all or none; those of other players wait for them.
    ///
    /// What cannot be sent now is kept and sent later (rule 8.1), and the error says why it was not sent now. What the
    /// server refuses for good is not kept.
    ///
    /// - Parameter challenges: the only ones that they may complete; nil: all.
    func submit(_ scores: [OutgoingScore], completing challenges: [GKChallenge]?) async throws(GKError) {
        try await finish(begin(scores, completing: challenges), scores)
    }

    /// The same in Apple's other form: it begins in the call, so that calls in a row stay in their order.
    func submit(
        _ scores: [OutgoingScore], completing challenges: [GKChallenge]?, telling handler: (((any Error)?) -> Void)?
    ) {
        let begun = Result { () throws(GKError) in try begin(scores, completing: challenges) }
        answer(handler) { (center) throws(GKError) in try await center.finish(begun.get(), scores) }
    }

    private func begin(
        _ scores: [OutgoingScore], completing challenges: [GKChallenge]?
    ) throws(GKError) -> BegunReport {
        guard (1...scoresLimit).contains(scores.count) else {
            throw GKError(.invalidParameter, detail: "Report 1 to \(scoresLimit) scores at a time.")
        }
        var bodies: [String: ScoresBody] = [:]
        for score in scores {
            let item = try item(score)
            let owner = try owner(score.player)
            bodies[owner, default: ScoresBody()].scores.append(item)
        }
        for owner in bodies.keys { bodies[owner]?.challengeIDs = challenges?.compactMap(\.challengeID) }
        return try begin(.scores, bodies.mapValues(\.json), of: scores.compactMap(\.player))
    }

    private func finish(_ begun: BegunReport, _ scores: [OutgoingScore]) async throws(GKError) {
        try await begun.areKept()
        if let own = begun.own {
            do throws(GKError) { _ = try await own.outcome() } catch {
                throw error.naming(leaderboards: scores.map(\.leaderboard).filter { !$0.isEmpty })
            }
            for score in scores where score.becomesDefault && !score.leaderboard.isEmpty {
                try await setDefaultLeaderboard(score.leaderboard)
            }
        }
        if let other = begun.waitsFor { throw GKError.waits(for: other) }
    }

    /// Whose a score is: what nobody made yet belongs to the player who reports it (rule 1.8).
    func owner(_ player: PlayerRecord?) throws(GKError) -> String {
        guard let owner = player?.id ?? session?.player.id, !owner.isEmpty else { throw GKError(.notAuthenticated) }
        return owner
    }

    func item(_ score: OutgoingScore) throws(GKError) -> ScoreOfGame {
        guard let value = score.value else { throw GKError(.scoreNotSet) }
        guard !score.isOfGuest else { throw GKError(.invalidPlayer, detail: "Guests can't have scores on the server.") }
        guard !score.isForAnother else {
            throw GKError(.invalidPlayer, detail: "A game submits scores of the signed-in player only.")
        }
        var item = ScoreOfGame()
        item.leaderboard = score.leaderboard.isEmpty ? nil : try leaderboardID(score.leaderboard)
        item.score = Score(
            value: value, context: score.context, date: Timestamp(clamping: score.date),
            id: try identifier(score.id))
        if let replay = score.replay, replay.count > Challenge.replayBytesLimit {
            throw GKError(.invalidParameter, detail: "A replay can have up to \(Challenge.replayBytesLimit) bytes.")
        }
        item.replay = score.replay
        return item
    }

    /// - Throws: for an archive with another one than we made.
    func identifier(_ text: String) throws(GKError) -> ScoreID {
        do throws(InvalidIdentifier) { return try ScoreID(text) } catch {
            throw GKError(.invalidParameter, detail: "“\(text)” isn't a score ID.")
        }
    }
}

extension GKError {
    /// Kept on the device.
    var isKept: Bool { userInfo[Self.keptKey] != nil }

    static func waits(for player: PlayerRecord) -> GKError {
        let name = player.displayName.isEmpty ? player.id : player.displayName
        return GKError(
            .notAuthenticated, detail: "It belongs to \(name) and stays on this device until \(name) signs in."
        )
        .kept
    }
}
