import LaurelDomain
import LaurelStorage

/// Challenges as rows of SQL: what commits write.
enum ChallengeTable {
    static func write(_ fact: ChallengeFact, on connection: SQLiteConnection) throws(StoreError) {
        switch fact {
        case .issued(let challenge, let message, let replay):
            if let replay { try BlobTable.retain(replay, on: connection) }
            try insert(challenge, message, replay?.digest, on: connection)
        case .settled(let settlement): try settle(settlement, on: connection)
        case .scoreReplay(let place, let replay): try ScoreReplayTable.keep(replay, at: place, on: connection)
        case .ticketUsed(let ticket, let now): try TicketTable.use(ticket, at: now, on: connection)
        case .mute(let mute, let isMuted): try ChallengeMuteTable.write(mute, isMuted, on: connection)
        case .moved(let source, let target):
            try run("UPDATE challenges SET subject = ?2 WHERE kind = 0 AND subject = ?1", source, target, connection)
            try ChallengeMuteTable.move(source, to: target, on: connection)
            try ScoreReplayTable.move(source, to: target, on: connection)
        case .replaysWiped(let leaderboard, let player, let environment):
            try ScoreReplayTable.wipe(leaderboard, player, environment, on: connection)
        case .erased(let player): try erase(player, on: connection)
        }
    }

    /// A statement about two leaderboards, `?1` and `?2`.
    static func run(
        _ sql: String, _ source: LeaderboardNumber, _ target: LeaderboardNumber, _ connection: SQLiteConnection
    ) throws(StoreError) {
        let statement = try connection.prepare(sql)
        statement.bind(1, Int64(source.rawValue))
        statement.bind(2, Int64(target.rawValue))
        try statement.run()
    }

    private static func insert(
        _ challenge: Challenge, _ message: String, _ replay: BlobDigest?, on connection: SQLiteConnection
    ) throws(StoreError) {
        let insert = try connection.prepare(
            """
            INSERT INTO challenges (number, sender, receiver, app, environment, kind, subject, value, context, message,
                replay, issued, state)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        insert.bind(1, Int64(challenge.number.rawValue))
        insert.bind(2, Int64(challenge.sender.rawValue))
        insert.bind(3, Int64(challenge.receiver.rawValue))
        insert.bind(4, Int64(challenge.app.rawValue))
        insert.bind(5, Int64(challenge.environment.rawValue))
        let (kind, subject) = key(challenge.goal.subject)
        insert.bind(6, kind)
        insert.bind(7, subject)
        switch challenge.goal {
        case .score(_, let value, let context):
            insert.bind(8, value)
            insert.bind(9, context)
        case .achievement:
            insert.bind(8, 0 as Int64)
            insert.bind(9, 0 as Int64)
        }
        insert.bind(10, message)
        if let replay { insert.bind(11, blob: replay.bytes) } else { insert.bindNull(11) }
        insert.bind(12, challenge.issued.milliseconds)
        insert.bind(13, Int64(challenge.state.rawValue))
        try insert.run()
        // Erasing the newest challenge must not free its number.
        let last = try connection.prepare("UPDATE challenge_numbers SET last = max(last, ?)")
        last.bind(1, Int64(challenge.number.rawValue))
        try last.run()
    }

    static func key(_ subject: ChallengeSubject) -> (kind: Int64, number: Int64) {
        switch subject {
        case .leaderboard(let number): (0, Int64(number.rawValue))
        case .achievement(let number): (1, Int64(number.rawValue))
        }
    }

    private static func settle(
        _ settlement: ChallengeSettlement, on connection: SQLiteConnection
    ) throws(StoreError) {
        try release("number = ?", on: connection) { $0.bind(1, Int64(settlement.number.rawValue)) }
        let update = try connection.prepare(
            "UPDATE challenges SET state = ?, settled = ?, settled_by = ?, answer = ?, replay = NULL WHERE number = ?")
        update.bind(1, Int64(settlement.state.rawValue))
        update.bind(2, settlement.at.milliseconds)
        update.bind(3, settlement.by?.rawValue)
        update.bind(4, settlement.answer.map { Int64($0.rawValue) })
        update.bind(5, Int64(settlement.number.rawValue))
        try update.run()
    }

    private static func erase(_ player: PlayerNumber, on connection: SQLiteConnection) throws(StoreError) {
        for side in ["sender", "receiver"] {
            try release("\(side) = ?", on: connection) { $0.bind(1, Int64(player.rawValue)) }
            let delete = try connection.prepare("DELETE FROM challenges WHERE \(side) = ?")
            delete.bind(1, Int64(player.rawValue))
            try delete.run()
        }
        try ChallengeMuteTable.erase(player, on: connection)
        try ScoreReplayTable.erase(player, on: connection)
    }

    /// Lets go of the replays of these challenges.
    private static func release(
        _ condition: String, on connection: SQLiteConnection, _ bind: (SQLiteStatement) -> Void
    ) throws(StoreError) {
        let select = try connection.prepare(
            "SELECT replay FROM challenges WHERE replay IS NOT NULL AND \(condition)")
        bind(select)
        var replays: [BlobDigest] = []
        while try select.step() { if let digest = BlobDigest(select.blob(0)) { replays.append(digest) } }
        select.reset()
        for replay in replays { try BlobTable.release(replay, on: connection) }
    }
}

/// Who does not want to hear of whose challenges.
enum ChallengeMuteTable {
    static func write(
        _ mute: ChallengeMute, _ isMuted: Bool, on connection: SQLiteConnection
    ) throws(StoreError) {
        let statement = try connection.prepare(
            isMuted
                ? "INSERT OR IGNORE INTO challenge_mutes VALUES (?, ?, ?)"
                : "DELETE FROM challenge_mutes WHERE player = ? AND sender = ? AND leaderboard = ?")
        statement.bind(1, Int64(mute.player.rawValue))
        statement.bind(2, Int64(mute.sender?.rawValue ?? 0))
        statement.bind(3, Int64(mute.leaderboard?.rawValue ?? 0))
        try statement.run()
    }

    static func move(
        _ source: LeaderboardNumber, to target: LeaderboardNumber, on connection: SQLiteConnection
    ) throws(StoreError) {
        try ChallengeTable.run(
            "UPDATE OR REPLACE challenge_mutes SET leaderboard = ?2 WHERE leaderboard = ?1", source, target, connection)
    }

    static func erase(_ player: PlayerNumber, on connection: SQLiteConnection) throws(StoreError) {
        for side in ["player", "sender"] {
            let delete = try connection.prepare("DELETE FROM challenge_mutes WHERE \(side) = ?")
            delete.bind(1, Int64(player.rawValue))
            try delete.run()
        }
    }

    /// - Parameter player: nil: of everybody.
    static func mutes(
        of player: PlayerNumber?, on connection: SQLiteConnection
    ) throws(StoreError) -> [ChallengeMute] {
        let select = try connection.prepare(
            "SELECT player, sender, leaderboard FROM challenge_mutes WHERE player BETWEEN ? AND ?")
        defer { select.reset() }
        select.bind(1, Int64(player?.rawValue ?? 0))
        select.bind(2, Int64(player?.rawValue ?? .max))
        var mutes: [ChallengeMute] = []
        while try select.step() {
            guard let player = UInt32(exactly: select.integer(0)), let sender = UInt32(exactly: select.integer(1)),
                let leaderboard = UInt32(exactly: select.integer(2))
            else { throw .broken(reason: "a challenge mute is invalid") }
            mutes.append(
                ChallengeMute(
                    player: PlayerNumber(player), sender: sender == 0 ? nil : PlayerNumber(sender),
                    leaderboard: leaderboard == 0 ? nil : LeaderboardNumber(leaderboard)))
        }
        return mutes
    }
}
