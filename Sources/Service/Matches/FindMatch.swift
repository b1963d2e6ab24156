public import LaurelDomain
public import LaurelMatches
import LaurelScores
import LaurelStorage

/// Takes a free seat in a match of others, or creates one (rules 11.1 to 11.4, 12.4, 12.13).
public struct FindMatch: Sendable {
    private let matches: Matches
    public init(_ matches: Matches) { self.matches = matches }

    /// The same key again gives the same match.
    public func callAsFunction(
        _ request: MatchRequest, key: MatchKey, app: App, environment: Environment, by player: PlayerNumber
    ) async throws(MatchError) -> MatchDetails {
        let game = MatchGame(app: app.number, environment: environment)
        if let done = try done(key, in: game, by: player) {
            return try await ReadMatches(matches)(done, for: player, in: game)
        }
        // As those who can't be met: nobody learns who exists.
        guard request.recipients.allSatisfy({ matches.meetings.isThere($0, in: app.team) }) else {
            throw .refused(.cannotMeet)
        }
        let sendings: [Sending] = request.invitation.isEmpty ? [.matchInvitation] : [.matchInvitation, .message]
        try matches.send(sendings, request.recipients.count, by: player)
        let isInParty = try await matches.isInParty(player, group: request.group, in: game)
        let circle = try await matches.circle(of: [player] + request.recipients, isByCode: isInParty)
        let details = try await perform(
            .find(request, circle, isInParty: isInParty, seed: matches.seed()), in: game, by: player, key: key)
        // Not for a party's group: it follows from the code, and codes could be tried by asking for it. Whether there
        // is such a party, or the player is in it, makes no difference, or the count would tell that.
        let group = PartyCode(matchGroup: request.group) == nil ? request.group : nil
        matches.searches.note(by: player, in: game, group: group, at: matches.now)
        return details
    }

    /// A new match of those who were in an ended one. Who asks second gets the first one's.
    public func rematch(
        of number: MatchNumber, key: MatchKey, in game: MatchGame, by player: PlayerNumber
    ) async throws(MatchError) -> MatchDetails {
        if let done = try done(key, in: game, by: player) {
            return try await ReadMatches(matches)(done, for: player, in: game)
        }
        do throws(MatchError) { return try await createRematch(of: number, key: key, in: game, by: player) } catch {
            throw await ReadMatches(matches).refusal(error, of: number, by: player, in: game)
        }
    }

    private func createRematch(
        of number: MatchNumber, key: MatchKey, in game: MatchGame, by player: PlayerNumber
    ) async throws(MatchError) -> MatchDetails {
        let now = matches.now
        let (old, isThere) = try matches.keeper.matches.read(game) { (book) throws(MatchError) -> (Match, Bool) in
            do throws(MatchRefusal) {
                let old = try book.match(number, for: player)
                return (old, book.hasRematch(of: old, for: player, at: now))
            } catch {
                throw .refused(error)
            }
        }
        let others = old.participants.compactMap(\.player).filter { $0 != player }
        if !isThere { try matches.send([.matchInvitation], others.count, by: player) }
        // A guest among them came as a friend or by a code, and stays one of those who played.
        let circle = try await matches.circle(of: [player] + others, isByCode: true)
        return try await perform(.rematch(of: number, circle, seed: matches.seed()), in: game, by: player, key: key)
    }

    /// The match that was found under the key before: what is only asked again takes nothing of what the player may
    /// send.
    private func done(
        _ key: MatchKey, in game: MatchGame, by player: PlayerNumber
    ) throws(MatchError) -> MatchNumber? {
        try matches.keeper.matches.read(game) { (book) throws(MatchError) in
            do throws(MatchRefusal) { return try book.done(by: player, key)?.match } catch { throw .refused(error) }
        }
    }

    private func perform(
        _ action: MatchStep.Action, in game: MatchGame, by player: PlayerNumber, key: MatchKey
    ) async throws(MatchError) -> MatchDetails {
        let plan: MatchPlan
        do throws(MatchStepError) {
            plan = try await matches.keeper.perform(MatchStep(action, in: game, by: player, key: key))
        } catch {
            throw MatchError(error)
        }
        return try await ReadMatches(matches)(plan.match, for: player, in: game)
    }
}

extension Matches {
    /// Who of them may sit with whom, as it is known now.
    ///
    /// - Parameter isByCode: they meet by a party's code: guests may (rules 1.11, 14.10).
    func circle(of players: [PlayerNumber], isByCode: Bool = false) async throws(MatchError) -> MatchCircle {
        try await MatchError.translating { () throws(StoreError) in
            try await meetings.circle(of: players, isByCode: isByCode)
        }
    }

    /// Whether the player is in the party that a group of matches is for: they entered it lately, or came by its code
    /// and sit in one of its matches (rule 14.9).
    func isInParty(
        _ player: PlayerNumber, group: Int64, in game: MatchGame
    ) async throws(MatchError) -> Bool {
        guard group != 0 else { return false }
        let now = keeper.now()
        let parties = try await MatchError.translating { () throws(StoreError) in
            try await directory.parties(of: player, at: now)
        }
        return parties.contains { party in
            party.app == game.app && party.environment == game.environment && party.code.matchGroup == group
                && party.present(at: now, keeper.seats(of: party)).contains(player)
        }
    }

    /// Whom the player blocks, and who blocks them.
    func blocks(of player: PlayerNumber) async throws(MatchError) -> Set<PlayerNumber> {
        try await MatchError.translating { () throws(StoreError) in
            try await directory.apart(from: player)
        }
    }

    func send(_ sendings: [Sending], _ count: Int, by player: PlayerNumber) throws(MatchError) {
        guard count > 0 else { return }
        do throws(TooManyAttempts) { try sending.take(sendings, count: count, by: player) } catch {
            throw .sentEnough(retryAfter: error.retryAfter)
        }
    }
}
