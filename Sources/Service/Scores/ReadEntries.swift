public import LaurelDomain
import LaurelRanking
public import LaurelScores
import LaurelStorage

/// Reads a leaderboard. No disk, unless its board has to be loaded or a player's history read back.
public struct ReadEntries: Sendable {
    public static let playersLimit = 100

    let keeper: ScoreKeeper
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    public func callAsFunction(_ query: EntriesQuery, app: App) async throws(ReadEntriesError) -> EntriesPage {
        var query = query
        while true {
            if let page = try immediately(query, app: app) { return page }
            if let page = try await prepare(&query, app: app) { return page }
        }
    }

    /// The same without waiting. Nil: the leaderboard has to read from the store first; call the other one.
    public func immediately(_ query: EntriesQuery, app: App) throws(ReadEntriesError) -> EntriesPage? {
        try read(query, FoundLeaderboard(try leaderboard(query, app), of: app))
    }

    /// - Parameter found: what the query's ID stands for, where the caller has just looked it up.
    public func immediately(
        _ query: EntriesQuery, in found: FoundLeaderboard
    ) throws(ReadEntriesError) -> EntriesPage? {
        try check(query, found.app)
        return try read(query, found)
    }

    private func read(_ query: EntriesQuery, _ found: FoundLeaderboard) throws(ReadEntriesError) -> EntriesPage? {
        guard let boards = readyBoards(query, found.app) else { throw .unavailable }
        let now = keeper.clock.now()
        let source = try source(query, found.leaderboard, at: now)
        if let page = try sharedPage(query, found, source, in: boards, at: now) {
            return page.standing == nil ? page : page.arranged(for: query)
        }
        let page = try boards.withLock { state throws(ReadEntriesError) -> EntriesPage? in
            if let version = query.version, version > state.published { throw .versionAhead(state.published) }
            switch source {
            case .unknown: return nil
            case .nowhere: return .empty(found, nil, at: state.published)
            case .combined:
                let leaderboard = found.leaderboard
                guard !state.isAbsentCombined(leaderboard), state.areExact(source.keys(of: leaderboard), at: now),
                    let slot = state.combinedSlot(leaderboard, at: now)
                else { return nil }
                return query.friendsPage(of: found, slot, version: state.published)
                    ?? query.page(of: found, slot, version: state.published)
            case .board(let key, let occurrence):
                // A reading of a board without rows makes none.
                guard let slot = state.exactSlot(key, at: now) else {
                    return state.isAbsent(key) || state.slots[key] != nil
                        ? nil : .empty(found, occurrence, at: state.published)
                }
                return query.friendsPage(of: found, occurrence, slot, at: now, version: state.published)
                    ?? query.page(of: found, occurrence, slot, at: now, version: state.published)
            }
        }
        guard let page, page.standing != nil else { return page }
        return page.arranged(for: query)
    }

    /// As many readers at a time as there are. Nil: a window has to be moved first, or the board is absent.
    private func sharedPage(
        _ query: EntriesQuery, _ found: FoundLeaderboard, _ source: ReadingSource, in boards: StreamBoards,
        at now: Timestamp
    ) throws(ReadEntriesError) -> EntriesPage? {
        guard case .board(let key, let occurrence) = source else { return nil }
        return try boards.withSharedLock { state throws(ReadEntriesError) -> EntriesPage? in
            let version = state.pointee.published
            if let wanted = query.version, wanted > version { throw .versionAhead(version) }
            guard let (slot, moment) = state.sharedSlot(key, at: now) else { return nil }
            if case .friends = query.selection, !slot.board.notesMoves { return nil }
            return query.friendsPage(of: found, occurrence, slot, at: moment, version: version)
                ?? query.page(of: found, occurrence, slot, at: moment, version: version)
        }
    }

    func leaderboard(_ query: EntriesQuery, _ app: App) throws(ReadEntriesError) -> Leaderboard {
        try check(query, app)
        guard let leaderboard = keeper.catalogue.leaderboard(query.leaderboard, of: app.number) else {
            throw .unknownLeaderboard
        }
        return leaderboard
    }

    private func check(_ query: EntriesQuery, _ app: App) throws(ReadEntriesError) {
        guard app.isGameCenterEnabled else { throw .gameCenterDisabled }
        guard app.isReleased || query.environment == .sandbox else { throw .notReleased(query.environment) }
        if case .players(let players) = query.selection, players.count > Self.playersLimit {
            throw .tooManyPlayers(limit: Self.playersLimit)
        }
    }

    /// Nil: the server isn't ready.
    func readyBoards(_ query: EntriesQuery, _ app: App) -> StreamBoards? {
        keeper.readyBoards(of: StreamID(team: app.team, environment: query.environment))
    }
}

/// Where a reading finds its entries.
enum ReadingSource {
    case board(BoardKey, Occurrence?)
    case combined
    /// No occurrence has begun, or the last one ended so long ago that nobody can read it any more.
    case nowhere
    /// The store has to say which occurrence is meant.
    case unknown

    func keys(of leaderboard: Leaderboard) -> [BoardKey] {
        switch self {
        case .board(let key, _): [key]
        case .combined: leaderboard.kind.parts.map { BoardKey($0) }
        case .nowhere: []
        case .unknown: [leaderboard.chain]
        }
    }
}

extension ReadEntries {
    func source(
        _ query: EntriesQuery, _ leaderboard: Leaderboard, at now: Timestamp
    ) throws(ReadEntriesError) -> ReadingSource {
        guard let recurrence = leaderboard.kind.recurrence else {
            guard query.occurrence == .current else { throw .notRecurring }
            return leaderboard.kind.parts.isEmpty ? .board(leaderboard.chain, nil) : .combined
        }
        let occurrence: Occurrence?
        switch query.occurrence {
        case .current: occurrence = recurrence.latest(at: now).flatMap { $0.isReadable(at: now) ? $0 : nil }
        case .previous:
            guard query.viewer != nil else { throw .noViewer }
            return .unknown
        case .number(let number):
            occurrence = recurrence.occurrence(number)
            guard occurrence?.isReadable(at: now) ?? false else { throw .unknownOccurrence }
        }
        guard let occurrence else { return .nowhere }
        return .board(BoardKey(leaderboard.number, occurrence: occurrence.number), occurrence)
    }

    /// Waits until the boards are loaded, and has what they have forgotten read back on a thread that may block.
    ///
    /// - Returns: the answer, where it turns out that there is nothing to be read.
    func prepare(
        _ query: inout EntriesQuery, app: App
    ) async throws(ReadEntriesError) -> EntriesPage? {
        let leaderboard = try leaderboard(query, app)
        guard let boards = readyBoards(query, app) else { throw .unavailable }
        let now = keeper.clock.now()
        let source = try source(query, leaderboard, at: now)
        for key in source.keys(of: leaderboard) {
            if let loading = keeper.load(key, in: boards) {
                await loading.ended()
                return nil
            }
        }
        do throws(StoreError) {
            if case .unknown = source, let viewer = query.viewer {
                let previous = try await keeper.loader.previousOccurrence(
                    of: viewer, on: leaderboard, in: boards, keeper, at: now)
                switch previous {
                case .number(let number): query.occurrence = .number(number)
                case .nowhere:
                    return .empty(FoundLeaderboard(leaderboard, of: app), nil, at: boards.withLock { $0.published })
                case .absent: break
                }
                return nil
            }
            for key in source.keys(of: leaderboard) {
                try await keeper.loader.fill(key, of: boards, keeper, at: now)
            }
            keeper.wakeTimer()
        } catch {
            throw ReadEntriesError(error)
        }
        if case .combined = source, boards.withLock({ $0.isAbsentCombined(leaderboard) }) {
            await keeper.buildCombined(leaderboard, in: boards).wait()
        }
        return nil
    }
}

extension StreamBoards.State {
    /// Whether boards need no history at a moment.
    func areExact(_ keys: [BoardKey], at now: Timestamp) -> Bool {
        keys.allSatisfy { slots[$0]?.board.needsHistory(at: now).isEmpty ?? true }
    }
}

extension EntriesPage {
    fileprivate static func empty(
        _ found: FoundLeaderboard, _ occurrence: Occurrence?, at version: JournalSequence
    ) -> EntriesPage {
        EntriesPage(
            found: found, occurrence: occurrence, local: nil, entries: [], total: 0, version: version,
            revision: nil)
    }
}

// The caller holds the stream's lock.
extension EntriesQuery {
    fileprivate func page(
        of found: FoundLeaderboard, _ occurrence: Occurrence?, _ slot: StreamBoards.Slot, at now: Timestamp,
        version: JournalSequence
    ) -> EntriesPage {
        let board = slot.board
        let scope = board.hasWindows ? scope : .allTime
        let revision = revision(slot.generation) { board.topVersion(scope, at: now) }
        return EntriesPage(
            found: found, occurrence: occurrence,
            local: viewer.flatMap { board.entry(of: $0, scope, at: now) }.map { .init($0) },
            entries: isKnown(revision, board.total(scope, at: now))
                ? nil : entries(of: board, scope, at: now).map { .init($0) },
            total: board.total(scope, at: now), version: version, revision: revision)
    }

    fileprivate func page(
        of found: FoundLeaderboard, _ slot: CombinedSlot, version: JournalSequence
    ) -> EntriesPage {
        let board = slot.board
        let revision = revision(slot.generation) { board.topVersion(scope) }
        return EntriesPage(
            found: found, occurrence: nil,
            local: viewer.flatMap { board.entry(of: $0, scope) }.map { .init($0) },
            entries: isKnown(revision, board.total(scope)) ? nil : entries(of: board).map { .init($0) },
            total: board.total(scope), version: version, revision: revision)
    }

    private func revision(_ generation: UInt64, _ top: () -> UInt64) -> PageRevision? {
        guard case .window(let window) = selection, window.first + window.count - 1 <= 100 else { return nil }
        return PageRevision(generation: generation, top: top())
    }

    private func isKnown(_ revision: PageRevision?, _ total: Int) -> Bool {
        revision != nil && revision == known && knownTotals?.contains(total) ?? true
    }

    private func entries(of board: Board, _ scope: TimeScope, at now: Timestamp) -> [LaurelRanking.RankedEntry] {
        switch selection {
        case .window(let window): board.page(scope, window, at: now)
        case .around(let count): viewer.map { board.around($0, scope, count: count, at: now) } ?? []
        case .players(let players): board.entries(of: players, scope, at: now)
        case .friends: []
        }
    }

    private func entries(of board: CombinedBoard) -> [LaurelRanking.RankedEntry] {
        switch selection {
        case .window(let window): board.page(scope, window)
        case .around(let count): viewer.map { board.around($0, scope, count: count) } ?? []
        case .players(let players): board.entries(of: players, scope)
        case .friends: []
        }
    }
}
