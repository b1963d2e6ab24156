/// What happened in a game on one day, by the time at which it reached the server. No player can be told from it.
public struct DailyActivity: Hashable, Sendable {
    public var day: Day
    /// Scores that were taken, whatever became of them since: wiped, removed and erased ones too.
    public var scores: Int
    /// Who sent a score or progress with an achievement, each once.
    public var players: Int
    public var challengesSent: Int
    public var challengesBeaten: Int

    public init(
        day: Day, scores: Int = 0, players: Int = 0, challengesSent: Int = 0, challengesBeaten: Int = 0
    ) {
        self.day = day
        self.scores = scores
        self.players = players
        self.challengesSent = challengesSent
        self.challengesBeaten = challengesBeaten
    }
}
