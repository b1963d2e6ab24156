import LaurelClient
import LaurelDomain
import LaurelWire

// What players of a match send one another without a turn (rules 12.15 to 12.17).
extension Laurel {
    func send(_ body: NewExchangeBody, in match: GKTurnBasedMatch) async throws(GKError) -> GKTurnBasedExchange {
        let answer = try await write(to: match) { (client, id, game) throws(ClientError) in
            try await client.send(body, in: id, of: game)
        }
        match.learn(answer.match, keepsOutcomes: true)
        guard let made = answer.match.exchanges.first(where: { $0.id == answer.exchange }) else {
            throw GKError(.turnBasedInvalidState, detail: "The exchange is over.")
        }
        return GKTurnBasedExchange(made, of: match)
    }

    func reply(to exchange: GKTurnBasedExchange, _ body: ExchangeReplyBody) async throws(GKError) {
        let number = exchange.answer.id
        exchange.learn(
            try await write(to: exchange.match) { (client, id, game) throws(ClientError) in
                try await client.reply(body, to: number, in: id, of: game)
            })
    }

    func cancel(_ exchange: GKTurnBasedExchange, _ body: ExchangeCancelBody) async throws(GKError) {
        let number = exchange.answer.id
        exchange.learn(
            try await write(to: exchange.match) { (client, id, game) throws(ClientError) in
                try await client.cancel(body, exchange: number, in: id, of: game)
            })
        exchange.end(.canceled)
    }
}

extension GKTurnBasedExchange {
    /// As the match is now, in which the exchange may be no more.
    fileprivate func learn(_ answer: MatchAnswer) {
        match.learn(answer, keepsOutcomes: true)
        if let own = answer.exchanges.first(where: { $0.id == self.answer.id }) { learn(own) }
    }
}

extension GKTurnBasedMatch {
    func newExchange(
        to participants: [GKTurnBasedParticipant], data: Data, _ key: String, _ arguments: [String],
        _ timeout: TimeInterval
    ) throws(GKError) -> NewExchangeBody {
        guard !participants.isEmpty, participants.allSatisfy({ $0.matchID == matchID }) else {
            throw GKError(.turnBasedInvalidParticipant, like: .participantInvalid)
        }
        try Self.checkExchangeSize(of: data)
        var body = NewExchangeBody()
        body.key = center.makeWriteKey()
        body.recipients = participants.map(\.seat)
        body.data = [UInt8](data)
        body.message = try MatchMessageBody(key: key, arguments: arguments)
        body.timeout = try TurnTimeout.seconds(timeout)
        return body
    }

    fileprivate static func checkExchangeSize(of data: Data) throws(GKError) {
        guard data.count > exchangeDataBytesLimit else { return }
        throw GKError(
            .turnBasedMatchDataTooLarge, detail: "An exchange can have up to \(exchangeDataBytesLimit) bytes.")
    }
}

extension ExchangeCancelBody {
    init(_ center: Laurel, _ key: String, _ arguments: [String]) throws(GKError) {
        self.init()
        self.key = center.makeWriteKey()
        message = try MatchMessageBody(key: key, arguments: arguments)
    }
}

extension ExchangeReplyBody {
    init(_ center: Laurel, _ key: String, _ arguments: [String], _ data: Data) throws(GKError) {
        self.init()
        try GKTurnBasedMatch.checkExchangeSize(of: data)
        self.key = center.makeWriteKey()
        self.data = [UInt8](data)
        message = try MatchMessageBody(key: key, arguments: arguments)
    }
}
