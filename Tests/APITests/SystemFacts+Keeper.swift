import LaurelAPI
import LaurelDomain
import LaurelScores
import LaurelService

extension SystemFacts {
    /// As the composition root fills them.
    init(_ keeper: ScoreKeeper, _ accounts: Accounts) {
        self.init()
        for (stream, sequence) in keeper.sequences {
            journalSequences["\(stream.team.rawValue)/\(stream.environment.name)"] = sequence.rawValue
        }
        leaderboardsLoaded = keeper.loadedCount
        sessionsInMemory = accounts.sessions.count
    }
}
