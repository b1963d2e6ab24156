import LaurelClient
import LaurelDomain
import LaurelWire

// Replays and tickets. Ours, not Apple's: whoever builds against Apple's GameKit leaves them out.
extension GameCenter {
    /// What a run begins with, so that the server knows when it was played.
    public struct RunTicket: Hashable, Sendable {
        /// Goes into the log's header.
        public let data: Data
        /// Of the run.
        public let seed: UInt64
    }

    /// Asks for a ticket for the local player's next run.
    ///
    /// - Throws: `GKError`. Without a ticket a run is played all the same, with a seed of its own: it is verified, not
    ///   live.
    public static func runTicket() async throws -> RunTicket { try await current.runTicket() }

    public static func runTicket(completionHandler: @escaping (RunTicket?, (any Error)?) -> Void) {
        current.answer(completionHandler) { (center) throws(GKError) in try await center.runTicket() }
    }

    /// Reports a score of the local player to several leaderboards at once, with the log of its run.
    ///
    /// Where a leaderboard checks replays, the server plays the log again, and the player gets the achievements that
    /// the run has earned. What cannot be sent now is kept with its log and sent later.
    public static func submitScore(
        _ score: Int, context: Int = 0, replay: Data, leaderboardIDs: [String]
    ) async throws {
        let center = current
        var scores = center.outgoing(score, context: context, of: GKLocalPlayer.local, to: leaderboardIDs)
        for index in scores.indices { scores[index].replay = Array(replay) }
        try await center.submit(scores, completing: nil)
    }

    /// The moves of the challenger, for a ghost; nil: he sent none.
    public static func replay(of challenge: GKChallenge) async throws -> Data? {
        guard let id = challenge.challengeID, challenge.record.replay != nil else { return nil }
        return Data(
            try await challenge.center.asPlayer { (client, _) throws(ClientError) in try await client.replay(of: id) })
    }

    private func runTicket() async throws(GKError) -> RunTicket {
        let game = try configuration.game.get()
        let ticket = try await asPlayer { (client, _) throws(ClientError) in try await client.ticket(in: game.bundleID)
        }
        return RunTicket(data: Data(ticket.bytes), seed: ticket.seed)
    }
}
