public import LaurelDomain

/// What an answer says of a leaderboard's kind (rule 4.1).
public struct LeaderboardKindAnswer: Answer, Hashable {
    /// Such as `recurring`; one that a newer server has added reads as it is.
    public var kindName: String
    public var recurrence: Recurrence?
    public var partIDs: [LeaderboardID]

    public init(_ kind: LeaderboardKind<LeaderboardID>) {
        self.init(kindName: kind.name, recurrence: kind.recurrence, partIDs: kind.parts)
    }

    private init(kindName: String, recurrence: Recurrence?, partIDs: [LeaderboardID]) {
        self.kindName = kindName
        self.recurrence = recurrence
        self.partIDs = partIDs
    }

    public static let name = "LeaderboardKind"
    public static let fields = Fields(
        AnswerField("kind", kindShape, \.kindName),
        AnswerField(orNull: "recurrence", .recurrence, \.recurrence),
        AnswerField("parts", .parts, \.partIDs),
        make: Self.init(kindName:recurrence:partIDs:))
    private static let kindShape = Shape<String>(kind) { (reader) throws(JSONError) in
        try reader.string()
    } write: {
        $1.value($0)
    }

    static let kind = Schema.enumeration(LeaderboardKind<LeaderboardID>.names)
    static let parts = Schema.array(Shape<LeaderboardID>.leaderboardID.schema, countLimit: combinedPartsLimit)
    public static let occurrence = Schema.object(
        "Occurrence",
        [
            .init("number", .integer(1...Int64.max)), .init("start", Shape<Timestamp>.timestamp.schema),
            .init("end", Shape<Timestamp>.timestamp.schema),
        ])
}

extension JSONWriter {
    /// `kind`, `recurrence` and `parts`.
    public mutating func fields(of kind: LeaderboardKind<LeaderboardID>) {
        field("kind", kind.name)
        field("recurrence", kind.recurrence)
        key("parts")
        beginArray()
        for part in kind.parts { value(part.text) }
        endArray()
    }

    public mutating func field(_ key: StaticString, _ recurrence: Recurrence?) {
        self.key(key)
        guard let recurrence else { return null() }
        beginObject()
        field("start", recurrence.start)
        field("durationMinutes", recurrence.duration.milliseconds / 60_000)
        field("restartMinutes", recurrence.interval.milliseconds / 60_000)
        endObject()
    }

    public mutating func field(_ key: StaticString, _ occurrence: Occurrence?) {
        self.key(key)
        guard let occurrence else { return null() }
        beginObject()
        field("number", occurrence.number)
        field("start", occurrence.start)
        field("end", occurrence.end)
        endObject()
    }
}
