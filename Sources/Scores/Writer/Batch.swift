package import LaurelDomain
import LaurelRanking
package import LaurelStorage

/// What one commit will carry, and what is known of players because of it.
package struct Batch {
    struct Call {
        let call: SubmitCall
        /// Its places in ``Batch/items``.
        let items: Range<Int>
    }

    struct Item {
        let leaderboard: Leaderboard
        let key: BoardKey
        let row: JournalRow
        let isRepeat: Bool
        var setOff = SetOff.nothing
        /// Achievements that its run earned.
        var earned: [AchievementID] = []
    }

    /// A player's latest row on a board in this batch, and their entry after it.
    struct Head {
        var sequence: JournalSequence
        var bestValue: Int64
        var bestDate: Timestamp
        /// False: all their rows are held, out of range or removed; any score is better.
        var hasBest = true
    }

    struct HeadKey: Hashable {
        let stream: StreamID
        let key: BoardKey
        let player: PlayerNumber
    }

    package var time: Timestamp = .first
    var rows: [JournalRow] = []
    /// What the rows set off, and what is written without a row.
    package var facts: [Change.Fact] = []
    /// Scores that come into the queue of reviews with this commit.
    var reviewed: [PendingScore] = []
    var items: [Item] = []
    var calls: [Call] = []
    var reports: [Report] = []
    /// Achievements of players who reported in this batch, after it.
    var achievements: [ProgressPlace: PlayerAchievements] = [:]
    /// Who plays a game for the first time.
    var joined: [AchievementTally.Game: Set<PlayerNumber>] = [:]
    var heads: [HeadKey: Head] = [:]
    var rowCounts: [StreamID: Int] = [:]
    /// Runs and tickets that this batch hands in.
    var runs: Set<RunPlace> = []
    var tickets: [UInt64: UsedTicket] = [:]

    var isEmpty: Bool { calls.isEmpty && reports.isEmpty && facts.isEmpty }

    mutating func clear() {
        rows.removeAll(keepingCapacity: true)
        facts.removeAll(keepingCapacity: true)
        reviewed.removeAll(keepingCapacity: true)
        items.removeAll(keepingCapacity: true)
        reports.removeAll(keepingCapacity: true)
        achievements.removeAll(keepingCapacity: true)
        joined.removeAll(keepingCapacity: true)
        calls.removeAll(keepingCapacity: true)
        heads.removeAll(keepingCapacity: true)
        rowCounts.removeAll(keepingCapacity: true)
        runs.removeAll(keepingCapacity: true)
        tickets.removeAll(keepingCapacity: true)
    }
}
