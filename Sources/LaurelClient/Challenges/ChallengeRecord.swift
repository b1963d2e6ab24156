import LaurelDomain
import LaurelWire

/// A challenge as its sender or receiver sees it.
public struct ChallengeRecord: AnswerValue, Hashable, Sendable, Codable {
    public var id: String
    /// ``ChallengeState``'s raw value.
    public var state: UInt8
    public var sender: PlayerRecord
    public var receiver: PlayerRecord
    /// What it is about: one of the two; neither once it is gone.
    public var leaderboard: String?
    public var achievement: String?
    /// Of a score challenge: the score to beat.
    public var value: Int64?
    public var formatted: String?
    public var context: Int64?
    /// Its sender's on the leaderboard, once somebody has asked: it isn't in the answer.
    public var rank: Int?
    public var message: String?
    /// Milliseconds since 1970.
    public var issued: Int64
    /// When it stopped being pending.
    public var settled: Int64?
    /// SHA-256 of its replay, in hexadecimal digits.
    public var replay: String?
    public var isOfScore: Bool

    public init(_ answer: AnswerReader) throws(UnreadableAnswer) {
        id = try answer.string("id")
        isOfScore = try answer.string("kind") == "score"
        let name = try answer.string("state")
        state = (ChallengeState.allCases.first { $0.name == name } ?? .invalid).rawValue
        sender = try answer.object("sender")
        receiver = try answer.object("receiver")
        leaderboard = answer.optionalString("leaderboard")
        achievement = answer.optionalString("achievement")
        value = answer.optionalInteger("value")
        formatted = answer.optionalString("formatted")
        context = answer.optionalInteger("context")
        message = answer.optionalString("message")
        issued = try answer.date("issued").milliseconds
        settled = answer.optionalDate("settled")?.milliseconds
        replay = try (answer.optionalObject("replay") as ReplayRecord?)?.digest
    }
}

private struct ReplayRecord: AnswerValue {
    var digest: String
    init(_ answer: AnswerReader) throws(UnreadableAnswer) { digest = try answer.string("sha256") }
}

struct ChallengePage: AnswerValue {
    var challenges: [ChallengeRecord]
    var next: ChallengeID?

    init(_ answer: AnswerReader) throws(UnreadableAnswer) {
        challenges = try answer.list("challenges")
        next = answer.optionalString("next").flatMap { ChallengeID($0) }
    }
}

/// Whose challenges a player does not want to hear of.
public struct ChallengeMuteRecord: AnswerValue, Hashable, Sendable {
    /// Nil: everybody's.
    public var player: String?
    /// Nil: everywhere.
    public var leaderboard: String?

    public init(_ answer: AnswerReader) throws(UnreadableAnswer) {
        player = answer.optionalString("player")
        leaderboard = answer.optionalString("leaderboard")
    }
}

struct ChallengeMuteList: AnswerValue {
    var mutes: [ChallengeMuteRecord]
    init(_ answer: AnswerReader) throws(UnreadableAnswer) { mutes = try answer.list("mutes") }
}
