import LaurelDomain
import LaurelStorage

/// Challenges of groups as rows of SQL: what commits write.
enum GroupChallengeTable {
    static func write(_ write: GroupChallengeWrite, on connection: any SQLConnection) throws(StoreError) {
        switch write {
        case .kept(let challenge): try put(challenge, on: connection)
        case .tried(let number, let participant): try put(participant, of: number, on: connection)
        case .led(let number, let replay):
            // The new one first: it may be the old one again, and must not go in between.
            if let replay { try BlobTable.retain(replay, on: connection) }
            try release("replay", "number = \(number)", on: connection)
            try connection.run(
                "UPDATE group_challenges SET replay = \(replay?.digest) WHERE number = \(number)")
        case .ghost(let number, let source):
            // What the source's replay is stays there by the source's own use.
            try release("ghost", "number = \(number)", on: connection)
            try connection.run(
                """
                UPDATE group_challenges SET ghost = (SELECT replay FROM group_challenges WHERE number = \(source))
                WHERE number = \(number)
                """)
            try connection.run(
                """
                UPDATE blobs SET uses = uses + 1
                WHERE digest = (SELECT ghost FROM group_challenges WHERE number = \(number))
                """)
        }
    }

    private static func put(_ challenge: GroupChallenge, on connection: any SQLConnection) throws(StoreError) {
        try connection.run(
            .insert(
                into: "group_challenges",
                [
                    "number": challenge.number, "app": challenge.app, "environment": challenge.environment,
                    "definition": challenge.definition, "leaderboard": challenge.leaderboard,
                    "started": challenge.started, "ends": challenge.ends,
                    "tries_limit": challenge.triesLimit, "rematch_of": challenge.rematchOf,
                    "rematch": challenge.rematch, "stage": challenge.stage, "closed": challenge.closed,
                ], ifThere: .takesOver(key: ["number"])))
        // Deleting the newest challenge must not free its number.
        try connection.run(
            "UPDATE group_challenge_numbers SET last = \(challenge.number) WHERE last < \(challenge.number)")
        try connection.run("DELETE FROM group_challenge_players WHERE challenge = \(challenge.number)")
        for participant in challenge.participants {
            try put(participant, of: challenge.number, on: connection)
        }
    }

    private static func put(
        _ participant: GroupChallenge.Participant, of number: GroupChallengeNumber,
        on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            .insert(
                into: "group_challenge_players",
                [
                    "challenge": number, "seat": Int64(participant.seat), "player": participant.player,
                    "state": participant.state, "joined": participant.joined, "try_count": participant.tryCount,
                    "tries": GroupTries(tries: participant.tries),
                ], ifThere: .takesOver(key: ["challenge", "seat"])))
    }

    static func erase(_ player: PlayerNumber, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("DELETE FROM group_challenge_players WHERE player = \(player)")
    }

    /// Where the account takes part already, the guest's seat goes with the guest.
    static func merge(
        _ guest: PlayerNumber, into account: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            """
            UPDATE group_challenge_players SET player = \(account)
            WHERE player = \(guest) AND challenge NOT IN (
                SELECT challenge FROM group_challenge_players WHERE player = \(account))
            """)
    }

    static func move(
        _ source: LeaderboardNumber, to target: LeaderboardNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            "UPDATE group_challenges SET leaderboard = \(target) WHERE leaderboard = \(source)")
    }

    static func delete(
        closedBefore moment: Timestamp, limit: Int, on connection: any SQLConnection
    ) throws(StoreError) -> Int {
        let numbers: [GroupChallengeNumber] = try connection.values(
            """
            SELECT number FROM group_challenges WHERE closed < \(moment) ORDER BY closed, number
            LIMIT \(SQLPage.limit(limit))
            """)
        for number in numbers {
            // Whose run the rematch's ghost is, only this one says: without it, an erasure would miss it.
            let rematch: SQL = "number = (SELECT rematch FROM group_challenges WHERE number = \(number))"
            try release("ghost", rematch, on: connection)
            try connection.run("UPDATE group_challenges SET ghost = NULL WHERE \(rematch)")
            try release("replay", "number = \(number)", on: connection)
            try release("ghost", "number = \(number)", on: connection)
            try connection.run("DELETE FROM group_challenge_players WHERE challenge = \(number)")
            try connection.run("DELETE FROM group_challenges WHERE number = \(number)")
        }
        return numbers.count
    }

    private static func release(
        _ column: SQL, _ condition: SQL, on connection: any SQLConnection
    ) throws(StoreError) {
        try BlobTable.release(
            "SELECT \(column) AS digest FROM group_challenges WHERE \(column) IS NOT NULL AND \(condition)",
            on: connection)
    }
}

// MARK: Reading

extension GroupChallengeTable {
    private static let columns: SQL = """
        number, app, environment, definition, leaderboard, started, ends, tries_limit, rematch_of, rematch, stage,
        closed, replay, ghost
        """

    static func open(
        closedAfter moment: Timestamp, on connection: any SQLConnection
    ) throws(StoreError) -> [GroupChallenge] {
        let open = try connection.rows(
            "SELECT \(columns) FROM group_challenges WHERE closed IS NULL ORDER BY number", record)
        let closed = try connection.rows(
            "SELECT \(columns) FROM group_challenges WHERE closed > \(moment) ORDER BY closed", record)
        return try fill(open + closed, on: connection).map(\.challenge).sorted { $0.number < $1.number }
    }

    static func record(
        _ number: GroupChallengeNumber, on connection: any SQLConnection
    ) throws(StoreError) -> GroupChallengeRecord? {
        let found = try connection.first(
            "SELECT \(columns) FROM group_challenges WHERE number = \(number)", record)
        guard let found else { return nil }
        return try fill([found], on: connection).first
    }

    static func records(
        _ query: GroupChallengeQuery, on connection: any SQLConnection
    ) throws(StoreError) -> [GroupChallengeRecord] {
        var conditions: [SQL] = ["environment = \(query.environment)"]
        if let before = query.before { conditions.append("number < \(before)") }
        if let app = query.app { conditions.append("app = \(app)") }
        let found = try connection.rows(
            """
            SELECT \(columns) FROM group_challenges
            WHERE number IN (SELECT challenge FROM group_challenge_players
                    WHERE player = \(query.player) AND state <= \(query.includesLeft ? 3 : 1))
                AND \(conditions.joined(separator: " AND "))
            ORDER BY number DESC LIMIT \(SQLPage.limit(query.limit))
            """, record)
        return try fill(found, on: connection)
    }

    private static func fill(
        _ records: [GroupChallengeRecord], on connection: any SQLConnection
    ) throws(StoreError) -> [GroupChallengeRecord] {
        var filled: [GroupChallengeRecord] = []
        for var record in records {
            record.challenge.participants = try connection.rows(
                """
                SELECT seat, player, state, joined, try_count, tries FROM group_challenge_players
                WHERE challenge = \(record.challenge.number) ORDER BY seat
                """
            ) { row throws(StoreError) in
                let seat: Int64 = try row["seat"]
                let tries: GroupTries = try row["tries"]
                return GroupChallenge.Participant(
                    seat: UInt8(clamping: seat), player: try row["player"], state: try row["state"],
                    joined: try row["joined"], tryCount: try row["try_count"], tries: tries.tries)
            }
            filled.append(record)
        }
        return filled
    }

    private static func record(_ row: SQLRow) throws(StoreError) -> GroupChallengeRecord {
        GroupChallengeRecord(
            challenge: GroupChallenge(
                number: try row["number"], app: try row["app"], environment: try row["environment"],
                definition: try row["definition"], leaderboard: try row["leaderboard"],
                started: try row["started"], ends: try row["ends"], triesLimit: try row["tries_limit"],
                rematchOf: try row["rematch_of"], rematch: try row["rematch"], stage: try row["stage"],
                closed: try row["closed"], participants: []),
            replay: try row["replay"], ghost: try row["ghost"])
    }
}

/// A participant's tries: of each the row, the value and the date, 8 bytes a number, the highest first, and a byte that
/// says whether it was taken out.
struct GroupTries: SQLColumnValue {
    private static let bytes = 25
    let tries: [GroupChallenge.Try]

    init(tries: [GroupChallenge.Try]) { self.tries = tries }

    var sql: SQLValue {
        .blob(
            tries.flatMap { attempt in
                [attempt.sequence.rawValue, attempt.value, attempt.date.milliseconds].flatMap { number in
                    (0..<8).map { UInt8(truncatingIfNeeded: UInt64(bitPattern: number) >> (56 - 8 * UInt64($0))) }
                } + [attempt.isOut ? 1 : 0]
            })
    }

    init?(_ cell: SQLCell) {
        let bytes = cell.blob
        guard bytes.count.isMultiple(of: Self.bytes), bytes.count <= Self.bytes * GroupChallenge.Try.keptLimit else {
            return nil
        }
        func number(_ start: Int) -> Int64 {
            Int64(bitPattern: bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) })
        }
        tries = stride(from: 0, to: bytes.count, by: Self.bytes).map { start in
            GroupChallenge.Try(
                sequence: JournalSequence(number(start)), value: number(start + 8),
                date: Timestamp(clamping: number(start + 16)), isOut: bytes[start + 24] != 0)
        }
    }
}
