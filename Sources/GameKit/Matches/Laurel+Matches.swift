import LaurelClient
import LaurelDomain
import LaurelWire

// Finding and loading turn-based matches.
extension Laurel {
    /// - Parameter takesStrangers: for the seats that nobody is invited to.
    func findMatch(
        _ wanted: GKMatchRequest.Wanted, takesStrangers: Bool = true
    ) async throws(GKError) -> GKTurnBasedMatch {
        let body = try wanted.body(makeWriteKey(), takesStrangers: takesStrangers, invitedBy: session?.player.id)
        await enteredParties.settle(body.group ?? 0)
        let answer = try await asPlayerOnce { (client, game) throws(ClientError) in
            try await client.findMatch(body, in: game)
        }
        return await made(answer)
    }

    func loadMatches() async throws(GKError) -> [GKTurnBasedMatch] {
        await made(try await matchAnswers())
    }

    func matchAnswers() async throws(GKError) -> [MatchAnswer] {
        let game = try configuration.game.get().bundleID
        return try await asPlayer { (client, _) throws(ClientError) in try await client.matches(of: game) }
    }

    func loadMatch(_ text: String) async throws(GKError) -> GKTurnBasedMatch {
        let answer = try await currentMatch(try matchID(text))
        return await made(answer)
    }

    func loadData(of match: GKTurnBasedMatch) async throws(GKError) -> Data? {
        let answer = try await currentMatch(try matchID(match.matchID))
        match.learn(answer, keepsOutcomes: true)
        tellOfExchanges([match])
        return match.matchData
    }

    func currentMatch(_ id: MatchID) async throws(GKError) -> MatchAnswer {
        let game = try configuration.game.get().bundleID
        return try await asPlayer { (client, _) throws(ClientError) in try await client.match(id, of: game) }
    }

    func matchID(_ text: String) throws(GKError) -> MatchID {
        guard let id = MatchID(text) else { throw GKError(.invalidParameter, like: .unknownMatch) }
        return id
    }

    /// With everything that is known of their players.
    func made(_ answers: [MatchAnswer]) async -> [GKTurnBasedMatch] {
        await learnPlayers(of: answers)
        let matches = answers.map { GKTurnBasedMatch($0, in: self) }
        tellOfQuits(matches)
        tellOfExchanges(matches)
        return matches
    }

    /// - Parameter lostTurnData: of a turn that came too late.
    func made(_ answer: MatchAnswer, lostTurnData: Data? = nil) async -> GKTurnBasedMatch {
        await learnPlayers(of: [answer])
        let match = GKTurnBasedMatch(answer, in: self, lostTurnData: lostTurnData)
        tellOfQuits([match])
        tellOfExchanges([match])
        return match
    }

    private func learnPlayers(of answers: [MatchAnswer]) async {
        _ = await players(answers.flatMap { $0.participants.compactMap { $0.player.map { PlayerRecord($0) } } })
    }

    /// Drawn when a write is made: sent again with it, it counts once (rule 12.22).
    func makeWriteKey() -> WriteKey {
        let key = drawKey()
        matchEvents.note(key)
        return key
    }

    /// For what isn't about a match.
    func drawKey() -> WriteKey {
        let bytes = world.randomBytes(16)
        func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        return WriteKey(high: number(bytes.prefix(8)), low: number(bytes.dropFirst(8)))
    }

    /// Asks as the player who is signed in, about a match of the game. Where the answer got lost, it asks once more:
    /// the write has a key.
    func asPlayerOnce<Value>(
        _ body: (Client, BundleID) async throws(ClientError) -> Value
    ) async throws(GKError) -> Value {
        let game = try configuration.game.get().bundleID
        var refusal: ClientError?
        do throws(GKError) {
            return try await asPlayer { (client, _) throws(ClientError) in
                do throws(ClientError) { return try await askTwice(client, game, body) } catch {
                    refusal = error
                    throw error
                }
            }
        } catch {
            let isGuest = session?.isGuest == true
            throw refusal.map { GKError(ofMatch: $0, isGuest: isGuest) } ?? error
        }
    }

    private func askTwice<Value>(
        _ client: Client, _ game: BundleID, _ body: (Client, BundleID) async throws(ClientError) -> Value
    ) async throws(ClientError) -> Value {
        do throws(ClientError) { return try await body(client, game) } catch {
            guard case .network(.lost) = error else { throw error }
            return try await body(client, game)
        }
    }
}
