public import LaurelDomain
public import LaurelStorage

/// Rows of the journal as rows of SQL. Appending them is the engine's: it is the path of every score.
public enum JournalTable {
    /// How the columns are to be read. A newer layout gets the next number.
    public enum Format {
        /// From before there were digests, in SQLite alone, which brings it up to date when it opens.
        public static let unsealed: Int64 = 1
        public static let sealed: Int64 = 2
        /// By an erasure.
        public static let emptied: Int64 = 3
    }

    public static let columns: SQL =
        "position, time, kind, format, leaderboard, player, value, date, context, score_id, previous, flags, extra"
    public static let sequenceBits: Int64 = 48
    /// As the index `journal_awaiting` says it, or the index isn't used: ``JournalFlags/awaitsUpgrade``.
    static let awaitsUpgrade: SQL = "flags & 512 <> 0"

    /// The key: the stream's number in the upper 16 bits, the sequence in the lower 48.
    public static func position(_ sequence: JournalSequence, ofStream number: Int64) -> Int64 {
        number << sequenceBits | sequence.rawValue
    }

    public static func sequence(at position: Int64) -> JournalSequence {
        JournalSequence(position & (1 << sequenceBits - 1))
    }

    /// Of a store of any version; nothing is held against its digest.
    public static func last(
        ofStream number: Int64, on connection: any SQLConnection
    ) throws(StoreError) -> JournalPosition? {
        let (first, end) = (number << sequenceBits, number << sequenceBits | (1 << sequenceBits - 1))
        return try connection.first(
            """
            SELECT position, time FROM journal WHERE position BETWEEN \(first) AND \(end)
            ORDER BY position DESC LIMIT 1
            """
        ) { row throws(StoreError) in
            JournalPosition(sequence: sequence(at: try row["position"]), time: try row["time"])
        }
    }

    /// The numbers of the streams that have rows of a player which wait, or waited, for an upgrade.
    static func streams(
        awaitingUpgradeOf player: PlayerNumber, on connection: any SQLConnection
    ) throws(StoreError) -> [Int64] {
        try connection.values(
            """
            SELECT DISTINCT position >> 48 AS stream FROM journal WHERE \(awaitsUpgrade) AND player = \(player)
            ORDER BY stream
            """)
    }

    /// - Throws: ``StoreError/conflict`` when a row isn't the one after `last`.
    public static func check(_ row: JournalRow, after last: JournalSequence?) throws(StoreError) {
        guard row.sequence == (last ?? .start).advanced(by: 1), row.sequence.rawValue < 1 << sequenceBits else {
            throw .conflict
        }
        guard row.extra.count <= JournalRow.extraBytesLimit else { throw .broken(reason: "a row is too long") }
    }

    /// A row takes the place of the one that is there: an erasure's.
    public static func replace(
        _ row: JournalRow, _ seal: RowSeal, ofStream number: Int64, on connection: any SQLConnection
    ) throws(StoreError) {
        try connection.run(
            """
            UPDATE journal SET format = \(seal.isEmptied ? Format.emptied : Format.sealed), value = \(row.value),
                context = \(row.context), score_id = \(row.scoreID?.text), date = \(row.date),
                flags = \(Int64(row.flags.rawValue)), extra = \(row.extra.isEmpty ? nil : row.extra),
                seal = \(seal.bytes)
            WHERE position = \(position(row.sequence, ofStream: number))
            """)
    }

    /// The row that a statement stands at, as it is written there. The statement selects ``columns`` first.
    public static func row(_ row: SQLRow, of stream: StreamID) throws(StoreError) -> JournalRow {
        try Self.row(row.cells, of: stream)
    }

    /// Columns are read by their position in ``columns``: a start reads millions.
    static func row(_ cells: any SQLCells, of stream: StreamID) throws(StoreError) -> JournalRow {
        let sequence = sequence(at: cells.integer(0))
        // Nothing is clamped: what is out of range was never written.
        guard let time = Timestamp(milliseconds: cells.integer(1)),
            let kind = UInt8(exactly: cells.integer(2)).flatMap(JournalRow.Kind.init(rawValue:)),
            let leaderboard = UInt32(exactly: cells.integer(4)),
            let date = Timestamp(milliseconds: cells.integer(7)),
            let flags = UInt16(exactly: cells.integer(11))
        else { throw .damaged(reason: "can't read \(name(sequence, of: stream))") }
        return JournalRow(
            stream: stream, sequence: sequence, time: time, kind: kind, leaderboard: LeaderboardNumber(leaderboard),
            player: try player(cells), value: cells.integer(6), date: date, context: cells.integer(8),
            scoreID: cells.isNull(9) ? nil : try scoreID(cells.text(9)),
            previous: JournalSequence(cells.integer(10)), flags: JournalFlags(rawValue: flags),
            extra: cells.isNull(12) ? [] : cells.blob(12))
    }

    /// For the operator.
    public static func name(_ sequence: JournalSequence, of stream: StreamID) -> String {
        "row \(sequence.rawValue) of the journal of team \(stream.team.rawValue), \(stream.environment.name)"
    }

    private static func player(_ cells: any SQLCells) throws(StoreError) -> PlayerNumber? {
        guard !cells.isNull(5) else { return nil }
        guard let player = UInt32(exactly: cells.integer(5)) else {
            throw .damaged(reason: "\(cells.integer(5)) isn't a valid player number")
        }
        return PlayerNumber(player)
    }

    private static func scoreID(_ text: String) throws(StoreError) -> ScoreID {
        do throws(InvalidIdentifier) { return try ScoreID(text) } catch {
            throw .damaged(reason: "a score ID in the journal is invalid")
        }
    }
}

extension RowSeal {
    /// As engines store it.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.byteCount)
        for word in [digest.first, digest.second, rest.first, rest.second] {
            withUnsafeBytes(of: word.littleEndian) { bytes.append(contentsOf: $0) }
        }
        return bytes
    }

    /// The same bytes into memory that is there already.
    ///
    /// - Parameter target: has room for ``byteCount`` bytes.
    public func write(to target: UnsafeMutableRawBufferPointer) {
        target.storeBytes(of: digest.first.littleEndian, toByteOffset: 0, as: UInt64.self)
        target.storeBytes(of: digest.second.littleEndian, toByteOffset: 8, as: UInt64.self)
        target.storeBytes(of: rest.first.littleEndian, toByteOffset: 16, as: UInt64.self)
        target.storeBytes(of: rest.second.littleEndian, toByteOffset: 24, as: UInt64.self)
    }

    /// Nil: it isn't one.
    public init?(_ bytes: UnsafeRawBufferPointer, isEmptied: Bool) {
        guard bytes.count == Self.byteCount else { return nil }
        func word(_ index: Int) -> UInt64 {
            UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: index * 8, as: UInt64.self))
        }
        self.init(
            digest: JournalDigest(word(0), word(1)), rest: JournalDigest(word(2), word(3)), isEmptied: isEmptied)
    }
}
