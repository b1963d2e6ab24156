import LaurelDomain
import LaurelStorage

/// Leaderboards of every kind as the rules say it, with nothing clever: one list of all scores.
struct NaiveKinds {
    struct Row {
        /// The id it was sent to.
        let board: String
        let environment: Environment
        let player: UInt32
        let value: Int64
        let date: Timestamp
        let sequence: JournalSequence
        var isOut = false
    }

    struct Shape {
        var kind = LeaderboardKind<String>.classic
        var order = SortOrder.highToLow
        var type = SubmissionType.best
        var range: ScoreRange?
    }

    /// Wiped ones and those of erased players are no longer in it.
    var rows: [Row] = []
    var shapes: [String: Shape] = [:]
    /// Old ids, and the group that they have become part of.
    var moved: [String: String] = [:]
    var banned: Set<UInt32> = []
    var erased: Set<UInt32> = []

    /// The leaderboard that answers for an id.
    func target(_ board: String) -> String { moved[board] ?? board }

    /// Each player's entry, best first.
    ///
    /// - Parameters:
    ///   - scope: of leaderboards that do not recur.
    ///   - occurrence: of those that do.
    func entries(
        _ board: String, _ environment: Environment, _ scope: TimeScope, _ occurrence: Occurrence? = nil,
        at now: Timestamp, banned: Set<UInt32>? = nil
    ) -> [Row] {
        let board = target(board)
        let shape = shapes[board] ?? Shape()
        var best: [UInt32: Row] = [:]
        let parts = shape.kind.parts
        if parts.isEmpty {
            for row in rows where target(row.board) == board && row.environment == environment && !row.isOut {
                guard !(banned ?? self.banned).contains(row.player), shape.range?.contains(row.value) ?? true else {
                    continue
                }
                if let occurrence, !(occurrence.start <= row.date && row.date < occurrence.end) { continue }
                if occurrence == nil, let span = scope.span, row.date <= now.advanced(by: -span) { continue }
                if best[row.player].map({ shape.replaces(row, $0) }) ?? true { best[row.player] = row }
            }
        } else {
            for row in parts.flatMap({ entries($0, environment, scope, at: now) }) {
                if best[row.player].map({ shape.isBetter(row, $0) }) ?? true { best[row.player] = row }
            }
        }
        return best.values.sorted { left, right in
            if left.value != right.value { return shape.order.prefers(left.value, to: right.value) }
            return (left.date, left.player) < (right.date, right.player)
        }
    }

    /// The last expired occurrence in which the player has an entry.
    func previous(_ player: UInt32, _ board: String, _ environment: Environment, at now: Timestamp) -> Int64? {
        guard let recurrence = shapes[target(board)]?.kind.recurrence,
            let latest = recurrence.latest(at: now)
        else { return nil }
        for number in (1...latest.number).reversed() {
            guard let occurrence = recurrence.occurrence(number), occurrence.end <= now else { continue }
            let entries = entries(board, environment, .allTime, occurrence, at: now)
            if entries.contains(where: { $0.player == player }) { return number }
        }
        return nil
    }
}

extension NaiveKinds.Shape {
    fileprivate func isBetter(_ row: NaiveKinds.Row, _ other: NaiveKinds.Row) -> Bool {
        order.prefers(row.value, to: other.value) || row.value == other.value && row.date < other.date
    }

    fileprivate func replaces(_ row: NaiveKinds.Row, _ other: NaiveKinds.Row) -> Bool {
        switch type {
        case .best: isBetter(row, other)
        case .mostRecent: row.date >= other.date
        }
    }
}
