import LaurelDomain
import LaurelStorage
import LaurelStorageSQL

/// What is known of the ends of streams, and how rows follow them.
struct JournalAppender: Sendable {
    struct StreamRecord: Hashable, Sendable {
        var number: Int64
        var last: JournalSequence?
        var digest = JournalDigest.start
    }

    /// Of streams that were written here. Somebody else may have written since.
    private(set) var streams: [StreamID: StreamRecord] = [:]

    mutating func forgetStreams() { streams = [:] }
    mutating func keep(_ batch: JournalBatch) { streams.merge(batch.ends) { $1 } }

    /// - Parameter salts: one for each row.
    func batch(
        _ rows: [JournalRow], _ salts: [JournalDigest], on connection: PostgresConnection
    ) throws(StoreError) -> JournalBatch {
        var batch = JournalBatch()
        for (row, salt) in zip(rows, salts) {
            var end: StreamRecord
            if let planned = batch.ends[row.stream] {
                end = planned
            } else if let known = streams[row.stream] {
                end = known
                batch.follow(known)
            } else {
                end = try Self.end(of: row.stream, besides: batch.newStreams.count, on: connection)
                if end.last == nil { batch.newStreams.append(row.stream) }
            }
            try JournalTable.check(row, after: end.last)
            let seal = RowSeal(of: row, after: end.digest, salt: salt)
            batch.add(row, seal, at: JournalTable.position(row.sequence, ofStream: end.number))
            (end.last, end.digest) = (row.sequence, seal.digest)
            batch.ends[row.stream] = end
        }
        return batch
    }

    /// - Parameter new: how many streams are about to get a number before this one.
    private static func end(
        of stream: StreamID, besides new: Int, on connection: PostgresConnection
    ) throws(StoreError) -> StreamRecord {
        guard let number = try StreamTable.number(of: stream, on: connection) else {
            let number = Int64(try StreamTable.all(on: connection).count + new) + 1
            try StreamTable.check(number)
            return StreamRecord(number: number)
        }
        guard let last = try JournalTable.last(ofStream: number, on: connection) else {
            throw .damaged(reason: "stream \(number) has a number and no row")
        }
        let row = try JournalReader(stream, number: number, on: connection).row(at: last.sequence)
        return StreamRecord(number: number, last: last.sequence, digest: row?.seal.digest ?? .start)
    }
}

/// Rows that are written together, as columns.
struct JournalBatch {
    /// In the order of ``JournalTable/columns``, the seal behind them.
    private static let types: [PostgresType] = [
        .integer64, .integer64, .integer64, .integer64, .integer64, .integer64, .integer64, .integer64, .integer64,
        .text, .integer64, .integer64, .bytes, .bytes,
    ]

    /// The streams' ends once it is written.
    var ends: [StreamID: JournalAppender.StreamRecord] = [:]
    var newStreams: [StreamID] = []

    /// The last rows of streams as they were written here earlier, where the batch's rows follow them: positions, and
    /// the streams' digests up to there, which no erasure changes.
    private var knownEnds: (positions: [SQLValue], digests: [SQLValue]) = ([], [])
    private(set) var count = 0
    /// Of the last row.
    private(set) var last: (position: Int64, seal: [UInt8]) = (0, [])
    private var columns: [[SQLValue]] = Array(repeating: [], count: types.count)

    mutating func follow(_ end: JournalAppender.StreamRecord) {
        guard let last = end.last else { return }
        let seal = RowSeal(digest: end.digest, rest: .start, isEmptied: false)
        knownEnds.positions.append(JournalTable.position(last, ofStream: end.number).sql)
        knownEnds.digests.append(Array(seal.bytes.prefix(JournalDigest.byteCount)).sql)
    }

    mutating func add(_ row: JournalRow, _ seal: RowSeal, at position: Int64) {
        let values: [any SQLColumnValue] = [
            position, row.time, Int64(row.kind.rawValue), JournalTable.Format.sealed, row.leaderboard, row.player,
            row.value, row.date, row.context, row.scoreID?.text, row.previous, Int64(row.flags.rawValue),
            row.extra.isEmpty ? nil : row.extra, seal.bytes,
        ]
        for (index, value) in values.enumerated() { columns[index].append(value.sql) }
        last = (position, seal.bytes)
        count += 1
    }

    /// All rows in one statement, which fails unless the rows are there that they follow, as they were written: a
    /// standby that was promoted without the last commits lacks them, and rows behind a gap could never be read. The
    /// root of a negative number is what fails: see ``Ownership/check``.
    var insertion: PostgresCommand {
        var parameters = PostgresParameters()
        for (column, type) in zip(columns, Self.types) { parameters.append(column: column, of: type) }
        parameters.append(column: knownEnds.positions, of: .integer64)
        parameters.append(column: knownEnds.digests, of: .bytes)
        return PostgresCommand(
            """
            INSERT INTO journal (\(JournalTable.columns), seal) SELECT * FROM unnest(
                $1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[],
                $8::bigint[], $9::bigint[], $10::text[], $11::bigint[], $12::bigint[], $13::bytea[], $14::bytea[])
            WHERE sqrt((
                SELECT count(*) FROM unnest($15::bigint[], $16::bytea[]) AS known (last, digest)
                JOIN journal ON position = last AND substring(seal FROM 1 FOR 16) = digest) - cardinality($15)) = 0
            """, parameters)
    }
}
