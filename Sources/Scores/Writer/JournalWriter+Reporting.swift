import LaurelDomain
import LaurelStorage

extension Batch {
    /// A call of reports that is planned.
    struct Report {
        struct Item {
            let achievement: Achievement
            /// Nil: nothing changed.
            let row: JournalRow?
            let isRepeat: Bool
            var setOff = SetOff.nothing
        }

        let call: ReportCall
        let items: [Item]
        let after: PlayerAchievements
        /// Achievements that the player has for the first time.
        let firsts: [AchievementNumber]
    }
}

// Progress with achievements: planned beside the scores of the batch, written in the same commit.
extension JournalWriter {
    private enum Verdict {
        case fresh(Achievement, date: Timestamp, PlayerAchievements.Outcome)
        case `repeat`(Achievement, JournalRow)
    }

    /// Adds a call to the batch, or refuses it.
    /// - Returns: false when the store could not be read.
    func plan(_ call: ReportCall) -> Bool {
        do throws(ReportAchievementsError) {
            if keeper.catalogue.bans.isBanned(call.place.player, in: call.stream.team) { throw .banned }
            var after = try achievements(of: call.place)
            let before = after
            let verdicts = try judge(call, &after)
            var items: [Batch.Report.Item] = []
            for (item, verdict) in zip(call.items, verdicts) { items.append(try accept(item, verdict, call)) }
            let firsts = write(after, over: before, call)
            batch.reports.append(Batch.Report(call: call, items: items, after: after, firsts: firsts))
            return true
        } catch {
            return refuse(call, error)
        }
    }

    private func refuse(_ call: ReportCall, _ error: ReportAchievementsError) -> Bool {
        call.completion(.failure(error))
        switch error {
        case .broken(let reason):
            keeper.noteFailure(.broken(reason: reason))
            return false
        case .unavailable: return false
        default:
            keeper.contacts.note(waiting: call.waiting, of: call.device, at: batch.time)
            return true
        }
    }

    /// As they will be after what this batch has planned so far.
    private func achievements(of place: ProgressPlace) throws(ReportAchievementsError) -> PlayerAchievements {
        if let planned = batch.achievements[place] { return planned }
        do throws(StoreError) { return try keeper.journal.playerAchievements(place) } catch {
            throw ReportAchievementsError(error)
        }
    }

    /// Judges all reports before anything is planned, on a copy of what the player has.
    private func judge(
        _ call: ReportCall, _ player: inout PlayerAchievements
    ) throws(ReportAchievementsError) -> [Verdict] {
        let lastContact = keeper.contacts.last(of: call.device)
        var verdicts: [Verdict] = []
        var seen: [ScoreID: ReportCall.Item] = [:]
        for (place, item) in call.items.enumerated() {
            guard let achievement = keeper.catalogue.achievements.achievement(item.achievement) else {
                throw .unknownAchievement(item: place)
            }
            if let row = try acceptedBefore(item, call, place) {
                verdicts.append(.repeat(achievement, row))
                continue
            }
            guard !achievement.isArchived else { throw .archived(item: place) }
            guard achievement.isReleased || call.stream.environment == .sandbox else { throw .prereleased(item: place) }
            let date = ScoreDate(claimed: item.report.date, arrival: batch.time, emptyQueueContact: lastContact).date
            if let id = item.report.id, let twin = seen.updateValue(item, forKey: id) {
                guard twin.report == item.report else { throw .idReused(item: place) }
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
        _ item: ReportCall.Item, _ call: ReportCall, _ place: Int
    ) throws(ReportAchievementsError) -> JournalRow? {
        guard let id = item.report.id else { return nil }
        do throws(StoreError) {
            let digest = ScoreIDs.digest(id, of: call.place.player)
            for sequence in try stream(call.stream).ids.candidates(digest, in: keeper.journal) {
                guard let row = try row(at: sequence, of: call.stream), row.player == call.place.player,
                    row.scoreID == id
                else { continue }
                guard row.isOf(item) else { throw StoreError.conflict }
                return row
            }
            return nil
        } catch .conflict {
            throw .idReused(item: place)
        } catch {
            throw ReportAchievementsError(error)
        }
    }

    private func accept(
        _ item: ReportCall.Item, _ verdict: Verdict, _ call: ReportCall
    ) throws(ReportAchievementsError) -> Batch.Report.Item {
        do throws(StoreError) {
            switch verdict {
            case .repeat(let achievement, let row):
                return Batch.Report.Item(
                    achievement: achievement, row: row, isRepeat: true, setOff: try setOff(by: row, item.achievement))
            case .fresh(let achievement, _, .nothing):
                return Batch.Report.Item(achievement: achievement, row: nil, isRepeat: false)
            case .fresh(let achievement, let date, let outcome):
                var row = makeRow(item, date, call)
                var setOff = SetOff.nothing
                if outcome == .earned {
                    row.flags.insert(.earnedAchievement)
                    setOff = try complete(by: row, item.achievement, eligible: call.eligible)
                    if !setOff.completed.isEmpty { row.flags.insert(.completedChallenges) }
                    tell(call.place, of: achievement)
                }
                append(row, of: call)
                return Batch.Report.Item(achievement: achievement, row: row, isRepeat: false, setOff: setOff)
            }
        } catch {
            throw ReportAchievementsError(error)
        }
    }

    private func setOff(by row: JournalRow, _ achievement: AchievementNumber) throws(StoreError) -> SetOff {
        guard row.flags.contains(.completedChallenges), let player = row.player else { return .nothing }
        for report in batch.reports where report.call.stream == row.stream {
            if let planned = report.items.first(where: { $0.row?.sequence == row.sequence }) { return planned.setOff }
        }
        return SetOff(
            try keeper.journal.challenges(
                completedBy: row.sequence, of: player, .achievement(achievement), row.stream.environment))
    }

    private func makeRow(_ item: ReportCall.Item, _ date: Timestamp, _ call: ReportCall) -> JournalRow {
        var flags: JournalFlags = []
        if item.report.date == nil { flags.insert(.isDatedByServer) }
        let isClamped = item.report.date.map { $0 != date } ?? false
        if isClamped { flags.insert(.isDateClamped) }
        return JournalRow(
            stream: call.stream, sequence: stream(call.stream).last.advanced(by: 1), time: batch.time,
            kind: .achievement, leaderboard: LeaderboardNumber(0), player: call.place.player,
            value: item.report.percent.bits, date: date, context: Int64(item.achievement.rawValue),
            scoreID: item.report.id, flags: flags,
            extra: isClamped ? SubmittedBody.bytes(of: item.report.date ?? date) : [])
    }

    private func append(_ row: JournalRow, of call: ReportCall) {
        let stream = stream(call.stream)
        stream.last = row.sequence
        batch.rowCounts[call.stream, default: 0] += 1
        if let id = row.scoreID { stream.ids.insert(ScoreIDs.digest(id, of: call.place.player), row.sequence) }
        batch.rows.append(row)
    }

    private func tell(_ place: ProgressPlace, of achievement: Achievement) {
        batch.facts.append(
            .notice(
                NewNotice(
                    to: place.player, .achievementEarned, app: place.app, environment: place.environment,
                    subject: achievement.id.text, details: #"{"points":\#(achievement.points)}"#,
                    created: batch.time)))
    }

    /// - Returns: the achievements that the player has for the first time.
    private func write(
        _ after: PlayerAchievements, over before: PlayerAchievements, _ call: ReportCall
    ) -> [AchievementNumber] {
        join(call.place.player, call.place.app, call.place.environment)
        var firsts: [AchievementNumber] = []
        for (number, progress) in after.progress.sorted(by: { $0.key < $1.key })
        where progress != before.progress[number] {
            let isFirst = progress.isEarned && before.progress[number]?.isEarned != true
            if isFirst { firsts.append(number) }
            batch.facts.append(.achievement(.reported(call.place, progress, isFirst: isFirst)))
        }
        batch.achievements[call.place] = after
        return firsts
    }
}

extension JournalRow {
    /// Whether it came from this report.
    fileprivate func isOf(_ item: ReportCall.Item) -> Bool {
        kind == .achievement && context == Int64(item.achievement.rawValue)
            && value == item.report.percent.bits && SubmittedBody(self, on: leaderboard).claimedDate == item.report.date
    }
}
