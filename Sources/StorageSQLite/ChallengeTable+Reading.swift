import LaurelDomain
import LaurelStorage

extension ChallengeTable {
    private static let columns = """
        number, sender, receiver, app, environment, kind, subject, value, context, issued, state, settled, message,
        replay
        """

    static func pending(on connection: SQLiteConnection) throws(StoreError) -> [Challenge] {
        let select = try connection.prepare("SELECT \(columns) FROM challenges WHERE state = 1 ORDER BY number")
        return try records(select).map(\.challenge)
    }

    /// Numbers rise with time, so only the newest are looked at.
    static func issued(after moment: Timestamp, on connection: SQLiteConnection) throws(StoreError) -> [Challenge] {
        let select = try connection.prepare("SELECT \(columns) FROM challenges ORDER BY number DESC")
        defer { select.reset() }
        var challenges: [Challenge] = []
        while try select.step() {
            let challenge = try record(select).challenge
            guard challenge.issued > moment else { break }
            challenges.append(challenge)
        }
        return challenges.reversed()
    }

    static func record(
        _ number: ChallengeNumber, on connection: SQLiteConnection
    ) throws(StoreError) -> ChallengeRecord? {
        let select = try connection.prepare("SELECT \(columns) FROM challenges WHERE number = ?")
        select.bind(1, Int64(number.rawValue))
        return try records(select).first
    }

    static func records(
        _ query: ChallengeQuery, on connection: SQLiteConnection
    ) throws(StoreError) -> [ChallengeRecord] {
        let side = query.role == .received ? "receiver" : "sender"
        var conditions = ["\(side) = ?1", "number < ?2", "environment = ?3"]
        if query.app != nil { conditions.append("app = ?4") }
        // A pending one that is too old is invalid, whether that is written already or not.
        switch query.state {
        case nil: break
        case .pending?: conditions.append("state = 1 AND issued > ?5")
        case .invalid?: conditions.append("(state = 0 OR state = 1 AND issued <= ?5)")
        case .completed?: conditions.append("state = 2")
        case .declined?: conditions.append("state = 3")
        }
        let select = try connection.prepare(
            """
            SELECT \(columns) FROM challenges WHERE \(conditions.joined(separator: " AND "))
            ORDER BY number DESC LIMIT ?6
            """)
        select.bind(1, Int64(query.player.rawValue))
        select.bind(2, query.before.map { Int64($0.rawValue) } ?? .max)
        select.bind(3, Int64(query.environment.rawValue))
        select.bind(4, query.app.map { Int64($0.rawValue) })
        select.bind(5, query.now.advanced(by: -Challenge.lifetime).milliseconds)
        select.bind(6, Int64(max(0, query.limit)))
        return try records(select)
    }

    static func settlements(
        by row: JournalSequence, of player: PlayerNumber, _ subject: ChallengeSubject, _ environment: Environment,
        on connection: SQLiteConnection
    ) throws(StoreError) -> [ChallengeSettlement] {
        let select = try connection.prepare(
            """
            SELECT number, settled, answer FROM challenges
            WHERE receiver = ? AND settled_by = ? AND kind = ? AND subject = ? AND environment = ? ORDER BY number
            """)
        defer { select.reset() }
        let (kind, number) = key(subject)
        select.bind(1, Int64(player.rawValue))
        select.bind(2, row.rawValue)
        select.bind(3, kind)
        select.bind(4, number)
        select.bind(5, Int64(environment.rawValue))
        var settlements: [ChallengeSettlement] = []
        while try select.step() {
            guard let number = UInt32(exactly: select.integer(0)) else { throw unreadable(select) }
            settlements.append(
                ChallengeSettlement(
                    ChallengeNumber(number), .completed, at: Timestamp(clamping: select.integer(1)), by: row,
                    answer: select.optionalInteger(2).flatMap { UInt32(exactly: $0) }.map { ChallengeNumber($0) }))
        }
        return settlements
    }

    private static func records(_ select: SQLiteStatement) throws(StoreError) -> [ChallengeRecord] {
        defer { select.reset() }
        var records: [ChallengeRecord] = []
        while try select.step() { records.append(try record(select)) }
        return records
    }

    private static func record(_ row: SQLiteStatement) throws(StoreError) -> ChallengeRecord {
        guard let number = UInt32(exactly: row.integer(0)), let sender = UInt32(exactly: row.integer(1)),
            let receiver = UInt32(exactly: row.integer(2)), let app = UInt32(exactly: row.integer(3)),
            let environment = UInt8(exactly: row.integer(4)).flatMap(Environment.init(rawValue:)),
            let subject = UInt32(exactly: row.integer(6)),
            let state = UInt8(exactly: row.integer(10)).flatMap(ChallengeState.init(rawValue:))
        else { throw unreadable(row) }
        let goal: ChallengeGoal =
            row.integer(5) == 0
            ? .score(LeaderboardNumber(subject), value: row.integer(7), context: row.integer(8))
            : .achievement(AchievementNumber(subject))
        return ChallengeRecord(
            challenge: Challenge(
                number: ChallengeNumber(number), sender: PlayerNumber(sender), receiver: PlayerNumber(receiver),
                app: AppNumber(app), environment: environment, goal: goal,
                issued: Timestamp(clamping: row.integer(9)), state: state,
                settled: row.optionalInteger(11).map { Timestamp(clamping: $0) }),
            message: row.text(12), replay: row.isNull(13) ? nil : BlobDigest(row.blob(13)))
    }

    private static func unreadable(_ row: SQLiteStatement) -> StoreError {
        .broken(reason: "can't read challenge \(row.integer(0))")
    }
}
