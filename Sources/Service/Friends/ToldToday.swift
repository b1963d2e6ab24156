import LaurelDomain
import LaurelStorage

/// Who was told on the day that is, so that passing them again costs the store nothing: a player with 1,000 friends
/// passes the same ones with each new best. The store has the last word, and knows of a start before this one.
struct ToldToday {
    private struct Key: Hashable {
        let day: Int64
        let leaderboard: LeaderboardNumber
        let environment: Environment

        init(_ overtaking: Overtaking) {
            day = overtaking.day
            leaderboard = overtaking.leaderboard
            environment = overtaking.environment
        }
    }

    /// Of all leaderboards together, about 8 MiB; beyond, it begins anew.
    private let limit: Int
    private var day = Int64.min
    private var count = 0
    private var players: [Key: Set<PlayerNumber>] = [:]

    init(limit: Int = 262_144) { self.limit = limit }

    /// Those of the overtaken whom nobody is known to have told, in the same order.
    func news(of overtaking: Overtaking) -> [PlayerNumber] {
        guard let told = players[Key(overtaking)] else { return overtaking.overtaken }
        return overtaking.overtaken.filter { !told.contains($0) }
    }

    mutating func note(_ told: Overtaking) {
        let key = Key(told)
        // A score that was held may be of a day before.
        guard key.day >= day else { return }
        if key.day > day || count + told.overtaken.count > limit {
            players = [:]
            count = 0
            day = key.day
        }
        for player in told.overtaken where players[key, default: []].insert(player).inserted { count += 1 }
    }
}
