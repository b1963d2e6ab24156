import LaurelDomain
import LaurelStorage

// Scores that are only judged: what an import would do (docs/decisions/0049-imported-scores.md).
extension JournalWriter {
    /// What would become of them: no rank and no total, since nothing is there.
    func judged(_ call: SubmitCall, _ verdicts: [Verdict], _ stream: WriterStream) -> SubmittedScores {
        let results = zip(call.items, verdicts).compactMap { item, verdict -> SubmittedScores.Result? in
            switch verdict {
            case .fresh(let target, let date, _): result(of: item, on: target.leaderboard, date.date, isRepeat: false)
            case .repeat(let target, let row, _): result(of: item, on: target.leaderboard, row.date, isRepeat: true)
            case .merged: nil
            }
        }
        return SubmittedScores(version: stream.last, results: results)
    }

    private func result(
        of item: SubmitCall.Item, on leaderboard: Leaderboard, _ date: Timestamp, isRepeat: Bool
    ) -> SubmittedScores.Result {
        SubmittedScores.Result(
            leaderboard: leaderboard, value: item.score.value, context: item.score.context, date: date,
            isDateClamped: false, isNewBest: false, isRepeat: isRepeat, entry: nil, total: 0)
    }
}
