import LaurelClient
import LaurelDomain
import LaurelWire

// Challenges of groups that run. Ours, not Apple's: a game that builds against Apple's GameKit leaves it out.
extension Laurel {
    /// A challenge of a group that the local player has joined, and that is running. Each score on its leaderboard is a
    /// try until its end, as long as there are tries left.
    public struct JoinedChallenge: Hashable, Sendable {
        public let identifier: String
        public let definitionIdentifier: String
        /// In the player's language.
        public let title: String
        public let leaderboardID: String
        public let endDate: Date
        /// Those that the player has used.
        public let tries: Int
        /// Nil: there is none.
        public let triesLimit: Int?
        /// Of the player's best try; nil: there is none.
        public let rank: Int?
        /// The player's best try in the leaderboard's format; nil: there is none.
        public let formattedScore: String?
        /// How many have joined.
        public let playerCount: Int
    }

    /// Tells what the local player's next score in this game counts for, newest first.
    ///
    /// - Throws: `GKError`, for example `notAuthenticated`.
    public static func loadJoinedChallenges() async throws -> [JoinedChallenge] {
        try await current.joinedChallenges()
    }

    @preconcurrency public static func loadJoinedChallenges(
        completionHandler: @escaping @Sendable ([JoinedChallenge]?, (any Error)?) -> Void
    ) {
        current.answer(completionHandler) { (center) throws(GKError) in try await center.joinedChallenges() }
    }

    func joinedChallenges() async throws(GKError) -> [JoinedChallenge] {
        try await asPlayer { (client, session) throws(ClientError) in
            var found: [JoinedChallenge] = []
            var before: GroupChallengeID?
            repeat {
                let page = try await client.groupChallenges(before: before)
                found += page.challenges.compactMap { JoinedChallenge($0, of: session.player.id) }
                before = page.next.flatMap { GroupChallengeID($0) }
            } while before != nil
            return found
        }
    }
}

extension Laurel.JoinedChallenge {
    /// - Returns: nil: the player hasn't joined it, or it isn't running.
    fileprivate init?(_ answer: GroupChallengeAnswer, of player: String) {
        guard answer.state == .running, let leaderboard = answer.leaderboard,
            let own = answer.players.first(where: { $0.hasJoined && $0.player.id == player })
        else { return nil }
        identifier = answer.id
        definitionIdentifier = answer.definition.text
        title = answer.title ?? answer.definition.text
        leaderboardID = leaderboard.text
        endDate = Date(answer.ends)
        tries = own.tries
        triesLimit = answer.triesLimit
        rank = own.rank
        formattedScore = own.formatted
        playerCount = answer.players.count { $0.hasJoined }
    }
}
