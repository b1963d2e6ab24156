public import LaurelStorage

/// Which table each fact goes to. None reads: facts are part of a batch of rows, which is one round trip.
public enum FactTable {
    public static func write(_ fact: Change.Fact, on connection: any SQLConnection) throws(StoreError) {
        switch fact {
        case .leaderboard(let leaderboard): try LeaderboardTable.write(leaderboard, on: connection)
        case .leaderboardRemoved(let number): try LeaderboardTable.remove(number, on: connection)
        case .notice(let notice): try NoticeTable.insert(notice, on: connection)
        case .noticesResolved(let notices): try NoticeTable.resolve(notices, on: connection)
        // Moderation
        case .ban(let ban): try BanTable.insert(ban, on: connection)
        case .banLifted(let player, let scope): try BanTable.remove(player, scope, on: connection)
        case .review(let review): try connection.run(ReviewTable.insertion(of: review))
        case .scoreReviewed(let stream, let sequence, let state, let decision):
            try ReviewTable.decide(stream, sequence, state, decision, on: connection)
        case .reviewDecided(let id, let state, let decision):
            try ReviewTable.decide(id, state, decision, on: connection)
        case .achievement(let fact): try AchievementTable.write(fact, on: connection)
        case .challenge(let fact): try ChallengeTable.write(fact, on: connection)
        case .match(let write): try MatchTable.write(write, on: connection)
        case .audit(let entry): try AuditTable.insert(entry, on: connection)
        case .wiped(let record): try WipeTable.write(record, on: connection)
        }
    }
}
