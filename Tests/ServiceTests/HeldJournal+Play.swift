import LaurelDomain
import LaurelMatches
import LaurelStorage

extension HeldJournal {
    func achievements() throws(StoreError) -> AchievementRecords {
        try check()
        return try base.achievements()
    }
    func earnedCounts() throws(StoreError) -> [EarnedCount] {
        try check()
        return try base.earnedCounts()
    }
    func playerPages() throws(StoreError) -> [PlayerPage] {
        try check()
        return try base.playerPages()
    }
    func playerAchievements(_ key: ProgressKey) throws(StoreError) -> PlayerAchievements {
        try check()
        return try base.playerAchievements(key)
    }
    func reporters(
        in app: AppNumber, _ environment: Environment, after player: PlayerNumber?, limit: Int
    ) throws(StoreError) -> [ReporterProgress] {
        try check()
        return try base.reporters(in: app, environment, after: player, limit: limit)
    }
    func pendingChallenges() throws(StoreError) -> [Challenge] {
        try check()
        return try base.pendingChallenges()
    }
    func challenges(issuedAfter moment: Timestamp) throws(StoreError) -> [Challenge] {
        try check()
        return try base.challenges(issuedAfter: moment)
    }
    func lastChallenge() throws(StoreError) -> UInt32 {
        try check()
        return try base.lastChallenge()
    }
    func groupChallenges(closedAfter moment: Timestamp) throws(StoreError) -> [GroupChallenge] {
        try check()
        return try base.groupChallenges(closedAfter: moment)
    }
    func lastGroupChallenge() throws(StoreError) -> UInt32 {
        try check()
        return try base.lastGroupChallenge()
    }
    func challengeMutes() throws(StoreError) -> [ChallengeMute] {
        try check()
        return try base.challengeMutes()
    }
    func challenges(
        completedBy row: JournalSequence, of player: PlayerNumber, _ subject: ChallengeSubject,
        _ environment: Environment
    ) throws(StoreError) -> [ChallengeSettlement] {
        try check()
        return try base.challenges(completedBy: row, of: player, subject, environment)
    }
    func challengeSending(
        _ key: ChallengeKey, by sender: PlayerNumber
    ) throws(StoreError) -> ChallengeSending? {
        try check()
        return try base.challengeSending(key, by: sender)
    }
    func scoreReplay(_ key: ScoreReplayKey, value: Int64) throws(StoreError) -> Blob? {
        try check()
        return try base.scoreReplay(key, value: value)
    }
    func hasReplay(
        trace: UInt64, on leaderboard: LeaderboardNumber, _ environment: Environment
    ) throws(StoreError) -> Bool {
        try check()
        return try base.hasReplay(trace: trace, on: leaderboard, environment)
    }
    func usedTickets(after moment: Timestamp) throws(StoreError) -> [UsedTicket] {
        try check()
        return try base.usedTickets(after: moment)
    }
    func matches() throws(StoreError) -> [MatchGame: [Match]] {
        try check()
        return try base.matches()
    }
    func lastMatches() throws(StoreError) -> [MatchGame: MatchNumber] {
        try check()
        return try base.lastMatches()
    }
    func openData(of game: MatchGame) throws(StoreError) -> [MatchNumber: [UInt8]] {
        try check()
        return try base.openData(of: game)
    }
}
