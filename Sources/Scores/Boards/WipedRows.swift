import LaurelDomain
import LaurelStorage

/// Which rows of a stream are as if they had never been (rule 3.2): all code that makes boards of rows asks here.
struct WipedRows: Hashable, Sendable {
    private var leaderboards: [LeaderboardNumber: JournalSequence] = [:]
    private var players: [LeaderboardNumber: [PlayerNumber: JournalSequence]] = [:]

    init(_ records: [WipeRecord] = []) {
        for record in records { note(record) }
    }

    mutating func note(_ record: WipeRecord) {
        if let player = record.player {
            players[record.leaderboard, default: [:]][player] = record.through
        } else {
            leaderboards[record.leaderboard] = record.through
            players[record.leaderboard] = nil
        }
    }

    /// O(1).
    func covers(_ row: JournalRow) -> Bool {
        if let through = leaderboards[row.leaderboard], row.sequence <= through { return true }
        guard let player = row.player, let through = players[row.leaderboard]?[player] else { return false }
        return row.sequence <= through
    }

    /// A copy of a board made of this leaderboard's rows that is older does not hold.
    func last(on leaderboard: LeaderboardNumber) -> JournalSequence {
        let ofPlayers = players[leaderboard]?.values.max() ?? .start
        return max(leaderboards[leaderboard] ?? .start, ofPlayers)
    }

    /// Up to where nothing at all is left of a leaderboard.
    func everything(on leaderboard: LeaderboardNumber) -> JournalSequence { leaderboards[leaderboard] ?? .start }
}
