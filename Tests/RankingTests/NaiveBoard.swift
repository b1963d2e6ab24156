import LaurelDomain
import LaurelRanking

/// The obvious leaderboard: all rows in an array, everything worked out anew at each read. What ``Board`` is judged by.
struct NaiveBoard {
    struct Row {
        var submission: Submission
        var isRemoved = false
    }

    let order: SortOrder
    let type: SubmissionType
    var range: ScoreRange?
    var rows: [[Row]]
    var banned: Set<Int> = []

    init(order: SortOrder, type: SubmissionType, range: ScoreRange?, players: Int) {
        self.order = order
        self.type = type
        self.range = range
        rows = Array(repeating: [], count: players)
    }

    /// What is left of a player's history.
    func remaining(_ player: Int) -> [Submission] {
        rows[player].filter { !$0.isRemoved }.map(\.submission)
    }

    /// Rule 4.8, word for word.
    func entries(_ scope: TimeScope, at now: Timestamp) -> [RankedEntry] {
        let edge = scope.span.map { now.milliseconds - $0.milliseconds } ?? -1
        var shown: [Submission] = []
        for player in rows.indices where !banned.contains(player) {
            var chosen: Submission?
            for row in rows[player] where !row.isRemoved {
                let submission = row.submission
                if submission.date.milliseconds <= edge { continue }
                if let range, !range.contains(submission.value) { continue }
                if let best = chosen, !wins(submission, over: best) { continue }
                chosen = submission
            }
            if let chosen { shown.append(chosen) }
        }
        shown.sort { ranksBefore($0, $1) }
        return ranked(shown)
    }

    func friends(_ players: [PlayerNumber], in entries: [RankedEntry]) -> [RankedEntry] {
        ranked(
            entries.filter { players.contains($0.player) }.map {
                Submission(
                    player: $0.player, value: $0.value, date: $0.date, context: $0.context, sequence: $0.sequence,
                    flags: $0.flags)
            })
    }

    private func ranked(_ shown: [Submission]) -> [RankedEntry] {
        shown.enumerated().map { index, row in
            RankedEntry(
                rank: index + 1, player: row.player, value: row.value, date: row.date, context: row.context,
                sequence: row.sequence, flags: row.flags)
        }
    }

    private func wins(_ row: Submission, over other: Submission) -> Bool {
        switch type {
        case .best:
            if row.value != other.value { return order.prefers(row.value, to: other.value) }
            return row.date != other.date ? row.date < other.date : row.sequence < other.sequence
        case .mostRecent:
            return row.date != other.date ? row.date > other.date : row.sequence > other.sequence
        }
    }

    private func ranksBefore(_ row: Submission, _ other: Submission) -> Bool {
        if row.value != other.value { return order.prefers(row.value, to: other.value) }
        return row.date != other.date ? row.date < other.date : row.player < other.player
    }
}
