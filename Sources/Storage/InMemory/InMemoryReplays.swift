public import LaurelDomain

/// The reference's replays and used tickets.
struct InMemoryReplays: Sendable {
    struct Row: Sendable {
        var key: ScoreReplayKey
        var sequence: JournalSequence
        let value: Int64
        var isBest: Bool
        let verification: Verification?
        let trace: UInt64?
        /// Nil: let go of.
        var digest: BlobDigest?
    }

    private(set) var rows: [Row] = []
    private(set) var tickets: Set<UsedTicket> = []

    mutating func keep(_ replay: ScoreReplay, at key: ScoreReplayKey, _ blobs: inout InMemoryBlobs) {
        blobs.retain(replay.log)
        rows.append(
            Row(
                key: key, sequence: replay.sequence, value: replay.value, isBest: replay.isBest,
                verification: replay.verification, trace: replay.trace, digest: replay.log.digest))
        letGo(of: key, keeping: replay.keptLimit, &blobs)
    }

    private mutating func letGo(of key: ScoreReplayKey, keeping limit: Int, _ blobs: inout InMemoryBlobs) {
        let here = rows.indices.filter { rows[$0].key == key }
        let best = here.filter { rows[$0].isBest }.max { rows[$0].sequence < rows[$1].sequence }
        let whole = here.filter { rows[$0].digest != nil && $0 != best }
            .sorted { rows[$0].sequence > rows[$1].sequence }
        for index in whole.dropFirst(limit) {
            if let digest = rows[index].digest { blobs.release(digest) }
            rows[index].digest = nil
        }
    }

    mutating func remove(_ blobs: inout InMemoryBlobs, where isGone: (ScoreReplayKey) -> Bool) {
        for row in rows where isGone(row.key) { if let digest = row.digest { blobs.release(digest) } }
        rows.removeAll { isGone($0.key) }
    }

    mutating func move(from source: LeaderboardNumber, to target: LeaderboardNumber) {
        for index in rows.indices where rows[index].key.leaderboard == source {
            let key = rows[index].key
            rows[index].key = ScoreReplayKey(
                player: key.player, leaderboard: target, environment: key.environment)
        }
    }

    mutating func move(_ move: ScoreReplayMove, _ blobs: inout InMemoryBlobs) {
        let index = rows.firstIndex { $0.key == move.source && $0.sequence == move.sourceSequence }
        guard let index else { return }
        rows[index].key = move.target
        rows[index].sequence = move.sequence
        rows[index].isBest = move.isBest
        letGo(of: move.target, keeping: ReplayLimits.kept, &blobs)
    }

    mutating func use(_ ticket: UsedTicket, at now: Timestamp) {
        tickets = tickets.filter { $0.expires > now }
        tickets.insert(ticket)
    }

    func last(at key: ScoreReplayKey, value: Int64) -> StoredReplay? {
        rows.filter { $0.key == key && $0.value == value }.compactMap(\.stored)
            .max { $0.sequence < $1.sequence }
    }

    func all(of player: PlayerNumber) -> [StoredReplay] {
        rows.filter { $0.key.player == player }.compactMap(\.stored).sorted { left, right in
            (left.key.leaderboard.rawValue, left.key.environment.rawValue, left.sequence.rawValue)
                < (right.key.leaderboard.rawValue, right.key.environment.rawValue, right.sequence.rawValue)
        }
    }
}

extension InMemoryReplays.Row {
    fileprivate var stored: StoredReplay? {
        digest.map {
            StoredReplay(key: key, sequence: sequence, value: value, verification: verification, digest: $0)
        }
    }
}

extension InMemoryJournal {
    public func hasReplay(
        trace: UInt64, on leaderboard: LeaderboardNumber, _ environment: Environment
    ) throws(StoreError) -> Bool {
        play.read { state in
            state.replays.rows.contains {
                $0.trace == trace && $0.key.leaderboard == leaderboard && $0.key.environment == environment
            }
        }
    }

    public func usedTickets(after moment: Timestamp) throws(StoreError) -> [UsedTicket] {
        play.read { $0.replays.tickets.filter { $0.expires > moment } }
    }
}
