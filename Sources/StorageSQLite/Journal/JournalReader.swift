import LaurelDomain
import LaurelStorage

/// Reads rows of a stream, and holds each against its seal and the digest of the row before it.
///
/// That digest is at hand where rows are read one after another; otherwise the row before is looked up, which is on the
/// same page nearly always.
struct JournalReader {
    let stream: StreamID
    let number: Int64
    private let connection: SQLiteConnection
    /// What was read last.
    private var before: (sequence: JournalSequence, digest: JournalDigest) = (.start, .start)

    struct SealedRow {
        let row: JournalRow
        let seal: RowSeal
    }

    init(_ stream: StreamID, number: Int64, on connection: SQLiteConnection) {
        self.stream = stream
        self.number = number
        self.connection = connection
    }

    // MARK: What is read

    func row(at sequence: JournalSequence) throws(StoreError) -> SealedRow? {
        var rows: [SealedRow] = []
        try read("position = ?1", { $0.bind(1, position(sequence)) }) { rows.append($0) }
        return rows.first
    }

    /// All rows, one after another.
    ///
    /// - Parameter known: a row that the stream is known to have. A broken key in a page can end SQLite's search early.
    func rows(
        after sequence: JournalSequence, limit: Int, known: JournalSequence
    ) throws(StoreError) -> [JournalRow] {
        var rows: [JournalRow] = []
        try read(
            "position > ?1 AND position <= ?2 ORDER BY position LIMIT ?3",
            { select in
                select.bind(1, position(max(sequence, .start)))
                select.bind(2, end)
                select.bind(3, Int64(max(0, limit)))
            }
        ) { rows.append($0.row) }
        var last = max(sequence, .start)
        for row in rows {
            guard row.sequence == last.advanced(by: 1) else { throw missing(last.advanced(by: 1)) }
            last = row.sequence
        }
        guard rows.count >= limit || last >= known else { throw missing(last.advanced(by: 1)) }
        return rows
    }

    /// A row that was changed to be another leaderboard's isn't found here; a reading of all rows finds that.
    func rows(
        after sequence: JournalSequence, through last: JournalSequence, on leaderboards: [LeaderboardNumber],
        limit: Int
    ) throws(StoreError) -> [JournalRow] {
        let marks = Array(repeating: "?", count: leaderboards.count).joined(separator: ", ")
        var rows: [JournalRow] = []
        try read(
            "position > ?1 AND position <= ?2 AND leaderboard IN (\(marks)) ORDER BY position LIMIT ?",
            { select in
                select.bind(1, position(max(sequence, .start)))
                select.bind(2, position(max(last, .start)))
                for (index, leaderboard) in leaderboards.enumerated() {
                    select.bind(Int32(index) + 3, Int64(leaderboard.rawValue))
                }
                select.bind(Int32(leaderboards.count) + 3, Int64(max(0, limit)))
            }
        ) { rows.append($0.row) }
        return rows
    }

    /// As above, of a player.
    func rows(
        of player: PlayerNumber, after sequence: JournalSequence, through last: JournalSequence? = nil, limit: Int
    ) throws(StoreError) -> [SealedRow] {
        var rows: [SealedRow] = []
        try read(
            "position > ?1 AND position <= ?2 AND player = ?3 ORDER BY position LIMIT ?4",
            { select in
                select.bind(1, position(max(sequence, .start)))
                select.bind(2, last.map { position($0) } ?? end)
                select.bind(3, Int64(player.rawValue))
                select.bind(4, Int64(max(0, limit)))
            }
        ) { rows.append($0) }
        return rows
    }

    // MARK: How

    private func position(_ sequence: JournalSequence) -> Int64 { JournalTable.position(sequence, ofStream: number) }
    private var end: Int64 { number << JournalTable.sequenceBits | (1 << JournalTable.sequenceBits - 1) }

    private func read(
        _ condition: String, _ bind: (SQLiteStatement) -> Void, _ body: (SealedRow) -> Void
    ) throws(StoreError) {
        let select = try connection.statement("SELECT \(JournalTable.columns), seal FROM journal WHERE \(condition)")
        defer { select.reset() }
        bind(select)
        var reader = self
        while try select.step() { body(try reader.checked(select)) }
    }

    private mutating func checked(_ select: SQLiteStatement) throws(StoreError) -> SealedRow {
        let row = try JournalTable.row(select, of: stream)
        let format = select.integer(3)
        guard format == JournalTable.Format.sealed || format == JournalTable.Format.emptied,
            let seal = select.seal(13, isEmptied: format == JournalTable.Format.emptied),
            seal.holds(row, after: try digest(before: row.sequence))
        else {
            throw .damaged(reason: JournalTable.name(row.sequence, of: stream) + " isn't as it was written")
        }
        before = (row.sequence, seal.digest)
        return SealedRow(row: row, seal: seal)
    }

    private func missing(_ sequence: JournalSequence) -> StoreError {
        .damaged(reason: JournalTable.name(sequence, of: stream) + " is missing")
    }

    private func digest(before sequence: JournalSequence) throws(StoreError) -> JournalDigest {
        let wanted = sequence.advanced(by: -1)
        if wanted == before.sequence { return before.digest }
        guard wanted > .start else { return .start }
        let select = try connection.statement("SELECT seal FROM journal WHERE position = ?")
        defer { select.reset() }
        select.bind(1, position(wanted))
        guard try select.step() else {
            throw missing(wanted)
        }
        guard let seal = select.seal(0, isEmptied: false) else {
            throw .damaged(reason: JournalTable.name(wanted, of: stream) + " has no digest")
        }
        return seal.digest
    }
}
