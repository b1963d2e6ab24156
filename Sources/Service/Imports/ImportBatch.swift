import LaurelDomain
import LaurelScores
import LaurelStorage
import Synchronization

/// Rows on their way through the writer, each by itself: what is refused takes no other along.
struct ImportBatch: Sendable {
    struct Row: Sendable {
        /// In the import.
        let index: Int
        /// Nil: a guest who is still to be made.
        let player: PlayerNumber?
        let leaderboard: Leaderboard
        let score: Score
    }

    typealias Outcome = Result<SubmittedScores, SubmitScoresError>

    private let keeper: ScoreKeeper
    private let app: App
    private let stream: StreamID

    init(_ keeper: ScoreKeeper, app: App, _ environment: Environment) {
        self.keeper = keeper
        self.app = app
        stream = StreamID(team: app.team, environment: environment)
    }

    /// - Returns: what became of each, in their order.
    func submit(_ rows: [Row], isTrial: Bool) async -> [Outcome] {
        guard !rows.isEmpty else { return [] }
        return await withCheckedContinuation { continuation in
            let answers = Outcomes(count: rows.count) { continuation.resume(returning: $0) }
            for (index, row) in rows.enumerated() {
                // No player has the number 0: nothing is known of one who is still to be made.
                let call = SubmitCall(
                    items: [SubmitCall.Item(leaderboard: row.leaderboard.number, score: row.score)], app: app.number,
                    stream: stream, player: row.player ?? PlayerNumber(0), device: DeviceNumber(0), waiting: nil,
                    eligible: [], origin: .elsewhere(isTrial: isTrial)
                ) { answers.put($0, at: index) }
                if !keeper.queue.add(.submit(call)) { answers.put(.failure(.unavailable), at: index) }
            }
        }
    }

    /// Answers as they come, on whatever thread.
    private final class Outcomes: Sendable {
        private struct State {
            var outcomes: [Outcome]
            var left: Int
        }

        private let state: Mutex<State>
        private let completion: @Sendable ([Outcome]) -> Void

        init(count: Int, _ completion: @escaping @Sendable ([Outcome]) -> Void) {
            state = Mutex(State(outcomes: Array(repeating: .failure(.unavailable), count: count), left: count))
            self.completion = completion
        }

        func put(_ outcome: Outcome, at index: Int) {
            let all = state.withLock { state -> [Outcome]? in
                state.outcomes[index] = outcome
                state.left -= 1
                return state.left == 0 ? state.outcomes : nil
            }
            if let all { completion(all) }
        }
    }
}
