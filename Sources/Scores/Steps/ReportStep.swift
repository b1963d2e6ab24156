package import LaurelDomain
package import LaurelStorage

/// Progress with achievements that one player sends at once: all reports count, or none (rules 4.10, 5.2). It shares
/// the commit of the scores beside it.
package struct ReportStep: WriterStep {
    package struct Item: Sendable {
        package let achievement: AchievementNumber
        package let report: AchievementReport

        package init(achievement: AchievementNumber, report: AchievementReport) {
            self.achievement = achievement
            self.report = report
        }
    }

    let items: [Item]
    let stream: StreamID
    let key: ProgressKey
    let queue: DeviceQueue
    package let contact: DeviceContact?
    let eligible: Set<ChallengeNumber>?

    package init(
        items: [Item], stream: StreamID, key: ProgressKey, device: DeviceNumber, waiting: Int?,
        eligible: Set<ChallengeNumber>?
    ) {
        self.items = items
        self.stream = stream
        self.key = key
        queue = DeviceQueue(device: device, app: key.app, environment: key.environment)
        contact = DeviceContact(queue, waiting: waiting)
        self.eligible = eligible
    }

    package var joinsBatch: Bool { true }
    package var reads: [StoreRead] { [.progress(key)] }

    fileprivate enum Verdict {
        case fresh(Achievement, date: Timestamp, PlayerAchievements.Outcome)
        case `repeat`(Achievement, JournalRow, SetOff)
    }

    package func plan(_ draft: inout CommitDraft) throws(ReportAchievementsError) -> ReportedAchievements {
        if draft.catalogue.bans.isBanned(key.player, in: stream.team) { throw .banned }
        // A request from before the erasure must leave nothing behind it.
        guard !draft.published.isErased(key.player) else { throw .unavailable }
        expect(&draft)
        let before = try before(&draft)
        var after = before
        let verdicts = try judge(&after, &draft)
        guard !draft.isBlocked else { throw .unavailable }
        var accepted: [(verdict: Verdict, row: JournalRow?, setOff: SetOff)] = []
        for (item, verdict) in zip(items, verdicts) {
            let (row, setOff) = try accept(item, verdict, &draft)
            accepted.append((verdict, row, setOff))
        }
        write(after, over: before, &draft)
        let results = accepted.map { verdict, row, setOff in
            let (achievement, isRepeat) = verdict.outcome
            return ReportedAchievements.Result(
                achievement: achievement, progress: after.progress[achievement.number],
                isEarnedNow: row?.flags.contains(.earnedAchievement) ?? false, isRepeat: isRepeat, setOff: setOff)
        }
        return ReportedAchievements(version: draft.next(in: stream).advanced(by: -1), results: results)
    }

    /// All that accepting may need, so that one fetch suffices.
    func expect(_ draft: inout CommitDraft) {
        if planned(draft) == nil { draft.reads.expect(.progress(key)) }
        for item in items {
            draft.challenges.expectCompletion(
                by: key.player, .achievement(item.achievement), stream.environment)
        }
    }

    /// After what this batch has planned so far.
    private func before(_ draft: inout CommitDraft) throws(ReportAchievementsError) -> PlayerAchievements {
        if let planned = planned(draft) { return planned }
        return try ReportAchievementsError.reading { () throws(StoreError) in try draft.reads.progress(key) }
    }

    /// What the player has after earlier reports of this commit, this step's caller's own included.
    private func planned(_ draft: CommitDraft) -> PlayerAchievements? {
        draft.progress[key] ?? draft.published.plannedProgress(key)
    }

    /// Judges all reports before anything is planned, on a copy of what the player has.
    private func judge(
        _ player: inout PlayerAchievements, _ draft: inout CommitDraft
    ) throws(ReportAchievementsError) -> [Verdict] {
        let lastContact = draft.published.lastContact(of: queue)
        var verdicts: [Verdict] = []
        var seen: [ScoreID: Item] = [:]
        for (number, item) in items.enumerated() {
            guard let achievement = draft.catalogue.achievements.achievement(item.achievement) else {
                throw .unknownAchievement(item: number)
            }
            if let row = try acceptedBefore(item, number, &draft) {
                verdicts.append(.repeat(achievement, row, try setOff(by: row, item.achievement, &draft)))
                continue
            }
            guard !achievement.isArchived else { throw .archived(item: number) }
            guard achievement.isReleased || stream.environment == .sandbox else { throw .prereleased(item: number) }
            let date = ScoreDate(claimed: item.report.date, arrival: draft.time, emptyQueueContact: lastContact).date
            if let id = item.report.id, let twin = seen.updateValue(item, forKey: id) {
                guard twin.report == item.report else { throw .idReused(item: number) }
                verdicts.append(.fresh(achievement, date: date, .nothing))
                continue
            }
            let outcome = player.report(item.report.percent, of: achievement, at: date)
            verdicts.append(.fresh(achievement, date: date, outcome))
        }
        return verdicts
    }

    /// The row of a report that was counted already.
    private func acceptedBefore(
        _ item: Item, _ number: Int, _ draft: inout CommitDraft
    ) throws(ReportAchievementsError) -> JournalRow? {
        guard let id = item.report.id else { return nil }
        let published = draft.published
        let row = try ReportAchievementsError.reading { () throws(StoreError) in
            try published.rows(of: id, by: key.player, in: stream, &draft.reads).first
        }
        guard row?.isOf(item) ?? true else { throw .idReused(item: number) }
        return row
    }

    private func setOff(
        by row: JournalRow, _ achievement: AchievementNumber, _ draft: inout CommitDraft
    ) throws(ReportAchievementsError) -> SetOff {
        guard row.flags.contains(.completedChallenges), let player = row.player else { return .nothing }
        if let planned = draft.published.plannedSetOff(by: row) { return planned }
        return try ReportAchievementsError.reading { () throws(StoreError) in
            SetOff(
                try draft.reads.completions(
                    by: row.sequence, of: player, .achievement(achievement), row.stream.environment))
        }
    }

    private func accept(
        _ item: Item, _ verdict: Verdict, _ draft: inout CommitDraft
    ) throws(ReportAchievementsError) -> (JournalRow?, SetOff) {
        switch verdict {
        case .repeat(_, let row, let setOff): return (row, setOff)
        case .fresh(_, _, .nothing): return (nil, .nothing)
        case .fresh(let achievement, let date, let outcome):
            var row = makeRow(item, date, draft)
            var setOff = SetOff.nothing
            if outcome == .earned {
                row.flags.insert(.earnedAchievement)
                setOff = try ReportAchievementsError.reading { () throws(StoreError) in
                    try draft.challenges.complete(by: row, item.achievement, eligible: eligible)
                }
                if !setOff.completed.isEmpty { row.flags.insert(.completedChallenges) }
                tell(of: achievement, &draft)
            }
            draft.append(row)
            draft.effects.append(.reported(stream, row.sequence))
            if setOff != .nothing { draft.note(setOff, by: row) }
            return (row, setOff)
        }
    }

    private func makeRow(_ item: Item, _ date: Timestamp, _ draft: CommitDraft) -> JournalRow {
        var flags: JournalFlags = []
        if item.report.date == nil { flags.insert(.isDatedByServer) }
        let isClamped = item.report.date.map { $0 != date } ?? false
        if isClamped { flags.insert(.isDateClamped) }
        return JournalRow(
            stream: stream, sequence: draft.next(in: stream), time: draft.time, kind: .achievement,
            leaderboard: LeaderboardNumber(0), player: key.player, value: item.report.percent.bits, date: date,
            context: Int64(item.achievement.rawValue), scoreID: item.report.id, flags: flags,
            extra: isClamped ? SubmittedBody.bytes(of: item.report.date ?? date) : [])
    }

    private func tell(of achievement: Achievement, _ draft: inout CommitDraft) {
        draft.facts.append(
            .notice(
                NewNotice(
                    to: key.player, .achievementEarned, app: key.app, environment: key.environment,
                    subject: achievement.id.text, details: #"{"points":\#(achievement.points)}"#,
                    created: draft.time)))
    }

    private func write(_ after: PlayerAchievements, over before: PlayerAchievements, _ draft: inout CommitDraft) {
        draft.join(key.player, key.app, key.environment)
        for (number, progress) in after.progress.sorted(by: { $0.key < $1.key })
        where progress != before.progress[number] {
            let isFirst = progress.isEarned && before.progress[number]?.isEarned != true
            if isFirst { draft.effects.append(.counted(1, number, key.environment)) }
            draft.facts.append(.achievement(.reported(key, progress, isFirst: isFirst)))
        }
        draft.progress[key] = after
    }
}

extension ReportStep.Verdict {
    var outcome: (Achievement, isRepeat: Bool) {
        switch self {
        case .fresh(let achievement, _, _): (achievement, false)
        case .repeat(let achievement, _, _): (achievement, true)
        }
    }
}

extension JournalRow {
    /// Whether it came from this report.
    fileprivate func isOf(_ item: ReportStep.Item) -> Bool {
        kind == .achievement && context == Int64(item.achievement.rawValue)
            && value == item.report.percent.bits && SubmittedBody(self, on: leaderboard).claimedDate == item.report.date
    }
}
