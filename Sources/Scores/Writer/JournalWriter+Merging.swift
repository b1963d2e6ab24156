import LaurelDomain
import LaurelRanking
import LaurelStorage

// Scores of a guest that become an account's (rule 1.13): each a row of its own, with its date and ID.
extension JournalWriter {
    /// A guest's score and where it goes.
    struct MergedScore {
        let leaderboard: Leaderboard
        let key: BoardKey
        let source: JournalRow
        /// Its own, unless it has none or the account used the same one for another score.
        let id: ScoreID
    }

    /// - Returns: nil when nothing becomes of it: the account has it already, nobody can see it any more, or it was
    ///   taken out.
    /// - Throws: ``StoreError/unavailable`` when something has to be read first.
    func merged(_ source: JournalRow, into account: PlayerNumber) throws(StoreError) -> MergedScore? {
        guard !isWiped(source), let leaderboard = keeper.catalogue.target(of: source.leaderboard),
            leaderboard.kind.parts.isEmpty, let key = leaderboard.boardKey(at: source.date),
            !leaderboard.isPast(key, at: batch.time), !isOut(source) || isHeld(source) || awaitsUpgrade(source),
            let id = try freeID(for: source, on: leaderboard, account)
        else { return nil }
        return MergedScore(leaderboard: leaderboard, key: key, source: source, id: id)
    }

    /// The same score, asked for again after any end of the process, gets the same ID: so it counts once.
    private func freeID(
        for source: JournalRow, on leaderboard: Leaderboard, _ account: PlayerNumber
    ) throws(StoreError) -> ScoreID? {
        for id in [source.scoreID, Self.mergedID(of: source)].compactMap(\.self) {
            let rows = try rows(of: id, by: account, in: source.stream, &reads)
            guard let known = rows.first(where: { !isWiped($0) }) else { return id }
            if isSame(known, source, on: leaderboard) { return nil }
        }
        return nil
    }

    private static func mergedID(of source: JournalRow) -> ScoreID? {
        do throws(InvalidIdentifier) { return try ScoreID("merged.\(source.sequence.rawValue)") } catch { return nil }
    }

    private func isSame(_ known: JournalRow, _ source: JournalRow, on leaderboard: Leaderboard) -> Bool {
        keeper.catalogue.target(of: known.leaderboard)?.number == leaderboard.number && known.value == source.value
            && known.context == source.context && known.date == source.date
    }

    /// It waits for a moderator, and goes on to wait.
    private func isHeld(_ source: JournalRow) -> Bool {
        source.flags.contains(.isHeld) && isOut(source) && reviews.waits(source.sequence, of: source.stream)
    }

    /// It waited for its player to be no guest any more, which they are now.
    private func awaitsUpgrade(_ source: JournalRow) -> Bool { source.flags.contains(.awaitsUpgrade) && isOut(source) }

    /// What the account's friends have to do with it is read before anything is planned.
    func expect(_ score: MergedScore, _ account: PlayerNumber) {
        pending.expectFriends(
            of: account, .leaderboard(score.leaderboard.number), score.source.stream.environment, &reads)
    }

    func accept(_ score: MergedScore, of account: PlayerNumber, _ stream: WriterStream) throws(StoreError) {
        let (source, leaderboard) = (score.source, score.leaderboard)
        let target = ScoreTarget(leaderboard, score.key, policy(of: leaderboard))
        let head = head(of: account, on: leaderboard, score.key, stream)
        let treatment = treatment(of: score, on: target, after: head, account, stream)
        let isHeld = treatment.isHeld
        var flags = source.flags.intersection([
            .isDateClamped, .isDatedByServer, .wentToDefault, .isVerified, .isLive, .isImported,
        ])
        if isHeld { flags.insert(.isHeld) }
        var row = JournalRow(
            stream: source.stream, sequence: stream.last.advanced(by: 1), time: batch.time, kind: .score,
            leaderboard: leaderboard.number, player: account, value: source.value, date: source.date,
            context: source.context, scoreID: score.id, flags: flags,
            extra: isHeld ? source.extra : flags.contains(.isDateClamped) ? Array(source.extra.prefix(8)) : [])
        link(&row, on: leaderboard, score.key, after: head, of: account, stream)
        let setOff =
            isHeld || flags.contains(.isImported)
            ? SetOff.nothing : try complete(by: row, on: leaderboard, app: nil, eligible: nil, replay: nil)
        if !setOff.completed.isEmpty { row.flags.insert(.completedChallenges) }
        renumberTries(source.sequence, to: row, on: leaderboard.number)
        // What waited for the upgrade was no try yet.
        if awaitsUpgrade(source), !isHeld { tryGroups(by: row, on: leaderboard, replay: nil) }
        moveReplay(of: source, to: row)
        review(row, treatment, of: leaderboard.app)
        stream.last = row.sequence
        let digest = ScoreIDs.digest(score.id, of: account)
        stream.ids.insert(digest, row.sequence)
        batch.append(row, digest)
        batch.items.append(Batch.Item(target: target, row: row, isRepeat: false, setOff: setOff))
    }

    /// What waited for a moderator goes on to wait; what waited for the upgrade is judged now.
    private func treatment(
        of score: MergedScore, on target: ScoreTarget, after head: Batch.Head?, _ account: PlayerNumber,
        _ stream: WriterStream
    ) -> ReviewStep.Treatment {
        let source = score.source
        let awaitsUpgrade = awaitsUpgrade(source)
        guard awaitsUpgrade || reviews.waits(source.sequence, of: source.stream) else {
            return ReviewStep.Treatment()
        }
        var treatment = treatment(of: source.value, source.date, on: target, after: head, account, stream)
        guard !awaitsUpgrade else { return treatment }
        treatment.isHeld = isHeld(source)
        if treatment.isHeld, treatment.reasons.isEmpty {
            treatment.reasons = [ReviewReason(.heldBefore)]
        }
        return treatment
    }

    /// Its run was handed in before, and stays so.
    private func moveReplay(of source: JournalRow, to row: JournalRow) {
        guard let guest = source.player, let account = row.player else { return }
        let environment = row.stream.environment
        let move = ScoreReplayMove(
            from: ScoreReplayKey(player: guest, leaderboard: row.leaderboard, environment: environment),
            source.sequence,
            to: ScoreReplayKey(player: account, leaderboard: row.leaderboard, environment: environment),
            row.sequence, isBest: row.flags.contains(.isNewBest))
        batch.facts.append(.challenge(.scoreReplayMoved(move)))
    }
}
