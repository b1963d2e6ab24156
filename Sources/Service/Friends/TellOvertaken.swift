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
    /// After each transaction nothing is written for so many times as long as it took: scores come first.
    private static let restFactor = 3

    public init(_ friends: Friends, keeper: ScoreKeeper) {
        self.friends = friends
        self.keeper = keeper
        keeper.rises.listen()
    }

    /// Works until it is cancelled. To be run once.
    public func run() async {
        var told = ToldToday()
        for await rise in keeper.rises.waiting {
            do throws(StoreError) { try await tell(rise, &told) } catch { keeper.log(.backgroundFailed(error)) }
        }
    }

    private func tell(_ rise: Rise, _ told: inout ToldToday) async throws(StoreError) {
        let list = try await friends.graph.friends(of: rise.player)
        guard !list.isEmpty, let leaderboard = keeper.catalogue.leaderboard(rise.board.leaderboard),
            !leaderboard.isHidden
        else { return }
        let overtaken = keeper.boards(of: rise.stream).withLock { state in
            state.slots[rise.board]?.board
                .overtaken(among: list, from: rise.before, to: rise.after, by: rise.sequence) ?? []
        }
        let place = ToldToday.Place(
            day: Overtaking.day(of: rise.time), leaderboard: rise.board.leaderboard,
            environment: rise.stream.environment)
        let news = told.news(among: overtaken, at: place)
        for start in stride(from: 0, to: news.count, by: sliceCount) {
            let slice = Array(news[start..<min(start + sliceCount, news.count)])
            let begun = ContinuousClock.now
            let count = try await friends.directory.tell(
                Overtaking(
                    overtaken: slice, by: rise.player, app: leaderboard.app, environment: rise.stream.environment,
                    leaderboard: rise.board.leaderboard, leaderboardID: leaderboard.id,
                    score: leaderboard.sortOrder.value(ofOrdinal: rise.after.ordinal), time: rise.time))
            told.note(slice, at: place)
            if count > 0 { friends.outbox.signal() }
            // It ends early when the server does; what is left may be lost.
            try? await Task.sleep(for: (ContinuousClock.now - begun) * Self.restFactor)
        }
    }
}
