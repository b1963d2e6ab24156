import LaurelDomain
import LaurelStorage
import LaurelStorageSQL

/// Appends rows to the journal.
enum JournalAppending {
    /// By how many rows they write: as many of the largest as there are rows for, then of the next. Sharing one takes
    /// more than half of SQLite's time from a row.
    private static let inserts = [64, 16, 4, 1].map { (rows: $0, text: insert($0)) }
    private static let columnCount: Int32 = 14
    /// A row's seal and its ID stand here until the statement has run: SQLite would copy each to memory of its own.
    private static let roomPerRow = RowSeal.byteCount + ScoreID.lengthLimit

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
        let room = UnsafeMutableRawBufferPointer.allocate(
            byteCount: min(rows.count, inserts[0].rows) * roomPerRow, alignment: 8)
        defer { room.deallocate() }
        var next = 0
        for (count, text) in inserts where rows.count - next >= count {
            let insert = try writer.connection.statement(text)
            // Before the room goes.
            defer { insert.clear() }
            while rows.count - next >= count {
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
                    bind(
                        row, seal, at: position, to: insert, after: Int32(offset) * columnCount,
                        in: UnsafeMutableRawBufferPointer(rebasing: room[(offset * roomPerRow)...]))
                    record.last = JournalPosition(sequence: row.sequence, time: row.time)
                    record.digest = seal.digest
                }
                try insert.run()
                next += count
            }
        }
        writer.streams[stream] = record
    }

    /// - Parameters:
    ///   - before: how many parameters belong to rows before it.
    ///   - room: for ``roomPerRow`` bytes, which stay until the statement has run.
    private static func bind(
        _ row: JournalRow, _ seal: RowSeal, at position: Int64, to insert: SQLiteStatement, after before: Int32,
        in room: UnsafeMutableRawBufferPointer
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
        if let id = row.scoreID { bind(id, to: insert, before + 10, in: room) } else { insert.bindNull(before + 10) }
        insert.bind(before + 11, row.previous.rawValue)
        insert.bind(before + 12, Int64(row.flags.rawValue))
        if row.extra.isEmpty { insert.bindNull(before + 13) } else { insert.bind(before + 13, blob: row.extra) }
        seal.write(to: room)
        insert.bind(before + 14, borrowedBlob: UnsafeRawBufferPointer(rebasing: room[..<RowSeal.byteCount]))
    }

    /// Behind the room for the seal.
    private static func bind(
        _ id: ScoreID, to insert: SQLiteStatement, _ index: Int32, in room: UnsafeMutableRawBufferPointer
    ) {
        var text = id.text
        text.withUTF8 { text in
            let target = UnsafeMutableRawBufferPointer(rebasing: room[RowSeal.byteCount..<roomPerRow])
            target.copyMemory(from: UnsafeRawBufferPointer(text))
            insert.bind(index, borrowedText: UnsafeRawBufferPointer(rebasing: target[..<text.count]))
        }
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
