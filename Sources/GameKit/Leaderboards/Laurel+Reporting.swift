import LaurelClient
import LaurelDomain

extension Laurel {
    func report(
        _ scores: [GKScore], completing challenges: [GKChallenge]?, _ handler: (((any Error)?) -> Void)?
    ) {
        submit(scores.map { $0.outgoing() }, completing: challenges, telling: handler)
    }

    /// One score, made now.
    func outgoing(
        _ value: Int, context: Int, of player: GKPlayer, to leaderboards: [String]
    ) -> [OutgoingScore] {
        let date = Timestamp(world.now()).milliseconds
        return leaderboards.map { leaderboard in
            OutgoingScore(
                leaderboard: leaderboard, value: Int64(value), context: Int64(context), date: date,
                id: world.makeID(), player: player.record, isOfGuest: player.guestIdentifier != nil,
                isForAnother: isAnother(player.record))
        }
    }

    /// Whether somebody is signed in, and it isn't this player.
    func isAnother(_ player: PlayerRecord?) -> Bool {
        guard let local = session?.player.id, let player else { return false }
        return player.id != local
    }
}
