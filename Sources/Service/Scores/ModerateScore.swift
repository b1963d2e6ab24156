public import LaurelDomain
import Storage

/// Takes a score out and brings it back (rule 4.12). What a removal uncovers is the player's next best.
public struct ModerateScore: Sendable {
    private let keeper: ScoreKeeper
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    /// - Parameter sequence: the score's row, as in ``RankedEntry/sequence``.
    /// - Returns: the version at which it is out. Removing what is out changes nothing.
    public func remove(
        _ sequence: JournalSequence, from leaderboard: Leaderboard, of app: App, _ environment: Environment
    ) async throws(ModerateScoreError) -> JournalSequence {
        try await run(.removal, sequence, leaderboard, app, environment)
    }

    public func restore(
        _ sequence: JournalSequence, to leaderboard: Leaderboard, of app: App, _ environment: Environment
    ) async throws(ModerateScoreError) -> JournalSequence {
        try await run(.restoration, sequence, leaderboard, app, environment)
    }

    private func run(
        _ kind: JournalRow.Kind, _ sequence: JournalSequence, _ leaderboard: Leaderboard, _ app: App,
        _ environment: Environment
    ) async throws(ModerateScoreError) -> JournalSequence {
        let stream = StreamID(team: app.team, environment: environment)
        let result: Result<JournalSequence, ModerateScoreError> = await withCheckedContinuation { continuation in
            let call = ModerateCall(
                kind: kind, stream: stream, leaderboard: leaderboard.number, sequence: sequence
            ) { continuation.resume(returning: $0) }
            if !keeper.queue.add(.moderate(call)) { continuation.resume(returning: .failure(.unavailable)) }
        }
        return try result.get()
    }
}

public enum ModerateScoreError: Error, StoreFailure, Hashable, Sendable {
    /// No score stands there on that leaderboard.
    case unknownScore
    case unavailable
    case broken(reason: String)
}
