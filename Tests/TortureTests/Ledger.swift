import LaurelDomain
import LaurelScores
import LaurelStorage

/// What clients know: each score that was sent, and whether they were told that it counts. And what follows from it,
/// with nothing clever: a list.
struct Ledger {
    struct Sent {
        let board: Int
        let player: UInt32
        let value: Int64
        /// When it was made, as the game claims; nil: it doesn't say.
        var date: Timestamp?
        var isAcknowledged = false
    }

    /// A score of the journal.
    private struct Row {
        let board: Int
        let player: UInt32
        let value: Int64
        let date: Timestamp
    }

    /// By ID.
    private(set) var sent: [String: Sent] = [:]
    private(set) var ids: [String] = []
    private var rows: [Row] = []
    /// Acknowledged since the journal was last read.
    private(set) var acknowledged = 0

    mutating func send(_ id: String, _ score: Sent) {
        guard sent[id] == nil else { return }
        sent[id] = score
        ids.append(id)
    }

    /// - Returns: what is wrong with the answer.
    mutating func acknowledge(_ id: String, _ result: SubmittedScores.Result) -> [String] {
        guard var score = sent[id] else { return ["\(id) was answered and never sent"] }
        var defects: [String] = []
        if score.isAcknowledged, !result.isRepeat { defects.append("\(id) counted twice by its answers") }
        if result.value != score.value { defects.append("\(id) was answered as \(result.value), not \(score.value)") }
        if !result.isRepeat {
            rows.append(Row(board: score.board, player: score.player, value: score.value, date: result.date))
        }
        if !score.isAcknowledged { acknowledged += 1 }
        score.isAcknowledged = true
        sent[id] = score
        return defects
    }

    /// Reads the journal, which is believed about what nobody was told of.
    ///
    /// - Parameter boards: the numbers of the leaderboards, in order.
    /// - Returns: what is missing, there twice, or never was sent.
    mutating func read(_ store: some Journal, _ stream: StreamID, boards: [LeaderboardNumber]) throws -> [String] {
        var defects: [String] = []
        var found: Set<String> = []
        var last = JournalPosition(sequence: .start, time: .first)
        rows = []
        while true {
            let page = try store.rows(after: last.sequence, of: stream, limit: 1_000)
            if page.isEmpty { break }
            for row in page {
                if row.sequence.rawValue != last.sequence.rawValue + 1 {
                    defects.append("row \(row.sequence.rawValue) follows \(last.sequence.rawValue)")
                }
                if row.time < last.time { defects.append("time goes back in row \(row.sequence.rawValue)") }
                last = JournalPosition(sequence: row.sequence, time: row.time)
                guard row.kind == .score, let id = row.scoreID?.text else { continue }
                if !found.insert(id).inserted { defects.append("\(id) is there twice") }
                guard let score = sent[id], row.player?.rawValue == score.player, row.value == score.value,
                    boards[score.board] == row.leaderboard
                else {
                    defects.append("row \(row.sequence.rawValue) (\(id)) is nothing that was sent")
                    continue
                }
                rows.append(Row(board: score.board, player: score.player, value: score.value, date: row.date))
            }
        }
        for id in ids where sent[id]?.isAcknowledged == true && !found.contains(id) {
            defects.append("\(id) was acknowledged and is missing")
        }
        return defects
    }

    /// Players and values, best first: the first board from high to low, the others from low to high.
    func order(_ board: Int, _ scope: TimeScope, at now: Timestamp) -> [String] {
        var best: [UInt32: Row] = [:]
        let order: SortOrder = board == 0 ? .highToLow : .lowToHigh
        for row in rows where row.board == board {
            if let span = scope.span, row.date <= now.advanced(by: -span) { continue }
            guard let other = best[row.player] else {
                best[row.player] = row
                continue
            }
            if order.prefers(row.value, to: other.value) || row.value == other.value && row.date < other.date {
                best[row.player] = row
            }
        }
        let sorted = best.values.sorted { left, right in
            if left.value != right.value { return order.prefers(left.value, to: right.value) }
            if left.date != right.date { return left.date < right.date }
            return left.player < right.player
        }
        return sorted.map { "\($0.player):\($0.value)" }
    }
}
