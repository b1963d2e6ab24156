import LaurelDomain
import LaurelStorage
import LaurelStorageSQL

/// Appends rows to the journal.
enum JournalAppending {
    private static let insert =
        "INSERT INTO journal (\(JournalTable.columns.text), seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"

    /// Each row with its seal. Bound by position: this is the path of every score.
    static func append(
        _ rows: [JournalRow], _ salts: JournalSalts, to writer: inout SQLiteStore.Writer
    ) throws(StoreError) {
        guard let first = rows.first else { return }
        let insert = try writer.connection.statement(insert)
        var stream = first.stream
        var record = try record(of: stream, in: &writer)
        for (row, salt) in zip(rows, salts.salts(for: rows)) {
            if row.stream != stream {
                writer.streams[stream] = record
                stream = row.stream
                record = try Self.record(of: stream, in: &writer)
            }
            try JournalTable.check(row, after: record.last?.sequence)
            let seal = RowSeal(of: row, after: record.digest, salt: salt)
            bind(row, at: JournalTable.position(row.sequence, ofStream: record.number), to: insert)
            insert.bind(14, seal)
            try insert.run()
            record.last = JournalPosition(sequence: row.sequence, time: row.time)
            record.digest = seal.digest
        }
        writer.streams[stream] = record
    }

    private static func bind(_ row: JournalRow, at position: Int64, to insert: SQLiteStatement) {
        insert.bind(1, position)
        insert.bind(2, row.time.milliseconds)
        insert.bind(3, Int64(row.kind.rawValue))
        insert.bind(4, JournalTable.Format.sealed)
        insert.bind(5, Int64(row.leaderboard.rawValue))
        insert.bind(6, row.player.map { Int64($0.rawValue) })
        insert.bind(7, row.value)
        insert.bind(8, row.date.milliseconds)
        insert.bind(9, row.context)
        insert.bind(10, row.scoreID?.text)
        insert.bind(11, row.previous.rawValue)
        insert.bind(12, Int64(row.flags.rawValue))
        if row.extra.isEmpty { insert.bindNull(13) } else { insert.bind(13, blob: row.extra) }
    }

    private static func record(
        of stream: StreamID, in writer: inout SQLiteStore.Writer
    ) throws(StoreError) -> SQLiteStore.StreamRecord {
        if let record = writer.streams[stream] { return record }
        let number = Int64(writer.streamNumbers.count) + 1
        try StreamTable.insert(stream, number: number, on: writer.connection)
        let record = SQLiteStore.StreamRecord(number: number)
        writer.streams[stream] = record
        writer.streamNumbers.append(stream)
        return record
    }
}
