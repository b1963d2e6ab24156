import LaurelDomain
import LaurelRanking
import LaurelStorage

// A score taken out or brought back, by itself or because an item of the queue was decided.
extension JournalWriter {
    /// - Returns: false when the store failed.
    func moderate(_ call: ModerateCall) -> Bool {
        batch.time = readClock()
        let stream = stream(call.stream)
        do throws(StoreError) {
            guard let score = try keeper.journal.row(at: call.sequence, of: call.stream), score.kind == .score,
                counts(score, on: call.leaderboard), !stream.boards.withLock({ $0.wiped.covers(score) }),
                !erased.contains(score.player ?? PlayerNumber(0))
            else {
                call.completion(.failure(.unknownScore))
                return true
            }
            var isSound = true
            if let row = row(call.kind, score, stream) {
                let verdict: ReviewState = call.kind == .removal ? .rejected : .accepted
                let settled = Change.Fact.scoreReviewed(call.stream, call.sequence, verdict, call.decision)
                if call.kind == .restoration { try planCompletions(by: score) }
                try commit(Change(rows: [row], facts: [settled, .audit(call.audit)]))
                reviews.settle(call.sequence, of: call.stream)
                isSound = publish(row, in: stream.boards)
            }
            // It is durable, even if a history could not be read: the rebuild shows it.
            call.completion(.success(stream.last))
            return isSound
        } catch {
            keeper.noteFailure(error)
            call.completion(.failure(ModerateScoreError(error)))
            return error.leavesStoreSound
        }
    }

    /// Whether a leaderboard is the score's own, or the group that its own has become a part of.
    private func counts(_ score: JournalRow, on leaderboard: LeaderboardNumber) -> Bool {
        score.leaderboard == leaderboard || keeper.catalogue.target(of: score.leaderboard)?.number == leaderboard
    }

    /// - Returns: false when the store failed.
    func decide(_ call: DecideCall) -> Bool {
        batch.time = readClock()
        do throws(StoreError) {
            guard let review = try keeper.journal.review(call.review), call.app == nil || review.content.app == call.app
            else {
                call.completion(.failure(.unknownReview))
                return true
            }
            guard review.state == .pending else {
                call.completion(
                    review.state == call.verdict ? .success(review) : .failure(.decided(review.state)))
                return true
            }
            let isSound = try decide(review, call)
            call.completion(.success(review.decided(call.verdict, call.decision)))
            return isSound
        } catch {
            keeper.noteFailure(error)
            call.completion(.failure(DecideReviewError(error)))
            return error.leavesStoreSound
        }
    }

    /// - Returns: false when a history could not be read.
    private func decide(_ review: Review, _ call: DecideCall) throws(StoreError) -> Bool {
        let facts: [Change.Fact] = [
            .reviewDecided(review.id, call.verdict, call.decision), .audit(call.audit(review)),
        ]
        guard case .score(let id, _, let sequence, _, _, _) = review.content.subject else {
            try commit(Change(facts: facts))
            return true
        }
        let stream = stream(id)
        var row: JournalRow?
        if let score = try keeper.journal.row(at: sequence, of: id), score.kind == .score,
            !stream.boards.withLock({ $0.wiped.covers(score) })
        {
            row = self.row(call.verdict == .rejected ? .removal : .restoration, score, stream)
        }
        if call.verdict == .accepted, row != nil, let score = try keeper.journal.row(at: sequence, of: id) {
            try planCompletions(by: score)
        }
        try commit(Change(rows: row.map { [$0] } ?? [], facts: facts))
        reviews.settle(sequence, of: id)
        return row.map { publish($0, in: stream.boards) } ?? true
    }

    /// What cannot be read leaves nothing planned.
    private func planCompletions(by score: JournalRow) throws(StoreError) {
        do throws(StoreError) { try completeHeld(by: score) } catch {
            discardPlan()
            throw error
        }
    }

    /// Nil: it is so already.
    private func row(_ kind: JournalRow.Kind, _ score: JournalRow, _ stream: WriterStream) -> JournalRow? {
        let isOut = stream.boards.withLock { $0.removed.contains(score.sequence) }
        guard isOut != (kind == .removal) else { return nil }
        return JournalRow(
            stream: score.stream, sequence: stream.last.advanced(by: 1), time: batch.time, kind: kind,
            leaderboard: score.leaderboard, player: score.player, value: score.value, date: score.date,
            context: score.context, previous: score.sequence, flags: score.flags)
    }

    /// - Returns: false when a history could not be read.
    private func publish(_ row: JournalRow, in boards: StreamBoards) -> Bool {
        let keys = Set(keeper.places.keys(of: row))
        // A held score comes in only now; of one that was taken out, friends were told when it came.
        let tells = keeper.rises.isWanted && row.kind == .restoration && row.flags.contains(.isHeld)
        boards.withLock { state in
            state.published = max(state.published, row.sequence)
            state.time = max(state.time, row.time)
            if row.kind == .removal {
                state.removed.insert(row.previous)
            } else {
                state.removed.remove(row.previous)
            }
            // One that is absent folds it in when it is loaded.
            for key in keys {
                state.extents.reach(row.sequence, of: key)
                guard let board = state.slots[key]?.board else { continue }
                let isRise = tells && keeper.places.leaderboard(of: key)?.shows(key) ?? false
                let before = isRise ? row.player.flatMap { board.place(of: $0) } : nil
                board.fold(row)
                if isRise { noteRise(row, key, on: board, from: before) }
            }
        }
        guard fillHistories(of: keys, in: boards, windows: false) else { return false }
        keeper.tell(boards.withLock { $0.takeChanges(of: keys, at: batch.time) }, in: row.stream)
        return true
    }
}

extension Review {
    fileprivate func decided(_ state: ReviewState, _ decision: ReviewDecision) -> Review {
        var review = self
        review.state = state
        review.decision = decision
        return review
    }
}
