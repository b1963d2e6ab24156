import LaurelClient
import LaurelDomain
import LaurelWire

extension GKLeaderboard {
    /// Loads a range of ranks. A recurring leaderboard answers for its occurrence, whatever `timeScope` is.
    ///
    /// - Parameters:
    ///   - range: starts at 1, at most 100 ranks; otherwise `invalidParameter`.
    ///   - completionHandler: the local player's entry, whatever its rank (nil without one), the entries, and the
    ///     number of players in scope.
    @preconcurrency public func loadEntries(
        for playerScope: PlayerScope, timeScope: TimeScope, range: NSRange,
        completionHandler: @escaping @Sendable (Entry?, [Entry]?, Int, (any Error)?) -> Void
    ) {
        center.answer({ (part: LeaderboardPart?, error) in
            completionHandler(part?.local, part?.entries, part?.total ?? 0, error)
        }) { (center) throws(GKError) in
            try await center.entries(on: self, playerScope, timeScope, range)
        }
    }

    public func loadEntries(
        for playerScope: PlayerScope, timeScope: TimeScope, range: NSRange
    ) async throws -> (Entry?, [Entry], Int) {
        let part = try await center.entries(on: self, playerScope, timeScope, range)
        return (part.local, part.entries, part.total)
    }

    /// These players' entries by rank; players without one are left out.
    @preconcurrency public func loadEntries(
        for players: [GKPlayer], timeScope: TimeScope,
        completionHandler: @escaping @Sendable (Entry?, [Entry]?, (any Error)?) -> Void
    ) {
        let ids = players.map(\.gamePlayerID)
        center.answer({ (part: LeaderboardPart?, error) in completionHandler(part?.local, part?.entries, error) }) {
            (center) throws(GKError) in
            try await center.entries(on: self, of: ids, timeScope)
        }
    }

    public func loadEntries(
        for players: [GKPlayer], timeScope: TimeScope
    ) async throws -> (Entry?, [Entry]) {
        let part = try await center.entries(on: self, of: players.map(\.gamePlayerID), timeScope)
        return (part.local, part.entries)
    }
}

/// A part of a leaderboard, with its players.
struct LeaderboardPart: Sendable {
    var local: GKLeaderboard.Entry?
    var entries: [GKLeaderboard.Entry]
    var total: Int
}

extension Laurel {
    func entries(
        on leaderboard: GKLeaderboard, _ players: GKLeaderboard.PlayerScope, _ time: GKLeaderboard.TimeScope,
        _ range: NSRange
    ) async throws(GKError) -> LeaderboardPart {
        let window = try window(range)
        let id = try await identifier(of: leaderboard)
        let game = try configuration.game.get().bundleID
        let reading = ReadingQuery(time: time.domain, occurrence: leaderboard.occurrenceChoice)
        let page = try await asPlayer { (client, _) throws(ClientError) in
            try await client.entries(on: id, of: game, players.wire, window, reading)
        }
        return await part(page, of: id.text)
    }

    func entries(
        on leaderboard: GKLeaderboard, of ids: [String], _ time: GKLeaderboard.TimeScope
    ) async throws(GKError) -> LeaderboardPart {
        let id = try await identifier(of: leaderboard)
        try checkPlayers(ids)
        let game = try configuration.game.get().bundleID
        let reading = ReadingQuery(time: time.domain, occurrence: leaderboard.occurrenceChoice)
        let page = try await asPlayer { (client, _) throws(ClientError) in
            try await client.entries(on: id, of: game, players: ids, reading)
        }
        return await part(page, of: id.text)
    }

    /// Nobody, a guest, or what is no id.
    func checkPlayers(_ ids: [String]) throws(GKError) {
        guard !ids.isEmpty, ids.allSatisfy({ (1...80).contains($0.utf8.count) && !$0.contains(",") }) else {
            throw GKError(.invalidParameter, detail: "Specify at least one player; guests don't count.")
        }
    }

    private func part(_ page: EntryPageRecord, of leaderboard: String) async -> LeaderboardPart {
        let records = page.entries + (page.local.map { [$0] } ?? [])
        let players = await players(records.map(\.player))
        let entries = zip(records, players).map { GKLeaderboard.Entry($0, of: $1, on: leaderboard, in: self) }
        return LeaderboardPart(
            local: page.local == nil ? nil : entries.last, entries: Array(entries.prefix(page.entries.count)),
            total: page.total)
    }
}
