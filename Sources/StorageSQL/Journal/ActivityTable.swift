public import LaurelDomain
public import LaurelStorage

/// Counts by days. The journal's are the engine's to make.
public enum ActivityTable {
    private static let dayMilliseconds: Int64 = 86_400_000

    public static func countChallenges(
        _ query: ActivityQuery, into days: inout [Day: DailyActivity], on connection: any SQLConnection
    ) throws(StoreError) {
        try count("issued", "TRUE", \.challengesSent, query, into: &days, on: connection)
        try count("settled", "state = 2", \.challengesBeaten, query, into: &days, on: connection)
    }

    private static func count(
        _ column: SQL, _ condition: SQL, _ count: WritableKeyPath<DailyActivity, Int>, _ query: ActivityQuery,
        into days: inout [Day: DailyActivity], on connection: any SQLConnection
    ) throws(StoreError) {
        let found = try connection.rows(
            """
            SELECT \(column) / \(dayMilliseconds) AS day, COUNT(*) AS found FROM challenges
            WHERE app = \(query.app) AND environment = \(query.stream.environment)
                AND \(column) >= \(query.days.lowerBound.start) AND \(column) < \(query.days.upperBound.end)
                AND \(condition)
            GROUP BY 1
            """
        ) { row throws(StoreError) -> (day: Int64, found: Int) in (try row["day"], try row["found"]) }
        for (number, found) in found {
            let day = Day(number: number)
            days[day, default: DailyActivity(day: day)][keyPath: count] = found
        }
    }
}
