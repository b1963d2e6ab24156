public import LaurelDomain

/// Figures for developers.
public enum ActivityAnswer {
    private static let count = Schema.integer(0...Int64.max)

    public static let schema = Schema.object(
        "Activity",
        [
            .init(
                "days",
                .array(
                    .object(
                        "ActivityDay",
                        [
                            .init("day", Shape<Timestamp>.timestamp.schema), .init("scores", count),
                            .init("players", count), .init("challengesSent", count), .init("challengesBeaten", count),
                        ]), countLimit: activityDaysLimit)),
            .init("playerCount", count),
            .init(
                "achievements",
                .array(
                    .object(
                        "AchievementShare",
                        [
                            .init("id", Shape<AchievementID>.achievementID.schema),
                            .init("referenceName", Shape<String>.name.schema),
                            .init("percent", .nullable(.number(0...100))),
                        ]), countLimit: 1_000)),
        ])

    public static let distribution = Schema.object(
        "Distribution",
        [
            .init("total", EntryAnswer.total),
            .init(
                "bins",
                .array(
                    .object(
                        "DistributionBin",
                        [
                            .init("worst", end), .init("best", end), .init("count", count),
                        ]), countLimit: 24)),
            .init(
                "percentiles",
                .array(
                    .object(
                        "DistributionMark",
                        [.init("percent", .integer(0...100)), .init("score", end)]), countLimit: 10)),
        ])

    private static let end = Schema.object(
        "DistributionValue",
        [.init("value", Shape<Int64>.int64.schema), .init("formatted", EntryAnswer.formatted)])
}

extension JSONWriter {
    /// A value with its text, as players read it.
    public mutating func field(
        _ name: StaticString, value: Int64, formatter: ScoreFormatter, scratch: inout [UInt8]
    ) {
        key(name)
        beginObject()
        field("value", value)
        scratch.removeAll(keepingCapacity: true)
        formatter.append(value, to: &scratch)
        key("formatted")
        scratch.withUnsafeBufferPointer { self.value(utf8: $0) }
        endObject()
    }
}
