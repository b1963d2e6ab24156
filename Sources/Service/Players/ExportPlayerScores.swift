public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// A score of a player, wherever they made it.
public struct PlayerScore: Hashable, Sendable {
    /// Nil: the app, or the leaderboard, is gone.
    public let bundleID: BundleID?
    public let leaderboard: LeaderboardID?
    public let environment: Environment
    public let value: Int64
    public let context: Int64
    public let date: Timestamp
    public let submitted: Timestamp
    public let id: ScoreID?
}

/// All scores of a player, in the order in which the server took them, stream by stream and page by page. It reads past
/// all other rows: seconds for many millions.
public struct ExportPlayerScores: Sendable {
    private static let pageRows = 4_096
    private let keeper: ScoreKeeper
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    /// How far it has come.
    public struct Cursor: Sendable {
        fileprivate var stream = 0
        fileprivate var sequence = JournalSequence.start
        public init() {}
    }

    /// The scores among the next rows; perhaps none. Nil: there are no more.
    public func next(of player: PlayerNumber, _ cursor: inout Cursor) async throws(ExportPlayerError) -> [PlayerScore]?
    {
        let before = cursor
        let result: Result<(Cursor, [PlayerScore])?, StoreError> = await withCheckedContinuation { continuation in
            BlockingThread.start {
                continuation.resume(returning: Result { () throws(StoreError) in try read(player, before) })
            }
        }
        let page: (Cursor, [PlayerScore])?
        do { page = try result.get() } catch { throw ExportPlayerError(error) }
        guard let page else { return nil }
        cursor = page.0
        return page.1
    }

    private func read(_ player: PlayerNumber, _ cursor: Cursor) throws(StoreError) -> (Cursor, [PlayerScore])? {
        let streams = try keeper.journal.streams()
        guard streams.indices.contains(cursor.stream) else { return nil }
        let rows = try keeper.journal.rows(
            of: player, after: cursor.sequence, in: streams[cursor.stream], limit: Self.pageRows)
        var next = cursor
        if rows.count == Self.pageRows, let last = rows.last {
            next.sequence = last.sequence
        } else {
            next.stream += 1
            next.sequence = .start
        }
        return (next, rows.filter { $0.kind == .score }.map { score($0, $0.leaderboard) })
    }

    private func score(_ row: JournalRow, _ number: LeaderboardNumber) -> PlayerScore {
        let leaderboard = keeper.catalogue.leaderboard(number)
        return PlayerScore(
            bundleID: leaderboard.flatMap { keeper.catalogue.app($0.app)?.bundleID }, leaderboard: leaderboard?.id,
            environment: row.stream.environment, value: row.value, context: row.context, date: row.date,
            submitted: row.time, id: row.scoreID)
    }
}

/// What a player was told.
public struct ExportNotices: Sendable {
    private let accounts: Accounts
    public init(_ accounts: Accounts) { self.accounts = accounts }

    public func callAsFunction(of player: PlayerNumber) async throws(ExportPlayerError) -> [Notice] {
        try await ExportPlayerError.translating { () throws(StoreError) in
            try await accounts.directory.notices(of: player)
        }
    }
}

public enum ExportPlayerError: Error, StoreFailure, Hashable, Sendable {
    case unavailable
    case broken(reason: String)
}
