import LaurelClient
import LaurelDomain
import LaurelWire
import Synchronization

// Replays and tickets. Ours, not Apple's: a game that builds against Apple's GameKit leaves them out.
extension Laurel {
    /// The seed and ticket a run starts with, so the server knows when it was played.
    public struct RunTicket: Hashable, Sendable {
        /// Written into the log's header.
        public let data: Data
        /// The run's seed.
        public let seed: UInt64
    }

    /// Requests a ticket for the local player's next run.
    ///
    /// - Throws: `GKError`. Without a ticket, play the run with its own seed: it's verified, but not live.
    public static func runTicket() async throws -> RunTicket { try await current.runTicket() }

    @preconcurrency public static func runTicket(
        completionHandler: @escaping @Sendable (RunTicket?, (any Error)?) -> Void
    ) {
        current.answer(completionHandler) { (center) throws(GKError) in try await center.runTicket() }
    }

    /// Reports the local player's score to several leaderboards at once, with the run's log.
    ///
    /// If a leaderboard checks replays, the server replays the log and awards the achievements earned in the run. A
    /// report that can't be sent now is kept with its log and sent later.
    public static func submitScore(
        _ score: Int, context: Int = 0, replay: Data, leaderboardIDs: [String]
    ) async throws {
        let center = current
        var scores = center.outgoing(score, context: context, of: GKLocalPlayer.local, to: leaderboardIDs)
        for index in scores.indices { scores[index].replay = Array(replay) }
        try await center.submit(scores, completing: nil)
    }

    /// Whether the server has replayed the log of a score that was loaded from a leaderboard.
    public static func isVerified(_ score: GKScore) -> Bool { score.state.withLock(\.isVerified) ?? false }

    /// The challenger's replay, for a ghost; nil if they attached none.
    public static func replay(of challenge: GKChallenge) async throws -> Data? {
        guard let id = challenge.challengeID, challenge.record.replay != nil else { return nil }
        return Data(
            try await challenge.center.asPlayer { (client, _) throws(ClientError) in try await client.replay(of: id) })
    }

    private func runTicket() async throws(GKError) -> RunTicket {
        let game = try configuration.game.get()
        let ticket = try await asPlayer { (client, _) throws(ClientError) in try await client.ticket(in: game.bundleID)
        }
        return RunTicket(data: Data(ticket.ticket), seed: ticket.seed)
    }
}
