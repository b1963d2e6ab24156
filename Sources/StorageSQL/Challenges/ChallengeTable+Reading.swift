import LaurelDomain
import LaurelStorage

extension ChallengeTable {
    private static let columns: SQL = """
        number, sender, receiver, app, environment, kind, subject, value, context, issued, state, settled, message,
        replay
        """

    static func pending(on connection: any SQLConnection) throws(StoreError) -> [Challenge] {
        try connection.rows("SELECT \(columns) FROM challenges WHERE state = 1 ORDER BY number", record)
            .map(\.challenge)
    }

    /// Numbers rise with time, so only the newest are looked at.
    static func issued(after moment: Timestamp, on connection: any SQLConnection) throws(StoreError) -> [Challenge] {
        var challenges: [Challenge] = []
        try connection.each("SELECT \(columns) FROM challenges ORDER BY number DESC") { row throws(StoreError) in
            let challenge = try record(row).challenge
            guard challenge.issued > moment else { return false }
            challenges.append(challenge)
            return true
        }
        return challenges.reversed()
    }

    static func record(
        _ number: ChallengeNumber, on connection: any SQLConnection
    ) throws(StoreError) -> ChallengeRecord? {
        try connection.first("SELECT \(columns) FROM challenges WHERE number = \(number)", record)
    }

    static func records(
        _ query: ChallengeQuery, on connection: any SQLConnection
    ) throws(StoreError) -> [ChallengeRecord] {
        let oldest = query.now.advanced(by: -Challenge.lifetime)
        var conditions: [SQL] = [
            query.role == .received ? "receiver = \(query.player)" : "sender = \(query.player)",
            "environment = \(query.environment)",
        ]
        if let before = query.before { conditions.append("number < \(before)") }
        if let app = query.app { conditions.append("app = \(app)") }
        // A pending one that is too old is invalid, whether that is written already or not.
        switch query.state {
        case nil: break
        case .pending?: conditions.append("state = 1 AND issued > \(oldest)")
        case .invalid?: conditions.append("(state = 0 OR state = 1 AND issued <= \(oldest))")
        case .completed?: conditions.append("state = 2")
        case .declined?: conditions.append("state = 3")
        }
        return try connection.rows(
            """
            SELECT \(columns) FROM challenges WHERE \(conditions.joined(separator: " AND "))
            ORDER BY number DESC LIMIT \(SQLPage.limit(query.limit))
            """, record)
    }

    static func settlements(
        by row: JournalSequence, of player: PlayerNumber, _ subject: ChallengeSubject, _ environment: Environment,
        on connection: any SQLConnection
    ) throws(StoreError) -> [ChallengeSettlement] {
        let (kind, number) = key(subject)
        return try connection.rows(
            """
            SELECT number, settled, answer FROM challenges
            WHERE receiver = \(player) AND settled_by = \(row) AND kind = \(kind) AND subject = \(number)
                AND environment = \(environment)
            ORDER BY number
            """
        ) { found throws(StoreError) in
            ChallengeSettlement(
                try found["number"], .completed, at: try found["settled"], by: row, answer: try found["answer"])
        }
    }

    private static func record(_ row: SQLRow) throws(StoreError) -> ChallengeRecord {
        let goal: ChallengeGoal =
            try row["kind"] == 0 as Int64
            ? .score(try row["subject"], value: try row["value"], context: try row["context"])
            : .achievement(try row["subject"])
        return ChallengeRecord(
            challenge: Challenge(
                number: try row["number"], sender: try row["sender"], receiver: try row["receiver"],
                app: try row["app"], environment: try row["environment"], goal: goal, issued: try row["issued"],
                state: try row["state"], settled: try row["settled"]),
            message: try row["message"], replay: try row["replay"])
    }
}
