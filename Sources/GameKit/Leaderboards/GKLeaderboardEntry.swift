import LaurelClient

extension GKLeaderboard {
    /// A player's entry on a leaderboard, as of when it was loaded.
    // SAFETY: immutable.
    open class Entry: NSObject, @unchecked Sendable {
        let record: EntryRecord
        let leaderboardID: String
        let center: Laurel
        public let player: GKPlayer

        init(_ record: EntryRecord, of player: GKPlayer, on leaderboardID: String, in center: Laurel) {
            self.record = record
            self.player = player
            self.leaderboardID = leaderboardID
            self.center = center
        }

        /// Starts at 1. 0 if not loaded, as in a challenge's entry.
        open var rank: Int { record.rank }
        open var score: Int { Int(truncatingIfNeeded: record.value) }
        /// In the leaderboard's format and the player's language.
        open var formattedScore: String { record.formatted }
        open var context: Int { Int(truncatingIfNeeded: record.context) }
        open var date: Date { Date(milliseconds: record.date) }

        open override var description: String {
            "<\(Swift.type(of: self)) player: \(player.displayName), rank: \(rank), score: \(score), "
                + "formattedScore: \(formattedScore), context: \(context), date: \(date)>"
        }
    }
}
