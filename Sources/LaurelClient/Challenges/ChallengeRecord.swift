import LaurelDomain
public import LaurelWire

/// A challenge as its sender or receiver sees it.
public struct ChallengeRecord: Hashable, Sendable, Codable {
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

    public init(_ answer: ChallengeAnswer) {
        id = answer.id
        isOfScore = answer.kind == .score
        state = answer.state.rawValue
        sender = PlayerRecord(answer.sender)
        receiver = PlayerRecord(answer.receiver)
        leaderboard = answer.goal.leaderboard?.text
        achievement = answer.goal.achievement?.text
        value = answer.goal.value
        formatted = answer.goal.formatted
        context = answer.goal.context
        message = answer.message
        issued = answer.issued.milliseconds
        settled = answer.settled?.milliseconds
        replay = answer.replay?.sha256
    }
}
