import Storage

/// Which table each fact goes to.
enum FactTable {
    static func write(_ fact: Change.Fact, on connection: SQLiteConnection) throws(StoreError) {
        switch fact {
        case .leaderboard(let leaderboard): try LeaderboardTable.write(leaderboard, on: connection)
        case .leaderboardRemoved(let number): try LeaderboardTable.remove(number, on: connection)
        case .notice(let notice): try NoticeTable.insert(notice, on: connection)
        case .achievement(let fact): try AchievementTable.write(fact, on: connection)
        case .challenge(let fact): try ChallengeTable.write(fact, on: connection)
        case .audit(let entry): try AuditTable.insert(entry, on: connection)
        case .wiped(let record): try WipeTable.write(record, on: connection)
        }
    }
}
