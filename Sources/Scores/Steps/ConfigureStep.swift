package import LaurelDomain
import LaurelRanking
import LaurelStorage

/// A leaderboard made, changed or removed, in both environments at once.
package struct ConfigureStep: WriterStep {
    package enum Change: Sendable {
        case create(NewLeaderboard)
        case update(LeaderboardNumber, @Sendable (inout LeaderboardFields) -> Void)
        case release(AppNumber)
        case remove(LeaderboardNumber)
        case move(LeaderboardNumber, into: LeaderboardID)
    }

    let change: Change
    let app: App
    let administrator: Administrator

    package init(_ change: Change, app: App, administrator: Administrator) {
        self.change = change
        self.app = app
        self.administrator = administrator
    }

    package func plan(_ draft: inout CommitDraft) throws(ConfigureLeaderboardError) -> ConfiguredLeaderboard {
        let plan = try plan(draft)
        guard !plan.changed.isEmpty || plan.removed != nil else {
            return ConfiguredLeaderboard(leaderboard: plan.result, hiddenEntries: 0)
        }
        let hidden = try ConfigureLeaderboardError.reading { () throws(StoreError) in
            try hiddenEntries(plan, &draft)
        }
        if let moved = plan.moved { draft.challenges.move(from: moved.source, to: moved.target) }
        addRows(plan, &draft)
        addFacts(plan, &draft)
        draft.effects.append(.configured(plan))
        return ConfiguredLeaderboard(leaderboard: plan.result, hiddenEntries: hidden)
    }

    private func addRows(_ plan: LeaderboardPlan, _ draft: inout CommitDraft) {
        for stream in plan.streams {
            for leaderboard in plan.changed {
                draft.append(row(leaderboard.number, LeaderboardRules.bytes(of: leaderboard), stream, draft))
            }
            if let removed = plan.removed { draft.append(row(removed, [], stream, draft)) }
            guard let moved = plan.moved else { continue }
            draft.append(
                JournalRow(
                    stream: stream, sequence: draft.next(in: stream), time: draft.time, kind: .move,
                    leaderboard: moved.target, extra: JournalRow.bytes(ofMoved: moved.source)))
        }
    }

    private func row(
        _ number: LeaderboardNumber, _ extra: [UInt8], _ stream: StreamID, _ draft: CommitDraft
    ) -> JournalRow {
        JournalRow(
            stream: stream, sequence: draft.next(in: stream), time: draft.time, kind: .leaderboard,
            leaderboard: number, extra: extra)
    }

    /// What is about a leaderboard that takes no more scores, or is gone, is pending no more (rule 6.3).
    private func addFacts(_ plan: LeaderboardPlan, _ draft: inout CommitDraft) {
        draft.facts += plan.changed.map { .leaderboard($0) }
        if let removed = plan.removed {
            draft.facts.append(.leaderboardRemoved(removed))
            draft.facts += Environment.allCases.map { .challenge(.replaysWiped(removed, nil, $0)) }
        }
        for leaderboard in plan.changed { record(leaderboard, &draft) }
        if let removed = plan.removed {
            let id = draft.catalogue.leaderboard(removed)?.id.text ?? ""
            draft.record(.leaderboardDelete, of: app, subject: id, changes: "", by: administrator)
        }
        for leaderboard in plan.changed where leaderboard.isArchived {
            draft.challenges.end(.leaderboard(leaderboard.number))
        }
        if let removed = plan.removed { draft.challenges.end(.leaderboard(removed)) }
    }

    /// What the audit log says of it: the catalogue still has what was there before.
    private func record(_ new: Leaderboard, _ draft: inout CommitDraft) {
        guard let old = draft.catalogue.leaderboard(new.number) else {
            let changes = "format \(new.format); sortOrder \(new.sortOrder); submissionType \(new.submissionType)"
            return draft.record(
                .leaderboardCreate, of: app, subject: new.id.text, changes: changes, by: administrator)
        }
        let action = !old.isReleased && new.isReleased ? AuditAction.leaderboardRelease : .leaderboardUpdate
        draft.record(
            action, of: app, subject: new.id.text, changes: FieldChanges(from: old, to: new).text, by: administrator)
    }

    /// How many entries a range hides that were not hidden: said of boards that are loaded.
    private func hiddenEntries(_ plan: LeaderboardPlan, _ draft: inout CommitDraft) throws(StoreError) -> Int {
        let narrowed = plan.changed.filter { leaderboard in
            leaderboard.range != nil && leaderboard.range != draft.catalogue.leaderboard(leaderboard.number)?.range
        }
        guard !narrowed.isEmpty else { return 0 }
        let keys = narrowed.compactMap { $0.boardKey(at: draft.time) }
        var absent: StoreError?
        for stream in plan.streams {
            let unloaded = draft.published.boards(of: stream).withLock { state in
                keys.filter { state.slots[$0] == nil || state.rebuilds[$0]?.work == .readBack }
            }
            do throws(StoreError) { try draft.require(unloaded, in: stream) } catch { absent = error }
        }
        if let absent { throw absent }
        return plan.streams.reduce(0) { count, stream in
            draft.published.boards(of: stream).withLock { state in
                narrowed.reduce(count) { $0 + state.hiddenEntries(of: $1) }
            }
        }
    }
}

/// What a change of leaderboards does.
package struct LeaderboardPlan: Sendable {
    let app: App
    /// In the order in which they take effect.
    var changed: [Leaderboard] = []
    var removed: LeaderboardNumber?
    var moved: (source: LeaderboardNumber, target: LeaderboardNumber)?
    var result: Leaderboard?

    init(_ app: App) { self.app = app }

    var streams: [StreamID] { Environment.allCases.map { StreamID(team: app.team, environment: $0) } }
}

extension StreamBoards.State {
    /// Entries that a leaderboard's range hides and that are there now.
    fileprivate func hiddenEntries(of leaderboard: Leaderboard) -> Int {
        guard let range = leaderboard.range else { return 0 }
        return loaded(leaderboard.number).reduce(0) { count, key in
            guard leaderboard.shows(key), let board = slots[key]?.board, board.range != range else { return count }
            return count + board.entryCount(outside: range)
        }
    }
}
