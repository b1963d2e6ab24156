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
        /// It is a rematch, and ``Laurel/loadGhost(of:)`` has the last winner's run to play against. False where only
        /// live runs count: one with another run's seed has no ticket, so it would be no try.
        public let hasGhost: Bool
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
        let game = try configuration.game.get().bundleID
        return try await asPlayer { (client, session) throws(ClientError) in
            var found: [JoinedChallenge] = []
            var raced: [LeaderboardID: Bool] = [:]
            for (answer, joined) in try await client.runningChallenges(of: session.player.id) {
                if answer.ghost != nil, raced[joined.leaderboard] == nil {
                    raced[joined.leaderboard] = await client.countsRaces(on: joined.leaderboard, of: game)
                }
                let hasGhost = answer.ghost != nil && raced[joined.leaderboard] == true
                found.append(JoinedChallenge(answer, joined, hasGhost: hasGhost))
            }
            return found
        }
    }

    /// Whether the local player has joined one of it that is running. Which runs count on the leaderboard is no matter,
    /// so it isn't asked for.
    func hasActiveChallenges(of definition: ChallengeDefinitionID) async throws(GKError) -> Bool {
        try await asPlayer { (client, session) throws(ClientError) in
            try await client.runningChallenges(of: session.player.id).contains { $0.answer.definition == definition }
        }
    }
}

/// Where a player has joined a challenge, and it's running.
private struct RunningPart {
    let own: GroupChallengePlayerAnswer
    let leaderboard: LeaderboardID

    init?(of player: String, in answer: GroupChallengeAnswer) {
        guard answer.state == .running, let leaderboard = answer.leaderboard,
            let own = answer.players.first(where: { $0.hasJoined && $0.player.id == player })
        else { return nil }
        self.own = own
        self.leaderboard = leaderboard
    }
}

extension Client {
    /// Those that the player has joined, newest first.
    fileprivate func runningChallenges(
        of player: String
    ) async throws(ClientError) -> [(answer: GroupChallengeAnswer, part: RunningPart)] {
        var found: [(answer: GroupChallengeAnswer, part: RunningPart)] = []
        var before: GroupChallengeID?
        repeat {
            let page = try await groupChallenges(before: before)
            for answer in page.challenges {
                guard let part = RunningPart(of: player, in: answer) else { continue }
                found.append((answer, part))
            }
            before = page.next.flatMap { GroupChallengeID($0) }
        } while before != nil
        return found
    }

    /// Whether a run with another run's seed is worth a score there. Without an answer none is offered: what runs count
    /// for is told all the same.
    fileprivate func countsRaces(on leaderboard: LeaderboardID, of game: BundleID) async -> Bool {
        do throws(ClientError) {
            return try await self.leaderboard(leaderboard, of: game).replays?.requires != .ticket
        } catch {
            return false
        }
    }
}

extension Laurel.JoinedChallenge {
    fileprivate init(_ answer: GroupChallengeAnswer, _ part: RunningPart, hasGhost: Bool) {
        identifier = answer.id
        definitionIdentifier = answer.definition.text
        title = answer.title ?? answer.definition.text
        leaderboardID = part.leaderboard.text
        endDate = Date(answer.ends)
        tries = part.own.tries
        triesLimit = answer.triesLimit
        rank = part.own.rank
        formattedScore = part.own.formatted
        playerCount = answer.players.count { $0.hasJoined }
        self.hasGhost = hasGhost
    }
}
