import LaurelDomain
import LaurelScores
import LaurelStorage

/// Finishes erasures that were begun: at a start, and once a minute.
public struct FinishErasures: Sendable {
    /// Archived matches that one transaction takes a player out of.
    private static let archivedLimit = 128
    private let accounts: Accounts
    private let challenges: Challenges
    let teams: Teams

    public init(_ accounts: Accounts, _ challenges: Challenges, _ teams: Teams) {
        self.accounts = accounts
        self.challenges = challenges
        self.teams = teams
    }

    public func callAsFunction() async throws(EraseError) {
        try await EraseError.translating { () throws(StoreError) in
            _ = try await finish(try await accounts.directory.unfinishedErasures())
        }
    }

    func finish(_ record: ErasureRecord) async throws(StoreError) -> ErasureRecord {
        try await finish([record]).first ?? record
    }

    /// Several at once, so that the files are scrubbed once for all.
    func finish(_ records: [ErasureRecord]) async throws(StoreError) -> [ErasureRecord] {
        for record in records { forget(record.player) }
        let unfinished = records.filter { $0.finished == nil }
        for record in unfinished { try await empty(record.player) }
        try await challenges.keeper.erase(unfinished.map(\.player))
        // After the writer: it has nothing of theirs any more that it could archive.
        for record in unfinished { try await eraseArchived(record.player) }
        // A reader that holds an old state is in the way of the log's end.
        guard !unfinished.isEmpty, try await accounts.directory.scrub() else { return records }
        let now = accounts.clock.now()
        for record in unfinished { try await accounts.directory.finishErasure(of: record.player, at: now) }
        return records.map { record in
            var finished = record
            finished.finished = record.finished ?? now
            return finished
        }
    }

    /// In memory.
    private func forget(_ player: PlayerNumber) {
        accounts.sessions.end(of: player)
        accounts.names.remove(player)
        accounts.profiles.remove(player)
        accounts.catalogue.defaults.forget(player)
    }

    private func eraseArchived(_ player: PlayerNumber) async throws(StoreError) {
        while true {
            let count = try await accounts.directory.eraseArchivedSeats(of: player, limit: Self.archivedLimit)
            if count == 0 { return }
        }
    }

    private func empty(_ player: PlayerNumber) async throws(StoreError) {
        // Teams know their members in memory.
        do throws(TeamError) { try await EraseDeveloper(teams)(player) } catch { throw .unavailable }
        do throws(ChallengeError) { try await EndChallenges(challenges).playerErased(player) } catch {
            throw .unavailable
        }
    }
}
