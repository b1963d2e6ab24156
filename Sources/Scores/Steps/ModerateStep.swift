package import LaurelDomain
package import LaurelStorage

/// A score taken out or brought back (rule 4.12).
package struct ModerateStep: WriterStep {
    let kind: JournalRow.Kind
    let stream: StreamID
    let leaderboard: LeaderboardNumber
    let sequence: JournalSequence
    let decision: ReviewDecision
    let audit: NewAuditEntry

    package init(
        kind: JournalRow.Kind, stream: StreamID, leaderboard: LeaderboardNumber, sequence: JournalSequence,
        decision: ReviewDecision, audit: NewAuditEntry
    ) {
        self.kind = kind
        self.stream = stream
        self.leaderboard = leaderboard
        self.sequence = sequence
        self.decision = decision
        self.audit = audit
    }

    package var reads: [StoreRead] { [.row(stream, sequence)] }

    /// - Returns: the version at which it is so.
    package func plan(_ draft: inout CommitDraft) throws(ModerateScoreError) -> JournalSequence {
        let score = try ModerateScoreError.reading { () throws(StoreError) in
            try draft.reads.row(at: sequence, of: stream)
        }
        guard let score, score.kind == .score, counts(score, draft.catalogue), !draft.published.isWiped(score),
            !draft.published.isErased(score.player ?? PlayerNumber(0))
        else { throw .unknownScore }
        if try ModerateScoreError.reading({ () throws(StoreError) in try draft.turn(score, kind) }) {
            let verdict: ReviewState = kind == .removal ? .rejected : .accepted
            draft.facts += [.scoreReviewed(stream, sequence, verdict, decision), .audit(audit)]
            draft.effects.append(.reviewed(sequence, stream))
        }
        return draft.next(in: stream).advanced(by: -1)
    }

    /// Whether the leaderboard is the score's own, or the group that its own has become a part of.
    private func counts(_ score: JournalRow, _ catalogue: Catalogue) -> Bool {
        score.leaderboard == leaderboard || catalogue.target(of: score.leaderboard)?.number == leaderboard
    }
}

extension CommitDraft {
    /// Plans the row that takes a score out or brings it back, with what an accepted one sets off.
    /// - Returns: false when it is so already.
    mutating func turn(_ score: JournalRow, _ kind: JournalRow.Kind) throws(StoreError) -> Bool {
        // One that waits for its guest's upgrade is out already, and the row says that the upgrade doesn't bring it in.
        let staysOut = kind == .removal && score.flags.contains(.awaitsUpgrade)
        guard staysOut || published.isOut(score) != (kind == .removal) else { return false }
        if kind == .restoration { try completeHeld(by: score) }
        if let leaderboard = catalogue.target(of: score.leaderboard) {
            challenges.turnTries(score, on: leaderboard, isOut: kind == .removal)
        }
        let row = JournalRow(
            stream: score.stream, sequence: next(in: score.stream), time: time, kind: kind,
            leaderboard: score.leaderboard, player: score.player, value: score.value, date: score.date,
            context: score.context, previous: score.sequence, flags: score.flags)
        append(row)
        effects.append(.moderated(row))
        return true
    }

    /// Plans what a held score sets off once it is accepted: what it would have set off when it came (rule 4.12), as
    /// far as that still waits.
    private mutating func completeHeld(by score: JournalRow) throws(StoreError) {
        guard score.flags.contains(.isHeld), let player = score.player,
            let leaderboard = catalogue.target(of: score.leaderboard), !leaderboard.isArchived,
            leaderboard.accepts(score.value), !catalogue.bans.isBanned(player, in: score.stream.team)
        else { return }
        let environment = score.stream.environment
        let completes = pending.has(score, .leaderboard(leaderboard.number))
        guard completes || !pending.groups.counting(player, leaderboard.number, environment).isEmpty else { return }
        let key = ScoreReplayKey(player: player, leaderboard: leaderboard.number, environment: environment)
        challenges.expectCompletion(by: player, .leaderboard(leaderboard.number), environment)
        let replay = try reads.replay(key, value: score.value)
        challenges.tryGroups(score, on: leaderboard, replay: replay)
        guard completes else { return }
        _ = try challenges.complete(
            by: score, on: leaderboard, app: nil, eligible: HeldScore.eligible(of: score), replay: replay)
    }
}

public enum ModerateScoreError: Error, StoreFailure, Hashable, Sendable {
    /// No score stands there on that leaderboard.
    case unknownScore
    case unavailable
    case broken(reason: String)
}
