public import LaurelDomain

// Challenges of groups.
extension PlayerExportAnswer {
    /// A challenge of a group that they made, joined or were invited to.
    public struct GroupChallenge: Answer {
        /// What became of their invitation.
        public enum State: String, CaseIterable, Sendable {
            case invited, joined, declined, left
        }

        public var id: String
        /// Nil: the game has been deleted.
        public var bundleID: BundleID?
        public var environment: Environment
        public var definition: ChallengeDefinitionID
        /// Nil: it has been deleted.
        public var leaderboard: LeaderboardID?
        public var started: Timestamp
        public var ends: Timestamp
        public var state: State
        public var joined: Timestamp?
        public var tries: Int
        /// Of their best try.
        public var value: Int64?
        public var date: Timestamp?

        public init(
            id: String, bundleID: BundleID?, environment: Environment, definition: ChallengeDefinitionID,
            leaderboard: LeaderboardID?, started: Timestamp, ends: Timestamp, state: State, joined: Timestamp?,
            tries: Int, value: Int64?, date: Timestamp?
        ) {
            self.id = id
            self.bundleID = bundleID
            self.environment = environment
            self.definition = definition
            self.leaderboard = leaderboard
            self.started = started
            self.ends = ends
            self.state = state
            self.joined = joined
            self.tries = tries
            self.value = value
            self.date = date
        }

        public static let name = "PlayerExportGroupChallenge"
        public static let fields = Fields(
            AnswerField("id", Shape<GroupChallengeID>.groupChallengeID.asText, \.id),
            AnswerField(orNull: "bundleID", .bundleID, \.bundleID),
            AnswerField("environment", .environment, \.environment),
            AnswerField("definition", .challengeDefinitionID, \.definition),
            AnswerField(orNull: "leaderboard", .leaderboardID, \.leaderboard),
            AnswerField("started", .timestamp, \.started), AnswerField("ends", .timestamp, \.ends),
            AnswerField("state", .word(State.allCases.map { ($0.rawValue, $0) }), \.state),
            AnswerField(orNull: "joined", .timestamp, \.joined),
            AnswerField("tries", .integer(0...Int(Int32.max)), \.tries),
            AnswerField(orNull: "value", .int64, \.value), AnswerField(orNull: "date", .timestamp, \.date),
            make: Self.init(
                id:bundleID:environment:definition:leaderboard:started:ends:state:joined:tries:value:date:))
    }
}
