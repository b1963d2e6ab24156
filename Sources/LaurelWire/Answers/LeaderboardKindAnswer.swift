public import LaurelDomain

/// What an answer says of a leaderboard's kind (rule 4.1).
public struct LeaderboardKindAnswer: Answer, Hashable {
    /// Such as `recurring`; one that a newer server has added reads as it is.
    public var kindName: String
    public var recurrence: Recurrence?
    public var partIDs: [LeaderboardID]
    public var isRecurring: Bool { kindName == "recurring" }

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
        AnswerField("kind", .answered(.enumeration(LeaderboardKind<LeaderboardID>.names)), \.kindName),
        AnswerField(orNull: "recurrence", .recurrence, \.recurrence),
        AnswerField("parts", .parts, \.partIDs),
        make: Self.init(kindName:recurrence:partIDs:))
}
