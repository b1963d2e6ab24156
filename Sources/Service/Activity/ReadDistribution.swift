public import LaurelDomain
import LaurelRanking
import LaurelScores
import LaurelStorage

extension ReadEntries {
    /// How the values of a leaderboard's entries of all time are spread; of a recurring one's in its latest occurrence.
    ///
    /// Straight from the ranks in memory, in O(log *n*): the lock of the score path is held for microseconds.
    public func distribution(
        of leaderboard: LeaderboardID, _ environment: Environment, app: App
    ) async throws(ReadEntriesError) -> ScoreDistribution {
        var query = EntriesQuery(leaderboard: leaderboard, environment: environment, selection: .players([]))
        while true {
            if let distribution = try distribution(query, app: app) { return distribution }
            if try await prepare(&query, app: app) != nil { return ScoreDistribution() }
        }
    }

    /// Nil: the leaderboard has to read from the store first.
    private func distribution(_ query: EntriesQuery, app: App) throws(ReadEntriesError) -> ScoreDistribution? {
        let leaderboard = try leaderboard(query, app)
        guard let boards = readyBoards(query, app) else { throw .unavailable }
        let now = keeper.clock.now()
        let source = try source(query, leaderboard, at: now)
        return boards.withLock { state -> ScoreDistribution? in
            switch source {
            case .unknown: return nil
            case .nowhere: return ScoreDistribution()
            case .combined:
                guard !state.isAbsentCombined(leaderboard), state.areExact(source.keys(of: leaderboard), at: now),
                    let slot = state.combinedSlot(leaderboard, at: now)
                else { return nil }
                return slot.board.distribution()
            case .board(let key, _):
                guard !state.isAbsent(key) else { return nil }
                guard state.slots[key] != nil else { return ScoreDistribution() }
                guard state.areExact([key], at: now) else { return nil }
                return state.slot(for: leaderboard, key, at: now).board.distribution()
            }
        }
    }
}
