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
        case .player(let player):
            let place = ProgressPlace(player: player, app: app.number, environment: .sandbox)
            return try await onWriter { (keeper) throws(StoreError) in
                try keeper.journal.playerAchievements(place).hasReported ? [player] : []
            }
        case .everything: return try await reporters(app)
        }
    }

    private func reporters(_ app: App) async throws(StoreError) -> [PlayerNumber] {
        let players = try await onWriter { (keeper) throws(StoreError) in
            try keeper.journal.playerPages().filter { $0.app == app.number && $0.environment == .sandbox }
                .flatMap(\.players)
        }
        var found: [PlayerNumber] = []
        for start in stride(from: 0, to: players.count, by: Self.pageLimit) {
            let page = players[start..<min(start + Self.pageLimit, players.count)]
            found += try await onWriter { (keeper) throws(StoreError) in
                var reporters: [PlayerNumber] = []
                for player in page {
                    let place = ProgressPlace(player: player, app: app.number, environment: .sandbox)
                    if try keeper.journal.playerAchievements(place).hasReported { reporters.append(player) }
                }
                return reporters
            }
        }
        return found
    }

    /// Whoever has nothing left in the game is no player of it any more. A leaderboard's wipe leaves the others' scores
    /// alone, and so who plays.
    func leave(_ scope: WipeScope, _ app: App) async throws(StoreError) {
        let players: [PlayerNumber]
        switch scope {
        case .leaderboard: return
        case .player(let player): players = [player]
        case .everything:
            players = try await onWriter { (keeper) throws(StoreError) in
                try keeper.journal.playerPages().filter { $0.app == app.number && $0.environment == .sandbox }
                    .flatMap(\.players)
            }
        }
        for start in stride(from: 0, to: players.count, by: Self.pageLimit) {
            try await leave(Array(players[start..<min(start + Self.pageLimit, players.count)]), app)
        }
    }

    private func leave(_ players: [PlayerNumber], _ app: App) async throws(StoreError) {
        do throws(ProgressError) {
            try await keeper.perform { [keeper] (writer) throws(ProgressError) -> @Sendable () -> Void in
                let game = AchievementTally.Game(app: app.number, environment: .sandbox)
                var left: [PlayerNumber] = []
                do throws(StoreError) {
                    for player in players where try hasNothing(player, app) { left.append(player) }
                } catch {
                    throw ProgressError(error)
                }
                writer.batch.facts += keeper.tally.pages(of: game, leftBy: left).map { .achievement(.players($0)) }
                return { [left] in keeper.tally.leave(game, left) }
            }
        } catch {
            switch error {
            case .unavailable: throw .unavailable
            case .broken(let reason): throw .broken(reason: reason)
            }
        }
    }

    /// They may have played on since the wipe: a score loads its board, so none of theirs is on an absent one.
    private func hasNothing(_ player: PlayerNumber, _ app: App) throws(StoreError) -> Bool {
        let leaderboards = Set(keeper.catalogue.leaderboards(of: app.number).map(\.number))
        let stream = StreamID(team: app.team, environment: .sandbox)
        let hasScore = keeper.boards(of: stream).withLock { state in
            state.slots.contains { key, slot in
                leaderboards.contains(key.leaderboard) && slot.board.latestSequence(of: player) != nil
            }
        }
        if hasScore { return false }
        let place = ProgressPlace(player: player, app: app.number, environment: .sandbox)
        return try keeper.journal.playerAchievements(place).progress.isEmpty
    }

    func reset(_ player: PlayerNumber, _ app: App) async throws(StoreError) {
        let place = ProgressPlace(player: player, app: app.number, environment: .sandbox)
        do throws(ProgressError) {
            try await keeper.perform { [keeper] (writer) throws(ProgressError) -> @Sendable () -> Void in
                let before: PlayerAchievements
                do throws(StoreError) { before = try keeper.journal.playerAchievements(place) } catch {
                    throw ProgressError(error)
                }
                guard before.hasReported else { return {} }
                writer.batch.facts.append(.achievement(.reset(place, at: writer.batch.time)))
                let earned = before.progress.values.filter(\.isEarned).map(\.achievement)
                return { for number in earned { keeper.tally.count(-1, number, place.environment) } }
            }
        } catch {
            switch error {
            case .unavailable: throw .unavailable
            case .broken(let reason): throw .broken(reason: reason)
            }
        }
    }

    /// The journal's calls block, so they are made on its writer's thread.
    private func onWriter<Value: Sendable>(
        _ read: @escaping @Sendable (ScoreKeeper) throws(StoreError) -> Value
    ) async throws(StoreError) -> Value {
        do throws(ProgressError) {
            return try await keeper.perform { [keeper] (_) throws(ProgressError) -> @Sendable () -> Value in
                do throws(StoreError) {
                    let value = try read(keeper)
                    return { value }
                } catch {
                    throw ProgressError(error)
                }
            }
        } catch {
            switch error {
            case .unavailable: throw .unavailable
            case .broken(let reason): throw .broken(reason: reason)
            }
        }
    }
}
