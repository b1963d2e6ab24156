import LaurelDomain
import Ranking
import Storage

// A score taken out or brought back.
extension JournalWriter {
    /// - Returns: false when the store failed.
    func moderate(_ call: ModerateCall) -> Bool {
        batch.time = readClock()
        let stream = stream(call.stream)
        do throws(StoreError) {
            guard let score = try keeper.journal.row(at: call.sequence, of: call.stream), score.kind == .score,
                score.leaderboard == call.leaderboard
            else {
                call.completion(.failure(.unknownScore))
                return true
            }
            let isOut = stream.boards.withLock { $0.removed.contains(call.sequence) }
            if isOut != (call.kind == .removal) {
                let row = JournalRow(
                    stream: call.stream, sequence: stream.last.advanced(by: 1), time: batch.time, kind: call.kind,
                    leaderboard: call.leaderboard, player: score.player, value: score.value, date: score.date,
                    context: score.context, previous: score.sequence, flags: score.flags)
                try commit(Change(rows: [row]))
                publish(row, in: stream.boards)
                guard fillHistories(of: [call.leaderboard], in: stream.boards, windows: false) else {
                    call.completion(.failure(.unavailable))
                    return false
                }
                keeper.tell(stream.boards.withLock { $0.takeChanges(of: [call.leaderboard]) }, in: call.stream)
            }
            call.completion(.success(stream.last))
            return true
        } catch {
            keeper.log(.commitFailed(error))
            call.completion(.failure(ModerateScoreError(error)))
            return error == .unavailable
        }
    }

    private func publish(_ row: JournalRow, in boards: StreamBoards) {
        boards.withLock { state in
            state.published = max(state.published, row.sequence)
            state.time = max(state.time, row.time)
            let board = state.slots[row.leaderboard]?.board
            if row.kind == .removal {
                state.removed.insert(row.previous)
                if let player = row.player { board?.remove(row.previous, of: player, version: row.sequence) }
            } else {
                state.removed.remove(row.previous)
                if let score = Submission(restoring: row) { board?.restore(score, version: row.sequence) }
            }
        }
    }
}
