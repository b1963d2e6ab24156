import LaurelDomain
import LaurelMatches
import LaurelStorage

// Steps: the writer hands them what is published, and takes what they leave.
extension JournalWriter {
    /// What became of a step that was taken up.
    enum Planned {
        /// It is in the batch, refused, or put aside until what it needs is there.
        case done
        /// Nothing is done: it must come after this batch.
        case waits
        /// Part of it is planned and the rest can't be: the whole batch goes.
        case broken
    }

    func plan(_ call: any StepCall) -> Planned {
        var draft = draft(stillKnown(call.known))
        let mark = draft.pending.mark
        let outcome = call.plan(&draft)
        if draft.waitsForCommit {
            takeBack(&draft, to: mark)
            return .waits
        }
        if draft.isBlocked {
            takeBack(&draft, to: mark)
            putAside(call, until: draft)
            return .done
        }
        switch outcome {
        case .planned(let answer):
            guard let verdicts = judge(draft.scores, of: call, &draft, mark) else { return .done }
            let effects = take(&draft)
            batch.steps.append(Batch.Step(call: call, effects: effects, answer: answer))
            if !accept(draft.scores, verdicts) { return .broken }
        case .refused(let answer, let isFinal):
            takeBack(&draft, to: mark)
            // Refused for good is as good as sent: the device's queue is as empty as it says (rule 8.1).
            if isFinal { note(call.contact) }
            answer()
        }
        return .done
    }

    /// The draft has the only copies of what it changes: changing them copies nothing.
    private func draft(_ reads: StoreReads) -> CommitDraft {
        let step = ChallengeStep(
            pending, at: batch.time, catalogue: keeper.catalogue, ids: keeper.ports.ids, reads: reads)
        pending = PendingChallenges()
        return CommitDraft(self, step)
    }

    /// - Returns: what is to be done when it is durable.
    private func take(_ draft: inout CommitDraft) -> [Effect] {
        pending = draft.pending
        batch.facts += draft.facts
        for row in draft.rows {
            let stream = stream(row.stream)
            stream.last = row.sequence
            let digest = ScoreIDs.digest(of: row)
            if let digest { stream.ids.insert(digest, row.sequence) }
            batch.append(row, digest)
        }
        batch.achievements.merge(draft.progress) { $1 }
        batch.matches.formUnion(draft.matches)
        batch.setOffs.merge(draft.setOffs) { $0.merging($1) { $1 } }
        for (game, players) in draft.joined {
            for player in players { join(player, game.app, game.environment) }
        }
        draft.pending = PendingChallenges()
        return draft.effects
    }

    /// Nothing of it was ever planned.
    private func takeBack(_ draft: inout CommitDraft, to mark: Int) {
        draft.pending.undo(to: mark)
        pending = draft.pending
        draft.pending = PendingChallenges()
    }

    /// It comes back when its boards are loaded, or what it needs of the store is read.
    private func putAside(_ call: any StepCall, until draft: CommitDraft) {
        guard let first = draft.absent.keys.min(by: { $0.environment.rawValue < $1.environment.rawValue }) else {
            return keeper.fetchAgain(draft.reads.missing, for: .step(call))
        }
        for (id, keys) in draft.absent where id != first {
            for key in keys { keeper.load(key, in: stream(id).boards) }
        }
        if !putAside(.step(call), until: draft.absent[first] ?? [], in: stream(first)) {
            keeper.queue.addOwn(.step(call))
        }
    }

    func note(_ contact: DeviceContact?) {
        guard let contact else { return }
        keeper.contacts.note(waiting: contact.waiting, of: contact.queue, at: batch.time)
    }

    /// Plans the achievements that a run has earned by itself, as far as the app has them: in the score's commit.
    ///
    /// - Returns: those that the player has now and had not, or has once more.
    func reportFeats(of run: CheckedRun, _ row: JournalRow, _ call: SubmitCall) -> [AchievementID] {
        guard let step = feats(of: run, at: row.date, call) else { return [] }
        var draft = draft(reads)
        let mark = draft.pending.mark
        do throws(ReportAchievementsError) {
            let reported = try step.plan(&draft)
            let effects = take(&draft)
            batch.featEffects += effects
            return reported.results.filter(\.isEarnedNow).map(\.achievement.id)
        } catch {
            takeBack(&draft, to: mark)
            return []
        }
    }

    /// Nil: nothing that the app has.
    func feats(of run: CheckedRun, at date: Timestamp, _ call: SubmitCall) -> ReportStep? {
        guard !run.feats.isEmpty else { return nil }
        let known = keeper.catalogue.achievements
        // What the rules of judged matches award, no run earns (rule 12.40).
        let judged = keeper.catalogue.app(call.app).flatMap { keeper.prizes(of: $0) }?.achievements ?? []
        let items = run.feats.compactMap { known.achievement($0, of: call.app) }
            .filter { !judged.contains($0.id) }
            .filter { !$0.isArchived && ($0.isReleased || call.stream.environment == .sandbox) }
            .map { achievement in
                ReportStep.Item(
                    achievement: achievement.number,
                    report: AchievementReport(achievement: achievement.id, percent: .full, date: date))
            }
        guard !items.isEmpty else { return nil }
        let key = ProgressKey(player: call.player, app: call.app, environment: call.stream.environment)
        return ReportStep(
            items: items, stream: call.stream, key: key, device: call.device, waiting: nil,
            eligible: call.eligible)
    }

    /// Plans that somebody plays a game; most do already.
    /// Whose new scores are planned plays the game; not who takes over a guest's.
    func join(_ planned: Batch.Call) {
        let call = planned.call
        guard call.items.first?.source == nil, planned.items.contains(where: { !batch.items[$0].isRepeat })
        else { return }
        join(call.player, call.app, call.stream.environment)
    }

    private func join(_ player: PlayerNumber, _ app: AppNumber, _ environment: Environment) {
        let game = AchievementTally.Game(app: app, environment: environment)
        if !keeper.tally.plays(player, game) { batch.joined[game, default: []].insert(player) }
    }
}

extension JournalWriter: PublishedState {
    var catalogue: Catalogue { keeper.catalogue }
    var tally: AchievementTally { keeper.tally }
    var matches: MatchTables { keeper.matches }
    var matchIDs: MatchIDs { keeper.ports.matchIDs }
    var streamsInUse: [StreamID] { streams.values.filter { $0.last > .start }.map(\.boards.stream) }

    func boards(of id: StreamID) -> StreamBoards { stream(id).boards }
    func last(of id: StreamID) -> JournalSequence { stream(id).last }
    func candidates(_ digest: UInt64, in id: StreamID) -> [ScoreIDs.Candidate] {
        stream(id).ids.candidates(digest)
    }
    func isErased(_ player: PlayerNumber) -> Bool { erased.contains(player) }
    func knows(_ simulator: SimulatorName, _ app: AppNumber) -> Bool { keeper.checking.knows(simulator, app) }
    func lastContact(of queue: DeviceQueue) -> Timestamp? { keeper.contacts.last(of: queue) }

    func isPlanned(_ match: PlannedMatch) -> Bool { batch.matches.contains(match) }
    func plannedRow(at sequence: JournalSequence, of stream: StreamID) -> JournalRow? {
        batch.rows.last { $0.sequence == sequence && $0.stream == stream }
    }
    func plannedProgress(_ key: ProgressKey) -> PlayerAchievements? { batch.achievements[key] }
    func plannedSetOff(by row: JournalRow) -> SetOff? {
        guard plannedRow(at: row.sequence, of: row.stream) != nil else { return nil }
        return batch.setOffs[row.stream]?[row.sequence] ?? .nothing
    }
}
