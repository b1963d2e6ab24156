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
    private static let restFactor = 9
    /// A store that hung for seconds isn't busy with scores: what waits meanwhile would be forgotten.
    private static let longestRest = Duration.milliseconds(500)

    /// What goes into one transaction.
    private struct Slice {
        var overtakings: [Overtaking] = []
        var count = 0
    }

    public init(_ friends: Friends, keeper: ScoreKeeper) {
        self.friends = friends
        self.keeper = keeper
        keeper.rises.listen()
    }

    /// Works until it is cancelled. To be run once.
    public func run() async {
        var told = ToldToday()
        for await _ in keeper.rises.signals {
            var slice = Slice()
            for rise in keeper.rises.take() {
                // The server ends: what is left may be lost.
                if Task.isCancelled { return }
                do throws(StoreError) {
                    guard let overtaking = try await overtaking(by: rise, besides: told) else { continue }
                    try await add(overtaking, to: &slice, &told)
                } catch {
                    keeper.log(.backgroundFailed(error))
                }
            }
            do throws(StoreError) { try await write(&slice, &told) } catch { keeper.log(.backgroundFailed(error)) }
        }
    }

    /// With those whom it passed and who aren't known to have been told today.
    /// - Returns: nil if there is nobody whom it could tell.
    private func overtaking(by rise: Rise, besides told: ToldToday) async throws(StoreError) -> Overtaking? {
        let list = try await friends.graph.friends(of: rise.player)
        guard !list.isEmpty, let leaderboard = keeper.catalogue.leaderboard(rise.board.leaderboard),
            !leaderboard.isHidden
        else { return nil }
        let overtaken = keeper.boards(of: rise.stream).withLock { state in
            state.slots[rise.board]?.board
                .overtaken(among: list, from: rise.before, to: rise.after, by: rise.sequence) ?? []
        }
        var overtaking = Overtaking(
            overtaken: overtaken, by: rise.player, app: leaderboard.app, environment: rise.stream.environment,
            leaderboard: rise.board.leaderboard, leaderboardID: leaderboard.id,
            score: leaderboard.sortOrder.value(ofOrdinal: rise.after.ordinal), time: rise.time)
        overtaking.overtaken = told.news(of: overtaking)
        return overtaking
    }

    /// Writes each time that the slice is full.
    private func add(
        _ overtaking: Overtaking, to slice: inout Slice, _ told: inout ToldToday
    ) async throws(StoreError) {
        var left = overtaking.overtaken[...]
        while !left.isEmpty {
            var part = overtaking
            part.overtaken = Array(left.prefix(sliceCount - slice.count))
            left = left.dropFirst(part.overtaken.count)
            slice.overtakings.append(part)
            slice.count += part.overtaken.count
            if slice.count == sliceCount { try await write(&slice, &told) }
        }
    }

    private func write(_ slice: inout Slice, _ told: inout ToldToday) async throws(StoreError) {
        let overtakings = slice.overtakings
        slice = Slice()
        guard !overtakings.isEmpty else { return }
        let begun = ContinuousClock.now
        let count = try await friends.directory.tell(overtakings)
        for overtaking in overtakings { told.note(overtaking) }
        if count > 0 { friends.outbox.signal() }
        let rest = min((ContinuousClock.now - begun) * Self.restFactor, Self.longestRest)
        do { try await Task.sleep(for: rest) } catch {
            // The server ends.
        }
    }
}
