import LaurelDomain
import LaurelRanking
public import LaurelScores
import LaurelStorage

/// Tells friends of a new best who were passed by it (rule 7.1): beside the writer, each of them at most once a day and
/// leaderboard. A crash may lose what was not told yet.
public struct TellOvertaken: Sendable {
    private let friends: Friends
    private let keeper: ScoreKeeper
    /// Friends told in one transaction, in about 2 ms: scores wait for it. A thousand at once held them up for 50.
    var sliceCount = 32

    public init(_ friends: Friends, keeper: ScoreKeeper) {
        self.friends = friends
        self.keeper = keeper
        keeper.rises.listen()
    }

    /// Works until it is cancelled. To be run once.
    public func run() async {
        for await rise in keeper.rises.waiting {
            do throws(StoreError) { try await tell(rise) } catch { keeper.log(.backgroundFailed(error)) }
        }
    }

    private func tell(_ rise: Rise) async throws(StoreError) {
        let list = try await friends.graph.friends(of: rise.player)
        guard !list.isEmpty, let leaderboard = keeper.catalogue.leaderboard(rise.board.leaderboard),
            !leaderboard.isHidden
        else { return }
        let overtaken = keeper.boards(of: rise.stream).withLock { state in
            state.slots[rise.board]?.board
                .overtaken(among: list, from: rise.before, to: rise.after, by: rise.sequence) ?? []
        }
        for start in stride(from: 0, to: overtaken.count, by: sliceCount) {
            let slice = Array(overtaken[start..<min(start + sliceCount, overtaken.count)])
            let count = try await friends.directory.tell(
                Overtaking(
                    overtaken: slice, by: rise.player, app: leaderboard.app, environment: rise.stream.environment,
                    leaderboard: rise.board.leaderboard, leaderboardID: leaderboard.id,
                    score: leaderboard.sortOrder.value(ofOrdinal: rise.after.ordinal), time: rise.time))
            if count > 0 { friends.outbox.signal() }
        }
    }
}
