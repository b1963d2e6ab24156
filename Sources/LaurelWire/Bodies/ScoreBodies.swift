public import LaurelDomain

/// How many scores one request may carry. A device's queue of a hundred goes in one piece.
public let scoresLimit = 100
/// A device that claims to hold more scores back than this is not believed.
public let waitingLimit = 1_000_000

/// One score for the leaderboard in the path.
public struct ScoreBody: RequestBody {
    public var score = Score(value: 0)
    /// How many scores still wait in this device's queue (rule 4.7).
    public var waiting: Int?
    /// The challenges that it may complete; nil: all.
    public var challengeIDs: [ChallengeID]?
    public var replay: [UInt8]?

    public init() {}
    public init(json bytes: [UInt8]) throws(JSONError) { try self.init(parsing: bytes) }
    public static let name = "Score"
    public static let alternatives: Set<String> = ["challengeIDs", "replay"]
    public static let fields: [Field<ScoreBody>] = [
        .required("value", .int64, get: { $0.score.value }, set: { $0.score.value = $1 }),
        .optional("id", .scoreID, get: { $0.score.id }, set: { $0.score.id = $1 }),
        .optional("context", .int64, get: { $0.score.context }, set: { $0.score.context = $1 }),
        .optional("date", .timestamp, get: { $0.score.date }, set: { $0.score.date = $1 }),
        .optional("waiting", .integer(0...waitingLimit), get: { $0.waiting }, set: { $0.waiting = $1 }),
        .optional("challengeIDs", ChallengeID.list, get: { $0.challengeIDs }, set: { $0.challengeIDs = $1 }),
        .optional("replay", .replay, get: { $0.replay }, set: { $0.replay = $1 }),
    ]
}

/// One of several scores of one game.
public struct ScoreOfGame: RequestBody {
    /// Nil: the default leaderboard (rule 4.3).
    public var leaderboard: LeaderboardID?
    public var score = Score(value: 0)
    public var replay: [UInt8]?

    public init() {}
    public static let name = "ScoreOfGame"
    /// A request has up to a hundred: this one is compiled for its type.
    public static var shape: Shape<ScoreOfGame> {
        let fields = fields
        return Shape(schema) { (reader) throws(JSONError) in
            try ScoreOfGame(from: &reader, fields)
        } write: { body, writer in
            body.write(to: &writer)
        }
    }
    public static let alternatives: Set<String> = ["replay"]
    public static let fields: [Field<ScoreOfGame>] = [
        .optional("leaderboard", .leaderboardID, get: { $0.leaderboard }, set: { $0.leaderboard = $1 }),
        .required("value", .int64, get: { $0.score.value }, set: { $0.score.value = $1 }),
        .optional("id", .scoreID, get: { $0.score.id }, set: { $0.score.id = $1 }),
        .optional("context", .int64, get: { $0.score.context }, set: { $0.score.context = $1 }),
        .optional("date", .timestamp, get: { $0.score.date }, set: { $0.score.date = $1 }),
        .optional("replay", .replay, get: { $0.replay }, set: { $0.replay = $1 }),
    ]
}

/// Several scores, and perhaps progress in achievements: all count or none (rules 4.10, 14.4).
public struct ScoresBody: RequestBody {
    public var scores: [ScoreOfGame] = []
    public var achievements: [ReportBody]?
    public var waiting: Int?
    /// The challenges that they may complete; nil: all.
    public var challengeIDs: [ChallengeID]?

    public init() {}
    public init(json bytes: [UInt8]) throws(JSONError) { try self.init(parsing: bytes) }
    public static let name = "Scores"
    public static let alternatives: Set<String> = ["challengeIDs"]
    public static let fields: [Field<ScoresBody>] = [
        .required("scores", ScoreOfGame.shape.list(countLimit: scoresLimit), \.scores),
        .optional("achievements", ReportBody.shape.list(countLimit: reportsLimit), \.achievements),
        .optional("waiting", .integer(0...waitingLimit), get: { $0.waiting }, set: { $0.waiting = $1 }),
        .optional("challengeIDs", ChallengeID.list, get: { $0.challengeIDs }, set: { $0.challengeIDs = $1 }),
    ]
}
