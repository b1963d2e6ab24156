import LaurelClient
import LaurelDomain
import LaurelWire

// The last winner's run in the rematch of a challenge of a group. Ours, not Apple's: a game that builds against Apple's
// GameKit leaves it out.
extension Laurel {
    /// The run that won the challenge before, to play against.
    public struct ChallengeGhost: Hashable, Sendable {
        /// Who won.
        public let player: GKPlayer
        public let score: Int
        /// In the leaderboard's format.
        public let formattedScore: String
        /// The log of the run, as its game submitted it.
        public let replay: Data
    }

    /// Loads the run that the player may race in a rematch.
    ///
    /// - Returns: nil: there's none any more. A late score can change whose it is for as long as the challenge before
    ///   isn't final, and a winner who leaves takes it along.
    /// - Throws: `GKError`, for example `communicationsFailure`.
    public static func loadGhost(of challenge: JoinedChallenge) async throws -> ChallengeGhost? {
        try await current.ghost(of: challenge)
    }

    @preconcurrency public static func loadGhost(
        of challenge: JoinedChallenge,
        completionHandler: @escaping @Sendable (ChallengeGhost?, (any Error)?) -> Void
    ) {
        current.answer({ (found: ChallengeGhost??, error) in completionHandler(found ?? nil, error) }) {
            (center) throws(GKError) in try await center.ghost(of: challenge)
        }
    }

    private func ghost(of challenge: JoinedChallenge) async throws(GKError) -> ChallengeGhost? {
        guard challenge.hasGhost, let id = GroupChallengeID(challenge.identifier) else { return nil }
        let found = try await asPlayer {
            (client, _) throws(ClientError) -> (winner: GroupChallengePlayerAnswer, replay: [UInt8])? in
            guard let before = try await client.groupChallenge(id).rematchOf.flatMap({ GroupChallengeID($0) }) else {
                return nil
            }
            do throws(ClientError) {
                let winner = try await client.groupChallenge(before).players.first { $0.rank == 1 }
                guard let winner else { return nil }
                return (winner, try await client.ghost(of: id))
            } catch .problem(let problem) where [.notFound, .unknownChallenge].contains(problem.kind) {
                // The second: the player has left that one.
                return nil
            }
        }
        guard let (winner, replay) = found, let value = winner.value, let formatted = winner.formatted else {
            return nil
        }
        let players = await players([PlayerRecord(winner.player)])
        guard let player = players.first else { return nil }
        return ChallengeGhost(
            player: player, score: Int(clamping: value), formattedScore: formatted, replay: Data(replay))
    }
}
