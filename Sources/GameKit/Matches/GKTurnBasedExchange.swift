import LaurelDomain
import LaurelWire
import Synchronization

/// Something between players of a match that needs no turn, such as a trade.
// SAFETY: what changes is in `state`, behind its lock.
open class GKTurnBasedExchange: NSObject, @unchecked Sendable {
    private struct State: Sendable {
        var answer: ExchangeAnswer
        /// What this device has made of it since; nil: it is as the answer says.
        var end: GKTurnBasedExchangeStatus?
    }

    private let state: Mutex<State>
    let match: GKTurnBasedMatch

    init(_ answer: ExchangeAnswer, of match: GKTurnBasedMatch) {
        self.match = match
        state = Mutex(State(answer: answer))
    }

    var answer: ExchangeAnswer { state.withLock(\.answer) }
    func end(_ status: GKTurnBasedExchangeStatus) { state.withLock { $0.end = status } }
    func learn(_ answer: ExchangeAnswer) { state.withLock { $0.answer = answer } }

    open var exchangeID: String { String(answer.id) }
    open var sender: GKTurnBasedParticipant { match.participant(answer.sender) }
    open var recipients: [GKTurnBasedParticipant] { answer.recipients.map { match.participant($0) } }

    open var status: GKTurnBasedExchangeStatus {
        let state = state.withLock(\.self)
        if let end = state.end { return end }
        return switch state.answer.status {
        case .active: .active
        case .complete: .complete
        }
    }

    /// In the local player's language, if the game has words for it.
    open var message: String? { answer.message?.localized }
    /// Nil in a match of a list.
    open var data: Data? { answer.data.map { Data($0) } }
    open var sendDate: Date { Date(milliseconds: answer.sent.milliseconds) }
    /// Nil: it waits for all replies.
    open var timeoutDate: Date? { answer.due.map { Date(milliseconds: $0.milliseconds) } }
    /// Nil while it is active.
    open var completionDate: Date? { answer.completed.map { Date(milliseconds: $0.milliseconds) } }
    /// Nil: nobody has replied.
    open var replies: [GKTurnBasedExchangeReply]? {
        let replies = answer.replies
        return replies.isEmpty ? nil : replies.map { GKTurnBasedExchangeReply($0, of: match) }
    }

    /// Takes it back, before it is resolved. Its sender does.
    ///
    /// - Parameters:
    ///   - key, arguments: the recipients get this message, in their language if their game has words for the key; at
    ///     most 255 characters each.
    @preconcurrency open func cancel(
        withLocalizableMessageKey key: String, arguments: [String],
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let body = Result { () throws(GKError) in try ExchangeCancelBody(match.center, key, arguments) }
        match.center.answer(completionHandler) { (center) throws(GKError) in
            try await center.cancel(self, body.get())
        }
    }

    open func cancel(withLocalizableMessageKey key: String, arguments: [String]) async throws {
        try await match.center.cancel(self, ExchangeCancelBody(match.center, key, arguments))
    }

    /// Replies, once.
    ///
    /// - Parameter data: at most ``GKTurnBasedMatch/exchangeDataMaximumSize`` bytes.
    @preconcurrency open func reply(
        withLocalizableMessageKey key: String, arguments: [String], data: Data,
        completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
    ) {
        let body = Result { () throws(GKError) in try ExchangeReplyBody(match.center, key, arguments, data) }
        match.center.answer(completionHandler) { (center) throws(GKError) in
            try await center.reply(to: self, body.get())
        }
    }

    open func reply(withLocalizableMessageKey key: String, arguments: [String], data: Data) async throws {
        try await match.center.reply(to: self, ExchangeReplyBody(match.center, key, arguments, data))
    }

    /// Objects for the same exchange are equal.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? GKTurnBasedExchange else { return false }
        return other.match == match && other.answer.id == answer.id
    }

    open override var hash: Int { answer.id.hashValue }
}
