public import LaurelDomain
public import LaurelScores
import LaurelStorage
import Synchronization

/// Reads all scores of an app, or of one leaderboard, out of the journal, in its order: those that count, and those
/// that do not with the reason.
///
/// It is the state at one moment: rows are never changed, so the last row's number is all that has to be remembered.
/// Neither the writer nor the boards are held up, and memory is bounded by a page.
public struct ExportScores: Sendable {
    /// Exports that run at a time.
    public static let countLimit = ExportPermits.countLimit
    private let keeper: ScoreKeeper
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    /// - Parameters:
    ///   - leaderboard: nil: all of the app's.
    ///   - after: the last row of an export that broke off; nil: from the beginning.
    public func callAsFunction(
        of app: App, leaderboard: Leaderboard?, _ environment: Environment, after: JournalSequence?
    ) throws(ExportScoresError) -> ScoreExport {
        let stream = StreamID(team: app.team, environment: environment)
        guard let boards = keeper.readyBoards(of: stream) else { throw .unavailable }
        guard let permit = keeper.exports.take() else { throw .tooMany(limit: Self.countLimit) }
        let (through, removed) = boards.withLock { ($0.published, $0.removed) }
        // Rows of one that was moved into a group name it still.
        var leaderboards: [LeaderboardNumber: Leaderboard] = [:]
        for shown in leaderboard.map({ [$0] }) ?? keeper.catalogue.leaderboards(of: app.number) {
            for number in keeper.catalogue.sources(of: shown.number) { leaderboards[number] = shown }
        }
        return ScoreExport(
            keeper, boards.stream, leaderboards,
            after: after ?? .start, through: through, removed: removed, permit)
    }
}

public enum ExportScoresError: Error, StoreFailure, Hashable, Sendable {
    case tooMany(limit: Int)
    case unavailable
    case broken(reason: String)
}

/// A score on its way out.
public struct ExportedScore: Hashable, Sendable {
    public enum State: String, CaseIterable, Hashable, Sendable {
        case counted
        case removed
        case held
        /// The player is kept out.
        case banned
    }

    public let leaderboard: Leaderboard
    public let player: PlayerNumber
    public let sequence: JournalSequence
    public let value: Int64
    public let context: Int64
    public let date: Timestamp
    public let time: Timestamp
    public let state: State
}

/// An export under way. Its calls block, one at a time.
public final class ScoreExport: Sendable {
    /// Rows of the journal that are looked at in one turn; then others have theirs.
    public static let pageRows = 2_048

    private let keeper: ScoreKeeper
    private let stream: StreamID
    private let leaderboards: [LeaderboardNumber: Leaderboard]
    private let through: JournalSequence
    private let removed: Set<JournalSequence>
    /// Given back with the last reference, however the export ends.
    private let permit: ExportPermits.Permit
    private let last: Mutex<JournalSequence>

    init(
        _ keeper: ScoreKeeper, _ stream: StreamID, _ leaderboards: [LeaderboardNumber: Leaderboard],
        after: JournalSequence, through: JournalSequence, removed: Set<JournalSequence>, _ permit: ExportPermits.Permit
    ) {
        self.keeper = keeper
        self.stream = stream
        self.leaderboards = leaderboards
        self.through = through
        self.removed = removed
        self.permit = permit
        last = Mutex(after)
    }

    /// The scores among the next rows; often fewer than rows were looked at, perhaps none.
    /// - Returns: nil at the end.
    public func next() throws(ExportScoresError) -> [ExportedScore]? {
        let after = last.withLock { $0 }
        guard after < through else { return nil }
        let rows: [JournalRow]
        do throws(StoreError) {
            rows = try keeper.journal.rows(after: after, of: stream, limit: Self.pageRows)
        } catch {
            throw ExportScoresError(error)
        }
        guard let end = rows.last else { return nil }
        last.withLock { $0 = end.sequence }
        let bans = keeper.catalogue.bans
        return rows.compactMap { row in
            guard row.kind == .score, row.sequence <= through, let player = row.player,
                let leaderboard = leaderboards[row.leaderboard]
            else { return nil }
            let state: ExportedScore.State =
                if removed.contains(row.sequence) {
                    row.flags.contains(.isHeld) ? .held : .removed
                } else {
                    bans.isBanned(player, in: stream.team) ? .banned : .counted
                }
            return ExportedScore(
                leaderboard: leaderboard, player: player, sequence: row.sequence, value: row.value,
                context: row.context, date: row.date, time: row.time, state: state)
        }
    }
}
