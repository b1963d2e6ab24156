public import LaurelDomain
public import LaurelMatches
import LaurelScores
import LaurelStorage

/// What a player sees of matches (rule 12.14).
public struct ReadMatches: Sendable {
    private let matches: Matches
    public init(_ matches: Matches) { self.matches = matches }

    /// All that the player is or was in and did not remove, by game, the latest first. From memory, unless somebody
    /// says something with an invitation: then it is asked once who blocks whom.
    public func callAsFunction(
        of player: PlayerNumber, in games: [MatchGame]
    ) async throws(MatchError) -> [(game: MatchGame, matches: [Match])] {
        let now = matches.keeper.now()
        let found = games.map { game in matches.keeper.matches.read(game) { $0.matches(of: player) } }
        let isInvited = found.contains { list in list.contains { $0.invites(player) } }
        let blocks = try await (isInvited ? matches.blocks(of: player) : [])
        return zip(games, found).map { game, list in
            let isJudged = matches.keeper.matches.rules(game) != nil
            let seen = list.map { match in
                match.seen(by: player) { matches.profiles.hears(player, $0, apartFrom: blocks, at: now) }
            }
            return (game: game, matches: isJudged ? seen.map { $0.hidingData() } : seen)
        }
    }

    /// All of a game, the newest first, for its developers. From memory.
    public func all(
        in game: MatchGame, before: MatchNumber?, limit: Int
    ) -> (matches: [Match], next: MatchNumber?) {
        matches.keeper.matches.read(game) { $0.newest(before: before, limit: limit) }
    }

    /// One with its contents, all as of one moment; also an archived one that the player had taken out of
    /// their list.
    public func callAsFunction(
        _ number: MatchNumber, for player: PlayerNumber, in game: MatchGame
    ) async throws(MatchError) -> MatchDetails {
        if let record = try await record(number, in: game) {
            guard record.match.isVisible(to: player) else { throw .refused(.noMatch) }
            return try await details(record, for: player, in: game)
        }
        guard let old = try await archived(number, in: game), old.match.isKnown(to: player) else {
            throw .refused(.noMatch)
        }
        return try await details(old, for: player, in: game, isArchived: true)
    }

    /// The games of which the player sits in a match, archived ones too, in no order: all that ``known(to:in:after:)``
    /// has pages of. One read of the store, however many games there are.
    public func games(of player: PlayerNumber) async throws(MatchError) -> Set<MatchGame> {
        // First those whose matches may be archived meanwhile.
        let kept = matches.keeper.matches.games.filter { game in
            matches.keeper.matches.read(game) { !$0.numbers(of: player).isEmpty }
        }
        let archived = try await MatchError.translating { () throws(StoreError) in
            try await matches.directory.archivedGames(of: player)
        }
        return Set(kept).union(archived)
    }

    /// Matches that one page of ``known(to:in:after:)`` has at most.
    static let pageLimit = 256

    /// Those that the player ever heard of and that are kept, archived ones among the others, in order of creation
    /// (rule 12.26): a page of them, after a number. One that is archived while pages are read is on one of them.
    ///
    /// - Returns: none: there are no more. ``known(_:to:in:)`` is nil for those of which the player never heard.
    public func known(
        to player: PlayerNumber, in game: MatchGame, after number: MatchNumber
    ) async throws(MatchError) -> [MatchNumber] {
        // First those that may be archived meanwhile.
        let kept = matches.keeper.matches.read(game) { $0.known(to: player) }.filter { $0 > number }
        let archived = try await MatchError.translating { () throws(StoreError) in
            try await matches.directory.archivedMatches(of: player, in: game, after: number, limit: Self.pageLimit)
        }
        return Array(Set(kept.prefix(Self.pageLimit)).union(archived).sorted().prefix(Self.pageLimit))
    }

    /// One of ``known(to:in:after:)``. Nil: it is gone meanwhile.
    public func known(
        _ number: MatchNumber, to player: PlayerNumber, in game: MatchGame
    ) async throws(MatchError) -> MatchDetails? {
        var found = try await record(number, in: game)
        let isArchived = found == nil
        if isArchived { found = try await archived(number, in: game) }
        guard let record = found, record.match.isKnown(to: player) else { return nil }
        return try await details(record, for: player, in: game, isArchived: isArchived)
    }

    /// A match after a turn that was just written, where the turn itself says what is in it: that spares a read of the
    /// store, a tenth of what a turn costs.
    ///
    /// - Returns: nil where it doesn't: somebody else has written since, there is more in the match, or the server
    ///   judges it.
    func record(
        of plan: MatchPlan, _ command: MatchCommand, by player: PlayerNumber, in game: MatchGame
    ) -> MatchRecord? {
        guard case .turn(let turn, _) = command, !plan.facts.isEmpty, matches.keeper.matches.rules(game) == nil,
            let match = matches.keeper.matches.read(game, { $0[plan.match] }), match.version == plan.version,
            match.isVisible(to: player), match.exchanges.isEmpty, turn.message != nil || match.messageSeat == nil
        else { return nil }
        return MatchRecord(match: match, data: turn.data, message: turn.message, exchanges: [:], replies: [:])
    }

    /// What ``record(of:_:by:in:)`` has: all that is said in it is the player's own.
    func details(written record: MatchRecord, by player: PlayerNumber, in game: MatchGame) -> MatchDetails {
        details(record, for: player, in: game, apartFrom: [], isArchived: false)
    }

    private func record(_ number: MatchNumber, in game: MatchGame) async throws(MatchError) -> MatchRecord? {
        try await MatchError.translating { () throws(StoreError) in
            try await matches.directory.match(number, of: game)
        }
    }

    private func archived(_ number: MatchNumber, in game: MatchGame) async throws(MatchError) -> MatchRecord? {
        try await MatchError.translating { () throws(StoreError) in
            try await matches.directory.archivedMatch(number, of: game)
        }
    }

    /// What a write hears that was refused: of an archived match that the player knows, not that there is none.
    func refusal(
        _ error: MatchError, of number: MatchNumber, by player: PlayerNumber, in game: MatchGame
    ) async -> MatchError {
        guard error == .refused(.noMatch) else { return error }
        do throws(MatchError) {
            let isKnown = try await archived(number, in: game)?.match.isKnown(to: player) ?? false
            return isKnown ? .refused(.archived) : error
        } catch {
            return error
        }
    }

    private func details(
        _ record: MatchRecord, for player: PlayerNumber, in game: MatchGame, isArchived: Bool = false
    ) async throws(MatchError) -> MatchDetails {
        let blocks = try await (record.match.speaks(to: player) ? matches.blocks(of: player) : [])
        return details(record, for: player, in: game, apartFrom: blocks, isArchived: isArchived)
    }

    private func details(
        _ record: MatchRecord, for player: PlayerNumber, in game: MatchGame, apartFrom blocks: Set<PlayerNumber>,
        isArchived: Bool
    ) -> MatchDetails {
        let now = matches.keeper.now()
        let rules = matches.keeper.matches.rules(game)
        return MatchDetails(record, for: player, rules: rules, isArchived: isArchived) { writer in
            matches.profiles.hears(player, writer, apartFrom: blocks, at: now)
        }
    }
}
