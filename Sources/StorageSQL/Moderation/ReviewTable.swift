import LaurelDomain
import LaurelStorage

/// The queue of reviews as rows of SQL.
enum ReviewTable {
    private static let columns: SQL = """
        id, app, player, reasons, created, team, environment, leaderboard, sequence, value, date, is_held, thing,
        subject, report_count, state, author, decided, note
        """

    static func insert(_ review: NewReview, on connection: any SQLConnection) throws(StoreError) -> ReviewID {
        try connection.newNumber("\(insertion(of: review)) RETURNING id")
    }

    static func insertion(of review: NewReview) -> SQL {
        let app = review.app?.rawValue ?? 0
        let reasons = text(of: review.reasons)
        return switch review.subject {
        case .score(let stream, let leaderboard, let sequence, let value, let date, let isHeld):
            .insert(
                into: "reviews",
                [
                    "app": app, "player": review.player, "reasons": reasons, "created": review.created,
                    "team": stream.team, "environment": stream.environment, "leaderboard": leaderboard,
                    "sequence": sequence, "value": value, "date": date, "is_held": isHeld,
                ])
        case .content(let thing, let id):
            .insert(
                into: "reviews",
                [
                    "app": app, "player": review.player, "reasons": reasons, "created": review.created,
                    "thing": thing, "subject": id,
                ])
        }
    }

    static func review(_ id: ReviewID, on connection: any SQLConnection) throws(StoreError) -> Review? {
        try connection.first("SELECT \(columns) FROM reviews WHERE id = \(id)", review)
    }

    static func reviews(
        _ filter: ReviewFilter, after id: ReviewID?, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> [Review] {
        var condition: SQL = "state = \(filter.state) AND id > \(id ?? ReviewID(0))"
        if let app = filter.app { condition = "\(condition) AND app = \(app)" }
        return try connection.rows(
            "SELECT \(columns) FROM reviews WHERE \(condition) ORDER BY id LIMIT \(SQLPage.limit(limit))", review)
    }

    static func scores(
        of player: PlayerNumber, on leaderboard: LeaderboardNumber, _ stream: StreamID, limit: Int,
        on connection: any SQLConnection
    ) throws(StoreError) -> [Review] {
        try connection.rows(
            """
            SELECT \(columns) FROM reviews
            WHERE player = \(player) AND leaderboard = \(leaderboard) AND team = \(stream.team)
                AND environment = \(stream.environment)
            ORDER BY id DESC LIMIT \(SQLPage.limit(limit))
            """, review)
    }

    static func pendingScores(on connection: any SQLConnection) throws(StoreError) -> [PendingScore] {
        try connection.rows(
            """
            SELECT app, team, environment, leaderboard, player, sequence FROM reviews
            WHERE state = 0 AND sequence IS NOT NULL
            """
        ) { row throws(StoreError) in
            PendingScore(
                app: try row["app"], stream: try stream(row), leaderboard: try row["leaderboard"],
                player: try row["player"], sequence: try row["sequence"])
        }
    }

    /// Nobody has to look at what is wiped.
    static func forget(_ record: WipeRecord, on connection: any SQLConnection) throws(StoreError) {
        var condition: SQL = """
            state = 0 AND sequence IS NOT NULL AND team = \(record.stream.team)
                AND environment = \(record.stream.environment) AND leaderboard = \(record.leaderboard)
                AND sequence <= \(record.through)
            """
        if let player = record.player { condition = "\(condition) AND player = \(player)" }
        try connection.run("DELETE FROM reviews WHERE \(condition)")
    }

    // MARK: Decisions

    private static func decided(_ state: ReviewState, _ decision: ReviewDecision) -> SQL {
        "state = \(state), author = \(decision.author), decided = \(decision.time), note = \(decision.note)"
    }

    static func decide(
        _ id: ReviewID, _ state: ReviewState, _ decision: ReviewDecision, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run("UPDATE reviews SET \(decided(state, decision)) WHERE state = 0 AND id = \(id)")
        try ReportPhotoTable.letGo(of: id, on: connection)
    }

    static func decide(
        _ stream: StreamID, _ sequence: JournalSequence, _ state: ReviewState, _ decision: ReviewDecision,
        on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            """
            UPDATE reviews SET \(decided(state, decision))
            WHERE state = 0 AND sequence IS NOT NULL AND team = \(stream.team)
                AND environment = \(stream.environment) AND sequence = \(sequence)
            """)
    }
}

// MARK: Reading rows

extension ReviewTable {
    private static func review(_ row: SQLRow) throws(StoreError) -> Review {
        let app: AppNumber = try row["app"]
        let content = NewReview(
            try subject(row), app: app.rawValue == 0 ? nil : app, player: try row["player"],
            reasons: reasons(in: try row["reasons"]), created: try row["created"])
        let decided: Timestamp? = try row["decided"]
        var decision: ReviewDecision?
        if let decided { decision = ReviewDecision(author: try row["author"], time: decided, note: try row["note"]) }
        return Review(
            id: try row["id"], content: content, reportCount: try row["report_count"], state: try row["state"],
            decision: decision)
    }

    private static func subject(_ row: SQLRow) throws(StoreError) -> NewReview.Subject {
        let thing: ReportedThing? = try row["thing"]
        if let thing { return .content(thing, id: try row["subject"]) }
        return .score(
            try stream(row), try row["leaderboard"], try row["sequence"], value: try row["value"],
            date: try row["date"], isHeld: try row["is_held"])
    }

    private static func stream(_ row: SQLRow) throws(StoreError) -> StreamID {
        StreamID(team: try row["team"], environment: try row["environment"])
    }

    /// A line a reason: the rule's number, a space, the sentence.
    private static func text(of reasons: [ReviewReason]) -> String {
        reasons.map { "\($0.rule.rawValue) \($0.sentence.replacing("\n", with: " "))" }.joined(separator: "\n")
    }

    private static func reasons(in text: String) -> [ReviewReason] {
        text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, let rule = UInt8(parts[0]).flatMap(ReviewRule.init(rawValue:)) else { return nil }
            return ReviewReason(rule, String(parts[1]))
        }
    }
}
