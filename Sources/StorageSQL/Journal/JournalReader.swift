public import LaurelDomain
public import LaurelStorage

/// Reads rows of a stream, and holds each against its seal and the digest of the row before it.
///
/// That digest is at hand where rows are read one after another; otherwise the row before is looked up, which is on the
/// same page nearly always.
public struct JournalReader {
    let stream: StreamID
    let number: Int64
    private let connection: any SQLConnection
    /// What was read last.
    private var before: (sequence: JournalSequence, digest: JournalDigest) = (.start, .start)

    public struct SealedRow {
        public let row: JournalRow
        public let seal: RowSeal
    }

    public init(_ stream: StreamID, number: Int64, on connection: any SQLConnection) {
        self.stream = stream
        self.number = number
        self.connection = connection
    }

    // MARK: What is read

    public func row(at sequence: JournalSequence) throws(StoreError) -> SealedRow? {
        var rows: [SealedRow] = []
        try read("position = \(position(sequence))") { rows.append($0) }
        return rows.first
    }

    /// All rows, one after another.
    ///
    /// - Parameter known: a row that the stream is known to have. A broken key in a page can end SQLite's search early.
    public func rows(
        after sequence: JournalSequence, limit: Int, known: JournalSequence
    ) throws(StoreError) -> [JournalRow] {
        var rows: [JournalRow] = []
        rows.reserveCapacity(max(0, min(limit, Int(clamping: known.rawValue - max(sequence, .start).rawValue))))
        try read(
            """
            position > \(position(max(sequence, .start))) AND position <= \(end)
            ORDER BY position LIMIT \(SQLPage.limit(limit))
            """
        ) { rows.append($0.row) }
        var last = max(sequence, .start)
        for row in rows {
            guard row.sequence == last.advanced(by: 1) else { throw missing(last.advanced(by: 1)) }
            last = row.sequence
        }
        guard rows.count >= limit || last >= known else { throw missing(last.advanced(by: 1)) }
        return rows
    }

    /// All of it is read over one connection, and so from one server.
    ///
    /// - Returns: nil: there is no row at `sequence`.
    func tail(after sequence: JournalSequence, limit: Int) throws(StoreError) -> JournalTail? {
        let isWhole = sequence <= .start
        var found: [SealedRow] = []
        try read(
            """
            position >= \(position(max(sequence, JournalSequence(1)))) AND position <= \(end)
            ORDER BY position LIMIT \(SQLPage.limit(isWhole ? limit : limit + 1))
            """
        ) { found.append($0) }
        var before = JournalDigest.start
        if !isWhole {
            guard let first = found.first, first.row.sequence == sequence else { return nil }
            before = first.seal.digest
            found.removeFirst()
        }
        var last = max(sequence, .start)
        for sealed in found {
            guard sealed.row.sequence == last.advanced(by: 1) else { throw missing(last.advanced(by: 1)) }
            last = sealed.row.sequence
        }
        return JournalTail(before: before, rows: found.map(\.row), digest: found.last?.seal.digest ?? before)
    }

    /// A row that was changed to be another leaderboard's isn't found here; a reading of all rows finds that.
    func rows(
        after sequence: JournalSequence, through last: JournalSequence, on leaderboards: [LeaderboardNumber],
        limit: Int
    ) throws(StoreError) -> [JournalRow] {
        var rows: [JournalRow] = []
        try read(
            """
            position > \(position(max(sequence, .start))) AND position <= \(position(max(last, .start)))
                AND leaderboard IN (\(list: leaderboards)) ORDER BY position LIMIT \(SQLPage.limit(limit))
            """
        ) { rows.append($0.row) }
        return rows
    }

    /// As above, of a player.
    func rows(
        of player: PlayerNumber, after sequence: JournalSequence, through last: JournalSequence? = nil, limit: Int
    ) throws(StoreError) -> [SealedRow] {
        var rows: [SealedRow] = []
        try read(
            """
            position > \(position(max(sequence, .start))) AND position <= \(last.map { position($0) } ?? end)
                AND player = \(player) ORDER BY position LIMIT \(SQLPage.limit(limit))
            """
        ) { rows.append($0) }
        return rows
    }

    /// Found by an index of such rows alone.
    func rows(
        awaitingUpgradeOf player: PlayerNumber, after sequence: JournalSequence, limit: Int
    ) throws(StoreError) -> [JournalRow] {
        var rows: [JournalRow] = []
        try read(
            """
            \(JournalTable.awaitsUpgrade) AND player = \(player) AND position > \(position(max(sequence, .start)))
                AND position <= \(end) ORDER BY position LIMIT \(SQLPage.limit(limit))
            """
        ) { rows.append($0.row) }
        return rows
    }

    /// One statement, which selects the seals of the rows before, too: looking them up would be another one for each
    /// row. It goes on only to older rows, so it ends whatever the rows say.
    func chains(from starts: [ChainStart], limit: Int) throws(StoreError) -> [[JournalRow]] {
        var chains: [[JournalRow]] = starts.map { _ in [] }
        // No key has more bits.
        let sequences = 1..<Int64(1) << JournalTable.sequenceBits
        var heads: [SQL] = []
        for (index, start) in starts.enumerated() where sequences.contains(start.sequence.rawValue) {
            // Times begin at 0.
            let earliest = start.after?.milliseconds ?? -1
            heads.append("(\(Int64(index)), \(start.sequence), \(earliest), 1)")
        }
        guard limit > 0, !heads.isEmpty else { return chains }
        // Few different statements, since each is kept. No row is the one before the first.
        let padded = [1, 4, 16, ChainStart.countLimit].first { $0 >= heads.count } ?? heads.count
        for _ in heads.count..<padded { heads.append("(\(Int64(0)), \(JournalSequence.start), \(Int64(-1)), 1)") }
        let base = position(.start)
        var reader = self
        try connection.each(
            """
            WITH RECURSIVE chain (nth, link, earliest, depth) AS (
                VALUES \(heads.joined(separator: ", "))
                UNION ALL
                SELECT nth, previous, earliest, depth + 1 FROM chain JOIN journal ON position = \(base) + link
                WHERE previous > 0 AND previous < link AND time > earliest AND depth < \(limit))
            SELECT \(JournalTable.columns), seal,
                (SELECT earlier.seal FROM journal AS earlier WHERE earlier.position = journal.position - 1)
                    AS seal_before, nth
            FROM chain JOIN journal ON position = \(base) + link ORDER BY nth, position DESC
            """
        ) { row throws(StoreError) in
            reader.noteBefore(row.cells)
            let found = try reader.checked(row.cells).row
            let index = Int(clamping: row.cells.integer(15))
            guard chains.indices.contains(index) else { throw .broken(reason: "a chain has no start") }
            chains[index].append(found)
            return true
        }
        return chains
    }

    // MARK: How

    private func position(_ sequence: JournalSequence) -> Int64 { JournalTable.position(sequence, ofStream: number) }
    private var end: Int64 { number << JournalTable.sequenceBits | (1 << JournalTable.sequenceBits - 1) }

    private func read(_ condition: SQL, _ body: (SealedRow) -> Void) throws(StoreError) {
        var reader = self
        try connection.each("SELECT \(JournalTable.columns), seal FROM journal WHERE \(condition)") {
            row throws(StoreError) in
            body(try reader.checked(row.cells))
            return true
        }
    }

    private mutating func checked(_ cells: any SQLCells) throws(StoreError) -> SealedRow {
        let row = try JournalTable.row(cells, of: stream)
        let format = cells.integer(3)
        var seal: RowSeal?
        cells.withBytes(13) { seal = RowSeal($0, isEmptied: format == JournalTable.Format.emptied) }
        guard format == JournalTable.Format.sealed || format == JournalTable.Format.emptied,
            let seal, seal.holds(row, after: try digest(before: row.sequence))
        else {
            throw .damaged(reason: JournalTable.name(row.sequence, of: stream) + " isn't as it was written")
        }
        before = (row.sequence, seal.digest)
        return SealedRow(row: row, seal: seal)
    }

    /// Keeps the digest in column 14, of the row before the one that a statement stands at. Where there is none, it is
    /// looked up, which says what is wrong.
    private mutating func noteBefore(_ cells: any SQLCells) {
        guard !cells.isNull(14) else { return }
        var seal: RowSeal?
        cells.withBytes(14) { seal = RowSeal($0, isEmptied: false) }
        guard let seal else { return }
        before = (JournalTable.sequence(at: cells.integer(0)).advanced(by: -1), seal.digest)
    }

    private func missing(_ sequence: JournalSequence) -> StoreError {
        .damaged(reason: JournalTable.name(sequence, of: stream) + " is missing")
    }

    private func digest(before sequence: JournalSequence) throws(StoreError) -> JournalDigest {
        let wanted = sequence.advanced(by: -1)
        if wanted == before.sequence { return before.digest }
        guard wanted > .start else { return .start }
        let found = try connection.first("SELECT seal FROM journal WHERE position = \(position(wanted))") {
            row throws(StoreError) -> [UInt8]? in try row["seal"]
        }
        guard let found else { throw missing(wanted) }
        guard let seal = found.flatMap({ $0.withUnsafeBytes { RowSeal($0, isEmptied: false) } }) else {
            throw .damaged(reason: JournalTable.name(wanted, of: stream) + " has no digest")
        }
        return seal.digest
    }
}
