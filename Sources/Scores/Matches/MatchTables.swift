import LaurelDomain
package import LaurelMatches
import LaurelStorage
import Synchronization

/// All turn-based matches, as they are published: a book of each game. The writer plans by them and changes them; use
/// cases read them.
package final class MatchTables: Sendable {
    /// Of all games. Memory for more must come with a plan where to put them: a match is about 1 KB.
    static let countLimit = 1_000_000

    private let books = Mutex<[MatchGame: MatchBook]>([:])
    /// Of games whose judge the server is (rule 12.40). Nil: their players are.
    package let rules: @Sendable (MatchGame) -> (any TurnRules)?

    init(rules: @escaping @Sendable (MatchGame) -> (any TurnRules)? = { _ in nil }) { self.rules = rules }

    /// What a book says. `body` must not keep the book.
    package func read<Value: Sendable, Failure: Error>(
        _ game: MatchGame, _ body: (MatchBook) throws(Failure) -> Value
    ) throws(Failure) -> Value {
        try books.withLock { (books) throws(Failure) in try body(books[game] ?? MatchBook(rules: rules(game))) }
    }

    package var games: [MatchGame] { books.withLock { Array($0.keys) } }
    var count: Int { books.withLock { $0.values.reduce(0) { $0 + $1.count } } }

    // MARK: The writer's

    /// What the store has, in place of all.
    ///
    /// - Parameter states: the data of a judged game's open matches.
    func load(
        _ kept: [MatchGame: [Match]], _ last: [MatchGame: MatchNumber], states: [MatchGame: [MatchNumber: [UInt8]]]
    ) {
        let fresh = Dictionary(
            Set(kept.keys).union(last.keys).map { game in
                let book = MatchBook(
                    restoring: kept[game] ?? [], lastNumber: last[game] ?? MatchNumber(0), rules: rules(game),
                    states: states[game] ?? [:])
                return (game, book)
            }
        ) { first, _ in first }
        books.withLock { $0 = fresh }
    }

    /// These facts are durable.
    func apply(_ facts: [MatchFact], of game: MatchGame) {
        books.withLock { $0[game, default: MatchBook(rules: rules(game))].apply(facts) }
    }

    /// When time changes a match next, or earlier. Nil: there is none.
    var nextDeadline: Timestamp? { books.withLock { $0.values.compactMap(\.nextDeadline).min() } }

    /// Matches of one game that are due one after the other.
    struct Due: Sendable {
        let game: MatchGame
        var matches: [MatchNumber]
    }

    /// Those that time has changed by now, the earliest of all games first (rule 12.2).
    ///
    /// - Parameter archivedLimit: how many of them are archived by it at most, in all games: what others wait for comes
    ///   behind no more of these, however many are due.
    func due(at now: Timestamp, limit: Int, archivedLimit: Int = .max) -> [Due] {
        guard limit > 0 else { return [] }
        typealias Found = (game: MatchGame, moment: MatchMoment, isArchived: Bool)
        func isBefore(_ one: Found, _ other: Found) -> Bool {
            (one.moment.time, one.game.app.rawValue, one.moment.match)
                < (other.moment.time, other.game.app.rawValue, other.moment.match)
        }
        let ordered = books.withLock { books in
            var firsts: [(game: MatchGame, time: Timestamp)] = []
            // A list of its own: the books would be copied when one changes while their keys are being gone through.
            for game in Array(books.keys) {
                // Drops moments that are none any more, so that the timer sleeps until the next one.
                guard books[game]?.nextDue(at: now) != nil, let time = books[game]?.nextDeadline else { continue }
                firsts.append((game, time))
            }
            var earliest: [Found] = []
            // The last of the earliest, once there are enough: what is later needn't be looked at.
            var bound = now
            for (game, first) in firsts.sorted(by: { $0.time < $1.time }) {
                guard first <= bound else { break }
                for moment in books[game]?.due(at: bound, limit: limit, archivedLimit: archivedLimit) ?? [] {
                    let isArchived = books[game]?[moment.match]?.ended != nil
                    earliest.append((game: game, moment: moment, isArchived: isArchived))
                }
                earliest.sort(by: isBefore)
                var archived = 0
                earliest.removeAll { found in
                    if found.isArchived { archived += 1 }
                    return found.isArchived && archived > archivedLimit
                }
                guard earliest.count >= limit else { continue }
                earliest.removeLast(earliest.count - limit)
                bound = min(bound, earliest.last?.moment.time ?? bound)
            }
            return earliest
        }
        var due: [Due] = []
        for (game, moment, _) in ordered {
            if due.last?.game == game {
                due[due.count - 1].matches.append(moment.match)
            } else {
                due.append(Due(game: game, matches: [moment.match]))
            }
        }
        return due
    }
}
