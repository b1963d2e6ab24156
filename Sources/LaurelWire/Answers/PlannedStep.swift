extension ConfigurationPlanAnswer {
    /// One change of a plan, for a sentence in the reader's language.
    public struct Step: Answer, Hashable {
        public var kind: Kind
        /// Of what is made or changed; nil: it is the app, or lists of it.
        public var id: String?
        /// Of `change-app`, what changes; of `web-origins`, the origins.
        public var values: [String]

        public init(kind: Kind, id: String? = nil, values: [String] = []) {
            self.kind = kind
            self.id = id
            self.values = values
        }

        public static let name = "PlannedStep"
        public static let fields = Fields(
            AnswerField("kind", kinds, \.kind), AnswerField(orNull: "id", .text(1...200, example: "HighScores"), \.id),
            AnswerField("values", listOf: .text(1...500, example: "name"), countLimit: 100, \.values),
            make: Self.init(kind:id:values:))
        private static let kinds = Shape<Kind>.word(
            Kind.allCases.filter { $0 != .unknown }.map { ($0.rawValue, $0) }
        ).unknown(as: .unknown)

        /// Raw values are words in answers: they are never renamed.
        public enum Kind: String, CaseIterable, Hashable, Sendable {
            case createApp = "create-app"
            case changeApp = "change-app"
            case createLeaderboard = "create-leaderboard"
            case changeLeaderboard = "change-leaderboard"
            case createSet = "create-set"
            case changeSet = "change-set"
            case createAchievement = "create-achievement"
            case changeAchievement = "change-achievement"
            case createActivity = "create-activity"
            case changeActivity = "change-activity"
            case createChallengeDefinition = "create-challenge-definition"
            case changeChallengeDefinition = "change-challenge-definition"
            case webOrigins = "web-origins"
            case orderLeaderboards = "order-leaderboards"
            case orderAchievements = "order-achievements"
            case orderBoth = "order-both"
            /// Of a leaderboard, or of the app.
            case policy
            /// A newer server's; never sent.
            case unknown
        }
    }
}
