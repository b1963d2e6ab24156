public import LaurelDomain

/// Which test data goes: one of the four is said, and nothing goes by leaving things out.
public struct WipeBody: RequestBody {
    public var leaderboard: LeaderboardID?
    /// As the caller, or the team's exports, know them.
    public var player: String?
    public var alias: String?
    public var everything = false

    public init() {}
    public static let name = "Wipe"
    public static let alternatives: Set<String> = ["player", "alias", "everything"]
    public static let fields: [Field<WipeBody>] = [
        .optional("leaderboard", .leaderboardID, \.leaderboard),
        .optional("player", .text(1...80, example: "G:1000001"), \.player),
        .optional("alias", .alias, \.alias),
        .optional("everything", .boolean, \.everything),
    ]
}

/// What goes, or went.
public struct WipeAnswer: Answer {
    /// Whether nothing went yet.
    public var isPlan: Bool
    public var leaderboards: [Leaderboard]
    public var sections: [Section]

    public init(isPlan: Bool, leaderboards: [Leaderboard], sections: [Section]) {
        self.isPlan = isPlan
        self.leaderboards = leaderboards
        self.sections = sections
    }

    public static let name = "WipePlan"
    public static let fields = Fields(
        AnswerField("isPlan", .boolean, \.isPlan),
        AnswerField("leaderboards", listOf: Leaderboard.shape, countLimit: 500, \.leaderboards),
        AnswerField("sections", listOf: Section.shape, countLimit: 16, \.sections),
        make: Self.init(isPlan:leaderboards:sections:))

    public struct Leaderboard: Answer {
        public var id: LeaderboardID
        public var entries: Int

        public init(id: LeaderboardID, entries: Int) {
            self.id = id
            self.entries = entries
        }

        public static let name = "WipedLeaderboard"
        public static let fields = Fields(
            AnswerField("id", .leaderboardID, \.id), AnswerField("entries", .integer(0...Int.max), \.entries),
            make: Self.init(id:entries:))
    }

    /// Something else that players have in the game.
    public struct Section: Answer {
        public var sectionName: String
        public var count: Int

        public init(sectionName: String, count: Int) {
            self.sectionName = sectionName
            self.count = count
        }

        public static let name = "WipedSection"
        public static let fields = Fields(
            AnswerField("name", .text(1...64, example: "achievements"), \.sectionName),
            AnswerField("count", .integer(0...Int.max), \.count),
            make: Self.init(sectionName:count:))
    }
}
