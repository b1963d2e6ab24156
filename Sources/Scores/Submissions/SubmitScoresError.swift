public import LaurelDomain

/// Why no score of a call was counted. `item` is the index of the first score that was refused.
public enum SubmitScoresError: Error, StoreFailure, Hashable, Sendable {
    case noScores
    case tooManyScores(limit: Int)
    case gameCenterDisabled
    /// An unreleased app has its sandbox alone (rule 3.2).
    case notReleased(Environment)
    case unknownLeaderboard(item: Int)
    /// The score named no leaderboard, and the app has no default one (rule 4.3).
    case noDefaultLeaderboard(item: Int)
    case archived(item: Int)
    /// Made since the app's last release: it has the sandbox alone until the next one (rule 3.3).
    case prereleased(item: Int)
    case outOfRange(item: Int, ScoreRange)
    /// A combined leaderboard takes no scores itself (rule 4.1).
    case combined(item: Int)
    /// No occurrence was running at the score's date; the next one begins then, if ever.
    case betweenOccurrences(item: Int, next: Timestamp?)
    /// The occurrence of the score's date is over for so long that nobody can read it any more.
    case occurrenceOver(item: Int)
    /// The player used this id for another score.
    case scoreIDReused(item: Int)
    /// The player is kept out (rule 4.12).
    case banned
    /// The leaderboard holds every score, and so many of this player wait already.
    case tooManyHeld(item: Int, limit: Int)
    /// The rules of the game's matches alone award it (rule 12.40).
    case judged(item: Int)
    // Replays
    /// The leaderboard takes no score without one.
    case replayRequired(item: Int)
    case replay(item: Int, ReplayRefusal)
    /// The run gives another score than the one that was claimed.
    case replayScoreDiffers(item: Int, played: Int64)
    /// Somebody handed in this very run already.
    case replayReused(item: Int)
    /// So many requests of this player wait to be played already.
    case tooManyReplays(limit: Int)
    /// An uploaded simulator cannot be run: the log is neither good nor bad. Why, for the operator.
    case simulatorBroken(reason: String)
    /// The leaderboard takes no run without a ticket; `isLate`: there was one, but it is too old for the run.
    case ticketRequired(item: Int, isLate: Bool)
    /// Not made by this server for this player, game and environment.
    case ticketInvalid(item: Int)
    /// The run has another seed than the ticket gave.
    case ticketSeedDiffers(item: Int)
    case ticketUsed(item: Int)
    /// The run is longer than the time since its ticket was issued.
    case runTooFast(item: Int, length: Timestamp.Span, passed: Timestamp.Span)
    /// An achievement that was to count with them (rule 14.4).
    case achievement(ReportAchievementsError)
    case unavailable
    /// The server ended before it had counted any of them: another one has to.
    case stopped
    case broken(reason: String)

    /// Whether it is said of the score, and not of the store or the server.
    var isVerdict: Bool {
        switch self {
        case .unavailable, .stopped, .broken: false
        default: true
        }
    }

    /// Whether the same scores are refused again: a device keeps those that aren't, and sends them later.
    var isFinal: Bool {
        switch self {
        case .unavailable, .stopped, .broken, .tooManyHeld, .tooManyReplays, .simulatorBroken: false
        case .achievement(let error): !error.isOfStore
        default: true
        }
    }
}
