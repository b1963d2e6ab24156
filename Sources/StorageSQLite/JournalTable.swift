import LaurelDomain
import LaurelStorage

/// Rows of the journal as rows of SQL.
enum JournalTable {
    /// How the columns are to be read. A newer layout gets the next number.
    static let format: Int64 = 1
    private static let columns =
        "position, time, kind, format, leaderboard, player, value, date, context, score_id, previous, flags, extra"
    /// 15 bits for the stream keep the key positive.
    private static let streamsLimit = 0x7FFF
    private static let sequenceBits: Int64 = 48

    static func position(_ sequence: JournalSequence, ofStream number: Int64) -> Int64 {
        number << sequenceBits | sequence.rawValue
    }

    static func append(_ rows: [JournalRow], to writer: inout SQLiteStore.Writer) throws(StoreError) {
        guard let first = rows.first else { return }
        let insert = try writer.connection.prepare(
            "INSERT INTO journal (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        var stream = first.stream
        var record = try record(of: stream, in: &writer)
        for row in rows {
            if row.stream != stream {
                writer.streams[stream] = record
                stream = row.stream
                record = try Self.record(of: stream, in: &writer)
            }
            guard row.sequence == (record.last?.sequence ?? .start).advanced(by: 1),
                row.sequence.rawValue < 1 << sequenceBits
            else { throw .conflict }
            guard row.extra.count <= JournalRow.extraBytesLimit else { throw .broken(reason: "a row is too long") }
            bind(row, at: position(row.sequence, ofStream: record.number), to: insert)
            try insert.run()
            record.last = JournalPosition(sequence: row.sequence, time: row.time)
        }
        writer.streams[stream] = record
    }

    private static func bind(_ row: JournalRow, at position: Int64, to insert: SQLiteStatement) {
        insert.bind(1, position)
        insert.bind(2, row.time.milliseconds)
        insert.bind(3, Int64(row.kind.rawValue))
        insert.bind(4, format)
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
        guard number <= streamsLimit else { throw .broken(reason: "more than \(streamsLimit) streams") }
        let insert = try writer.connection.prepare("INSERT INTO streams (number, team, environment) VALUES (?, ?, ?)")
        insert.bind(1, number)
        insert.bind(2, Int64(stream.team.rawValue))
        insert.bind(3, Int64(stream.environment.rawValue))
        try insert.run()
        let record = SQLiteStore.StreamRecord(number: number, last: nil)
        writer.streams[stream] = record
        writer.streamNumbers.append(stream)
        return record
    }

    static func last(ofStream number: Int64, on connection: SQLiteConnection) throws(StoreError) -> JournalPosition? {
        let select = try connection.prepare(
            "SELECT position, time FROM journal WHERE position BETWEEN ? AND ? ORDER BY position DESC LIMIT 1")
        select.bind(1, number << sequenceBits)
        select.bind(2, number << sequenceBits | (1 << sequenceBits - 1))
        defer { select.reset() }
        guard try select.step() else { return nil }
        let sequence = JournalSequence(select.integer(0) & (1 << sequenceBits - 1))
        return JournalPosition(sequence: sequence, time: Timestamp(clamping: select.integer(1)))
    }

    static func rows(
        after sequence: JournalSequence, of stream: StreamID, number: Int64, limit: Int, on connection: SQLiteConnection
    ) throws(StoreError) -> [JournalRow] {
        let select = try connection.prepare(
            "SELECT \(columns) FROM journal WHERE position > ? AND position <= ? ORDER BY position LIMIT ?")
        select.bind(1, position(max(sequence, .start), ofStream: number))
        select.bind(2, number << sequenceBits | (1 << sequenceBits - 1))
        select.bind(3, Int64(max(0, limit)))
        defer { select.reset() }
        var rows: [JournalRow] = []
        while try select.step() { rows.append(try row(select, of: stream)) }
        return rows
    }

    static func rows(
        after sequence: JournalSequence, through end: JournalSequence, on leaderboards: [LeaderboardNumber],
        of stream: StreamID, number: Int64, limit: Int, on connection: SQLiteConnection
    ) throws(StoreError) -> [JournalRow] {
        let marks = Array(repeating: "?", count: leaderboards.count).joined(separator: ", ")
        let select = try connection.prepare(
            """
            SELECT \(columns) FROM journal WHERE position > ? AND position <= ? AND leaderboard IN (\(marks))
                ORDER BY position LIMIT ?
            """)
        select.bind(1, position(max(sequence, .start), ofStream: number))
        select.bind(2, position(max(end, .start), ofStream: number))
        for (place, leaderboard) in leaderboards.enumerated() {
            select.bind(Int32(place) + 3, Int64(leaderboard.rawValue))
        }
        select.bind(Int32(leaderboards.count) + 3, Int64(max(0, limit)))
        defer { select.reset() }
        var rows: [JournalRow] = []
        while try select.step() { rows.append(try row(select, of: stream)) }
        return rows
    }

    static func rows(
        of player: PlayerNumber, after sequence: JournalSequence, in stream: StreamID, number: Int64, limit: Int,
        on connection: SQLiteConnection
    ) throws(StoreError) -> [JournalRow] {
        let select = try connection.prepare(
            """
            SELECT \(columns) FROM journal WHERE position > ? AND position <= ? AND player = ? ORDER BY position LIMIT ?
            """)
        defer { select.reset() }
        select.bind(1, position(max(sequence, .start), ofStream: number))
        select.bind(2, number << sequenceBits | (1 << sequenceBits - 1))
        select.bind(3, Int64(player.rawValue))
        select.bind(4, Int64(max(0, limit)))
        var rows: [JournalRow] = []
        while try select.step() { rows.append(try row(select, of: stream)) }
        return rows
    }

    static func row(
        at sequence: JournalSequence, of stream: StreamID, number: Int64, on connection: SQLiteConnection
    ) throws(StoreError) -> JournalRow? {
        let select = try connection.prepare("SELECT \(columns) FROM journal WHERE position = ?")
        select.bind(1, position(sequence, ofStream: number))
        defer { select.reset() }
        return try select.step() ? try row(select, of: stream) : nil
    }

    private static func row(_ select: SQLiteStatement, of stream: StreamID) throws(StoreError) -> JournalRow {
        let sequence = JournalSequence(select.integer(0) & (1 << sequenceBits - 1))
        guard select.integer(3) == format,
            let kind = UInt8(exactly: select.integer(2)).flatMap(JournalRow.Kind.init(rawValue:)),
            let leaderboard = UInt32(exactly: select.integer(4)),
            let flags = UInt16(exactly: select.integer(11))
        else { throw .broken(reason: "can't read the journal's row \(sequence.rawValue)") }
        return JournalRow(
            stream: stream, sequence: sequence, time: Timestamp(clamping: select.integer(1)), kind: kind,
            leaderboard: LeaderboardNumber(leaderboard),
            player: select.optionalInteger(5).map { PlayerNumber(UInt32(truncatingIfNeeded: $0)) },
            value: select.integer(6), date: Timestamp(clamping: select.integer(7)), context: select.integer(8),
            scoreID: try scoreID(select.optionalText(9)), previous: JournalSequence(select.integer(10)),
            flags: JournalFlags(rawValue: flags), extra: select.blob(12))
    }

    private static func scoreID(_ text: String?) throws(StoreError) -> ScoreID? {
        guard let text else { return nil }
        do throws(InvalidIdentifier) { return try ScoreID(text) } catch {
            throw .broken(reason: "a score id in the journal is invalid")
        }
    }
}
