import LaurelDomain
import LaurelStorage

/// The queue of reviews as rows of SQL.
enum ReviewTable {
    private static let columns = """
        id, app, player, reasons, created, team, environment, leaderboard, sequence, value, date, is_held, thing,
        subject, report_count, state, author, decided, note
        """

    static func insert(_ review: NewReview, on connection: SQLiteConnection) throws(StoreError) -> ReviewID {
        let insert = try connection.prepare(
            """
            INSERT INTO reviews (app, player, reasons, created, team, environment, leaderboard, sequence, value, date,
                is_held, thing, subject)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        for column in 5...13 as ClosedRange<Int32> { insert.bindNull(column) }
        insert.bind(1, Int64(review.app?.rawValue ?? 0))
        insert.bind(2, Int64(review.player.rawValue))
        insert.bind(3, text(of: review.reasons))
        insert.bind(4, review.created.milliseconds)
        switch review.subject {
        case .score(let stream, let leaderboard, let sequence, let value, let date, let isHeld):
            insert.bind(5, Int64(stream.team.rawValue))
            insert.bind(6, Int64(stream.environment.rawValue))
            insert.bind(7, Int64(leaderboard.rawValue))
            insert.bind(8, sequence.rawValue)
            insert.bind(9, value)
            insert.bind(10, date.milliseconds)
            insert.bind(11, isHeld)
        case .content(let thing, let id):
            insert.bind(12, Int64(thing.rawValue))
            insert.bind(13, id)
        }
        try insert.run()
        return ReviewID(connection.lastInsertedRow)
    }

    static func review(_ id: ReviewID, on connection: SQLiteConnection) throws(StoreError) -> Review? {
        let select = try connection.prepare("SELECT \(columns) FROM reviews WHERE id = ?")
        select.bind(1, id.rawValue)
        return try reviews(select).first
    }

    static func reviews(
        _ filter: ReviewFilter, after id: ReviewID?, limit: Int, on connection: SQLiteConnection
    ) throws(StoreError) -> [Review] {
        let place = filter.app == nil ? "" : " AND app = ?4"
        let select = try connection.prepare(
            "SELECT \(columns) FROM reviews WHERE state = ?1 AND id > ?2\(place) ORDER BY id LIMIT ?3")
        select.bind(1, Int64(filter.state.rawValue))
        select.bind(2, id?.rawValue ?? 0)
        select.bind(3, Int64(max(0, limit)))
        if let app = filter.app { select.bind(4, Int64(app.rawValue)) }
        return try reviews(select)
    }

    static func scores(
        of player: PlayerNumber, on leaderboard: LeaderboardNumber, _ stream: StreamID, limit: Int,
        on connection: SQLiteConnection
    ) throws(StoreError) -> [Review] {
        let select = try connection.prepare(
            """
            SELECT \(columns) FROM reviews WHERE player = ? AND leaderboard = ? AND team = ? AND environment = ?
            ORDER BY id DESC LIMIT ?
            """)
        select.bind(1, Int64(player.rawValue))
        select.bind(2, Int64(leaderboard.rawValue))
        select.bind(3, Int64(stream.team.rawValue))
        select.bind(4, Int64(stream.environment.rawValue))
        select.bind(5, Int64(max(0, limit)))
        return try reviews(select)
    }

    static func pendingScores(on connection: SQLiteConnection) throws(StoreError) -> [PendingScore] {
        let select = try connection.prepare(
            """
            SELECT app, team, environment, leaderboard, player, sequence FROM reviews
            WHERE state = 0 AND sequence NOT NULL
            """)
        defer { select.reset() }
        var scores: [PendingScore] = []
        while try select.step() {
            guard let stream = stream(select, 1) else { throw .broken(reason: "a review has no stream") }
            scores.append(
                PendingScore(
                    app: AppNumber(UInt32(truncatingIfNeeded: select.integer(0))), stream: stream,
                    leaderboard: LeaderboardNumber(UInt32(truncatingIfNeeded: select.integer(3))),
                    player: try select.player(4), sequence: JournalSequence(select.integer(5))))
        }
        return scores
    }

    // MARK: Decisions

    static func decide(
        _ id: ReviewID, _ state: ReviewState, _ decision: ReviewDecision, on connection: SQLiteConnection
    ) throws(StoreError) {
        let update = try connection.prepare(
            "UPDATE reviews SET state = ?, author = ?, decided = ?, note = ? WHERE state = 0 AND id = ?")
        bind(state, decision, to: update)
        update.bind(5, id.rawValue)
        try update.run()
        try ReportPhotoTable.letGo(of: id, on: connection)
    }

    static func decide(
        _ stream: StreamID, _ sequence: JournalSequence, _ state: ReviewState, _ decision: ReviewDecision,
        on connection: SQLiteConnection
    ) throws(StoreError) {
        let update = try connection.prepare(
            """
            UPDATE reviews SET state = ?, author = ?, decided = ?, note = ?
            WHERE state = 0 AND sequence NOT NULL AND team = ? AND environment = ? AND sequence = ?
            """)
        bind(state, decision, to: update)
        update.bind(5, Int64(stream.team.rawValue))
        update.bind(6, Int64(stream.environment.rawValue))
        update.bind(7, sequence.rawValue)
        try update.run()
    }

    private static func bind(_ state: ReviewState, _ decision: ReviewDecision, to update: SQLiteStatement) {
        update.bind(1, Int64(state.rawValue))
        update.bind(2, decision.author.map { Int64($0.rawValue) })
        update.bind(3, decision.time.milliseconds)
        update.bind(4, decision.note)
    }
}

// MARK: Reading rows

extension ReviewTable {
    private static func reviews(_ select: SQLiteStatement) throws(StoreError) -> [Review] {
        defer { select.reset() }
        var reviews: [Review] = []
        while try select.step() { reviews.append(try review(select)) }
        return reviews
    }

    private static func review(_ row: SQLiteStatement) throws(StoreError) -> Review {
        let id = ReviewID(row.integer(0))
        guard let app = UInt32(exactly: row.integer(1)), let subject = subject(row),
            let state = UInt8(exactly: row.integer(15)).flatMap(ReviewState.init(rawValue:))
        else { throw .broken(reason: "can't read review \(id.rawValue)") }
        let content = NewReview(
            subject, app: app == 0 ? nil : AppNumber(app), player: try row.player(2),
            reasons: reasons(in: row.text(3)), created: Timestamp(clamping: row.integer(4)))
        var decision: ReviewDecision?
        if !row.isNull(17) {
            decision = ReviewDecision(
                author: try row.optionalPlayer(16), time: Timestamp(clamping: row.integer(17)), note: row.text(18))
        }
        return Review(
            id: id, content: content, reportCount: Int(clamping: row.integer(14)), state: state, decision: decision)
    }

    private static func subject(_ row: SQLiteStatement) -> NewReview.Subject? {
        if let thing = row.optionalInteger(12) {
            return UInt8(exactly: thing).flatMap(ReportedThing.init(rawValue:)).map { .content($0, id: row.text(13)) }
        }
        guard let stream = stream(row, 5), let leaderboard = UInt32(exactly: row.integer(7)) else { return nil }
        return .score(
            stream, LeaderboardNumber(leaderboard), JournalSequence(row.integer(8)), value: row.integer(9),
            date: Timestamp(clamping: row.integer(10)), isHeld: row.integer(11) != 0)
    }

    /// Team and environment in two columns.
    private static func stream(_ row: SQLiteStatement, _ column: Int32) -> StreamID? {
        guard let team = UInt32(exactly: row.integer(column)),
            let environment = UInt8(exactly: row.integer(column + 1)).flatMap(Environment.init(rawValue:))
        else { return nil }
        return StreamID(team: TeamNumber(team), environment: environment)
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
