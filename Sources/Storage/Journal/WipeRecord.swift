public import LaurelDomain

/// Up to where the rows of a leaderboard, or of one player on it, are wiped (rule 3.2). It is a fact beside the row of
/// the wipe, so that it is known before a board is built from its rows. Nobody has to look at wiped scores: those that
/// wait in the queue of reviews leave it with the record.
public struct WipeRecord: Hashable, Sendable {
    public let stream: StreamID
    public let leaderboard: LeaderboardNumber
    /// Nil: everybody's.
    public let player: PlayerNumber?
    public let through: JournalSequence

    public init(
        stream: StreamID, leaderboard: LeaderboardNumber, player: PlayerNumber?, through: JournalSequence
    ) {
        self.stream = stream
        self.leaderboard = leaderboard
        self.player = player
        self.through = through
    }

    /// Whether a score that waits for a moderator is among what is wiped.
    public func covers(_ score: PendingScore) -> Bool {
        score.stream == stream && score.leaderboard == leaderboard && score.sequence <= through
            && (player == nil || score.player == player)
    }
}
