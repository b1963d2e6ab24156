public import LaurelDomain
public import LaurelMatches
import LaurelScores
import LaurelStorage

/// A participant's write: turns, answers to invitations, quitting, claims, reminders (rules 12.5 to 12.12, 12.20).
public struct WriteMatch: Sendable {
    private let matches: Matches
    public init(_ matches: Matches) { self.matches = matches }

    /// The same key again answers as it did. An archived match isn't changed, and one of its players who takes it out
    /// of their list hears that it is: it is in none (rule 12.12).
    ///
    /// - Returns: the match, with this write or a later one; nil: the player doesn't see it any more.
    public func callAsFunction(
        _ command: MatchCommand, of number: MatchNumber, key: MatchKey, in game: MatchGame, by player: PlayerNumber
    ) async throws(MatchError) -> MatchDetails? {
        try await self(command, of: number, key: key, in: game, by: player, results: nil)
    }

    /// - Parameter results: of the end of a match.
    func callAsFunction(
        _ command: MatchCommand, of number: MatchNumber, key: MatchKey, in game: MatchGame, by player: PlayerNumber,
        results: MatchResults?
    ) async throws(MatchError) -> MatchDetails? {
        // What is only asked again takes nothing of what the player may send.
        if case .remind(let seats, _) = command,
            !matches.keeper.matches.read(game, { $0.isDone(key, of: number, by: player) })
        {
            try matches.send([.reminder], seats.count, by: player)
        }
        let plan: MatchPlan
        do throws(MatchError) {
            plan = try await perform(command, of: number, key: key, in: game, by: player, results: results)
        } catch {
            if command == .remove, error == .refused(.archived) { return nil }
            throw error
        }
        let reading = ReadMatches(matches)
        if let record = reading.record(of: plan, command, by: player, in: game) {
            return reading.details(written: record, by: player, in: game)
        }
        return try await read(number, in: game, by: player)
    }

    /// A turn without a task, for callers that have a loop of their own.
    ///
    /// - Parameter completion: called once, on this thread or on the writer's. It must return at once: everybody's
    ///   writes wait meanwhile. Nil: it is done, and only ``read(_:in:by:)`` has all that is in the match.
    public func submit(
        _ turn: TurnWrite, seen: MatchVersion, of number: MatchNumber, key: MatchKey, in game: MatchGame,
        by player: PlayerNumber, completion: @escaping @Sendable (Result<WrittenTurn?, MatchError>) -> Void
    ) {
        let command = MatchCommand.turn(turn, seen: seen)
        let step = MatchStep(.command(command, of: number), in: game, by: player, key: key)
        matches.keeper.send(step) { [matches] result in
            switch result {
            case .success(let plan):
                let record = ReadMatches(matches).record(of: plan, command, by: player, in: game)
                completion(.success(record.map { WrittenTurn(matches, $0, by: player, in: game) }))
            case .failure(let error): completion(.failure(MatchError(error)))
            }
        }
    }

    /// What a turn hears that ``submit(_:seen:of:key:in:by:completion:)`` refused: whether the match is archived, the
    /// store alone knows.
    public func refusal(
        _ error: MatchError, of number: MatchNumber, in game: MatchGame, by player: PlayerNumber
    ) async -> MatchError {
        await ReadMatches(matches).refusal(error, of: number, by: player, in: game)
    }

    /// A match after a write.
    ///
    /// - Returns: nil: the player doesn't see it any more.
    public func read(
        _ number: MatchNumber, in game: MatchGame, by player: PlayerNumber
    ) async throws(MatchError) -> MatchDetails? {
        do throws(MatchError) {
            return try await ReadMatches(matches)(number, for: player, in: game)
        } catch {
            if case .refused(.noMatch) = error { return nil }
            throw error
        }
    }

    /// Sends an exchange (rule 12.15). The same key again answers with the same one.
    public func send(
        to recipients: [Seat], data: [UInt8], _ message: MatchMessage, timeout: MatchTimeout, of number: MatchNumber,
        key: MatchKey, in game: MatchGame, by player: PlayerNumber
    ) async throws(MatchError) -> (exchange: ExchangeNumber, details: MatchDetails) {
        let plan = try await perform(
            .sendExchange(to: recipients, data: data, message, timeout), of: number, key: key, in: game, by: player)
        guard let exchange = plan.exchange else { throw .refused(.noExchange) }
        return (exchange, try await ReadMatches(matches)(number, for: player, in: game))
    }

    private func perform(
        _ command: MatchCommand, of number: MatchNumber, key: MatchKey, in game: MatchGame, by player: PlayerNumber,
        results: MatchResults? = nil
    ) async throws(MatchError) -> MatchPlan {
        var action = MatchStep.Action.command(command, of: number)
        do throws(MatchError) {
            if command == .accept {
                let isByCode = try await matches.isByCode(number, in: game, for: player)
                action = .accept(of: number, try await matches.circle(of: [player], isByCode: isByCode))
            }
            return try await perform(MatchStep(action, in: game, by: player, key: key, results: results))
        } catch {
            throw await ReadMatches(matches).refusal(error, of: number, by: player, in: game)
        }
    }

    private func perform(_ step: MatchStep) async throws(MatchError) -> MatchPlan {
        do throws(MatchStepError) { return try await matches.keeper.perform(step) } catch { throw MatchError(error) }
    }
}

extension Matches {
    /// Whether an invitation to the match comes from the player's party, so that guests may take it (rules 1.11,
    /// 14.10). Those of a rematch have played together: a guest among them came as a friend or by a code.
    fileprivate func isByCode(
        _ number: MatchNumber, in game: MatchGame, for player: PlayerNumber
    ) async throws(MatchError) -> Bool {
        let match = try keeper.matches.read(game) { (book) throws(MatchError) in
            do throws(MatchRefusal) { return try book.match(number, for: player) } catch { throw .refused(error) }
        }
        if match.origin != .request { return true }
        return try await isInParty(player, group: match.group, in: game)
    }
}
