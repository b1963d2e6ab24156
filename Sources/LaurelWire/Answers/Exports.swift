public import LaurelDomain

/// A line of an export of scores. As CSV it has the same columns.
public struct ExportedScoreAnswer: Answer, Hashable {
    public var sequence: JournalSequence
    public var leaderboard: LeaderboardID
    /// As their team knows them.
    public var player: String
    public var displayName: String
    public var value: Int64
    public var formatted: String
    public var context: Int64
    public var date: Timestamp
    public var received: Timestamp
    /// Whether it counts, or why not.
    public var state: String

    public init(
        sequence: JournalSequence, leaderboard: LeaderboardID, player: String, displayName: String, value: Int64,
        formatted: String, context: Int64, date: Timestamp, received: Timestamp, state: String
    ) {
        self.sequence = sequence
        self.leaderboard = leaderboard
        self.player = player
        self.displayName = displayName
        self.value = value
        self.formatted = formatted
        self.context = context
        self.date = date
        self.received = received
        self.state = state
    }

    public static let name = "ExportedScore"
    public static let fields = Fields(
        AnswerField("sequence", .sequence, \.sequence), AnswerField("leaderboard", .leaderboardID, \.leaderboard),
        AnswerField("player", .exportedPlayer, \.player), AnswerField("displayName", .exportedName, \.displayName),
        AnswerField("value", .int64, \.value),
        AnswerField("formatted", .text(1...200, example: "1,234 m"), \.formatted),
        AnswerField("context", .int64, \.context), AnswerField("date", .timestamp, \.date),
        AnswerField("received", .timestamp, \.received),
        AnswerField("state", .text(1...16, example: "counted"), \.state),
        make: Self.init(
            sequence:leaderboard:player:displayName:value:formatted:context:date:received:state:))
}

/// A line of an export of progress with achievements. As CSV it has the same columns.
public struct ExportedAchievementAnswer: Answer, Hashable {
    public var achievement: AchievementID
    /// As their team knows them.
    public var player: String
    public var displayName: String
    public var percentComplete: Percent
    public var isCompleted: Bool
    public var timesEarned: Int64
    public var firstEarned: Timestamp?
    public var lastReported: Timestamp

    public init(
        achievement: AchievementID, player: String, displayName: String, percentComplete: Percent, isCompleted: Bool,
        timesEarned: Int64, firstEarned: Timestamp?, lastReported: Timestamp
    ) {
        self.achievement = achievement
        self.player = player
        self.displayName = displayName
        self.percentComplete = percentComplete
        self.isCompleted = isCompleted
        self.timesEarned = timesEarned
        self.firstEarned = firstEarned
        self.lastReported = lastReported
    }

    public static let name = "ExportedAchievement"
    public static let fields = Fields(
        AnswerField("achievement", .achievementID, \.achievement), AnswerField("player", .exportedPlayer, \.player),
        AnswerField("displayName", .exportedName, \.displayName),
        AnswerField("percentComplete", .percent, \.percentComplete),
        AnswerField("isCompleted", .boolean, \.isCompleted), AnswerField("timesEarned", .int64, \.timesEarned),
        AnswerField(orNull: "firstEarned", .timestamp, \.firstEarned),
        AnswerField("lastReported", .timestamp, \.lastReported),
        make: Self.init(
            achievement:player:displayName:percentComplete:isCompleted:timesEarned:firstEarned:lastReported:))
}

extension Shape where Value == String {
    fileprivate static let exportedPlayer = text(35...35, example: "T:_00112233445566778899aabbccddeeff")
    fileprivate static let exportedName = text(0...1_023, example: "jungle-jim")
}

extension Shape where Value == JournalSequence {
    /// The number of a row in a journal.
    fileprivate static let sequence = Shape<Int64>.int64.map(expected: "a sequence") {
        JournalSequence($0)
    } back: {
        $0.rawValue
    }
}
