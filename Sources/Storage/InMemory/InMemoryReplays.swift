public import LaurelDomain

/// The reference's replays and used tickets.
struct InMemoryReplays: Sendable {
    struct Row: Sendable {
        var place: ScoreReplayPlace
        let sequence: JournalSequence
        let value: Int64
        let isBest: Bool
        let verification: Verification?
        let trace: UInt64?
        /// Nil: let go of.
        var digest: BlobDigest?
    }

    private(set) var rows: [Row] = []
    private(set) var tickets: Set<UsedTicket> = []

    /// - Parameter shared: the values that the player shares there.
    mutating func keep(
        _ replay: ScoreReplay, at place: ScoreReplayPlace, shared: Set<Int64>, _ blobs: inout InMemoryBlobs
    ) {
        blobs.retain(replay.log)
        rows.append(
            Row(
                place: place, sequence: replay.sequence, value: replay.value, isBest: replay.isBest,
                verification: replay.verification, trace: replay.trace, digest: replay.log.digest))
        let here = rows.indices.filter { rows[$0].place == place }
        let best = here.filter { rows[$0].isBest }.max { rows[$0].sequence < rows[$1].sequence }
        let whole = here.filter { index in
            guard rows[index].digest != nil, index != best else { return false }
            let isLast = last(at: place, value: rows[index].value)?.sequence == rows[index].sequence
            return !(isLast && shared.contains(rows[index].value))
        }
        .sorted { rows[$0].sequence > rows[$1].sequence }
        for index in whole.dropFirst(replay.keptLimit) {
            if let digest = rows[index].digest { blobs.release(digest) }
            rows[index].digest = nil
        }
    }

    mutating func remove(_ blobs: inout InMemoryBlobs, where isGone: (ScoreReplayPlace) -> Bool) {
        for row in rows where isGone(row.place) { if let digest = row.digest { blobs.release(digest) } }
        rows.removeAll { isGone($0.place) }
    }

    mutating func move(from source: LeaderboardNumber, to target: LeaderboardNumber) {
        for index in rows.indices where rows[index].place.leaderboard == source {
            let place = rows[index].place
            rows[index].place = ScoreReplayPlace(
                player: place.player, leaderboard: target, environment: place.environment)
        }
    }

    mutating func use(_ ticket: UsedTicket, at now: Timestamp) {
        tickets = tickets.filter { $0.expires > now }
        tickets.insert(ticket)
    }

    func last(at place: ScoreReplayPlace, value: Int64) -> StoredReplay? {
        rows.filter { $0.place == place && $0.value == value }.compactMap(\.stored)
            .max { $0.sequence < $1.sequence }
    }

    func all(of player: PlayerNumber) -> [StoredReplay] {
        rows.filter { $0.place.player == player }.compactMap(\.stored).sorted { left, right in
            (left.place.leaderboard.rawValue, left.place.environment.rawValue, left.sequence.rawValue)
                < (right.place.leaderboard.rawValue, right.place.environment.rawValue, right.sequence.rawValue)
        }
    }
}

extension InMemoryReplays.Row {
    fileprivate var stored: StoredReplay? {
        digest.map {
            StoredReplay(place: place, sequence: sequence, value: value, verification: verification, digest: $0)
        }
    }
}

extension InMemoryJournal {
    public func hasReplay(
        trace: UInt64, on leaderboard: LeaderboardNumber, _ environment: Environment
    ) throws(StoreError) -> Bool {
        play.read { state in
            state.replays.rows.contains {
                $0.trace == trace && $0.place.leaderboard == leaderboard && $0.place.environment == environment
            }
        }
    }

    public func usedTickets(after moment: Timestamp) throws(StoreError) -> [UsedTicket] {
        play.read { $0.replays.tickets.filter { $0.expires > moment } }
    }
}

extension InMemoryDirectory {
    public func replay(
        _ place: ScoreReplayPlace, value: Int64
    ) async throws(StoreError) -> (StoredReplay, Blob)? {
        play.read { state in
            guard let stored = state.replays.last(at: place, value: value),
                let bytes = state.blobs.bytes(stored.digest)
            else { return nil }
            return (stored, Blob(digest: stored.digest, bytes: bytes))
        }
    }

    public func storedReplay(_ place: ScoreReplayPlace, value: Int64) async throws(StoreError) -> StoredReplay? {
        play.read { $0.replays.last(at: place, value: value) }
    }

    public func replays(of player: PlayerNumber) async throws(StoreError) -> [StoredReplay] {
        play.read { $0.replays.all(of: player) }
    }
}
