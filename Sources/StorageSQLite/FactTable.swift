import Storage

/// Which table each fact goes to.
enum FactTable {
    static func write(_ fact: Change.Fact, on connection: SQLiteConnection) throws(StoreError) {
        switch fact {
        case .leaderboard(let leaderboard): try LeaderboardTable.write(leaderboard, on: connection)
        case .leaderboardRemoved(let number): try LeaderboardTable.remove(number, on: connection)
        case .notice(let notice): try NoticeTable.insert(notice, on: connection)
        }
    }
}
