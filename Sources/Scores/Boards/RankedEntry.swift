public import LaurelDomain
package import LaurelRanking

/// A player's row on a leaderboard, at the moment it was read.
public struct RankedEntry: Hashable, Sendable {
    /// The best has 1; no two are equal (rule 4.6).
    public let rank: Int
    public let player: PlayerNumber
    public let value: Int64
    public let context: Int64
    public let date: Timestamp
    /// The game claimed another date (rule 4.7).
    public let isDateClamped: Bool
    /// The journal's row: what a moderator names to remove it.
    public let sequence: JournalSequence
    /// What the server knows of how the score came about; nil: what the game said.
    public let verification: Verification?

    public init(
        rank: Int, player: PlayerNumber, value: Int64, context: Int64, date: Timestamp, isDateClamped: Bool = false,
        sequence: JournalSequence = .start, verification: Verification? = nil
    ) {
        self.rank = rank
        self.player = player
        self.value = value
        self.context = context
        self.date = date
        self.isDateClamped = isDateClamped
        self.sequence = sequence
        self.verification = verification
    }

    package init(_ entry: LaurelRanking.RankedEntry) {
        self.init(
            rank: entry.rank, player: entry.player, value: entry.value, context: entry.context, date: entry.date,
            isDateClamped: entry.flags.contains(.isDateClamped), sequence: entry.sequence,
            verification: entry.flags.verification)
    }
}
