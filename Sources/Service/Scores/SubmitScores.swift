public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Counts scores of a player: all of them or none (rule 4.10).
///
/// ```swift
/// let submitted = try await submitScores(
///     [(board, Score(value: 41, date: made, id: id))], waiting: 0, app: app, environment: .sandbox, as: session)
/// ```
public struct SubmitScores: Sendable {
    /// Scores in one call.
    public static let itemsLimit = 100

    let keeper: ScoreKeeper
    public init(_ keeper: ScoreKeeper) { self.keeper = keeper }

    /// - Parameters:
    ///   - items: no leaderboard: the app's default one (rule 4.3).
    ///   - attachments: what comes along for challenges.
    ///   - waiting: how many scores still wait in the device's queue after these; nil: it did not say (rule 4.7).
    public func callAsFunction(
        _ items: [(LeaderboardID?, Score)], waiting: Int? = nil, attachments: ScoreAttachments = ScoreAttachments(),
        app: App, environment: Environment, as session: Session
    ) async throws(SubmitScoresError) -> SubmittedScores {
        let result = await withCheckedContinuation { continuation in
            submit(items, waiting: waiting, attachments: attachments, app: app, environment: environment, as: session) {
                continuation.resume(returning: $0)
            }
        }
        return try result.get()
    }

    /// The same without a task, for callers that have a loop of their own.
    ///
    /// - Parameter completion: called once, on this thread (a refusal that needs no writer) or on the writer's. It
    ///   must return at once: everybody's scores wait meanwhile.
    public func submit(
        _ items: [(LeaderboardID?, Score)], waiting: Int? = nil, attachments: ScoreAttachments = ScoreAttachments(),
        app: App, environment: Environment, as session: Session,
        completion: @escaping @Sendable (Result<SubmittedScores, SubmitScoresError>) -> Void
    ) {
        do throws(SubmitScoresError) {
            guard !items.isEmpty else { throw .noScores }
            guard items.count <= Self.itemsLimit else { throw .tooManyScores(limit: Self.itemsLimit) }
            guard app.isGameCenterEnabled else { throw .gameCenterDisabled }
            guard app.isReleased || environment == .sandbox else { throw .notReleased(environment) }
            var resolved: [SubmitCall.Item] = []
            resolved.reserveCapacity(items.count)
            for (index, item) in items.enumerated() {
                var number: LeaderboardNumber?
                if let id = item.0 {
                    number = keeper.catalogue.leaderboard(id, of: app.number)?.number
                    guard number != nil else { throw .unknownLeaderboard(item: index) }
                }
                resolved.append(
                    SubmitCall.Item(leaderboard: number, score: item.1, replay: attachments.replays[index]))
            }
            let completion = try keeper.replays.holding(attachments.replayBytes, completion)
            let call = SubmitCall(
                items: resolved, app: app.number, stream: StreamID(team: app.team, environment: environment),
                player: session.player, device: session.device, waiting: waiting, eligible: attachments.eligible,
                completion: completion)
            let jobs = jobs(of: resolved, app: app.number, player: session.player)
            guard jobs.isEmpty else { return check(jobs, of: call) }
            if !keeper.queue.add(.submit(call)) { completion(.failure(.unavailable)) }
        } catch {
            completion(.failure(error))
        }
    }
}
