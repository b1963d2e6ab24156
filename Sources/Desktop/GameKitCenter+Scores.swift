import GameCenterHelpers
import GameKit
import LaurelArcade

// What becomes of scores.
extension GameKitCenter {
    func submit(run: Int32, board: Int32, score: Int32) {
        let made = GKScore(leaderboardIdentifier: leaderboard(board))
        made.value = Int64(score)
        made.replay = host.map { Data($0.game.log.encoded()) }
        submission = Submission(run: run, board: board, score: made)
        let send = { [weak self] in
            guard let self else { return }
            desk.report(made) { [weak self] error in self?.settled(run, error) }
        }
        if guestsScores == nil { send() } else { guestsScores?.append(send) }
    }

    func settled(_ run: Int32, _ error: (any Error)?) {
        offer()
        guard submission?.run == run else { return }
        guard let error else { return acknowledged() }
        let code = (error as? GKError)?.code
        let isKept = (error as? GKError)?.userInfo[GKError.keptKey] != nil || isWaiting
        if isKept {
            submission?.isKept = true
            answer(GKLocalPlayer.local.isAuthenticated ? .kept(isStored: true) : .keptUntilSignIn(isStored: true))
        } else if code == .notAuthenticated {
            answer(.unowned(isStored: true))
        } else if code == .communicationsFailure {
            answer(.unowned(isStored: true))
        } else if code == .gameUnrecognized || code == .notSupported {
            answer(.off)
        } else {
            host?.strings[.outcome, .message] = Words.reason(error)
            answer(.refused)
        }
    }

    var isWaiting: Bool {
        guard let score = submission?.score else { return false }
        return desk.waiting.contains { $0 === score }
    }

    func answer(_ outcome: Outcome) {
        guard let run = submission?.run else { return }
        host?.screens.outcome(outcome, run: run)
        var fields: [String: Any] = ["run": Int(run)]
        switch outcome {
        case .sent(let rank, let total, let isNewBest, let completed):
            fields["outcome"] = "sent"
            fields["rank"] = Int(rank)
            fields["total"] = Int(total)
            fields["isNewBest"] = isNewBest
            fields["completed"] = Int(completed)
        case .kept: fields["outcome"] = "kept"
        case .keptUntilSignIn: fields["outcome"] = "keptUntilSignIn"
        case .refused: fields["outcome"] = "refused"
        case .unowned: fields["outcome"] = "unowned"
        case .off: fields["outcome"] = "off"
        }
        host?.announce("outcome", fields)
    }

    /// The server has the score: what it is worth is in the player's entry.
    func acknowledged() {
        guard let submission, !submission.isSent else { return }
        self.submission?.isSent = true
        let run = submission.run
        desk.loadScores(leaderboard(submission.board), players: .global, time: .allTime, ranks: .best(1)) {
            [weak self] found, error in self?.ranked(run, found)
        }
    }

    func ranked(_ run: Int32, _ found: GKLeaderboard?) {
        guard let submission, submission.run == run, let host else { return }
        guard let found, let own = found.localPlayerScore else {
            // It counts, and where it stands is not known: the small leaderboard will say so.
            return answer(.sent(rank: 1, total: 1, isNewBest: false, completed: submission.completed))
        }
        // The entry keeps the date of the run that is the best.
        let isNewBest =
            own.value == submission.score.value
            && abs(own.date.timeIntervalSince(submission.score.date)) < 0.01
        let texts = host.game.boards[Int(submission.board)]
        host.strings[.outcome, .score] = host.game.text(texts.score, a: Int32(clamping: own.value))
        self.submission?.sent = (
            Int32(clamping: own.rank), Int32(clamping: max(found.maxRange, own.rank)), isNewBest
        )
        answerSent()
    }

    func answerSent() {
        guard let submission, let sent = submission.sent else { return }
        answer(
            .sent(rank: sent.rank, total: sent.total, isNewBest: sent.isNewBest, completed: submission.completed))
    }

    /// What waits goes out later and later; what has gone out is told.
    func follow() {
        let waiting = desk.waiting.count
        let now = Date()
        if waiting != waitingCount {
            if waiting < waitingCount { arrived(waitingCount - waiting - refusedCount) }
            refusedCount = 0
            waitingCount = waiting
            host?.screens.waiting(Int32(clamping: waiting))
        }
        if waiting == 0 {
            nextSending = nil
            sendingPause = 5
        } else if let next = nextSending, next <= now {
            sendingPause = min(sendingPause * 2, 300)
            nextSending = now + sendingPause
            desk.sendWaiting()
        } else if nextSending == nil {
            nextSending = now + sendingPause
        }
    }

    func refusedLate(_ score: GKScore, _ error: any Error) {
        refusedCount += 1
        host?.announce("late", ["refused": 1])
        host?.tell(title: Words.refusedLate(Words.reason(error)), message: "", seconds: 6)
        guard submission?.score === score else { return }
        submission?.isKept = false
        host?.strings[.outcome, .message] = Words.reason(error)
        answer(.refused)
    }

    func arrived(_ count: Int) {
        guard count > 0 else { return }
        host?.announce("late", ["sent": count])
        host?.tell(title: Words.sentLate(count), message: "", seconds: 4)
        if submission?.isKept == true, !isWaiting {
            submission?.isKept = false
            acknowledged()
        }
        if entriesAsked != nil { loadEntries() }
    }
}
