import LaurelDomain
import LaurelScores
import LaurelWire

extension JSONWriter {
    /// A ``SubmittedListAnswer``, or a ``SubmittedAnswer`` for one score.
    mutating func value(
        _ submitted: SubmittedScores, _ reported: ReportedAchievementsAnswer?, _ identity: PlayerIdentity,
        _ ids: ChallengeIDs, isOne: Bool,
        formatter: (Leaderboard) -> ScoreFormatter
    ) {
        beginObject()
        if isOne, let result = submitted.results.first {
            var entries = WrittenEntry()
            fields(of: result, formatter(result.leaderboard), identity, &entries)
            field("version", submitted.version.rawValue)
            fields(of: result.setOff, ids)
        } else {
            key("results")
            beginArray()
            var entries = WrittenEntry()
            // Of the result before: most calls are for one leaderboard.
            var last: (leaderboard: LeaderboardNumber, formatter: ScoreFormatter)?
            for result in submitted.results {
                beginObject()
                field("leaderboard", result.leaderboard.id.text)
                let known = last?.leaderboard == result.leaderboard.number ? last?.formatter : nil
                let chosen = known ?? formatter(result.leaderboard)
                last = (result.leaderboard.number, chosen)
                fields(of: result, chosen, identity, &entries)
                fields(of: result.setOff, ids)
                endObject()
            }
            endArray()
            if let reported {
                key("achievements")
                value(reported.results, as: ReportedAchievementAnswer.shape.list(countLimit: reportsLimit))
            }
            field("version", submitted.version.rawValue)
        }
        endObject()
    }

    private mutating func fields(
        of result: SubmittedScores.Result, _ formatter: ScoreFormatter, _ identity: PlayerIdentity,
        _ written: inout WrittenEntry
    ) {
        key("score")
        beginObject()
        scoreFields(value: result.value, formatter: formatter, context: result.context, date: result.date)
        field("isDateClamped", result.isDateClamped)
        field("verification", result.verification?.name)
        endObject()
        key("entry")
        if let entry = result.entry {
            let now = WrittenEntry(entry: entry, total: result.total, leaderboard: result.leaderboard.number)
            if let range = written.range, written.isOf(now) {
                value(again: range)
            } else {
                written = now
                written.range = identity.id.withUnsafeBufferPointer { id in
                    identity.name.withUnsafeBufferPointer { name in
                        self.entry(
                            rank: entry.rank, of: result.total, value: entry.value, formatter: formatter,
                            context: entry.context, date: entry.date, verification: entry.verification, id: id,
                            name: name)
                    }
                }
            }
        } else {
            null()
        }
        field("total", result.total)
        field("isNewBest", result.isNewBest)
        field("isRepeat", result.isRepeat)
        field("isHeld", result.isHeld)
        field("achievementsEarned", result.earned.map(\.text))
    }

    private mutating func fields(of setOff: SetOff, _ ids: ChallengeIDs) {
        field("challengesCompleted", setOff.completed.map { ids.id(of: $0) })
        field("challengesSentBack", setOff.answers.map { ids.id(of: $0) })
    }
}

/// The entry that was written last: the scores of one call share it as a rule, and writing it takes longer than all
/// else that is written of a score.
private struct WrittenEntry {
    var entry: RankedEntry?
    var total = 0
    var leaderboard: LeaderboardNumber?
    var range: Range<Int>?

    func isOf(_ other: WrittenEntry) -> Bool {
        entry == other.entry && total == other.total && leaderboard == other.leaderboard
    }
}
