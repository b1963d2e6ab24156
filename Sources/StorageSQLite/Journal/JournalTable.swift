import LaurelDomain
import LaurelStorage

/// Rows of the journal as rows of SQL.
enum JournalTable {
    /// How the columns are to be read. A newer layout gets the next number.
    enum Format {
        /// From before there were digests; ``JournalSealing`` brings it up to date.
        static let unsealed: Int64 = 1
        static let sealed: Int64 = 2
        /// By an erasure.
        static let emptied: Int64 = 3
    }

    static let columns =
        "position, time, kind, format, leaderboard, player, value, date, context, score_id, previous, flags, extra"
    /// 15 bits for the stream keep the key positive.
    private static let streamsLimit = 0x7FFF
    static let sequenceBits: Int64 = 48

    static func position(_ sequence: JournalSequence, ofStream number: Int64) -> Int64 {
        number << sequenceBits | sequence.rawValue
    }

    static func sequence(at position: Int64) -> JournalSequence { JournalSequence(position & (1 << sequenceBits - 1)) }

    /// Each row with its seal. Bound by position: this is the path of every score.
    static func append(
        _ rows: [JournalRow], _ salts: JournalSalts, to writer: inout SQLiteStore.Writer
    ) throws(StoreError) {
        guard let first = rows.first else { return }
        let insert = try writer.connection.statement(
            "INSERT INTO journal (\(columns), seal) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        var stream = first.stream
        var record = try record(of: stream, in: &writer)
        for (row, salt) in zip(rows, salts.salts(for: rows)) {
            if row.stream != stream {
                writer.streams[stream] = record
                stream = row.stream
                record = try Self.record(of: stream, in: &writer)
            }
            guard row.sequence == (record.last?.sequence ?? .start).advanced(by: 1),
                row.sequence.rawValue < 1 << sequenceBits
            else { throw .conflict }
            guard row.extra.count <= JournalRow.extraBytesLimit else { throw .broken(reason: "a row is too long") }
            let seal = RowSeal(of: row, after: record.digest, salt: salt)
            bind(row, at: position(row.sequence, ofStream: record.number), to: insert)
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
        insert.bind(4, Format.sealed)
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
        try StreamTable.insert(stream, number: number, on: writer.connection)
        let record = SQLiteStore.StreamRecord(number: number)
        writer.streams[stream] = record
        writer.streamNumbers.append(stream)
        return record
    }

    /// Of a store of any version; nothing is held against its digest.
    static func last(ofStream number: Int64, on connection: SQLiteConnection) throws(StoreError) -> JournalPosition? {
        let select = try connection.statement(
            "SELECT position, time FROM journal WHERE position BETWEEN ? AND ? ORDER BY position DESC LIMIT 1")
        select.bind(1, number << sequenceBits)
        select.bind(2, number << sequenceBits | (1 << sequenceBits - 1))
        defer { select.reset() }
        guard try select.step() else { return nil }
        return JournalPosition(sequence: sequence(at: select.integer(0)), time: Timestamp(clamping: select.integer(1)))
    }

    /// A row takes the place of the one that is there: an erasure's.
    static func replace(
        _ row: JournalRow, _ seal: RowSeal, ofStream number: Int64, on connection: SQLiteConnection
    ) throws(StoreError) {
        let update = try connection.statement(
            """
            UPDATE journal SET format = ?2, value = ?3, context = ?4, score_id = ?5, date = ?6, flags = ?7, extra = ?8,
                seal = ?9 WHERE position = ?1
            """)
        update.bind(1, position(row.sequence, ofStream: number))
        update.bind(2, seal.isEmptied ? Format.emptied : Format.sealed)
        update.bind(3, row.value)
        update.bind(4, row.context)
        update.bind(5, row.scoreID?.text)
        update.bind(6, row.date.milliseconds)
        update.bind(7, Int64(row.flags.rawValue))
        if row.extra.isEmpty { update.bindNull(8) } else { update.bind(8, blob: row.extra) }
        update.bind(9, seal)
        try update.run()
    }

    /// The row that a statement stands at, as it is written there.
    static func row(_ select: SQLiteStatement, of stream: StreamID) throws(StoreError) -> JournalRow {
        let sequence = sequence(at: select.integer(0))
        // Nothing is clamped: what is out of range was never written.
        guard let time = Timestamp(milliseconds: select.integer(1)),
            let kind = UInt8(exactly: select.integer(2)).flatMap(JournalRow.Kind.init(rawValue:)),
            let leaderboard = UInt32(exactly: select.integer(4)),
            let date = Timestamp(milliseconds: select.integer(7)),
            let flags = UInt16(exactly: select.integer(11))
        else { throw .damaged(reason: "can't read \(name(sequence, of: stream))") }
        return JournalRow(
            stream: stream, sequence: sequence, time: time, kind: kind, leaderboard: LeaderboardNumber(leaderboard),
            player: try player(select), value: select.integer(6), date: date,
            context: select.integer(8), scoreID: try scoreID(select.optionalText(9)),
            previous: JournalSequence(select.integer(10)), flags: JournalFlags(rawValue: flags),
            extra: select.blob(12))
    }

    /// For the operator.
    static func name(_ sequence: JournalSequence, of stream: StreamID) -> String {
        "row \(sequence.rawValue) of the journal of team \(stream.team.rawValue), \(stream.environment.name)"
    }

    private static func player(_ select: SQLiteStatement) throws(StoreError) -> PlayerNumber? {
        guard let number = select.optionalInteger(5) else { return nil }
        guard let player = UInt32(exactly: number) else {
            throw .damaged(reason: "\(number) isn't a valid player number")
        }
        return PlayerNumber(player)
    }

    private static func scoreID(_ text: String?) throws(StoreError) -> ScoreID? {
        guard let text else { return nil }
        do throws(InvalidIdentifier) { return try ScoreID(text) } catch {
            throw .damaged(reason: "a score ID in the journal is invalid")
        }
    }
}
