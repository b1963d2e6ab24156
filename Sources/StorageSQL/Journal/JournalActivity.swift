public import LaurelDomain
public import LaurelStorage

/// Counts by days from the journal.
enum JournalActivity {
    private static let dayMilliseconds: Int64 = 86_400_000

    /// - Parameters:
    ///   - number: the stream's.
    ///   - last: its last row.
    static func days(
        _ query: ActivityQuery, stream number: Int64, last: JournalSequence, on connection: any SQLConnection
    ) throws(StoreError) -> [DailyActivity] {
        var days: [Day: DailyActivity] = [:]
        try countRows(query, number, last, into: &days, on: connection)
        try ActivityTable.countChallenges(query, into: &days, on: connection)
        return days.values.sorted { $0.day < $1.day }
    }

    private static func countRows(
        _ query: ActivityQuery, _ number: Int64, _ last: JournalSequence, into days: inout [Day: DailyActivity],
        on connection: any SQLConnection
    ) throws(StoreError) {
        let first = try firstRow(from: query.days.lowerBound.start, number, last, on: connection)
        let end = try firstRow(from: query.days.upperBound.end, number, last, on: connection)
        guard first < end else { return }
        // Within the text: bound ones would have a limit.
        let boards = query.leaderboards.map { Int64($0.rawValue) }
        let achievements = query.achievements.map { Int64($0.rawValue) }
        let score = Int64(JournalRow.Kind.score.rawValue)
        let achievement = Int64(JournalRow.Kind.achievement.rawValue)
        let imported = Int64(JournalFlags.isImported.rawValue)
        try connection.each(
            """
            SELECT time / \(dayMilliseconds) AS day, count(*) FILTER (WHERE kind = \(score)) AS scores,
                COUNT(DISTINCT player) AS players
            FROM journal
            WHERE position >= \(JournalTable.position(first, ofStream: number))
                AND position < \(JournalTable.position(end, ofStream: number))
                AND flags & \(imported) = 0
                AND (kind = \(score) AND leaderboard IN (\(numbers: boards))
                    OR kind = \(achievement) AND context IN (\(numbers: achievements)))
            GROUP BY 1
            """
        ) { row throws(StoreError) in
            let day = Day(number: try row["day"])
            days[day, default: DailyActivity(day: day)].scores = try row["scores"]
            days[day, default: DailyActivity(day: day)].players = try row["players"]
            return true
        }
    }

    /// The first row that arrived at `moment` or later; behind the last when there is none. Time never goes back within
    /// a stream, and its sequences have no gaps.
    private static func firstRow(
        from moment: Timestamp, _ number: Int64, _ last: JournalSequence, on connection: any SQLConnection
    ) throws(StoreError) -> JournalSequence {
        var low: Int64 = 1
        var high = last.rawValue + 1
        while low < high {
            let middle = low + (high - low) / 2
            let position = JournalTable.position(JournalSequence(middle), ofStream: number)
            let time: Timestamp? = try connection.value("SELECT time FROM journal WHERE position = \(position)")
            guard let time else { throw .damaged(reason: "the journal's row \(middle) is missing") }
            if time < moment { low = middle + 1 } else { high = middle }
        }
        return JournalSequence(low)
    }
}

extension SQLDatabase where Self: Journal {
    public func activity(_ query: ActivityQuery) throws(StoreError) -> [DailyActivity] {
        let (number, last) = (try number(of: query.stream), try last(of: query.stream))
        return try read { connection throws(StoreError) in
            try JournalActivity.days(
                query, stream: number ?? 0, last: last?.sequence ?? .start, on: connection)
        }
    }
}
