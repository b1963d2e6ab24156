import LaurelDomain
import LaurelStorage
import LaurelStorageSQL

/// Appends rows to the journal.
enum JournalAppending {
    /// Rows of one statement, while there are as many: it takes a quarter of SQLite's time from each.
    private static let rowsTogether = 16
    private static let columnCount: Int32 = 14
    private static let insertOne = insert(1)
    private static let insertMany = insert(rowsTogether)

    private static func insert(_ rows: Int) -> String {
        let row = "(" + Array(repeating: "?", count: Int(columnCount)).joined(separator: ", ") + ")"
        return "INSERT INTO journal (\(JournalTable.columns.text), seal) VALUES "
            + Array(repeating: row, count: rows).joined(separator: ", ")
    }

    /// Each row with its seal. Bound by position: this is the path of every score.
    static func append(
        _ rows: [JournalRow], _ salts: JournalSalts, to writer: inout SQLiteStore.Writer
    ) throws(StoreError) {
        guard let first = rows.first else { return }
        var stream = first.stream
        var record = try record(of: stream, in: &writer)
        let salts = salts.salts(for: rows)
        let one = try writer.connection.statement(insertOne)
        let many = rows.count < rowsTogether ? one : try writer.connection.statement(insertMany)
        var next = 0
        while next < rows.count {
            let (count, insert) = rows.count - next < rowsTogether ? (1, one) : (rowsTogether, many)
            for offset in 0..<count {
                let row = rows[next + offset]
                if row.stream != stream {
                    writer.streams[stream] = record
                    stream = row.stream
                    record = try Self.record(of: stream, in: &writer)
                }
                try JournalTable.check(row, after: record.last?.sequence)
                let seal = RowSeal(of: row, after: record.digest, salt: salts[next + offset])
                let position = JournalTable.position(row.sequence, ofStream: record.number)
                bind(row, seal, at: position, to: insert, after: Int32(offset) * columnCount)
                record.last = JournalPosition(sequence: row.sequence, time: row.time)
                record.digest = seal.digest
            }
            try insert.run()
            next += count
        }
        writer.streams[stream] = record
    }

    /// - Parameter before: how many parameters belong to rows before it.
    private static func bind(
        _ row: JournalRow, _ seal: RowSeal, at position: Int64, to insert: SQLiteStatement, after before: Int32
    ) {
        insert.bind(before + 1, position)
        insert.bind(before + 2, row.time.milliseconds)
        insert.bind(before + 3, Int64(row.kind.rawValue))
        insert.bind(before + 4, JournalTable.Format.sealed)
        insert.bind(before + 5, Int64(row.leaderboard.rawValue))
        insert.bind(before + 6, row.player.map { Int64($0.rawValue) })
        insert.bind(before + 7, row.value)
        insert.bind(before + 8, row.date.milliseconds)
        insert.bind(before + 9, row.context)
        insert.bind(before + 10, row.scoreID?.text)
        insert.bind(before + 11, row.previous.rawValue)
        insert.bind(before + 12, Int64(row.flags.rawValue))
        if row.extra.isEmpty { insert.bindNull(before + 13) } else { insert.bind(before + 13, blob: row.extra) }
        insert.bind(before + 14, seal)
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
