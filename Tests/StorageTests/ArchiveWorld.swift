import LaurelDomain
import LaurelMatches
import LaurelStorage

/// A book of each game, and what the store is to be told of them.
struct ArchiveWorld {
    static let game = MatchGame(app: AppNumber(3), environment: .sandbox)

    var now = Timestamp(clamping: 1_800_000_000_000)
    private(set) var books: [MatchGame: MatchBook] = [:]
    private var facts: [Change.Fact] = []
    private var keys: UInt64 = 0

    /// Everybody may meet.
    private struct Strangers: Acquaintance {
        func isRestricted(_ player: PlayerNumber) -> Bool { false }
        func areFriends(_ one: PlayerNumber, _ other: PlayerNumber) -> Bool { false }
        func isBlock(between one: PlayerNumber, and other: PlayerNumber) -> Bool { false }
    }

    private func book(_ game: MatchGame) -> MatchBook { books[game] ?? MatchBook() }

    private mutating func key() -> MatchKey {
        keys += 1
        return MatchKey(high: 1, low: keys, body: keys)
    }

    private mutating func take(_ new: [MatchFact], _ game: MatchGame) {
        facts += MatchWrite.writes(of: new, to: book(game), of: game).map { .match($0) }
        books[game, default: MatchBook()].apply(new)
    }

    mutating func commit(to journal: any Journal) throws {
        try journal.commit(Change(facts: facts))
        facts = []
    }

    mutating func find(
        _ player: PlayerNumber, with others: [PlayerNumber], in game: MatchGame = ArchiveWorld.game
    ) throws -> MatchNumber {
        let request = try MatchRequest(
            maxPlayers: max(2, others.count + 1), recipients: others, takesStrangers: others.isEmpty)
        let plan = try book(game).planFind(
            request, by: player, key: key(), at: now, seed: 0, Strangers())
        take(plan.facts, game)
        return plan.match
    }

    mutating func perform(
        _ command: MatchCommand, _ match: MatchNumber, by player: PlayerNumber,
        in game: MatchGame = ArchiveWorld.game
    ) throws {
        let plan = try book(game).plan(command, of: match, by: player, key: key(), at: now)
        take(plan.facts, game)
    }

    mutating func turn(
        _ action: TurnWrite.Action, _ match: MatchNumber, by player: PlayerNumber, data: [UInt8] = [1],
        message: MatchMessage? = nil, in game: MatchGame = ArchiveWorld.game
    ) throws {
        let seen = book(game)[match]?.version ?? MatchVersion(0)
        try perform(
            .turn(TurnWrite(action, data: data, message: message), seen: seen), match, by: player, in: game)
    }

    private func seats(_ count: Int) -> [Seat] { (0..<count).compactMap { Seat($0) } }

    /// A match that its creator ends at once, alone.
    @discardableResult
    mutating func alone(
        _ player: PlayerNumber, in game: MatchGame = ArchiveWorld.game
    ) throws -> MatchNumber {
        let match = try find(player, with: [], in: game)
        let outcomes = Dictionary(uniqueKeysWithValues: seats(2).map { ($0, MatchOutcome.tied) })
        try turn(.endMatch(outcomes), match, by: player, in: game)
        return match
    }

    /// A match in which all end a turn, the last of them with the match; the first one says something.
    mutating func played(
        _ players: [PlayerNumber], data: [UInt8] = [0, 255, 7], message: MatchMessage? = nil
    ) throws -> MatchNumber {
        let match = try find(players[0], with: Array(players.dropFirst()))
        let table = seats(players.count)
        for (index, player) in players.enumerated() {
            if index > 0 { try perform(.accept, match, by: player) }
            if index == players.count - 1 {
                let outcomes = Dictionary(
                    uniqueKeysWithValues: table.map { ($0, $0.index == 0 ? MatchOutcome.won : .lost) })
                try turn(.endMatch(outcomes), match, by: player, data: data)
            } else {
                let next = TurnWrite.Handover(next: [table[index + 1]], timeout: .turnDefault)
                try turn(.end(next), match, by: player, message: index == 0 ? message : nil)
            }
        }
        return match
    }

    /// A match whose creator quits, after the turn was handed to one who never answers.
    mutating func unanswered(_ player: PlayerNumber, by silent: PlayerNumber) throws -> MatchNumber {
        let match = try find(player, with: [silent])
        let next = TurnWrite.Handover(next: [seats(2)[1]], timeout: .turnDefault)
        try turn(.end(next), match, by: player)
        try perform(.quitOutOfTurn(.quit), match, by: player)
        return match
    }

    /// An open match whose other player has taken the invitation, and has the turn.
    mutating func accepted(_ player: PlayerNumber, by other: PlayerNumber) throws -> MatchNumber {
        let match = try find(player, with: [other])
        let next = TurnWrite.Handover(next: [seats(2)[1]], timeout: .turnDefault)
        try turn(.end(next), match, by: player)
        try perform(.accept, match, by: other)
        return match
    }

    /// A year goes by, and all that have ended are archived.
    mutating func passYear() {
        now = now.advanced(by: MatchLimits.archive)
        for game in Array(books.keys) {
            while let due = books[game]?.nextDue(at: now) {
                take(book(game).planTimers(of: due, at: now)?.facts ?? [], game)
            }
        }
    }
}
