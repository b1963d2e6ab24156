import LaurelClient
import LaurelDomain
import LaurelWire

// What the local player does in a turn-based match.
extension Laurel {
    // MARK: Ends of turns, by way of the queue

    /// Gives the queue the end of a turn: it is in line when this returns.
    func begin(
        _ turn: OutgoingTurn, _ data: Data, in match: GKTurnBasedMatch
    ) -> Result<PendingSubmission, GKError> {
        Result { () throws(GKError) in
            guard let player = session?.player.id else { throw GKError(.notAuthenticated) }
            let version = LateVersion(of: match)
            let queued = try match.queued(turn, data, version: version.base, key: makeWriteKey())
            let submission = try queue.add(
                queued.kind, queued.body, about: match.matchID, naming: version, by: player, in: self)
            // Until it is finished.
            matchEvents.beginWriting(match.matchID)
            return submission
        }
    }

    func finish(
        _ begun: Result<PendingSubmission, GKError>, in match: GKTurnBasedMatch
    ) async throws(GKError) {
        defer { if case .success = begun { endWriting(to: match.matchID) } }
        var current: MatchAnswer?
        do throws(GKError) {
            let submission = try begun.get()
            do throws(GKError) {
                if case .match(let answer) = try await submission.outcome() {
                    if let answer { matchEvents.noteWritten(answer) }
                    match.learnWritten(answer)
                }
            } catch {
                current = submission.currentMatch
                throw error
            }
        } catch {
            if error.code == .turnBasedInvalidTurn { await bringUpToDate(match, current) }
            throw error
        }
    }

    /// - Parameter current: as the server told; nil: it is asked.
    private func bringUpToDate(_ match: GKTurnBasedMatch, _ current: MatchAnswer?) async {
        if let current { return match.learn(current) }
        do throws(GKError) { match.learn(try await currentMatch(try matchID(match.matchID))) } catch {
            world.log("Can't bring match \(match.matchID) up to date: \(error.localizedDescription)")
        }
    }

    // MARK: Everything else, at once

    /// - Parameter exchanges: that are in the data now.
    func save(
        _ planned: PlannedWrite<MatchDataBody>, resolving exchanges: [GKTurnBasedExchange] = []
    ) async throws(GKError) {
        let answer = try await write(planned, naming: \.version) { (client, body, id, game) throws(ClientError) in
            try await client.save(body, in: id, of: game)
        }
        planned.match.learn(answer, keepsOutcomes: true)
        planned.match.forgetMessage()
        for exchange in exchanges { exchange.end(.resolved) }
    }

    func quit(_ match: GKTurnBasedMatch, _ body: QuitMatchBody) async throws(GKError) {
        var isSentAgain = false
        match.learnWritten(
            try await write(to: match) { (client, id, game) throws(ClientError) -> MatchAnswer? in
                defer { isSentAgain = true }
                do throws(ClientError) { return try await client.quit(body, id, of: game) } catch {
                    guard isSentAgain, error.isOfUnknownMatch else { throw error }
                    return nil
                }
            })
    }

    func accept(_ match: GKTurnBasedMatch, _ body: MatchKeyBody) async throws(GKError) -> GKTurnBasedMatch {
        match.learn(
            try await write(to: match) { (client, id, game) throws(ClientError) in
                try await client.accept(body, id, of: game)
            })
        return match
    }

    func decline(_ match: GKTurnBasedMatch, _ body: MatchKeyBody) async throws(GKError) {
        match.learn(
            try await write(to: match) { (client, id, game) throws(ClientError) in
                try await client.decline(body, id, of: game)
            })
    }

    func rematch(of match: GKTurnBasedMatch, _ body: MatchKeyBody) async throws(GKError) -> GKTurnBasedMatch {
        let answer = try await write(to: match) { (client, id, game) throws(ClientError) in
            try await client.rematch(body, of: id, in: game)
        }
        return await made(answer)
    }

    func remind(
        _ participants: [GKTurnBasedParticipant], _ match: GKTurnBasedMatch,
        _ body: Result<MatchReminderBody, GKError>
    ) async throws(GKError) {
        let body = try body.get()
        guard !participants.isEmpty, participants.allSatisfy({ $0.matchID == match.matchID }) else {
            throw GKError(.turnBasedInvalidParticipant, like: .participantInvalid)
        }
        let answer = try await write(to: match) { (client, id, game) throws(ClientError) in
            try await client.remind(body, of: id, in: game)
        }
        match.learn(answer, keepsOutcomes: true)
    }

    func remove(_ match: GKTurnBasedMatch) async throws(GKError) {
        try await write(to: match) { (client, id, game) throws(ClientError) in
            try await client.remove(id, of: game)
        }
    }

    /// A write that was made of an older match brings the object up to date (rule 12.22).
    func write<Value>(
        to match: GKTurnBasedMatch, _ body: (Client, MatchID, BundleID) async throws(ClientError) -> Value
    ) async throws(GKError) -> Value {
        let id = try matchID(match.matchID)
        matchEvents.beginWriting(match.matchID)
        defer { endWriting(to: match.matchID) }
        var current: MatchAnswer?
        do throws(GKError) {
            let value = try await asPlayerOnce { (client, game) throws(ClientError) in
                do throws(ClientError) { return try await body(client, id, game) } catch {
                    current = error.currentMatch
                    throw error
                }
            }
            if let answer = value as? MatchAnswer { matchEvents.noteWritten(answer) }
            if let answer = value as? NewExchangeAnswer { matchEvents.noteWritten(answer.match) }
            return value
        } catch {
            if let current { match.learn(current) }
            throw error
        }
    }
}

extension GKTurnBasedMatch {
    /// - Parameter answer: nil: nobody else had heard of the match, and it is deleted.
    func learnWritten(_ answer: MatchAnswer?) {
        if let answer { return learn(answer) }
        var gone = self.answer
        (gone.status, gone.state, gone.turn) = (.ended, .over, nil)
        learn(gone)
    }
}

extension MatchKeyBody {
    init(_ center: Laurel) {
        self.init()
        key = center.makeWriteKey()
    }
}

extension MatchReminderBody {
    /// - Parameter message: its key.
    init(
        _ center: Laurel, _ participants: [GKTurnBasedParticipant], _ message: String, _ arguments: [String]
    ) throws(GKError) {
        self.init()
        key = center.makeWriteKey()
        seats = participants.map(\.seat)
        self.message = try MatchMessageBody(key: message, arguments: arguments)
    }
}

extension MatchDataBody {
    init(
        _ center: Laurel, _ data: Data, of match: GKTurnBasedMatch, resolved exchanges: [GKTurnBasedExchange] = []
    ) throws(GKError) {
        self.init()
        try match.checkSize(of: data)
        message = try match.outgoingMessage()
        resolved = exchanges.isEmpty ? nil : exchanges.map(\.answer.id)
        key = center.makeWriteKey()
        version = match.answer.version
        self.data = [UInt8](data)
    }
}

extension QuitMatchBody {
    /// Out of turn.
    init(_ center: Laurel, outcome: GKTurnBasedMatch.Outcome) {
        self.init()
        key = center.makeWriteKey()
        self.outcome = outcome.rawValue
    }
}
