public import LaurelDomain
import LaurelRanking
public import LaurelScores
import LaurelStorage

/// A score as a moderator sees it: whether it counts, and the sequence number to remove it by.
public struct InspectedScore: Hashable, Sendable {
    public enum State: String, CaseIterable, Hashable, Sendable {
        /// It counts, though a better one of the player may stand before it.
        case counted
        case removed
        case held
    }

    public let sequence: JournalSequence
    public let player: PlayerNumber
    public let value: Int64
    public let context: Int64
    /// From which it counts (rule 4.7).
    public let date: Timestamp
    /// When it arrived.
    public let time: Timestamp
    public let state: State
}

/// Reads all scores of a player on a leaderboard, of any rank and age, newest first.
public struct InspectScores: Sendable {
    private let keeper: ScoreKeeper
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    /// - Parameters:
    ///   - before: the last one of the page before; nil: from the newest on.
    ///   - limit: at most ``ModerationLimits/page``.
    public func callAsFunction(
        of player: PlayerNumber, on leaderboard: Leaderboard, of app: App, _ environment: Environment,
        before: JournalSequence?, limit: Int
    ) async throws(InspectScoresError) -> [InspectedScore] {
        let stream = StreamID(team: app.team, environment: environment)
        guard var boards = keeper.readyBoards(of: stream) else { throw .unavailable }
        let limit = min(max(1, limit), ModerationLimits.page)
        let key = BoardKey(leaderboard.number)
        while let rebuild = keeper.load(key, in: boards) {
            await rebuild.ended()
            // After a failure of the store they are made anew, and the old ones never have the leaderboard.
            guard let anew = keeper.readyBoards(of: stream) else { throw .unavailable }
            boards = anew
        }
        guard keeper.isReady else { throw .unavailable }
        let (latest, removed) = boards.withLock { state in
            (state.slots[key]?.board.latestSequence(of: player), state.removed)
        }
        guard let latest else { return [] }
        let start = try await self.start(before, latest, player, leaderboard, boards.stream)
        let journal = keeper.journal
        let result: Result<[InspectedScore], StoreError>? = await keeper.workers.run {
            var scores: [InspectedScore] = []
            do throws(StoreError) {
                try journal.walkChains(from: [ChainStart(start)], of: stream, firstRows: limit) { _, row in
                    if row.kind == .score { scores.append(InspectedScore(row, isOut: removed.contains(row.sequence))) }
                    return scores.count < limit
                }
                return .success(scores)
            } catch {
                return .failure(error)
            }
        }
        guard let result else { throw .unavailable }
        do throws(StoreError) { return try result.get() } catch { throw InspectScoresError(error) }
    }

    /// Where the page begins: the chain goes on behind the row that ended the last one.
    private func start(
        _ before: JournalSequence?, _ latest: JournalSequence, _ player: PlayerNumber, _ leaderboard: Leaderboard,
        _ stream: StreamID
    ) async throws(InspectScoresError) -> JournalSequence {
        guard let before else { return latest }
        let journal = keeper.journal
        let result: Result<JournalRow?, StoreError>? = await keeper.workers.run {
            do throws(StoreError) { return .success(try journal.row(at: before, of: stream)) } catch {
                return .failure(error)
            }
        }
        guard let result else { throw .unavailable }
        let found: JournalRow?
        do throws(StoreError) { found = try result.get() } catch { throw InspectScoresError(error) }
        guard let found, found.kind == .score, found.player == player,
            keeper.catalogue.sources(of: leaderboard.number).contains(found.leaderboard)
        else {
            throw .unknownScore
        }
        return found.previous
    }
}

extension InspectedScore {
    init(_ row: JournalRow, isOut: Bool) {
        self.init(
            sequence: row.sequence, player: row.player ?? PlayerNumber(0), value: row.value, context: row.context,
            date: row.date, time: row.time,
            state: !isOut ? .counted : row.flags.contains(.isHeld) ? .held : .removed)
    }
}

public enum InspectScoresError: Error, StoreFailure, Hashable, Sendable {
    /// The page before ended at no score of this player.
    case unknownScore
    case unavailable
    case broken(reason: String)
}
