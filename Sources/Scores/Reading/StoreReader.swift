import LaurelDomain
import LaurelStorage

/// Reads for steps. Blocks: for a thread of its own, never the writer's.
struct StoreReader {
    let journal: any Journal & ScoreIDIndex
    let areFriends: @Sendable (PlayerNumber, PlayerNumber) throws(StoreError) -> Bool

    func value(of read: StoreRead) throws(StoreError) -> StoreValue {
        switch read {
        case .row(let stream, let sequence): return .row(try journal.row(at: sequence, of: stream))
        case .rows(let stream, let digest, let run): return .rows(try rows(of: digest, inRun: run, stream))
        case .history(let stream, let sequence, let limit): return .rows(try history(stream, sequence, limit))
        case .completions(let row, let player, let subject, let environment):
            return .completions(try journal.challenges(completedBy: row, of: player, subject, environment))
        case .friendship(let player, let other, _): return .answer(try areFriends(player, other))
        case .run(let run):
            return .answer(try journal.hasReplay(trace: run.trace, on: run.leaderboard, run.environment))
        case .replay(let key, let value): return .replay(try journal.scoreReplay(key, value: value))
        case .progress(let key): return .progress(try journal.playerAchievements(key))
        case .review(let id): return .review(try journal.review(id))
        case .sending(let key, let sender): return .sending(try journal.challengeSending(key, by: sender))
        }
    }

    private func rows(of digest: UInt64, inRun run: Int64, _ stream: StreamID) throws(StoreError) -> [JournalRow] {
        var sequences = try journal.sequences(of: digest, inRun: run)
        // Behind the writer's back the run may have become part of a larger one: nothing found in it means nothing.
        if sequences.isEmpty, try isGone(run) { sequences = try findAnew(digest, stream) }
        var rows: [JournalRow] = []
        for sequence in sequences { if let row = try journal.row(at: sequence, of: stream) { rows.append(row) } }
        return rows
    }

    private func isGone(_ run: Int64) throws(StoreError) -> Bool {
        try journal.positions(ofRun: run, from: 0, limit: 1).isEmpty
    }

    /// In the runs as the store has them now.
    private func findAnew(_ digest: UInt64, _ stream: StreamID) throws(StoreError) -> [JournalSequence] {
        while true {
            var found: [JournalSequence] = []
            var isWhole = true
            for run in try journal.scoreIDRuns(of: stream) where ScoreIDFilter(bytes: run.filter).mayContain(digest) {
                let sequences = try journal.sequences(of: digest, inRun: run.number)
                if sequences.isEmpty, try isGone(run.number) { isWhole = false }
                found += sequences
            }
            // Runs become fewer each time that they are merged: this ends.
            if isWhole { return found }
        }
    }

    private func history(
        _ stream: StreamID, _ sequence: JournalSequence, _ limit: Int
    ) throws(StoreError) -> [JournalRow] {
        var rows: [JournalRow] = []
        try journal.walkChains(from: [ChainStart(sequence)], of: stream, firstRows: limit) { _, row in
            rows.append(row)
            return rows.count < limit
        }
        return rows
    }
}
