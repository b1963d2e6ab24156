import LaurelDomain
import LaurelMatches
public import LaurelScores
import LaurelStorage

extension WipeSection {
    /// Turn-based matches in the sandbox: those that a player sits in, or all. A leaderboard has none.
    public static func matches(_ keeper: ScoreKeeper) -> WipeSection {
        WipeSection(
            name: "matches",
            count: { (scope, app) throws(StoreError) in
                let game = MatchGame(app: app.number, environment: .sandbox)
                return switch scope {
                case .leaderboard: 0
                case .player(let player): keeper.matches.read(game) { $0.numbers(of: player).count }
                case .everything: keeper.matches.read(game) { $0.count }
                }
            },
            wipe: { (scope, app, _) throws(StoreError) in
                switch scope {
                case .leaderboard: return 0
                case .player(let player): return try await wipe(keeper, of: player, app)
                case .everything: return try await wipe(keeper, of: nil, app)
                }
            })
    }

    /// Some at a time: nobody waits long for it.
    private static func wipe(
        _ keeper: ScoreKeeper, of player: PlayerNumber?, _ app: App
    ) async throws(StoreError) -> Int {
        let game = MatchGame(app: app.number, environment: .sandbox)
        var total = 0
        while true {
            let count: Int
            do throws(WipeError) {
                count = try await keeper.perform { (draft) throws(WipeError) in
                    draft.wipeMatches(of: player, in: game, limit: 256)
                }
            } catch {
                switch error {
                case .unavailable: throw .unavailable
                case .broken(let reason): throw .broken(reason: reason)
                }
            }
            total += count
            if count == 0 { return total }
        }
    }
}
