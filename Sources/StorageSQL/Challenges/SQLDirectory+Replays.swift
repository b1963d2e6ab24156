public import LaurelDomain
public import LaurelStorage

extension SQLDatabase {
    public func hasReplay(
        trace: UInt64, on leaderboard: LeaderboardNumber, _ environment: Environment
    ) throws(StoreError) -> Bool {
        try read { connection throws(StoreError) in
            try ScoreReplayTable.has(trace: trace, on: leaderboard, environment, on: connection)
        }
    }

    public func usedTickets(after moment: Timestamp) throws(StoreError) -> [UsedTicket] {
        try read { connection throws(StoreError) in try TicketTable.all(after: moment, on: connection) }
    }

    public func scoreReplay(_ key: ScoreReplayKey, value: Int64) throws(StoreError) -> Blob? {
        try read { connection throws(StoreError) in
            guard let replay = try ScoreReplayTable.last(at: key, value: value, on: connection),
                let bytes = try BlobTable.bytes(replay.digest, on: connection)
            else { return nil }
            return Blob(digest: replay.digest, bytes: bytes)
        }
    }
}

extension SQLDirectory {
    public func replay(
        _ key: ScoreReplayKey, value: Int64
    ) async throws(StoreError) -> (StoredReplay, Blob)? {
        try await read { connection throws(StoreError) in
            guard let stored = try ScoreReplayTable.last(at: key, value: value, on: connection),
                let bytes = try BlobTable.bytes(stored.digest, on: connection)
            else { return nil }
            return (stored, Blob(digest: stored.digest, bytes: bytes))
        }
    }

    public func storedReplay(_ key: ScoreReplayKey, value: Int64) async throws(StoreError) -> StoredReplay? {
        try await read { connection throws(StoreError) in
            try ScoreReplayTable.last(at: key, value: value, on: connection)
        }
    }

    public func storedReplays(_ scores: [ReplayedScore]) async throws(StoreError) -> [StoredReplay] {
        try await read { connection throws(StoreError) in
            var found: [StoredReplay] = []
            for score in scores {
                let stored = try ScoreReplayTable.last(at: score.key, value: score.value, on: connection)
                if let stored { found.append(stored) }
            }
            return found
        }
    }

    public func replays(of player: PlayerNumber) async throws(StoreError) -> [StoredReplay] {
        try await read { connection throws(StoreError) in try ScoreReplayTable.all(of: player, on: connection) }
    }
}
