public import LaurelDomain
public import LaurelScores
import LaurelStorage

/// Counts scores of a player, and achievements with them: all of them or none (rules 4.10, 14.4).
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
    ///   - reports: progress in achievements that counts with the scores.
    public func callAsFunction(
        _ items: [(LeaderboardID?, Score)], waiting: Int? = nil, attachments: ScoreAttachments = ScoreAttachments(),
        reports: [AchievementReport] = [], app: App, environment: Environment, as session: Session
    ) async throws(SubmitScoresError) -> SubmittedScores {
        let result = await withCheckedContinuation { continuation in
            submit(
                items, waiting: waiting, attachments: attachments, reports: reports, app: app,
                environment: environment, as: session
            ) {
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
        reports: [AchievementReport] = [], app: App, environment: Environment, as session: Session,
        completion: @escaping @Sendable (Result<SubmittedScores, SubmitScoresError>) -> Void
    ) {
        do throws(SubmitScoresError) {
            guard !items.isEmpty else { throw .noScores }
            guard items.count <= Self.itemsLimit else { throw .tooManyScores(limit: Self.itemsLimit) }
            guard app.isGameCenterEnabled else { throw .gameCenterDisabled }
            guard app.isReleased || environment == .sandbox else { throw .notReleased(environment) }
            var resolved: [SubmitCall.Item] = []
            resolved.reserveCapacity(items.count)
            // Of the item before: most calls are for one leaderboard.
            var last: (id: LeaderboardID, number: LeaderboardNumber)?
            for (index, item) in items.enumerated() {
                var number: LeaderboardNumber?
                if let last, last.id == item.0 {
                    number = last.number
                } else if let id = item.0 {
                    guard let found = keeper.catalogue.leaderboard(id, of: app.number)?.number else {
                        throw .unknownLeaderboard(item: index)
                    }
                    number = found
                    last = (id, found)
                }
                resolved.append(
                    SubmitCall.Item(leaderboard: number, score: item.1, replay: attachments.replays[index]))
            }
            if let index = judged(resolved, app, session.player) { throw .judged(item: index) }
            let together =
                try reports.isEmpty
                ? nil
                : step(reports, waiting, attachments.eligible, app, environment, session)
            let completion = try keeper.replays.holding(attachments.replayBytes, completion)
            let call = SubmitCall(
                items: resolved, app: app.number, stream: StreamID(team: app.team, environment: environment),
                player: session.player, device: session.device, waiting: waiting, eligible: attachments.eligible,
                completion: completion)
            let jobs = jobs(of: resolved, app: app.number, player: session.player)
            guard jobs.isEmpty else { return check(jobs, of: call, with: together) }
            if let together { return keeper.send(call, with: together) }
            if !keeper.queue.add(.submit(call)) { completion(.failure(.unavailable)) }
        } catch {
            completion(.failure(error))
        }
    }

    /// The first score that the rules of a game's matches alone award.
    ///
    /// The writer asks again: until its turn comes, another leaderboard may have become the default one.
    private func judged(_ items: [SubmitCall.Item], _ app: App, _ player: PlayerNumber) -> Int? {
        guard keeper.hasJudges else { return nil }
        return items.firstIndex { item in
            let number = item.leaderboard ?? keeper.catalogue.defaultLeaderboard(of: app.number, for: player)?.number
            return number.map { keeper.isJudged($0) } ?? false
        }
    }

    private func step(
        _ reports: [AchievementReport], _ waiting: Int?, _ eligible: Set<ChallengeNumber>?, _ app: App,
        _ environment: Environment, _ session: Session
    ) throws(SubmitScoresError) -> ReportStep {
        do throws(ReportAchievementsError) {
            return try ReportAchievements.step(
                reports, waiting: waiting, eligible: eligible, app: app, environment: environment, as: session,
                keeper)
        } catch {
            throw .achievement(error)
        }
    }
}
