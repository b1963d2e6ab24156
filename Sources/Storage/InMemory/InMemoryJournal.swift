public import LaurelDomain
import Synchronization

/// The reference: obvious, and what the other engines are judged by.
public final class InMemoryJournal: Journal, ScoreIDIndex {
    fileprivate struct State {
        var order: [StreamID] = []
        var rows: [StreamID: [JournalRow]] = [:]
        /// One for each row.
        var seals: [StreamID: [RowSeal]] = [:]
        var leaderboards: [LeaderboardNumber: Leaderboard] = [:]
        var lastNumber: UInt32 = 0
        var wipes: [WipeRecord] = []
        var runs: [(stream: StreamID, run: ScoreIDRun, positions: [ScoreIDPosition])] = []
        var lastRun: Int64 = 0
    }

    private let state = Mutex(State())
    let moderation = InMemoryModeration()
    let play = InMemoryPlay()
    private let salts: JournalSalts

    public init(salts: JournalSalts = .random) { self.salts = salts }

    public func commit(_ change: Change) throws(StoreError) {
        try state.withLock { state throws(StoreError) in
            var counts: [StreamID: Int64] = [:]
            for row in change.rows {
                let count = counts[row.stream] ?? Int64(state.rows[row.stream]?.count ?? 0)
                guard row.sequence.rawValue == count + 1 else { throw .conflict }
                counts[row.stream] = count + 1
            }
            for (row, salt) in zip(change.rows, salts.salts(for: change.rows)) {
                if state.rows[row.stream] == nil { state.order.append(row.stream) }
                let before = state.seals[row.stream]?.last?.digest ?? .start
                state.rows[row.stream, default: []].append(row)
                state.seals[row.stream, default: []].append(RowSeal(of: row, after: before, salt: salt))
            }
            for fact in change.facts { state.write(fact, moderation, play) }
        }
    }

    public func last(of stream: StreamID) throws(StoreError) -> JournalPosition? {
        state.withLock { state in
            state.rows[stream]?.last.map { JournalPosition(sequence: $0.sequence, time: $0.time) }
        }
    }

    public func streams() throws(StoreError) -> [StreamID] { state.withLock { $0.order } }

    public func rows(
        after sequence: JournalSequence, of stream: StreamID, limit: Int
    ) throws(StoreError) -> [JournalRow] {
        state.withLock { state in
            let rows = state.rows[stream, default: []]
            let start = max(0, min(sequence.rawValue, Int64(rows.count)))
            return Array(rows[Int(start)...].prefix(max(0, limit)))
        }
    }

    public func row(at sequence: JournalSequence, of stream: StreamID) throws(StoreError) -> JournalRow? {
        state.withLock { state in
            let rows = state.rows[stream, default: []]
            guard sequence.rawValue >= 1, sequence.rawValue <= Int64(rows.count) else { return nil }
            return rows[Int(sequence.rawValue) - 1]
        }
    }

    public func digest(at sequence: JournalSequence, of stream: StreamID) throws(StoreError) -> JournalDigest? {
        state.withLock { state in
            let seals = state.seals[stream, default: []]
            guard sequence.rawValue >= 1, sequence.rawValue <= Int64(seals.count) else { return nil }
            return seals[Int(sequence.rawValue) - 1].digest
        }
    }

    public func wipes(of stream: StreamID) throws(StoreError) -> [WipeRecord] {
        state.withLock { state in state.wipes.filter { $0.stream == stream } }
    }

    public func erasureTargets(of player: PlayerNumber) throws(StoreError) -> [ErasureTarget] {
        state.withLock { state in
            state.order.compactMap { stream in
                let rows = state.rows[stream, default: []].filter { $0.player == player }
                guard !rows.isEmpty else { return nil }
                return ErasureTarget(
                    stream: stream, leaderboards: Set(rows.filter { $0.kind != .erasure }.map(\.leaderboard)),
                    isErased: rows.contains { $0.kind == .erasure })
            }
        }
    }

    public func streams(awaitingUpgradeOf player: PlayerNumber) throws(StoreError) -> [StreamID] {
        state.withLock { state in
            state.order.filter { stream in
                state.rows[stream, default: []].contains { $0.player == player && $0.flags.contains(.awaitsUpgrade) }
            }
        }
    }

    public func rows(
        awaitingUpgradeOf player: PlayerNumber, after sequence: JournalSequence, in stream: StreamID, limit: Int
    ) throws(StoreError) -> [JournalRow] {
        let rows = try rows(of: player, after: sequence, in: stream, limit: .max)
        return Array(rows.filter { $0.flags.contains(.awaitsUpgrade) }.prefix(max(0, limit)))
    }

    public func rows(
        of player: PlayerNumber, after sequence: JournalSequence, in stream: StreamID, limit: Int
    ) throws(StoreError) -> [JournalRow] {
        state.withLock { state in
            let rows = state.rows[stream, default: []].filter { $0.player == player && $0.sequence > sequence }
            return Array(rows.prefix(max(0, limit)))
        }
    }

    public func overwrite(
        rowsOf player: PlayerNumber, in stream: StreamID, after sequence: JournalSequence, limit: Int
    ) throws(StoreError) -> JournalSequence? {
        state.withLock { state in
            let all = state.rows[stream, default: []]
            let start = Int(max(0, min(sequence.rawValue, Int64(all.count))))
            let end = min(all.count, start + max(0, limit))
            guard end > start else { return nil }
            for index in start..<end where all[index].player == player && all[index].goesWithPlayer {
                guard let seal = state.seals[stream]?[index] else { continue }
                state.seals[stream]?[index] = seal.emptied(all[index])
                state.rows[stream]?[index] = all[index].emptied
            }
            return all[end - 1].sequence
        }
    }

    public func erasedPlayers() throws(StoreError) -> [PlayerNumber] {
        state.withLock { state in
            Set(state.rows.values.joined().filter { $0.kind == .erasure }.compactMap(\.player)).sorted()
        }
    }

    public func leaderboards() throws(StoreError) -> LeaderboardRecords {
        state.withLock { state in
            LeaderboardRecords(
                leaderboards: state.leaderboards.values.sorted { $0.number < $1.number }, lastNumber: state.lastNumber)
        }
    }
}

extension InMemoryJournal {
    public func scoreIDRuns(of stream: StreamID) throws(StoreError) -> [ScoreIDRun] {
        state.withLock { state in
            state.runs.filter { $0.stream == stream }.map(\.run).sorted { $0.first < $1.first }
        }
    }

    public func addScoreIDRun(
        _ run: ScoreIDRun, positions: [ScoreIDPosition], replacing merged: [Int64], of stream: StreamID
    ) throws(StoreError) -> Int64 {
        state.withLock { state in
            state.runs.removeAll { merged.contains($0.run.number) }
            state.lastRun += 1
            var run = run
            run.number = state.lastRun
            state.runs.append((stream, run, positions))
            return run.number
        }
    }

    public func sequences(of digest: UInt64, inRun run: Int64) throws(StoreError) -> [JournalSequence] {
        state.withLock { state in
            state.runs.first { $0.run.number == run }?.positions.filter { $0.digest == digest }.map(\.sequence) ?? []
        }
    }

    public func positions(ofRun run: Int64, from offset: Int, limit: Int) throws(StoreError) -> [ScoreIDPosition] {
        state.withLock { state in
            let positions = state.runs.first { $0.run.number == run }?.positions ?? []
            return Array(positions.dropFirst(max(0, offset)).prefix(max(0, limit)))
        }
    }
}

extension InMemoryJournal.State {
    fileprivate mutating func write(_ fact: Change.Fact, _ moderation: InMemoryModeration, _ play: InMemoryPlay) {
        switch fact {
        case .leaderboard(let leaderboard):
            leaderboards[leaderboard.number] = leaderboard
            lastNumber = max(lastNumber, leaderboard.number.rawValue)
        case .leaderboardRemoved(let number): leaderboards[number] = nil
        // A directory alone reads them.
        case .notice, .noticesResolved, .audit: break
        // Moderation
        case .ban(let ban): moderation.withLock { $0.put(ban) }
        case .banLifted(let player, let scope): moderation.withLock { $0.lift(player, scope) }
        case .review(let review): moderation.withLock { $0.add(review) }
        case .scoreReviewed(let stream, let sequence, let verdict, let decision):
            moderation.withLock { $0.decide(verdict, decision) { $0.isAbout(stream, sequence) } }
        case .reviewDecided(let id, let verdict, let decision):
            moderation.withLock { $0.decide(verdict, decision) { $0.id == id } }
        case .achievement(let fact): play.write(fact)
        case .challenge(let fact): play.write(fact)
        case .match(let write): play.write(write)
        case .wiped(let record):
            wipes.removeAll {
                $0.stream == record.stream && $0.leaderboard == record.leaderboard
                    && (record.player == nil || $0.player == record.player)
            }
            wipes.append(record)
            moderation.withLock { $0.forget(record) }
        }
    }
}
