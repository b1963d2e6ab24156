import LaurelDomain
import LaurelStorage

// Scores of a guest that become an account's (rule 1.13): they were judged when they came, so only where they go is
// asked now.
extension SubmitCall {
    /// - Parameter rows: the guest's, of one stream.
    init(
        merging rows: [JournalRow], of stream: StreamID, into account: PlayerNumber,
        completion: @escaping @Sendable (Result<SubmittedScores, SubmitScoresError>) -> Void
    ) {
        let items = rows.map { row in
            var item = Item(
                leaderboard: row.leaderboard,
                score: Score(value: row.value, context: row.context, date: row.date, id: row.scoreID))
            item.source = row
            return item
        }
        self.init(
            items: items, app: AppNumber(0), stream: stream, player: account, device: DeviceNumber(0), waiting: nil,
            completion: completion)
    }
}
