public import LaurelDomain

/// Whose activity is wanted, and of which days.
public struct ActivityQuery: Hashable, Sendable {
    public var app: AppNumber
    /// Where its rows are.
    public var stream: StreamID
    /// The leaderboards and achievements whose rows are the game's.
    public var leaderboards: [LeaderboardNumber]
    public var achievements: [AchievementNumber]
    public var days: ClosedRange<Day>

    public init(
        app: AppNumber, stream: StreamID, leaderboards: [LeaderboardNumber], achievements: [AchievementNumber],
        days: ClosedRange<Day>
    ) {
        self.app = app
        self.stream = stream
        self.leaderboards = leaderboards
        self.achievements = achievements
        self.days = days
    }
}

extension Journal {
    /// The reference: looks at every row and every challenge.
    public func activity(_ query: ActivityQuery) throws(StoreError) -> [DailyActivity] {
        var found: [Day: DailyActivity] = [:]
        var players: [Day: Set<PlayerNumber>] = [:]
        func add(_ moment: Timestamp, _ change: (inout DailyActivity) -> Void) {
            let day = Day(of: moment)
            guard query.days.contains(day) else { return }
            change(&found[day, default: DailyActivity(day: day)])
        }
        var position = JournalSequence.start
        while true {
            let page = try rows(after: position, of: query.stream, limit: 4_096)
            guard let last = page.last else { break }
            position = last.sequence
            for row in page where query.counts(row) {
                add(row.time) { day in
                    if row.kind == .score { day.scores += 1 }
                    if let player = row.player { players[day.day, default: []].insert(player) }
                    day.players = players[day.day]?.count ?? 0
                }
            }
        }
        for challenge in try challenges(issuedAfter: .first)
        where challenge.app == query.app && challenge.environment == query.stream.environment {
            add(challenge.issued) { $0.challengesSent += 1 }
            if challenge.state == .completed, let settled = challenge.settled {
                add(settled) { $0.challengesBeaten += 1 }
            }
        }
        return found.values.sorted { $0.day < $1.day }
    }
}

extension ActivityQuery {
    fileprivate func counts(_ row: JournalRow) -> Bool {
        switch row.kind {
        case .score: leaderboards.contains(row.leaderboard) && !row.flags.contains(.isImported)
        case .achievement: achievements.contains { Int64($0.rawValue) == row.context }
        default: false
        }
    }
}
