import LaurelDomain
import LaurelMatches
import Synchronization

/// Who has asked for a match within the last minute (rule 11.8). In memory: a restart forgets it.
final class MatchSearches: Sendable {
    static let window = Timestamp.Span.seconds(60)
    /// Searches that are kept, of all games, of a few hundred bytes each. Beyond it, the oldest are forgotten.
    static let countLimit = 100_000

    private struct Key: Hashable {
        let game: MatchGame
        /// Nil: all groups together.
        let group: Int64?
    }

    private struct Search {
        let player: PlayerNumber
        let game: MatchGame
        /// Nil: it counts for all groups alone.
        let group: Int64?
        let moment: Timestamp

        var keys: [Key] { Set([nil, group]).map { Key(game: game, group: $0) } }
    }

    private struct Table {
        /// Oldest first.
        var searches = Deque<Search>()
        /// How many of the searches are each player's.
        var counts: [Key: [PlayerNumber: Int]] = [:]

        mutating func add(_ search: Search) {
            searches.append(search)
            for key in search.keys { counts[key, default: [:]][search.player, default: 0] += 1 }
            if searches.count > MatchSearches.countLimit { forgetFirst() }
        }

        mutating func forget(at now: Timestamp) {
            while let first = searches.first, first.moment.advanced(by: MatchSearches.window) <= now { forgetFirst() }
        }

        private mutating func forgetFirst() {
            guard let search = searches.popFirst() else { return }
            for key in search.keys {
                guard let count = counts[key]?[search.player] else { continue }
                counts[key]?[search.player] = count > 1 ? count - 1 : nil
                if counts[key]?.isEmpty == true { counts[key] = nil }
            }
        }
    }

    private let table = Mutex(Table())

    /// - Parameter group: nil: it counts for all groups alone.
    func note(by player: PlayerNumber, in game: MatchGame, group: Int64?, at now: Timestamp) {
        table.withLock { table in
            table.forget(at: now)
            table.add(Search(player: player, game: game, group: group, moment: now))
        }
    }

    /// - Parameter group: nil: of all groups.
    /// - Returns: different players.
    func players(in game: MatchGame, group: Int64?, at now: Timestamp) -> Int {
        table.withLock { table in
            table.forget(at: now)
            return table.counts[Key(game: game, group: group)]?.count ?? 0
        }
    }

    /// How many searches are kept.
    var count: Int { table.withLock { $0.searches.count } }
}
