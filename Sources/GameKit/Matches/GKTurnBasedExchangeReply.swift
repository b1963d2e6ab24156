import LaurelDomain
import LaurelWire

/// What a recipient of an exchange replied.
// SAFETY: holds nothing that changes.
open class GKTurnBasedExchangeReply: NSObject, @unchecked Sendable {
    private let answer: ExchangeReplyAnswer
    private let match: GKTurnBasedMatch

    init(_ answer: ExchangeReplyAnswer, of match: GKTurnBasedMatch) {
        self.answer = answer
        self.match = match
    }

    open var recipient: GKTurnBasedParticipant { match.participant(answer.seat) }
    /// In the local player's language, if the game has words for it.
    open var message: String? { answer.message?.localized }
    open var data: Data? { answer.data.map { Data($0) } }
    /// In a match of a list, which has no dates of replies, that of the exchange is not known: the distant past.
    open var replyDate: Date { answer.sent.map { Date(milliseconds: $0.milliseconds) } ?? .distantPast }
}
