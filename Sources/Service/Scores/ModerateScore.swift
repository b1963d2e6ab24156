public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Takes a score out and brings it back (rule 4.12). What a removal uncovers is the player's next best.
public struct ModerateScore: Sendable {
    private let keeper: ScoreKeeper
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    /// What waits in the queue about the score is rejected with it.
    ///
    /// - Parameters:
    ///   - sequence: the score's row, as in ``RankedEntry/sequence``.
    ///   - note: at most ``ReviewDecision/noteLimit`` characters.
    /// - Returns: the version at which it is out. Removing what is out changes nothing.
    public func remove(
        _ sequence: JournalSequence, from leaderboard: Leaderboard, of app: App, _ environment: Environment,
        by administrator: Administrator = .operator, note: String = ""
    ) async throws(ModerateScoreError) -> JournalSequence {
        try await run(.removal, sequence, leaderboard, app, environment, administrator, note)
    }

    /// What waits in the queue about the score is accepted with it.
    public func restore(
        _ sequence: JournalSequence, to leaderboard: Leaderboard, of app: App, _ environment: Environment,
        by administrator: Administrator = .operator, note: String = ""
    ) async throws(ModerateScoreError) -> JournalSequence {
        try await run(.restoration, sequence, leaderboard, app, environment, administrator, note)
    }

    private func run(
        _ kind: JournalRow.Kind, _ sequence: JournalSequence, _ leaderboard: Leaderboard, _ app: App,
        _ environment: Environment, _ administrator: Administrator, _ note: String
    ) async throws(ModerateScoreError) -> JournalSequence {
        let stream = StreamID(team: app.team, environment: environment)
        let now = keeper.clock.now()
        let audit = administrator.entry(
            kind == .removal ? .scoreRemove : .scoreRestore, team: app.team, app: app.number, environment: environment,
            subject: "\(leaderboard.id.text) \(sequence.rawValue)", changes: note, at: now)
        return try await keeper.perform(
            ModerateStep(
                kind: kind, stream: stream, leaderboard: leaderboard.number, sequence: sequence,
                decision: ReviewDecision(author: administrator.player, time: now, note: note), audit: audit))
    }
}
