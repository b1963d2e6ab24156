import CLaurelSQLite
import LaurelDomain
import LaurelStorage
import LaurelStorageSQL

/// Gives a seal to each row from before there were any, once, before the store is used: so there is one kind of row
/// from then on. About 5 seconds for a million rows.
///
/// In slices, so that the log stays short; a start that was ended in the middle is continued by the next one. What was
/// changed in a row before that can't be known.
struct JournalSealing {
    static let sliceRows: Int64 = 20_000

    let connection: SQLiteConnection
    let salts: JournalSalts
    /// Ends it early, for tests.
    var slices = Int.max

    func run() throws(StoreError) {
        let streams = try StreamTable.all(on: connection)
        for _ in 0..<slices {
            guard let (number, through) = try next() else { return }
            guard let index = Int(exactly: number - 1), streams.indices.contains(index) else {
                throw .damaged(reason: "stream \(number) is missing")
            }
            try connection.transaction { () throws(StoreError) in
                try seal(streams[index], number, after: JournalSequence(through))
            }
            connection.checkpoint(SQLITE_CHECKPOINT_TRUNCATE)
        }
    }

    static func isNeeded(on connection: SQLiteConnection) throws(StoreError) -> Bool {
        try connection.integer("SELECT count(*) FROM unsealed_streams") ?? 0 > 0
    }

    private func next() throws(StoreError) -> (number: Int64, through: Int64)? {
        let select = try connection.statement("SELECT stream, through FROM unsealed_streams ORDER BY stream LIMIT 1")
        defer { select.reset() }
        return try select.step() ? (select.integer(0), select.integer(1)) : nil
    }

    private func seal(_ stream: StreamID, _ number: Int64, after sequence: JournalSequence) throws(StoreError) {
        let rows = try unsealed(stream, number, after: sequence)
        var digest =
            sequence == .start
            ? JournalDigest.start
            : try JournalReader(stream, number: number, on: connection).row(at: sequence)?.seal.digest
        for (row, salt) in zip(rows, salts.salts(for: rows)) {
            guard let before = digest else {
                throw .damaged(reason: JournalTable.name(sequence, of: stream) + " is missing")
            }
            let seal = RowSeal(of: row, after: before, salt: salt)
            try JournalTable.replace(row, seal, ofStream: number, on: connection)
            digest = seal.digest
        }
        if let last = rows.last {
            try connection.run("UPDATE unsealed_streams SET through = \(last.sequence) WHERE stream = \(number)")
        } else {
            try connection.run("DELETE FROM unsealed_streams WHERE stream = \(number)")
        }
    }

    private func unsealed(
        _ stream: StreamID, _ number: Int64, after sequence: JournalSequence
    ) throws(StoreError) -> [JournalRow] {
        let first = JournalTable.position(sequence, ofStream: number)
        let end = JournalTable.position(JournalSequence(1 << JournalTable.sequenceBits - 1), ofStream: number)
        var rows: [JournalRow] = []
        try connection.each(
            """
            SELECT \(JournalTable.columns) FROM journal WHERE position > \(first) AND position <= \(end)
            ORDER BY position LIMIT \(Self.sliceRows)
            """
        ) { found throws(StoreError) in
            let row = try JournalTable.row(found, of: stream)
            guard row.sequence == (rows.last?.sequence ?? sequence).advanced(by: 1) else {
                throw .damaged(
                    reason: JournalTable.name(row.sequence.advanced(by: -1), of: stream) + " is missing")
            }
            guard try found["format"] == JournalTable.Format.unsealed else {
                throw .damaged(reason: "can't read " + JournalTable.name(row.sequence, of: stream))
            }
            rows.append(row)
            return true
        }
        return rows
    }
}
