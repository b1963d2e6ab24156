import GameCenterHelpers
import GameKit
import LaurelArcade

// What becomes of scores.
extension GameKitCenter {
    func submit(run: Int32, board: Int32, score: Int32) {
        let made = GKScore(leaderboardIdentifier: leaderboard(board))
        made.value = Int64(score)
        made.replay = host.map { Data($0.game.log.encoded()) }
        submission = Submission(run: run, board: board, score: made, owner: made.player.gamePlayerID)
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
            // What nobody made is of the player who reports it.
            if submission?.owner == "" { submission?.owner = player }
            answer(GKLocalPlayer.local.isAuthenticated ? .kept(isStored: true) : .keptUntilSignIn(isStored: true))
        } else if code == .notAuthenticated || code == .communicationsFailure {
            submission?.isUnowned = true
            answer(.unowned(isStored: true))
        } else if code == .gameUnrecognized || code == .notSupported {
            answer(.off)
        } else {
            host?.strings[.outcome, .message] = Words.reason(error)
            answer(.refused)
        }
    }

    /// Who is signed in; empty: nobody.
    private var player: String { GKLocalPlayer.local.isAuthenticated ? GKLocalPlayer.local.gamePlayerID : "" }

    var isWaiting: Bool { desk.waiting.contains { isSubmission($0) } }

    /// Whether it is the last run's score: read from its file, it is another object.
    private func isSubmission(_ score: GKScore) -> Bool {
        guard let own = submission?.score else { return false }
        return own === score
            || own.leaderboardIdentifier == score.leaderboardIdentifier && own.value == score.value
                && own.date == score.date
    }

    /// The player takes what was scored here while nobody was signed in.
    func acceptScores() {
        desk.acceptUnowned()
        if submission?.isUnowned == true {
            submission?.isUnowned = false
            submission?.isKept = true
            submission?.owner = player
        }
        offer()
        // Counted before any of them can have been sent.
        follow()
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
            return answer(.sent(rank: 0, total: 0, isNewBest: false, completed: submission.completed))
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
            // Those of the player before still wait.
            if waiting < waitingCount, player == waitingPlayer { arrived(waitingCount - waiting - refusedCount) }
            refusedCount = 0
            waitingCount = waiting
            waitingPlayer = player
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
        let isOwn = isSubmission(score)
        if !isOwn || !isOver {
            host?.tell(title: Words.refusedLate(Words.reason(error)), message: "", seconds: 6)
        }
        guard isOwn else { return }
        submission?.isKept = false
        host?.strings[.outcome, .message] = Words.reason(error)
        answer(.refused)
    }

    func arrived(_ count: Int) {
        guard count > 0 else { return }
        host?.announce("late", ["sent": count])
        let isOwn = submission?.isKept == true && submission?.owner == player && !isWaiting
        // Game over says it of the run that it shows.
        let others = isOwn && isOver ? count - 1 : count
        if others > 0 { host?.tell(title: Words.sentLate(others), message: "", seconds: 4) }
        if isOwn {
            submission?.isKept = false
            acknowledged()
        }
        if entriesAsked != nil { loadEntries() }
    }

    private var isOver: Bool { host?.screens.page == .over }
}
