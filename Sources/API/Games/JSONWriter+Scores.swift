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
            fields(of: result, formatter(result.leaderboard), identity)
            field("version", submitted.version.rawValue)
            fields(of: result.setOff, ids)
        } else {
            key("results")
            beginArray()
            // Of the result before: most calls are for one leaderboard.
            var last: (leaderboard: LeaderboardNumber, formatter: ScoreFormatter)?
            for result in submitted.results {
                beginObject()
                field("leaderboard", result.leaderboard.id.text)
                let known = last?.leaderboard == result.leaderboard.number ? last?.formatter : nil
                let chosen = known ?? formatter(result.leaderboard)
                last = (result.leaderboard.number, chosen)
                fields(of: result, chosen, identity)
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
        of result: SubmittedScores.Result, _ formatter: ScoreFormatter, _ identity: PlayerIdentity
    ) {
        key("score")
        beginObject()
        scoreFields(value: result.value, formatter: formatter, context: result.context, date: result.date)
        field("isDateClamped", result.isDateClamped)
        field("verification", result.verification?.name)
        endObject()
        key("entry")
        if let entry = result.entry {
            _ = identity.id.withUnsafeBufferPointer { id in
                identity.name.withUnsafeBufferPointer { name in
                    self.entry(
                        rank: entry.rank, of: result.total, value: entry.value, formatter: formatter,
                        context: entry.context, date: entry.date, verification: entry.verification, id: id, name: name)
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
