import LaurelDomain
import LaurelMatches
public import LaurelScores
public import LaurelStorage

extension WipeSection {
    /// Matches that one commit deletes.
    private static let stepLimit = 256

    /// Turn-based matches in the sandbox, archived ones too: those that a player sits in, or all. A leaderboard has
    /// none.
    public static func matches(_ keeper: ScoreKeeper, _ archive: any MatchArchive) -> WipeSection {
        WipeSection(
            name: "matches",
            count: { (scope, app) throws(StoreError) in
                let game = MatchGame(app: app.number, environment: .sandbox)
                switch scope {
                case .leaderboard: return 0
                case .player(let player):
                    let count = keeper.matches.read(game) { $0.numbers(of: player).count }
                    return try await count + archive.countArchivedMatches(of: player, in: game)
                case .everything:
                    let count = keeper.matches.read(game) { $0.count }
                    return try await count + archive.countArchivedMatches(of: nil, in: game)
                }
            },
            wipe: { (scope, app, _) throws(StoreError) in
                switch scope {
                case .leaderboard: return 0
                case .player(let player): return try await wipe(keeper, archive, of: player, app)
                case .everything: return try await wipe(keeper, archive, of: nil, app)
                }
            })
    }

    /// Some at a time: nobody waits long for it.
    private static func wipe(
        _ keeper: ScoreKeeper, _ archive: any MatchArchive, of player: PlayerNumber?, _ app: App
    ) async throws(StoreError) -> Int {
        let game = MatchGame(app: app.number, environment: .sandbox)
        var total = 0
        while true {
            let count: Int
            do throws(WipeError) {
                count = try await keeper.perform { (draft) throws(WipeError) in
                    draft.wipeMatches(of: player, in: game, limit: Self.stepLimit)
                }
            } catch {
                switch error {
                case .unavailable: throw .unavailable
                case .broken(let reason): throw .broken(reason: reason)
                }
            }
            total += count
            if count == 0 { break }
        }
        // After the others: one of them may have been archived meanwhile.
        while true {
            let count = try await archive.removeArchivedMatches(of: player, in: game, limit: Self.stepLimit)
            total += count
            if count == 0 { return total }
        }
    }
}
