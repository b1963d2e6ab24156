import LaurelDomain

/// Leaderboards by all that they are asked for by.
struct LeaderboardIndex {
    private(set) var all: [LeaderboardNumber: Leaderboard] = [:]
    /// What an app shows, in its order; what that does not name comes last, in order of number, that is of creation.
    private(set) var shown: [AppNumber: [LeaderboardNumber]] = [:]
    /// What was made in an app, in order of number.
    private(set) var own: [AppNumber: [LeaderboardNumber]] = [:]
    /// By the group that they were moved into.
    private(set) var moved: [LeaderboardNumber: [LeaderboardNumber]] = [:]
    private(set) var combined: Set<LeaderboardNumber> = []
    private var positions: [AppNumber: [LeaderboardNumber: Int]] = [:]
    private var answers: [AppNumber: [LeaderboardID: LeaderboardNumber]] = [:]

    func leaderboard(_ id: LeaderboardID, of app: AppNumber) -> Leaderboard? {
        answers[app]?[id].flatMap { all[$0] }
    }

    /// A group is never moved: one step leads to the end.
    func target(of number: LeaderboardNumber) -> Leaderboard? {
        guard let leaderboard = all[number] else { return nil }
        return leaderboard.movedInto.map { all[$0] } ?? leaderboard
    }

    mutating func put(_ leaderboard: Leaderboard) {
        remove(leaderboard.number)
        let number = leaderboard.number
        all[number] = leaderboard
        own[leaderboard.app, default: []].insertInOrder(number, nil)
        if let target = leaderboard.movedInto {
            answers[leaderboard.app, default: [:]][leaderboard.id] = target
            moved[target, default: []].insertInOrder(number, nil)
            return
        }
        for app in [leaderboard.app] + leaderboard.sharedWith {
            answers[app, default: [:]][leaderboard.id] = number
            shown[app, default: []].insertInOrder(number, positions[app])
        }
        if !leaderboard.kind.parts.isEmpty { combined.insert(number) }
    }

    mutating func order(_ numbers: [LeaderboardNumber], of app: AppNumber) {
        let positions = Dictionary(zip(numbers, numbers.indices)) { first, _ in first }
        self.positions[app] = positions
        var sorted: [LeaderboardNumber] = []
        for number in shown[app, default: []].sorted() { sorted.insertInOrder(number, positions) }
        shown[app] = sorted
    }

    mutating func remove(_ number: LeaderboardNumber) {
        guard let old = all.removeValue(forKey: number) else { return }
        combined.remove(number)
        own[old.app]?.removeAll { $0 == number }
        if let target = old.movedInto { moved[target]?.removeAll { $0 == number } }
        for app in [old.app] + old.sharedWith {
            answers[app]?[old.id] = nil
            shown[app]?.removeAll { $0 == number }
        }
    }
}
