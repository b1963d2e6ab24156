package import LaurelDomain
package import LaurelMatches
import LaurelStorage

/// A player's write to a turn-based match.
package struct MatchStep: WriterStep {
    package enum Action: Sendable {
        case command(MatchCommand, of: MatchNumber)
        case accept(of: MatchNumber, MatchCircle)
        /// The seed is what a judged match begins with; a player in a party comes by its code.
        case find(MatchRequest, MatchCircle, isInParty: Bool, seed: UInt64)
        case rematch(of: MatchNumber, MatchCircle, seed: UInt64)
    }

    let action: Action
    let game: MatchGame
    let player: PlayerNumber
    let key: MatchKey
    /// Of the end of a match.
    let results: MatchResults?

    package init(
        _ action: Action, in game: MatchGame, by player: PlayerNumber, key: MatchKey, results: MatchResults? = nil
    ) {
        self.action = action
        self.game = game
        self.player = player
        self.key = key
        self.results = results
    }

    /// Those look at one match alone.
    package var joinsBatch: Bool {
        switch action {
        case .command(.accept, of: _), .accept, .find, .rematch: false
        case .command: true
        }
    }

    /// - Returns: what was done, now or when the same key came first.
    package func plan(_ draft: inout CommitDraft) throws(MatchStepError) -> MatchPlan {
        if case .command(_, let number) = action { try draft.waitFor(number, of: game) }
        // Who is kept out may still go.
        if plays, let app = draft.catalogue.app(game.app), draft.catalogue.bans.isBanned(player, in: app.team) {
            throw .banned
        }
        guard !draft.published.isErased(player) else { throw .refused(.noMatch) }
        let plan = try planned(by: draft.published.matches, at: draft.time) { [catalogue = draft.catalogue] player in
            catalogue.app(game.app).map { catalogue.bans.isBanned(player, in: $0.team) } ?? false
        }
        if !plan.facts.isEmpty, plan.match.rawValue > UInt64(UInt32.max) { throw .full }
        if creates(plan), draft.published.matches.count >= MatchTables.countLimit { throw .full }
        draft.keep(plan.facts, of: game, by: player)
        // Sent again, they have counted.
        if results != nil || !plan.awards.isEmpty, !plan.facts.isEmpty,
            let match = draft.published.matches.read(game, { [number = plan.match] in $0[number] })
        {
            try results?.plan(match, of: game, &draft)
            if let ended = EndedMatch(plan, of: match, in: game) {
                do throws(StoreError) { try draft.award([ended]) } catch { throw MatchStepError(error) }
            }
        }
        return plan
    }

    package func refusal(of score: Int, _ error: SubmitScoresError) -> MatchStepError {
        error == .unavailable ? .unavailable : .result(.score(score, error))
    }

    private func planned(
        by matches: MatchTables, at time: Timestamp, isBanned: (PlayerNumber) -> Bool
    ) throws(MatchStepError) -> MatchPlan {
        do throws(MatchRefusal) {
            return try matches.read(game) { (book) throws(MatchRefusal) in
                try plan(by: book, at: time, isBanned: isBanned)
            }
        } catch {
            throw .refused(error)
        }
    }

    private func plan(
        by book: MatchBook, at time: Timestamp, isBanned: (PlayerNumber) -> Bool
    ) throws(MatchRefusal) -> MatchPlan {
        switch action {
        case .command(let command, let number): try book.plan(command, of: number, by: player, key: key, at: time)
        case .accept(let number, let circle):
            try book.planAcceptance(of: number, by: player, key: key, at: time, circle)
        case .find(let request, let circle, let isInParty, let seed):
            try book.planFind(request, by: player, isInParty: isInParty, key: key, at: time, seed: seed, circle)
        case .rematch(let number, let circle, let seed):
            try book.planRematch(
                of: number, by: player, key: key, at: time, seed: seed, circle, isBanned: isBanned)
        }
    }

    private var plays: Bool {
        switch action {
        case .command(.decline, of: _), .command(.quitOutOfTurn, of: _), .command(.remove, of: _): false
        case .command, .accept, .find, .rematch: true
        }
    }

    private func creates(_ plan: MatchPlan) -> Bool {
        plan.facts.contains { if case .created = $0.change { true } else { false } }
    }
}

package enum MatchStepError: Error, StoreFailure, Hashable, Sendable {
    case refused(MatchRefusal)
    /// The player is kept out of this game (rule 4.12).
    case banned
    /// The server has as many matches as it can.
    case full
    /// A score or an achievement can't count, so the match goes on.
    case result(MatchResultRefusal)
    case unavailable
    case broken(reason: String)
}
