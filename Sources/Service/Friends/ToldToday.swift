import LaurelDomain

/// Who was told on the day that is, so that passing them again costs the store nothing: a player with 1,000 friends
/// passes the same ones with each new best. The store has the last word, and knows of a start before this one.
struct ToldToday {
    struct Place: Hashable {
        let day: Int64
        let leaderboard: LeaderboardNumber
        let environment: Environment
    }

    /// Of all leaderboards together, about 8 MiB; beyond, it begins anew.
    private let limit: Int
    private var day = Int64.min
    private var count = 0
    private var players: [Place: Set<PlayerNumber>] = [:]

    init(limit: Int = 262_144) { self.limit = limit }

    /// Those of `overtaken` whom nobody is known to have told, in the same order.
    func news(among overtaken: [PlayerNumber], at place: Place) -> [PlayerNumber] {
        guard let told = players[place] else { return overtaken }
        return overtaken.filter { !told.contains($0) }
    }

    mutating func note(_ told: [PlayerNumber], at place: Place) {
        // A score that was held may be of a day before.
        guard place.day >= day else { return }
        if place.day > day || count + told.count > limit {
            players = [:]
            count = 0
            day = place.day
        }
        for player in told where players[place, default: []].insert(player).inserted { count += 1 }
    }
}
