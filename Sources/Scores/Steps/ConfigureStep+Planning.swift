package import LaurelDomain
import LaurelStorage

// What a change makes of the leaderboards, by their rules (rules 3.3 to 3.6, 4.1).
extension ConfigureStep {
    func plan(_ draft: CommitDraft) throws(ConfigureLeaderboardError) -> LeaderboardPlan {
        switch change {
        case .create(let new): return try planCreation(new, draft)
        case .update(let number, let edit):
            let old = try leaderboard(number, draft)
            var fields = LeaderboardFields(old)
            edit(&fields)
            // A shared group's texts are its own app's business, whichever app changes it.
            try LeaderboardRules.check(fields, of: draft.catalogue.app(old.app) ?? app)
            if fields.replays != old.replays { try checkReplays(fields, of: old.app, draft) }
            try LeaderboardRules.checkFrozen(old, fields)
            let new = fields.leaderboard(number, old.app, old.id)
            try LeaderboardRules.checkKind(new, from: old, in: draft.catalogue)
            if new.kind != old.kind, new.kind.parts.isEmpty || old.kind.parts.isEmpty, hasScores(old, draft) {
                throw .kindHasScores
            }
            return planChange(new, from: old, draft)
        case .release(let number):
            var plan = LeaderboardPlan(app)
            for leaderboard in draft.catalogue.leaderboards(of: number) where !leaderboard.isReleased {
                var leaderboard = leaderboard
                leaderboard.isReleased = true
                plan.changed.append(leaderboard)
            }
            return plan
        case .remove(let number):
            guard try !leaderboard(number, draft).isReleased else { throw .cannotRemoveReleased }
            if let combined = draft.catalogue.combined(with: number).first { throw .partOfCombined(combined.id) }
            guard draft.catalogue.sources(of: number).count == 1 else { throw .sharedByMove }
            var plan = LeaderboardPlan(app)
            plan.removed = number
            return plan
        case .move(let number, let group): return try planMove(leaderboard(number, draft), group, draft)
        }
    }

    private func checkReplays(
        _ fields: LeaderboardFields, of app: AppNumber, _ draft: CommitDraft
    ) throws(ConfigureLeaderboardError) {
        guard let rule = fields.replays else { return }
        guard fields.kind.parts.isEmpty else { throw .combinedCannot(.replays) }
        guard draft.published.knows(rule.simulator, app) else { throw .unknownSimulator(rule.simulator) }
    }

    private func leaderboard(
        _ number: LeaderboardNumber, _ draft: CommitDraft
    ) throws(ConfigureLeaderboardError) -> Leaderboard {
        guard let leaderboard = draft.catalogue.leaderboard(number), leaderboard.belongs(to: app.number) else {
            throw .unknownLeaderboard
        }
        return leaderboard
    }

    private func planCreation(_ new: NewLeaderboard, _ draft: CommitDraft) throws(ConfigureLeaderboardError)
        -> LeaderboardPlan
    {
        try LeaderboardRules.check(new.fields, of: app)
        try checkReplays(new.fields, of: app.number, draft)
        let others = draft.catalogue.leaderboards(of: app.number)
        guard draft.catalogue.leaderboard(new.id, of: app.number) == nil else { throw .idTaken }
        if new.id.isGroup, draft.catalogue.group(new.id, of: app.team) != nil { throw .idTaken }
        let limit = draft.catalogue.sets.leaderboardsLimit(of: app.number)
        guard others.count < limit else { throw .tooManyLeaderboards(limit: limit) }
        guard draft.published.lastLeaderboard < .max else {
            throw .broken(reason: "all leaderboard numbers are used up")
        }
        let number = LeaderboardNumber(draft.published.lastLeaderboard + 1)
        let leaderboard = new.fields.leaderboard(number, app.number, new.id)
        try LeaderboardRules.checkKind(leaderboard, from: nil, in: draft.catalogue)
        return planChange(leaderboard, from: nil, draft)
    }

    /// At most one is the default (rule 4.3): the last one that was made so.
    private func planChange(
        _ leaderboard: Leaderboard, from old: Leaderboard?, _ draft: CommitDraft
    ) -> LeaderboardPlan {
        var plan = LeaderboardPlan(app)
        plan.result = leaderboard
        guard leaderboard != old else { return plan }
        if leaderboard.isDefault {
            for var other in draft.catalogue.ownLeaderboards(of: leaderboard.app)
            where other.isDefault && other.number != leaderboard.number {
                other.isDefault = false
                plan.changed.append(other)
            }
        }
        plan.changed.append(leaderboard)
        return plan
    }

    /// The group's board is one that has both leaderboards' rows; the moved one's id answers for the group.
    private func planMove(
        _ source: Leaderboard, _ group: LeaderboardID, _ draft: CommitDraft
    ) throws(ConfigureLeaderboardError) -> LeaderboardPlan {
        guard var target = draft.catalogue.group(group, of: app.team) else { throw .unknownLeaderboard }
        try LeaderboardRules.checkMove(source, into: target, in: draft.catalogue)
        if !target.belongs(to: source.app) { target.sharedWith.append(source.app) }
        // What was frozen stays so.
        target.isReleased = target.isReleased || source.isReleased
        var moved = source
        moved.movedInto = target.number
        var plan = LeaderboardPlan(app)
        plan.changed = [target, moved]
        plan.moved = (source.number, target.number)
        plan.result = target
        return plan
    }

    /// Whether anything was ever counted on a leaderboard.
    private func hasScores(_ leaderboard: Leaderboard, _ draft: CommitDraft) -> Bool {
        LeaderboardPlan(app).streams.contains { stream in
            draft.published.boards(of: stream).withLock { state in
                state.extents.keys.contains { $0.leaderboard == leaderboard.number }
            }
        }
    }
}

extension Catalogue {
    /// A group of the team, in whichever of its apps. O(*n*).
    package func group(_ id: LeaderboardID, of team: TeamNumber) -> Leaderboard? {
        guard id.isGroup else { return nil }
        for app in apps() where app.team == team {
            if let group = leaderboard(id, of: app.number) { return group }
        }
        return nil
    }
}
