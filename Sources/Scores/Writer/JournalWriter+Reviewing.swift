import LaurelDomain
import LaurelRanking
import LaurelStorage

// What becomes of a score by its developer's policy: it ranks, it ranks and is flagged, or it is held (rule 4.12).
extension JournalWriter {
    /// What the policy says of a score that is about to become a row.
    struct Treatment {
        var isHeld = false
        /// Empty: nobody has to look at it.
        var reasons: [ReviewReason] = []
    }

    /// Before anything of the call is planned.
    func refuseBanned(_ call: SubmitCall) throws(SubmitScoresError) {
        if keeper.catalogue.bans.isBanned(call.player, in: call.stream.team) { throw .banned }
    }

    /// A held score needs a place in the queue; else nobody would ever see it.
    func refuseUnseen(
        _ call: SubmitCall, on leaderboard: Leaderboard, _ place: Int
    ) throws(SubmitScoresError) {
        guard keeper.catalogue.policies.policy(of: leaderboard.number, leaderboard.app).holdsScores else { return }
        let hasRoom = reviews.hasRoom(
            for: call.player, on: leaderboard.number, leaderboard.app, call.stream, limit: ModerationLimits.heldScores)
        guard hasRoom else { throw .tooManyHeld(item: place, limit: ModerationLimits.heldScores) }
    }

    /// - Parameter head: the player's latest row and entry on the leaderboard; nil: they have none.
    func treatment(
        of value: Int64, _ date: Timestamp, on leaderboard: Leaderboard, _ key: BoardKey, after head: Batch.Head?,
        _ call: SubmitCall, _ stream: WriterStream
    ) -> Treatment {
        let policy = keeper.catalogue.policies.policy(of: leaderboard.number, leaderboard.app)
        guard !policy.isIdle else { return Treatment() }
        var treatment = Treatment(isHeld: policy.holdsScores)
        if policy.holdsScores { treatment.reasons.append(ReviewReason(.held, "This leaderboard holds every score.")) }
        let suspicion = ScoreSuspicion(policy: policy, order: leaderboard.sortOrder)
        treatment.reasons += suspicion.reasons(value, date, evidence(for: policy, key, head, stream))
        if !treatment.isHeld, !treatment.reasons.isEmpty {
            let hasRoom = reviews.hasRoom(
                for: call.player, on: leaderboard.number, leaderboard.app, call.stream,
                limit: ModerationLimits.flaggedScores)
            if !hasRoom { treatment.reasons = [] }
        }
        return treatment
    }

    /// Only what some rule asks for: the previous row may be a read from the disk.
    private func evidence(
        for policy: ModerationPolicy, _ key: BoardKey, _ head: Batch.Head?, _ stream: WriterStream
    ) -> ScoreSuspicion.Evidence {
        var evidence = ScoreSuspicion.Evidence()
        if let head, head.hasBest { evidence.best = head.bestValue }
        if policy.shortestInterval != nil, let head {
            do throws(StoreError) {
                evidence.previousDate = try row(at: head.sequence, of: stream.boards.stream)?.date
            } catch {
                // The score itself is not in doubt. A store that cannot be read says so again at the commit.
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
    func review(_ row: JournalRow, _ treatment: Treatment, of app: AppNumber) {
        guard !treatment.reasons.isEmpty, let player = row.player else { return }
        let subject = NewReview.Subject.score(
            row.stream, row.leaderboard, row.sequence, value: row.value, date: row.date, isHeld: treatment.isHeld)
        batch.facts.append(
            .review(NewReview(subject, app: app, player: player, reasons: treatment.reasons, created: row.time)))
        batch.reviewed.append(
            PendingScore(
                app: app, stream: row.stream, leaderboard: row.leaderboard, player: player, sequence: row.sequence))
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
