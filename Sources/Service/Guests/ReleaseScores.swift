public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Shows the scores of leaderboards that waited for a guest's upgrade (rules 1.11, 1.12): after it, at a start, and
/// once a minute. Each step can be done again.
public struct ReleaseScores: Sendable {
    private static let pageLimit = 200
    private let accounts: Accounts
    private let keeper: ScoreKeeper

    public init(_ accounts: Accounts, _ keeper: ScoreKeeper) {
        self.accounts = accounts
        self.keeper = keeper
    }

    /// Tries all. One whose scores can't be shown keeps no other waiting.
    /// - Throws: why the first of those can't.
    public func callAsFunction() async throws(ReleaseScoresError) {
        let upgraded = try await ReleaseScoresError.translating { () throws(StoreError) in
            try await accounts.directory.unreleasedGuests(limit: Self.pageLimit)
        }
        var failure: ReleaseScoresError?
        for player in upgraded {
            do throws(ReleaseScoresError) { try await self(of: player) } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
    }

    /// Of one who was upgraded just now.
    public func callAsFunction(of player: PlayerNumber) async throws(ReleaseScoresError) {
        // The request that upgraded them may not have come to it yet, and no score may wait any more.
        accounts.profiles.setGuest(false, player)
        // Those that moderators have no room for are tried again, with the next round.
        guard try await keeper.releaseScores(of: player) == 0 else { return }
        try await ReleaseScoresError.translating { () throws(StoreError) in
            try await accounts.directory.noteReleased(player, at: accounts.clock.now())
        }
    }
}
