public import LaurelDomain
public import LaurelStorage

extension SQLDatabase {
    /// Positions in one blob: 64 KiB, one disk read of a few pages.
    private static var chunkCount: Int { 4_096 }
    /// Positions in one commit: half a megabyte, a millisecond or two.
    private static var sliceCount: Int { 8 * chunkCount }

    public func scoreIDRuns(of stream: StreamID) throws(StoreError) -> [ScoreIDRun] {
        guard let stream = try number(of: stream) else { return [] }
        return try read { connection throws(StoreError) in
            try connection.rows(
                """
                SELECT number, first, last, count, filter FROM score_id_runs
                WHERE stream = \(stream) AND count >= 0 ORDER BY first
                """
            ) { row throws(StoreError) in
                ScoreIDRun(
                    number: try row["number"], first: try row["first"], last: try row["last"],
                    count: try row["count"], filter: try row["filter"])
            }
        }
    }

    /// Written in slices, so that no commit waits long for it: the run counts once its last slice is there.
    public func addScoreIDRun(
        _ run: ScoreIDRun, positions: [ScoreIDPosition], replacing merged: [Int64], of stream: StreamID
    ) throws(StoreError) -> Int64 {
        guard let stream = try number(of: stream) else { throw .conflict }
        let number = try change { connection throws(StoreError) in
            try Self.removeUnfinished(of: stream, on: connection)
            return try Self.insert(run, of: stream, on: connection)
        }
        for start in stride(from: 0, to: positions.count, by: Self.sliceCount) {
            let slice = positions[start..<min(start + Self.sliceCount, positions.count)]
            try change { connection throws(StoreError) in try Self.add(slice, toRun: number, on: connection) }
        }
        try change { connection throws(StoreError) in
            try connection.run("UPDATE score_id_runs SET count = \(positions.count) WHERE number = \(number)")
            for old in merged { try Self.remove(run: old, on: connection) }
        }
        return number
    }

    /// Of a run that has not all its positions yet.
    private static var unfinished: Int64 { -1 }

    private static func insert(
        _ run: ScoreIDRun, of stream: Int64, on connection: any SQLConnection
    ) throws(StoreError) -> Int64 {
        let insert = SQL.insert(
            into: "score_id_runs",
            [
                "stream": stream, "first": run.first, "last": run.last, "count": unfinished, "filter": run.filter,
            ])
        return try connection.newNumber("\(insert) RETURNING number")
    }

    /// What a server that was stopped in the middle left behind.
    private static func removeUnfinished(of stream: Int64, on connection: any SQLConnection) throws(StoreError) {
        let numbers: [Int64] = try connection.values(
            "SELECT number FROM score_id_runs WHERE stream = \(stream) AND count = \(unfinished)")
        for number in numbers { try remove(run: number, on: connection) }
    }

    public func sequences(of digest: UInt64, inRun run: Int64) throws(StoreError) -> [JournalSequence] {
        try read { connection throws(StoreError) in
            // Two chunks, for a digest that ends the one and starts the next.
            let chunks: [[UInt8]] = try connection.values(
                """
                SELECT places FROM score_id_places WHERE run = \(run) AND first <= \(Self.ordered(digest))
                ORDER BY first DESC LIMIT 2
                """)
            return chunks.flatMap { Self.positions($0) }.filter { $0.digest == digest }.map(\.sequence)
        }
    }

    public func positions(ofRun run: Int64, from offset: Int, limit: Int) throws(StoreError) -> [ScoreIDPosition] {
        try read { connection throws(StoreError) in
            let offset = max(0, offset)
            let firstChunk = offset / Self.chunkCount
            let lastChunk = (offset + max(0, limit)) / Self.chunkCount
            let chunks: [[UInt8]] = try connection.values(
                """
                SELECT places FROM score_id_places WHERE run = \(run)
                ORDER BY first LIMIT \(lastChunk - firstChunk + 1) OFFSET \(firstChunk)
                """)
            let positions = chunks.flatMap { Self.positions($0) }
            return Array(positions.dropFirst(offset % Self.chunkCount).prefix(max(0, limit)))
        }
    }

    private static func remove(run: Int64, on connection: any SQLConnection) throws(StoreError) {
        try connection.run("DELETE FROM score_id_places WHERE run = \(run)")
        try connection.run("DELETE FROM score_id_runs WHERE number = \(run)")
    }

    private static func add(
        _ positions: ArraySlice<ScoreIDPosition>, toRun run: Int64, on connection: any SQLConnection
    ) throws(StoreError) {
        for start in stride(from: positions.startIndex, to: positions.endIndex, by: chunkCount) {
            let chunk = positions[start..<min(start + chunkCount, positions.endIndex)]
            var bytes: [UInt8] = []
            bytes.reserveCapacity(chunk.count * 16)
            for position in chunk {
                withUnsafeBytes(of: position.digest.littleEndian) { bytes.append(contentsOf: $0) }
                withUnsafeBytes(of: position.sequence.rawValue.littleEndian) { bytes.append(contentsOf: $0) }
            }
            try connection.run(
                .insert(
                    into: "score_id_places",
                    ["run": run, "first": ordered(positions[start].digest), "places": bytes]))
        }
    }

    private static func positions(_ bytes: [UInt8]) -> [ScoreIDPosition] {
        bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count / 16 * 16, by: 16).map { start in
                ScoreIDPosition(
                    digest: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)),
                    sequence: JournalSequence(
                        Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 8, as: Int64.self))))
            }
        }
    }

    /// SQLite's integers are signed; this keeps the order of unsigned ones.
    private static func ordered(_ digest: UInt64) -> Int64 { Int64(bitPattern: digest ^ (1 << 63)) }
}
