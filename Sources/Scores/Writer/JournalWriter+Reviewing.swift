import LaurelDomain
import LaurelRanking
import LaurelStorage

// What a policy asks for: the writer looks it up, and has a step judge.
extension JournalWriter {
    /// Nil: it asks for nothing, as nearly everywhere.
    func policy(of leaderboard: Leaderboard) -> ModerationPolicy? {
        let policy = keeper.catalogue.policies.policy(of: leaderboard.number, leaderboard.app)
        return policy.isIdle ? nil : policy
    }

    /// Only where a policy asks for something: nearly nowhere.
    func reviewStep(
        _ policy: ModerationPolicy, on leaderboard: Leaderboard, _ player: PlayerNumber, _ stream: StreamID
    ) -> ReviewStep {
        ReviewStep(
            policy, reviews,
            ReviewStep.Target(
                player: player, leaderboard: leaderboard.number, app: leaderboard.app, stream: stream))
    }

    /// - Parameter head: the player's latest row and entry on the leaderboard; nil: they have none.
    func treatment(
        of value: Int64, _ date: Timestamp, on target: ScoreTarget, after head: Batch.Head?, _ player: PlayerNumber,
        _ stream: WriterStream
    ) -> ReviewStep.Treatment {
        guard let policy = target.policy else { return ReviewStep.Treatment() }
        return reviewStep(policy, on: target.leaderboard, player, stream.boards.stream).treatment(
            of: value, date, target.leaderboard.sortOrder, evidence(for: policy, target.key, head, stream))
    }

    /// Only what some rule asks for.
    private func evidence(
        for policy: ModerationPolicy, _ key: BoardKey, _ head: Batch.Head?, _ stream: WriterStream
    ) -> ScoreSuspicion.Evidence {
        var evidence = ScoreSuspicion.Evidence()
        if let head, head.hasBest { evidence.best = head.bestValue }
        if policy.shortestInterval != nil, let head {
            do throws(StoreError) {
                evidence.previousDate = try row(at: head.sequence, of: stream.boards.stream, &reads)?.date
            } catch {
                // The score itself is not in doubt, and this was looked up before.
                keeper.log(.backgroundFailed(error))
            }
        }
        if policy.leapOverBoard != nil { evidence.quartiles = quartiles(of: key, stream) }
        return evidence
    }

    private func quartiles(
        of key: BoardKey, _ stream: WriterStream
    ) -> ScoreSuspicion.Evidence.Quartiles? {
        let now = batch.time
        return stream.boards.withLock { state in
            guard let board = state.slots[key]?.board else { return nil }
            let total = board.total(.allTime, at: now)
            guard total >= ModerationPolicy.boardEntriesMinimum,
                let upper = board.value(atRank: (total + 3) / 4, now),
                let lower = board.value(atRank: total - total / 4, now)
            else { return nil }
            return ScoreSuspicion.Evidence.Quartiles(upper: upper, lower: lower)
        }
    }

    /// Puts a planned row into the queue, in its own transaction.
    func review(_ row: JournalRow, _ treatment: ReviewStep.Treatment, of app: AppNumber) {
        guard let (fact, score) = ReviewStep.review(row, treatment, of: app) else { return }
        batch.facts.append(fact)
        batch.reviewed.append(score)
    }
}

extension Board {
    fileprivate func value(atRank rank: Int, _ now: Timestamp) -> Int64? {
        do throws(RankWindow.Invalid) {
            return page(.allTime, try RankWindow(first: rank, count: 1), at: now).first?.value
        } catch {
            return nil
        }
    }
}
