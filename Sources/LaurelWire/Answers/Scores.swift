public import LaurelDomain

public enum EntryAnswer {
    public static let schema = Schema.object(
        "Entry",
        [
            .init("rank", .integer(1...Int64.max)), .init("percentile", .integer(0...100)),
            .init("value", Shape<Int64>.int64.schema),
            .init("formatted", formatted), .init("context", Shape<Int64>.int64.schema),
            .init("date", Shape<Timestamp>.timestamp.schema), .init("verification", verification),
            .init("player", PlayerAnswer.schema),
        ])
    static let verification = Schema.nullable(.enumeration(Verification.allCases.map(\.name)))
    static let formattedShape = Shape<String>.text(1...200, example: "1,234 m")
    static var formatted: Schema { formattedShape.schema }
    static let versionShape = Shape<Int64>.int64(in: 0...1 << 48 - 1)
    static var version: Schema { versionShape.schema }
    static let total = Schema.integer(0...Int64.max)

    public static let pageSchema = Schema.object(
        "EntryPage",
        [
            .init("local", .nullable(schema)), .init("entries", .array(schema, countLimit: RankWindow.countLimit)),
            .init("total", total), .init("occurrence", .nullable(LeaderboardKindAnswer.occurrence)),
            .init("version", version), .init("next", .nullable(Parameter.cursor.schema)),
        ])
}

public enum SubmittedAnswer {
    static let score = Schema.object(
        "SubmittedScore",
        [
            .init("value", Shape<Int64>.int64.schema), .init("formatted", EntryAnswer.formatted),
            .init("context", Shape<Int64>.int64.schema), .init("date", Shape<Timestamp>.timestamp.schema),
            .init("isDateClamped", .boolean), .init("verification", EntryAnswer.verification),
        ])
    static let outcome: [Schema.Property] = [
        .init("score", score), .init("entry", .nullable(EntryAnswer.schema)), .init("total", EntryAnswer.total),
        .init("isNewBest", .boolean), .init("isRepeat", .boolean), .init("isHeld", .boolean),
        .init(
            "achievementsEarned", .array(Shape<AchievementID>.achievementID.schema, countLimit: 32)),
    ]
    /// What it set off: challenges completed, and challenges that went back.
    static let setOff: [Schema.Property] = [
        .init("challengesCompleted", ChallengeAnswer.ids), .init("challengesSentBack", ChallengeAnswer.ids),
    ]
    public static let schema = Schema.object(
        "Submitted", outcome + [.init("version", EntryAnswer.version)] + setOff)
    public static let listSchema = Schema.object(
        "SubmittedList",
        [
            .init(
                "results",
                .array(
                    .object(
                        "SubmittedResult",
                        [.init("leaderboard", Shape<LeaderboardID>.leaderboardID.schema)] + outcome + setOff),
                    countLimit: scoresLimit)),
            .init("version", EntryAnswer.version),
        ])
}

extension JSONWriter {
    /// The first part of an entry, up to its player, who comes next as ``endEntry(id:name:)``.
    ///
    /// - Parameter scratch: reused for each entry, so that none allocates.
    public mutating func beginEntry(
        rank: Int, of total: Int, value: Int64, formatter: ScoreFormatter, context: Int64, date: Timestamp,
        verification: Verification?, scratch: inout [UInt8]
    ) {
        beginObject()
        field("rank", rank)
        field("percentile", Percentile(rank: rank, of: total).value)
        scoreFields(value: value, formatter: formatter, context: context, date: date, scratch: &scratch)
        field("verification", verification?.name)
    }

    public mutating func endEntry(id: UnsafeBufferPointer<UInt8>, name: UnsafeBufferPointer<UInt8>) {
        key("player")
        beginObject()
        key("id")
        value(utf8: id)
        key("displayName")
        value(utf8: name)
        endObject()
        endObject()
    }

    /// Value, text, context and date of a score.
    public mutating func scoreFields(
        value: Int64, formatter: ScoreFormatter, context: Int64, date: Timestamp, scratch: inout [UInt8]
    ) {
        field("value", value)
        scratch.removeAll(keepingCapacity: true)
        formatter.append(value, to: &scratch)
        key("formatted")
        scratch.withUnsafeBufferPointer { self.value(utf8: $0) }
        field("context", context)
        field("date", date)
    }
}
