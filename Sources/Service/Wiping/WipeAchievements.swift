import LaurelDomain
import LaurelRanking
public import LaurelScores
import LaurelStorage

extension WipeSection {
    /// Progress with achievements in the sandbox: of a player, or of everybody. A leaderboard has none.
    public static func achievements(_ keeper: ScoreKeeper) -> WipeSection {
        let wipe = WipeAchievements(keeper)
        return WipeSection(
            name: "achievements",
            count: { (scope, app) throws(StoreError) in try await wipe.players(scope, app).count },
            wipe: { (scope, app, _) throws(StoreError) in
                let players = try await wipe.players(scope, app)
                for player in players { try await wipe.reset(player, app) }
                try await wipe.leave(scope, app)
                return players.count
            })
    }
}

/// Player by player, each in a turn of the writer: nobody waits long for it.
private struct WipeAchievements: Sendable {
    /// Players looked up in one turn of the writer.
    private static let pageLimit = 1_000
    private let keeper: ScoreKeeper

    init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    /// Who has reported any.
    func players(_ scope: WipeScope, _ app: App) async throws(StoreError) -> [PlayerNumber] {
        switch scope {
        case .leaderboard: return []
        case .player(let player): return try await reporters(among: [player], app)
        case .everything: return try await reporters(among: try await everybody(app), app)
        }
    }

    private func reporters(among players: [PlayerNumber], _ app: App) async throws(StoreError) -> [PlayerNumber] {
        var found: [PlayerNumber] = []
        for start in stride(from: 0, to: players.count, by: Self.pageLimit) {
            let page = players[start..<min(start + Self.pageLimit, players.count)]
            found += try await keeper.onThread { [journal = keeper.journal] () throws(StoreError) in
                var reporters: [PlayerNumber] = []
                for player in page where try journal.playerAchievements(key(of: player, app)).hasReported {
                    reporters.append(player)
                }
                return reporters
            }
        }
        return found
    }

    private func everybody(_ app: App) async throws(StoreError) -> [PlayerNumber] {
        try await keeper.onThread { [journal = keeper.journal] () throws(StoreError) in
            try journal.playerPages().filter { $0.app == app.number && $0.environment == .sandbox }.flatMap(\.players)
        }
    }

    /// A player with nothing left in the game is not in it any more. A leaderboard's wipe leaves the others' scores
    /// alone, and so who plays.
    func leave(_ scope: WipeScope, _ app: App) async throws(StoreError) {
        let players: [PlayerNumber]
        switch scope {
        case .leaderboard: return
        case .player(let player): players = [player]
        case .everything: players = try await everybody(app)
        }
        for start in stride(from: 0, to: players.count, by: Self.pageLimit) {
            try await leave(Array(players[start..<min(start + Self.pageLimit, players.count)]), app)
        }
    }

    private func leave(_ players: [PlayerNumber], _ app: App) async throws(StoreError) {
        let reads = players.map { StoreRead.progress(key(of: $0, app)) }
        try await storing { () throws(ProgressError) in
            try await keeper.perform(reading: reads) { (draft) throws(ProgressError) in
                let game = AchievementTally.Game(app: app.number, environment: .sandbox)
                var left: [PlayerNumber] = []
                for player in players {
                    let progress = try ProgressError.reading { () throws(StoreError) in
                        try draft.reads.progress(key(of: player, app))
                    }
                    if progress.progress.isEmpty, !hasScore(player, app, draft) { left.append(player) }
                }
                draft.facts += draft.tally.pages(of: game, leftBy: left).map { .achievement(.players($0)) }
                draft.effects.append(.left(game, left))
            }
        }
    }

    /// They may have played on since the wipe: a score loads its board, so none of theirs is on an absent one.
    private func hasScore(_ player: PlayerNumber, _ app: App, _ draft: CommitDraft) -> Bool {
        let leaderboards = Set(draft.catalogue.leaderboards(of: app.number).map(\.number))
        return draft.boards(of: StreamID(team: app.team, environment: .sandbox)).withLock { state in
            state.slots.contains { key, slot in
                leaderboards.contains(key.leaderboard) && slot.board.latestSequence(of: player) != nil
            }
        }
    }

    func reset(_ player: PlayerNumber, _ app: App) async throws(StoreError) {
        let key = key(of: player, app)
        try await storing { () throws(ProgressError) in
            try await keeper.perform(reading: [.progress(key)]) { (draft) throws(ProgressError) in
                try draft.reset(key)
            }
        }
    }

    private func key(of player: PlayerNumber, _ app: App) -> ProgressKey {
        ProgressKey(player: player, app: app.number, environment: .sandbox)
    }

    private func storing(_ body: () async throws(ProgressError) -> Void) async throws(StoreError) {
        do throws(ProgressError) { try await body() } catch {
            switch error {
            case .unavailable: throw .unavailable
            case .broken(let reason): throw .broken(reason: reason)
            }
        }
    }
}
