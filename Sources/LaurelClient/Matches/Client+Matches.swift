public import LaurelDomain
public import LaurelWire

// Turn-based matches. A game's session sees those of its own game and environment. A body has its own key: sent again
// with it, it counts once and answers as it did (rule 12.22).
extension Client {
    /// Takes a free seat, or makes a match.
    public func findMatch(_ body: NewMatchBody, in game: BundleID) async throws(ClientError) -> MatchAnswer {
        try await ask(.matches(.find(game, nil)), body.json)
    }

    /// - Returns: all that the player is or was in and did not remove, newest first, without their data. Page by page:
    ///   a match that comes or goes meanwhile may be there or not.
    public func matches(of game: BundleID) async throws(ClientError) -> [MatchAnswer] {
        var all: [MatchAnswer] = []
        var before: MatchCursor?
        repeat {
            let page: MatchesAnswer = try await ask(
                .matches(.list(game, nil, before: before, count: MatchesAnswer.countLimit, nil)))
            all += page.matches
            before = page.matches.isEmpty ? nil : page.next
        } while before != nil && all.count < ClientLimits.matches
        return all
    }

    /// - Parameter group: nil: all groups.
    /// - Returns: how many players have asked for a match within the last minute; below 100, rounded down.
    public func matchActivity(of game: BundleID, group: Int64?) async throws(ClientError) -> Int {
        let answer: MatchActivityAnswer = try await ask(.matches(.activity(game, group: group, nil)))
        return answer.players
    }

    /// - Returns: one with its data.
    public func match(_ id: MatchID, of game: BundleID) async throws(ClientError) -> MatchAnswer {
        try await ask(.matches(.one(.read, game, id, nil)))
    }

    /// Saves data, and keeps the turn.
    public func save(
        _ body: MatchDataBody, in match: MatchID, of game: BundleID
    ) async throws(ClientError) -> MatchAnswer {
        try await ask(.matches(.one(.saveData, game, match, nil)), body.json)
    }

    /// Makes a move, in a match that the server judges.
    public func move(
        _ body: MatchMoveBody, in match: MatchID, of game: BundleID
    ) async throws(ClientError) -> MatchAnswer {
        try await ask(.matches(.one(.move, game, match, nil)), body.json)
    }

    public func end(
        _ body: EndTurnBody, in match: MatchID, of game: BundleID
    ) async throws(ClientError) -> MatchAnswer {
        try await ask(.matches(.one(.endTurn, game, match, nil)), body.json)
    }

    public func end(
        _ body: EndMatchBody, _ match: MatchID, of game: BundleID
    ) async throws(ClientError) -> MatchAnswer {
        try await ask(.matches(.one(.end, game, match, nil)), body.json)
    }

    /// - Returns: nil: nobody else had heard of it, and it is deleted.
    public func quit(
        _ body: QuitMatchBody, _ match: MatchID, of game: BundleID
    ) async throws(ClientError) -> MatchAnswer? {
        let answer: QuitMatchAnswer = try await ask(.matches(.one(.quit, game, match, nil)), body.json)
        return answer.match
    }

    public func accept(
        _ body: MatchKeyBody, _ match: MatchID, of game: BundleID
    ) async throws(ClientError) -> MatchAnswer {
        try await ask(.matches(.one(.accept, game, match, nil)), body.json)
    }

    public func decline(
        _ body: MatchKeyBody, _ match: MatchID, of game: BundleID
    ) async throws(ClientError) -> MatchAnswer {
        try await ask(.matches(.one(.decline, game, match, nil)), body.json)
    }

    /// - Returns: the new one, or the one that another player asked for before.
    public func rematch(
        _ body: MatchKeyBody, of match: MatchID, in game: BundleID
    ) async throws(ClientError) -> MatchAnswer {
        try await ask(.matches(.one(.rematch, game, match, nil)), body.json)
    }

    public func remind(
        _ body: MatchReminderBody, of match: MatchID, in game: BundleID
    ) async throws(ClientError) -> MatchAnswer {
        try await ask(.matches(.one(.remind, game, match, nil)), body.json)
    }

    public func send(
        _ body: NewExchangeBody, in match: MatchID, of game: BundleID
    ) async throws(ClientError) -> NewExchangeAnswer {
        try await ask(.matches(.one(.sendExchange, game, match, nil)), body.json)
    }

    public func reply(
        _ body: ExchangeReplyBody, to exchange: Int, in match: MatchID, of game: BundleID
    ) async throws(ClientError) -> MatchAnswer {
        try await ask(.matches(.exchange(.reply, game, match, exchange: exchange, nil)), body.json)
    }

    public func cancel(
        _ body: ExchangeCancelBody, exchange: Int, in match: MatchID, of game: BundleID
    ) async throws(ClientError) -> MatchAnswer {
        try await ask(.matches(.exchange(.cancel, game, match, exchange: exchange, nil)), body.json)
    }

    /// Out of the player's own list.
    public func remove(_ match: MatchID, of game: BundleID) async throws(ClientError) {
        try await tell(.matches(.one(.remove, game, match, nil)))
    }
}

extension ClientError {
    /// There is no such match, or none that the player sees. A quit that is sent again is answered so where it has
    /// deleted the match: nothing is left then that knows its key.
    public var isOfUnknownMatch: Bool {
        if case .problem(let problem) = self { problem.kind == .unknownMatch } else { false }
    }

    /// The match as it is, of a write that was made of an older one.
    public var currentMatch: MatchAnswer? {
        if case .problem(let problem) = self { problem.match } else { nil }
    }
}
