public import LaurelDomain
public import LaurelStorage

/// Counts by days, from the journal and from the challenges.
enum ActivityTable {
    private static let dayMilliseconds: Int64 = 86_400_000

    /// - Parameters:
    ///   - number: the stream's.
    ///   - last: its last row.
    static func days(
        _ query: ActivityQuery, stream number: Int64, last: JournalSequence, on connection: SQLiteConnection
    ) throws(StoreError) -> [DailyActivity] {
        var days: [Day: DailyActivity] = [:]
        try countRows(query, number, last, into: &days, on: connection)
        try countChallenges("issued", "1", \.challengesSent, query, into: &days, on: connection)
        try countChallenges(
            "settled", "state = \(ChallengeState.completed.rawValue)", \.challengesBeaten, query, into: &days,
            on: connection)
        return days.values.sorted { $0.day < $1.day }
    }

    private static func countRows(
        _ query: ActivityQuery, _ number: Int64, _ last: JournalSequence, into days: inout [Day: DailyActivity],
        on connection: SQLiteConnection
    ) throws(StoreError) {
        let first = try firstRow(from: query.days.lowerBound.start, number, last, on: connection)
        let end = try firstRow(from: query.days.upperBound.end, number, last, on: connection)
        guard first < end else { return }
        // The numbers are ours, so they may stand in the text; bound ones would have a limit.
        let boards = query.leaderboards.map { "\($0.rawValue)" }.joined(separator: ",")
        let achievements = query.achievements.map { "\($0.rawValue)" }.joined(separator: ",")
        let score = JournalRow.Kind.score.rawValue
        let select = try connection.prepare(
            """
            SELECT time / \(dayMilliseconds), SUM(kind = \(score)), COUNT(DISTINCT player) FROM journal
                WHERE position >= ? AND position < ? AND (kind = \(score) AND leaderboard IN (\(boards))
                    OR kind = \(JournalRow.Kind.achievement.rawValue) AND context IN (\(achievements)))
                GROUP BY 1
            """)
        defer { select.reset() }
        select.bind(1, JournalTable.position(first, ofStream: number))
        select.bind(2, JournalTable.position(end, ofStream: number))
        while try select.step() {
            let day = Day(number: select.integer(0))
            days[day, default: DailyActivity(day: day)].scores = Int(select.integer(1))
            days[day, default: DailyActivity(day: day)].players = Int(select.integer(2))
        }
    }

    /// The first row that arrived at `moment` or later; behind the last when there is none. Time never goes back within
    /// a stream, and its sequences have no gaps.
    private static func firstRow(
        from moment: Timestamp, _ number: Int64, _ last: JournalSequence, on connection: SQLiteConnection
    ) throws(StoreError) -> JournalSequence {
        let select = try connection.prepare("SELECT time FROM journal WHERE position = ?")
        var low: Int64 = 1
        var high = last.rawValue + 1
        while low < high {
            let middle = low + (high - low) / 2
            select.bind(1, JournalTable.position(JournalSequence(middle), ofStream: number))
            defer { select.reset() }
            guard try select.step() else { throw .damaged(reason: "the journal's row \(middle) is missing") }
            if select.integer(0) < moment.milliseconds { low = middle + 1 } else { high = middle }
        }
        return JournalSequence(low)
    }

    private static func countChallenges(
        _ column: String, _ condition: String, _ count: WritableKeyPath<DailyActivity, Int>, _ query: ActivityQuery,
        into days: inout [Day: DailyActivity], on connection: SQLiteConnection
    ) throws(StoreError) {
        let select = try connection.prepare(
            """
            SELECT \(column) / \(dayMilliseconds), COUNT(*) FROM challenges
                WHERE app = ? AND environment = ? AND \(column) >= ? AND \(column) < ? AND \(condition) GROUP BY 1
            """)
        defer { select.reset() }
        select.bind(1, Int64(query.app.rawValue))
        select.bind(2, Int64(query.stream.environment.rawValue))
        select.bind(3, query.days.lowerBound.start.milliseconds)
        select.bind(4, query.days.upperBound.end.milliseconds)
        while try select.step() {
            let day = Day(number: select.integer(0))
            days[day, default: DailyActivity(day: day)][keyPath: count] = Int(select.integer(1))
        }
    }
}

extension SQLiteStore {
    public func activity(_ query: ActivityQuery) throws(StoreError) -> [DailyActivity] {
        let record = try withWriter { writer in writer.streams[query.stream] }
        return try read { connection throws(StoreError) in
            try ActivityTable.days(
                query, stream: record?.number ?? 0, last: record?.last?.sequence ?? .start, on: connection)
        }
    }
}
