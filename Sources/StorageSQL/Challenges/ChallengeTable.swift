import LaurelDomain
import LaurelStorage

/// Challenges as rows of SQL: what commits write.
enum ChallengeTable {
    static func write(_ fact: ChallengeFact, on connection: any SQLConnection) throws(StoreError) {
        switch fact {
        case .issued(let challenge, let message, let replay):
            if let replay { try BlobTable.retain(replay, on: connection) }
            try insert(challenge, message, replay?.digest, on: connection)
        case .sent(let sending, by: _): try write(sending, on: connection)
        case .settled(let settlement): try settle(settlement, on: connection)
        case .scoreReplay(let key, let replay): try ScoreReplayTable.keep(replay, at: key, on: connection)
        case .ticketUsed(let ticket, let now): try TicketTable.use(ticket, at: now, on: connection)
        case .mute(let mute, let isMuted): try ChallengeMuteTable.write(mute, isMuted, on: connection)
        case .moved(let source, let target):
            try connection.run("UPDATE challenges SET subject = \(target) WHERE kind = 0 AND subject = \(source)")
            try ChallengeMuteTable.move(source, to: target, on: connection)
            try ScoreReplayTable.move(source, to: target, on: connection)
            try GroupChallengeTable.move(source, to: target, on: connection)
        case .replaysWiped(let leaderboard, let player, let environment):
            try ScoreReplayTable.wipe(leaderboard, player, environment, on: connection)
        case .erased(let player): try erase(player, on: connection)
        case .merged(let guest, let account): try merge(guest, into: account, on: connection)
        case .scoreReplayMoved(let move): try ScoreReplayTable.move(move, on: connection)
        case .group(let write): try GroupChallengeTable.write(write, on: connection)
        }
    }

    /// Those between the two stay the guest's, and go with them.
    private static func merge(
        _ guest: PlayerNumber, into account: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            "UPDATE challenges SET sender = \(account) WHERE sender = \(guest) AND receiver <> \(account)")
        try connection.run(
            "UPDATE challenges SET receiver = \(account) WHERE receiver = \(guest) AND sender <> \(account)")
        try ChallengeMuteTable.merge(guest, into: account, on: connection)
        try GroupChallengeTable.merge(guest, into: account, on: connection)
    }

    private static func insert(
        _ challenge: Challenge, _ message: String, _ replay: BlobDigest?, on connection: any SQLConnection
    ) throws(StoreError) {
        let (kind, subject) = key(challenge.goal.subject)
        let (value, context): (Int64, Int64) =
            switch challenge.goal {
            case .score(_, let value, let context): (value, context)
            case .achievement: (0, 0)
            }
        try connection.run(
            .insert(
                into: "challenges",
                [
                    "number": challenge.number, "sender": challenge.sender, "receiver": challenge.receiver,
                    "app": challenge.app, "environment": challenge.environment, "kind": kind, "subject": subject,
                    "value": value, "context": context, "message": message, "replay": replay,
                    "issued": challenge.issued, "state": challenge.state,
                ]))
        // Erasing the newest challenge must not free its number.
        try connection.run("UPDATE challenge_numbers SET last = \(challenge.number) WHERE last < \(challenge.number)")
    }

    static func key(_ subject: ChallengeSubject) -> (kind: Int64, number: Int64) {
        switch subject {
        case .leaderboard(let number): (0, Int64(number.rawValue))
        case .achievement(let number): (1, Int64(number.rawValue))
        }
    }

    private static func settle(
        _ settlement: ChallengeSettlement, on connection: any SQLConnection
    ) throws(StoreError) {
        try release("number = \(settlement.number)", on: connection)
        try connection.run(
            """
            UPDATE challenges SET state = \(settlement.state), settled = \(settlement.at),
                settled_by = \(settlement.by), answer = \(settlement.answer), replay = NULL
            WHERE number = \(settlement.number)
            """)
    }

    private static func erase(_ player: PlayerNumber, on connection: any SQLConnection) throws(StoreError) {
        for side: SQL in ["sender", "receiver"] {
            try release("\(side) = \(player)", on: connection)
            try connection.run("DELETE FROM challenges WHERE \(side) = \(player)")
        }
        try ChallengeMuteTable.erase(player, on: connection)
        try ScoreReplayTable.erase(player, on: connection)
        try GroupChallengeTable.erase(player, on: connection)
    }

    /// Lets go of the replays of these challenges.
    private static func release(_ condition: SQL, on connection: any SQLConnection) throws(StoreError) {
        try BlobTable.release(
            "SELECT replay AS digest FROM challenges WHERE replay IS NOT NULL AND \(condition)", on: connection)
    }
}

/// Who does not want to hear of whose challenges.
enum ChallengeMuteTable {
    static func write(
        _ mute: ChallengeMute, _ isMuted: Bool, on connection: any SQLConnection
    ) throws(StoreError) {
        let (sender, leaderboard) = (mute.sender?.rawValue ?? 0, mute.leaderboard?.rawValue ?? 0)
        if isMuted {
            try connection.run(
                .insert(
                    into: "challenge_mutes",
                    ["player": mute.player, "sender": sender, "leaderboard": leaderboard], ifThere: .stays))
        } else {
            try connection.run(
                """
                DELETE FROM challenge_mutes
                WHERE player = \(mute.player) AND sender = \(sender) AND leaderboard = \(leaderboard)
                """)
        }
    }

    /// A player who has muted both keeps one.
    static func move(
        _ source: LeaderboardNumber, to target: LeaderboardNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            """
            INSERT INTO challenge_mutes (player, sender, leaderboard)
            SELECT player, sender, \(target) FROM challenge_mutes WHERE leaderboard = \(source)
            ON CONFLICT DO NOTHING
            """)
        try connection.run("DELETE FROM challenge_mutes WHERE leaderboard = \(source)")
    }

    /// A guest's own go with them.
    static func merge(
        _ guest: PlayerNumber, into account: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            """
            INSERT INTO challenge_mutes (player, sender, leaderboard)
            SELECT \(account), sender, leaderboard FROM challenge_mutes
            WHERE player = \(guest) AND sender <> \(account) ON CONFLICT DO NOTHING
            """)
        try connection.run(
            """
            INSERT INTO challenge_mutes (player, sender, leaderboard)
            SELECT player, \(account), leaderboard FROM challenge_mutes
            WHERE sender = \(guest) AND player <> \(account) ON CONFLICT DO NOTHING
            """)
    }

    static func erase(_ player: PlayerNumber, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("DELETE FROM challenge_mutes WHERE player = \(player)")
        try connection.run("DELETE FROM challenge_mutes WHERE sender = \(player)")
    }

    /// - Parameter player: nil: of everybody.
    static func mutes(
        of player: PlayerNumber?, on connection: any SQLConnection
    ) throws(StoreError) -> [ChallengeMute] {
        let first = player?.rawValue ?? 0
        let last = player?.rawValue ?? .max
        return try connection.rows(
            "SELECT player, sender, leaderboard FROM challenge_mutes WHERE player BETWEEN \(first) AND \(last)"
        ) { row throws(StoreError) in
            let (sender, leaderboard): (UInt32, UInt32) = (try row["sender"], try row["leaderboard"])
            return ChallengeMute(
                player: try row["player"], sender: sender == 0 ? nil : PlayerNumber(sender),
                leaderboard: leaderboard == 0 ? nil : LeaderboardNumber(leaderboard))
        }
    }
}
