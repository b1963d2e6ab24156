package import LaurelDomain
import LaurelStorage

/// Which board in memory: a leaderboard's, or that of one occurrence of a recurring one.
package struct BoardKey: Hashable, Comparable, Sendable {
    package let leaderboard: LeaderboardNumber
    /// Nil: the leaderboard's own.
    let occurrence: Int64?

    package init(_ leaderboard: LeaderboardNumber, occurrence: Int64? = nil) {
        self.leaderboard = leaderboard
        self.occurrence = occurrence
    }

    package static func < (left: BoardKey, right: BoardKey) -> Bool {
        (left.leaderboard, left.occurrence ?? -1) < (right.leaderboard, right.occurrence ?? -1)
    }
}

/// Where a board's rows are in the journal: what is before or after needs not be read to build it.
package struct BoardExtent: Hashable, Sendable {
    var first: JournalSequence
    var last: JournalSequence
    /// A copy of the board that was written down before this row does not hold: rows of another board came to it, or a
    /// player was erased.
    var epoch: JournalSequence = .start
    /// Whether rows of several leaderboards met in it, so that a player's rows are in several chains.
    var isMixed = false

    init(_ sequence: JournalSequence) {
        first = sequence
        last = sequence
    }

    init(first: JournalSequence, last: JournalSequence, epoch: JournalSequence, isMixed: Bool) {
        self.first = first
        self.last = last
        self.epoch = epoch
        self.isMixed = isMixed
    }

    /// Another leaderboard's rows came to it, which `sequence` says.
    mutating func mix(at sequence: JournalSequence) {
        epoch = sequence
        isMixed = true
    }

    mutating func reach(_ sequence: JournalSequence) {
        first = min(first, sequence)
        last = max(last, sequence)
    }
}

extension [BoardKey: BoardExtent] {
    /// Leaves out what is wiped: boards of which nothing is left go, copies of others that are older do not hold.
    mutating func hide(_ wiped: WipedRows, _ boardKeys: BoardKeys) {
        for key in keys {
            let sources = boardKeys.sources(of: key)
            let end = sources.map { wiped.last(on: $0) }.max() ?? .start
            guard let extent = self[key], end > .start else { continue }
            if sources == [key.leaderboard], extent.last <= wiped.everything(on: key.leaderboard) {
                self[key] = nil
            } else {
                self[key]?.epoch = Swift.max(extent.epoch, end)
            }
        }
    }

    /// Rows from `first` to `end`.
    mutating func reach(_ first: JournalSequence, through end: JournalSequence, of key: BoardKey) {
        self[key, default: BoardExtent(first)].reach(first)
        if end > first { self[key]?.reach(end) }
    }

    mutating func reach(_ sequence: JournalSequence, of key: BoardKey) {
        self[key, default: BoardExtent(sequence)].reach(sequence)
    }
}

/// Which boards a row counts on, and whose rows a board is made of.
struct BoardKeys: Sendable {
    private let catalogue: Catalogue

    init(_ catalogue: Catalogue) { self.catalogue = catalogue }

    /// The leaderboard that a board shows; nil: it is gone.
    func leaderboard(of key: BoardKey) -> Leaderboard? { catalogue.leaderboard(key.leaderboard) }

    func keys(of row: JournalRow) -> [BoardKey] {
        guard let leaderboard = catalogue.target(of: row.leaderboard) else { return [] }
        let boardKey = leaderboard.boardKey(at: row.date)
        // Only a score is a link of a chain that nobody sees.
        let chain = leaderboard.kind.recurrence == nil || row.kind == .score ? leaderboard.chain : nil
        return boardKey == chain ? [chain].compactMap(\.self) : [chain, boardKey].compactMap(\.self)
    }

    /// The leaderboards whose rows it is made of.
    func sources(of key: BoardKey) -> [LeaderboardNumber] { catalogue.sources(of: key.leaderboard) }
}

extension Leaderboard {
    /// The board that has all rows of the leaderboard, and so the heads of the players' chains.
    ///
    /// Of a recurring one nobody sees it: what counts for them is the board of an occurrence.
    package var chain: BoardKey { BoardKey(number) }

    /// The board that a score of this date counts on. Nil: in a gap between occurrences.
    package func boardKey(at date: Timestamp) -> BoardKey? {
        guard let recurrence = kind.recurrence else { return chain }
        return recurrence.running(at: date).map { BoardKey(number, occurrence: $0.number) }
    }

    func occurrence(of key: BoardKey) -> Occurrence? {
        key.occurrence.flatMap { kind.recurrence?.occurrence($0) }
    }

    /// Whether players see this board: not the chain of a recurring leaderboard.
    func shows(_ key: BoardKey) -> Bool { kind.recurrence == nil || key.occurrence != nil }

    /// Whether the occurrence was over so long ago that nobody can read it any more.
    func isPast(_ key: BoardKey, at now: Timestamp) -> Bool {
        guard let occurrence = occurrence(of: key) else { return false }
        return occurrence.end.advanced(by: Recurrence.readableSpan) <= now
    }
}
