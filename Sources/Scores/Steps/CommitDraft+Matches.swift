package import LaurelDomain
package import LaurelMatches
package import LaurelStorage

/// A match that a batch has planned something for.
struct PlannedMatch: Hashable, Sendable {
    let game: MatchGame
    let number: MatchNumber
}

extension CommitDraft {
    /// What a commit under way has planned for the match comes first: it is not in the book yet.
    mutating func waitFor(_ number: MatchNumber, of game: MatchGame) throws(MatchStepError) {
        guard published.isPlanned(PlannedMatch(game: game, number: number)) else { return }
        waitsForCommit = true
        throw .unavailable
    }

    /// Leaves what became of matches, and tells who wants to know.
    ///
    /// - Parameter player: who did it, and needs no notice. Nil: time, or the service.
    mutating func keep(_ planned: [MatchFact], of game: MatchGame, by player: PlayerNumber?) {
        guard !planned.isEmpty else { return }
        let numbers = Set(planned.map(\.match))
        let (writes, before) = published.matches.read(game) { book in
            (
                MatchWrite.writes(of: planned, to: book, of: game),
                Dictionary(uniqueKeysWithValues: numbers.map { ($0, book[$0]) })
            )
        }
        let notices = MatchNotices(game: game, by: player, ids: published.matchIDs, at: time)
        for write in writes {
            facts.append(.match(write))
            switch write {
            case .kept(_, let match, _):
                let before = before[match.number] ?? nil
                resolve(notices.resolved(before, match))
                facts += notices.notices(of: planned.filter { $0.match == match.number }, before, match)
                    .map { .notice($0) }
            case .gone(_, let number), .archived(_, let number, played: _):
                resolve(notices.resolved(before[number] ?? nil, nil))
            case .erased: break
            }
        }
        matches.formUnion(planned.map { PlannedMatch(game: game, number: $0.match) })
        effects.append(.matched(game, planned))
    }

    /// Before the same match's new notices, which are not meant.
    private mutating func resolve(_ notices: [ResolvedNotices]) {
        for notices in notices {
            facts.append(.noticesResolved(notices))
            effects.append(.noticesResolved(notices.player))
        }
    }

    /// A guest becomes part of an account (rule 1.13). Done already, it changes nothing.
    ///
    /// - Parameter blocks: whom one of the two blocks, or who blocks one of them.
    package mutating func mergeMatches(
        of guest: PlayerNumber, into account: PlayerNumber, apartFrom blocks: Set<PlayerNumber>, in game: MatchGame
    ) throws(StoreError) {
        let planned = published.matches.read(game) { [time] book in
            MatchPlans(
                book.planMerge(of: guest, into: account, apartFrom: blocks, at: time), to: book, of: game)
        }
        keep(planned.facts, of: game, by: account)
        // Time may have ended one at this very moment.
        var ended = planned.ended
        for index in ended.indices { ended[index].replace(guest, by: account) }
        try award(ended)
    }

    /// Test data goes, so many matches at once (rule 3.2).
    ///
    /// - Parameter player: theirs alone. Nil: everybody's.
    /// - Returns: how many went.
    package mutating func wipeMatches(of player: PlayerNumber?, in game: MatchGame, limit: Int) -> Int {
        let facts = published.matches.read(game) { [time] in $0.planWipe(of: player, limit: limit, at: time) }
        keep(facts, of: game, by: nil)
        return facts.count
    }

    /// A ban or an erasure: the player's seats are done (rule 12.26). Judged matches that are over by it bring the
    /// others what their rules award.
    ///
    /// - Parameter team: in whose games. Nil: in all.
    mutating func leaveMatches(
        _ player: PlayerNumber, isErased: Bool, in team: TeamNumber? = nil
    ) throws(StoreError) {
        var ended: [EndedMatch] = []
        for game in published.matches.games {
            guard team == nil || catalogue.app(game.app)?.team == team else { continue }
            let planned = published.matches.read(game) { [time] book in
                MatchPlans(book.planDeparture(of: player, isErased: isErased, at: time), to: book, of: game)
            }
            keep(planned.facts, of: game, by: player)
            ended += planned.ended
        }
        for index in ended.indices { ended[index].replace(player) }
        try award(ended)
        if isErased { facts.append(.match(.erased(player))) }
    }
}
