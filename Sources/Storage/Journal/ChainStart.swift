public import LaurelDomain

/// Where the reading of a player's chain begins, and where it may end: see ``Journal/chains(from:of:limit:)``.
public struct ChainStart: Hashable, Sendable {
    /// How many chains one call reads: a statement names each of them.
    public static let countLimit = 64

    /// The newest row; ``JournalSequence/start``: there is none.
    public var sequence: JournalSequence
    /// No row is wanted that arrived at this moment or before it; nil: all are.
    public var after: Timestamp?

    public init(_ sequence: JournalSequence, after: Timestamp? = nil) {
        self.sequence = sequence
        self.after = after
    }
}

extension Journal {
    /// For engines that answer without a round trip: row by row.
    public func chains(
        from starts: [ChainStart], of stream: StreamID, limit: Int
    ) throws(StoreError) -> [[JournalRow]] {
        var chains: [[JournalRow]] = []
        for start in starts {
            var rows: [JournalRow] = []
            var next = start.sequence
            while next > .start, rows.count < limit, let row = try self.row(at: next, of: stream) {
                rows.append(row)
                guard row.previous < next else { break }
                if let after = start.after, row.time <= after { break }
                next = row.previous
            }
            chains.append(rows)
        }
        return chains
    }

    /// Hands out the rows of chains, newest first, until each chain ends or `body` has enough of it. Rows that arrived
    /// too early for ``ChainStart/after`` aren't handed out.
    ///
    /// ```swift
    /// try journal.walkChains(from: [ChainStart(latest)], of: stream, firstRows: 16) { _, row in
    ///     rows.append(row)
    ///     return rows.count < limit
    /// }
    /// ```
    ///
    /// It reads ``chains(from:of:limit:)`` once for each page: O(rows · log *n*).
    ///
    /// - Parameters:
    ///   - starts: at most ``ChainStart/countLimit``.
    ///   - firstRows: how many rows are read first, of all chains together; then four times as many, and so on.
    ///   - mostRows: how many are read at a time at most.
    ///   - body: is handed the chain's index in `starts` and a row. Chains take turns, a page each. False: no more of
    ///     this chain.
    /// - Throws: ``StoreError/broken(reason:)`` when a chain leads to a row that is missing, or that isn't older.
    public func walkChains(
        from starts: [ChainStart], of stream: StreamID, firstRows: Int, upTo mostRows: Int = 4_096,
        _ body: (_ chain: Int, _ row: JournalRow) throws(StoreError) -> Bool
    ) throws(StoreError) {
        var starts = starts
        var open = starts.indices.filter { starts[$0].sequence > .start }
        var pageRows = min(firstRows, mostRows)
        while !open.isEmpty {
            let limit = max(1, pageRows / open.count)
            pageRows = min(mostRows, 4 * pageRows)
            let pages = try chains(from: open.map { starts[$0] }, of: stream, limit: limit)
            var further: [Int] = []
            for (chain, rows) in zip(open, pages) {
                guard let next = try handOut(rows, of: chain, from: starts[chain], body) else { continue }
                guard rows.count == limit else {
                    throw .broken(reason: "a chain leads to the journal's row \(next.rawValue), which is missing")
                }
                starts[chain].sequence = next
                further.append(chain)
            }
            open = further
        }
    }

    /// - Returns: where the chain goes on; nil: this was all that is wanted of it.
    private func handOut(
        _ rows: [JournalRow], of chain: Int, from start: ChainStart,
        _ body: (_ chain: Int, _ row: JournalRow) throws(StoreError) -> Bool
    ) throws(StoreError) -> JournalSequence? {
        var next = start.sequence
        for row in rows {
            guard row.previous < next else { throw .broken(reason: "a chain in the journal is circular") }
            next = row.previous
            if let after = start.after, row.time <= after { return nil }
            guard try body(chain, row) else { return nil }
        }
        return next > .start ? next : nil
    }
}
