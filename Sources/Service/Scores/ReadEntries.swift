public import LaurelDomain
import Ranking
import Storage

/// What a reader wants of a leaderboard (rules 4.8, 4.9).
public struct EntriesQuery: Sendable {
    public enum Selection: Sendable {
        /// By rank.
        case window(RankWindow)
        /// So many (at most 100) with the viewer in the middle; none when he has no entry.
        case around(count: Int)
        /// These players, with their ranks on the whole leaderboard.
        case players([PlayerNumber])
    }

    public var leaderboard: LeaderboardID
    public var environment: Environment
    public var scope: TimeScope
    public var selection: Selection
    /// Whose own entry the answer carries, whatever the selection.
    public var viewer: PlayerNumber?
    /// The answer must know the rows up to here: the version of an earlier answer.
    public var version: JournalSequence?
    /// The caller still has the entries of a page with this revision and wants them only if they changed.
    public var known: PageRevision?

    public init(
        leaderboard: LeaderboardID, environment: Environment, scope: TimeScope = .allTime, selection: Selection,
        viewer: PlayerNumber? = nil, version: JournalSequence? = nil, known: PageRevision? = nil
    ) {
        self.leaderboard = leaderboard
        self.environment = environment
        self.scope = scope
        self.selection = selection
        self.viewer = viewer
        self.version = version
        self.known = known
    }
}

/// Pages of one leaderboard, scope and window with equal revisions have the same entries.
public struct PageRevision: Hashable, Sendable {
    let generation: UInt64
    let top: UInt64
}

/// A moment of a leaderboard.
public struct EntriesPage: Sendable {
    public let leaderboard: Leaderboard
    /// The viewer's entry in the scope; nil: he has none there, or nobody views.
    public let local: RankedEntry?
    /// Nil: the same as those of the revision that the caller knows.
    public let entries: [RankedEntry]?
    /// Entries in the scope.
    public let total: Int
    public let version: JournalSequence
    /// Nil for what is not worth keeping: windows past rank 100, around a player, chosen players.
    public let revision: PageRevision?
}

public enum ReadEntriesError: Error, StoreFailure, Hashable, Sendable {
    case gameCenterDisabled
    case notReleased(Environment)
    case unknownLeaderboard
    /// No such version yet; the newest is given.
    case versionAhead(JournalSequence)
    case tooManyPlayers(limit: Int)
    case unavailable
    case broken(reason: String)
}

/// Reads a leaderboard. No disk, unless a player's history has to be read back.
public struct ReadEntries: Sendable {
    public static let playersLimit = 100

    private let keeper: ScoreKeeper
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    public func callAsFunction(_ query: EntriesQuery, app: App) async throws(ReadEntriesError) -> EntriesPage {
        while true {
            if let page = try immediately(query, app: app) { return page }
            try await fill(query, app: app)
        }
    }

    /// The same without waiting. Nil: the leaderboard has to read from the store first; call the other one.
    public func immediately(_ query: EntriesQuery, app: App) throws(ReadEntriesError) -> EntriesPage? {
        let leaderboard = try leaderboard(query, app)
        guard keeper.isReady else { throw .unavailable }
        let now = keeper.clock.now()
        let boards = keeper.boards(of: StreamID(team: app.team, environment: query.environment))
        return try boards.withLock { state throws(ReadEntriesError) -> EntriesPage? in
            if let version = query.version, version > state.published { throw .versionAhead(state.published) }
            guard state.rebuilds[leaderboard.number] == nil else { return nil }
            let slot = state.slot(for: leaderboard)
            guard slot.board.needsHistory(at: now).isEmpty else { return nil }
            return query.page(of: leaderboard, slot, at: now, version: state.published)
        }
    }

    private func leaderboard(_ query: EntriesQuery, _ app: App) throws(ReadEntriesError) -> Leaderboard {
        guard app.isGameCenterEnabled else { throw .gameCenterDisabled }
        guard app.isReleased || query.environment == .sandbox else { throw .notReleased(query.environment) }
        if case .players(let players) = query.selection, players.count > Self.playersLimit {
            throw .tooManyPlayers(limit: Self.playersLimit)
        }
        guard let leaderboard = keeper.catalogue.leaderboard(query.leaderboard, of: app.number) else {
            throw .unknownLeaderboard
        }
        return leaderboard
    }

    /// Reads what the board has forgotten, on a thread that may block.
    private func fill(_ query: EntriesQuery, app: App) async throws(ReadEntriesError) {
        let leaderboard = try leaderboard(query, app)
        let boards = keeper.boards(of: StreamID(team: app.team, environment: query.environment))
        do throws(StoreError) {
            try await keeper.loader.fill(leaderboard.number, of: boards, at: keeper.clock.now())
            keeper.wakeTimer()
        } catch {
            throw ReadEntriesError(error)
        }
    }
}

extension EntriesQuery {
    /// The caller holds the stream's lock.
    fileprivate func page(
        of leaderboard: Leaderboard, _ slot: StreamBoards.Slot, at now: Timestamp, version: JournalSequence
    ) -> EntriesPage {
        let board = slot.board
        var revision: PageRevision?
        if case .window(let window) = selection, window.first + window.count - 1 <= 100 {
            revision = PageRevision(generation: slot.generation, top: board.topVersion(scope, at: now))
        }
        let isKnown = revision != nil && revision == known
        return EntriesPage(
            leaderboard: leaderboard, local: viewer.flatMap { board.entry(of: $0, scope, at: now) }.map { .init($0) },
            entries: isKnown ? nil : entries(of: board, at: now).map { .init($0) }, total: board.total(scope, at: now),
            version: version, revision: revision)
    }

    private func entries(of board: Board, at now: Timestamp) -> [Ranking.RankedEntry] {
        switch selection {
        case .window(let window): board.page(scope, window, at: now)
        case .around(let count): viewer.map { board.around($0, scope, count: count, at: now) } ?? []
        case .players(let players): board.entries(of: players, scope, at: now)
        }
    }
}
