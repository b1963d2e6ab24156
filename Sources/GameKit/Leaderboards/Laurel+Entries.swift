import LaurelClient
import LaurelDomain
import LaurelWire

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
        let page = try await asPlayer(naming: id) { (client, _) throws(ClientError) in
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
        let page = try await asPlayer(naming: id) { (client, _) throws(ClientError) in
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

    private func part(_ page: EntryPageAnswer, of leaderboard: String) async -> LeaderboardPart {
        let records = page.entries + (page.local.map { [$0] } ?? [])
        let players = await players(records.map { PlayerRecord($0.player) })
        let entries = zip(records, players).map { GKLeaderboard.Entry($0, of: $1, on: leaderboard, in: self) }
        return LeaderboardPart(
            local: page.local == nil ? nil : entries.last, entries: Array(entries.prefix(page.entries.count)),
            total: page.total)
    }
}
