import LaurelDomain
import LaurelStorage

/// Who was told on the day that is, so that passing them again costs the store nothing: a player with 1,000 friends
/// passes the same ones with each new best. The store has the last word, and knows of a start before this one.
struct ToldToday {
    private struct Telling: Hashable {
        let player: PlayerNumber
        let leaderboard: LeaderboardNumber
        let environment: Environment

        init(_ player: PlayerNumber, _ overtaking: Overtaking) {
            self.player = player
            leaderboard = overtaking.leaderboard
            environment = overtaking.environment
        }
    }

    /// About 6 MiB; beyond, it begins anew.
    private let limit: Int
    private var day = Int64.min
    private var tellings: Set<Telling> = []

    init(limit: Int = 262_144) { self.limit = limit }

    /// Those of the overtaken whom nobody is known to have told, in the same order.
    func news(of overtaking: Overtaking) -> [PlayerNumber] {
        guard overtaking.day == day else { return overtaking.overtaken }
        return overtaking.overtaken.filter { !tellings.contains(Telling($0, overtaking)) }
    }

    mutating func note(_ told: Overtaking) {
        // A score that was held may be of a day before.
        guard told.day >= day else { return }
        if told.day > day || tellings.count + told.overtaken.count > limit { tellings = [] }
        day = told.day
        for player in told.overtaken { tellings.insert(Telling(player, told)) }
    }
}
