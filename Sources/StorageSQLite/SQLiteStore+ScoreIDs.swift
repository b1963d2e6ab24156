public import LaurelDomain
public import LaurelStorage

extension SQLiteStore: ScoreIDIndex {
    /// Places in one blob: 64 KiB, one disk read of a few pages.
    private static let chunkCount = 4_096
    /// Places in one commit: half a megabyte, a millisecond or two.
    private static let sliceCount = 8 * chunkCount

    public func scoreIDRuns(of stream: StreamID) throws(StoreError) -> [ScoreIDRun] {
        guard let stream = try number(of: stream) else { return [] }
        return try read { connection throws(StoreError) in
            let select = try connection.prepare(
                "SELECT number, first, last, count, filter FROM score_id_runs"
                    + " WHERE stream = ? AND count >= 0 ORDER BY first"
            )
            select.bind(1, stream)
            defer { select.reset() }
            var runs: [ScoreIDRun] = []
            while try select.step() {
                runs.append(
                    ScoreIDRun(
                        number: select.integer(0), first: JournalSequence(select.integer(1)),
                        last: JournalSequence(select.integer(2)), count: Int(select.integer(3)),
                        filter: select.blob(4)))
            }
            return runs
        }
    }

    /// Written in slices, so that no commit waits long for it: the run counts once its last slice is there.
    public func addScoreIDRun(
        _ run: ScoreIDRun, places: [ScoreIDPlace], replacing merged: [Int64], of stream: StreamID
    ) throws(StoreError) -> Int64 {
        guard let stream = try number(of: stream) else { throw .conflict }
        let number = try change { connection throws(StoreError) in
            try Self.removeUnfinished(of: stream, on: connection)
            return try Self.insert(run, of: stream, on: connection)
        }
        for start in stride(from: 0, to: places.count, by: Self.sliceCount) {
            let slice = places[start..<min(start + Self.sliceCount, places.count)]
            try change { connection throws(StoreError) in try Self.add(slice, toRun: number, on: connection) }
        }
        try change { connection throws(StoreError) in
            let finish = try connection.prepare("UPDATE score_id_runs SET count = ? WHERE number = ?")
            finish.bind(1, Int64(places.count))
            finish.bind(2, number)
            try finish.run()
            for old in merged { try Self.remove(run: old, on: connection) }
        }
        return number
    }

    /// Of a run that has not all its places yet.
    private static let unfinished: Int64 = -1

    private static func insert(
        _ run: ScoreIDRun, of stream: Int64, on connection: SQLiteConnection
    ) throws(StoreError) -> Int64 {
        let insert = try connection.prepare(
            "INSERT INTO score_id_runs (stream, first, last, count, filter) VALUES (?, ?, ?, ?, ?)")
        insert.bind(1, stream)
        insert.bind(2, run.first.rawValue)
        insert.bind(3, run.last.rawValue)
        insert.bind(4, unfinished)
        insert.bind(5, blob: run.filter)
        try insert.run()
        return connection.lastInsertedRow
    }

    /// What a server that was stopped in the middle left behind.
    private static func removeUnfinished(of stream: Int64, on connection: SQLiteConnection) throws(StoreError) {
        let select = try connection.prepare("SELECT number FROM score_id_runs WHERE stream = ? AND count = ?")
        select.bind(1, stream)
        select.bind(2, unfinished)
        var numbers: [Int64] = []
        while try select.step() { numbers.append(select.integer(0)) }
        select.reset()
        for number in numbers { try remove(run: number, on: connection) }
    }

    public func sequences(of digest: UInt64, inRun run: Int64) throws(StoreError) -> [JournalSequence] {
        try read { connection throws(StoreError) in
            // Two chunks, for a digest that ends the one and starts the next.
            let select = try connection.prepare(
                "SELECT places FROM score_id_places WHERE run = ? AND first <= ? ORDER BY first DESC LIMIT 2")
            select.bind(1, run)
            select.bind(2, Self.ordered(digest))
            defer { select.reset() }
            var found: [JournalSequence] = []
            while try select.step() {
                for place in Self.places(select.blob(0)) where place.digest == digest { found.append(place.sequence) }
            }
            return found
        }
    }

    public func places(ofRun run: Int64, from offset: Int, limit: Int) throws(StoreError) -> [ScoreIDPlace] {
        try read { connection throws(StoreError) in
            let select = try connection.prepare(
                "SELECT places FROM score_id_places WHERE run = ? ORDER BY first LIMIT ? OFFSET ?")
            let offset = max(0, offset)
            let firstChunk = offset / Self.chunkCount
            let lastChunk = (offset + max(0, limit)) / Self.chunkCount
            select.bind(1, run)
            select.bind(2, Int64(lastChunk - firstChunk + 1))
            select.bind(3, Int64(firstChunk))
            defer { select.reset() }
            var places: [ScoreIDPlace] = []
            while try select.step() { places += Self.places(select.blob(0)) }
            return Array(places.dropFirst(offset % Self.chunkCount).prefix(max(0, limit)))
        }
    }

    private static func remove(run: Int64, on connection: SQLiteConnection) throws(StoreError) {
        for sql in ["DELETE FROM score_id_places WHERE run = ?", "DELETE FROM score_id_runs WHERE number = ?"] {
            let delete = try connection.prepare(sql)
            delete.bind(1, run)
            try delete.run()
        }
    }

    private static func add(
        _ places: ArraySlice<ScoreIDPlace>, toRun run: Int64, on connection: SQLiteConnection
    ) throws(StoreError) {
        let insert = try connection.prepare("INSERT INTO score_id_places (run, first, places) VALUES (?, ?, ?)")
        for start in stride(from: places.startIndex, to: places.endIndex, by: chunkCount) {
            let chunk = places[start..<min(start + chunkCount, places.endIndex)]
            var bytes: [UInt8] = []
            bytes.reserveCapacity(chunk.count * 16)
            for place in chunk {
                withUnsafeBytes(of: place.digest.littleEndian) { bytes.append(contentsOf: $0) }
                withUnsafeBytes(of: place.sequence.rawValue.littleEndian) { bytes.append(contentsOf: $0) }
            }
            insert.bind(1, run)
            insert.bind(2, ordered(places[start].digest))
            insert.bind(3, blob: bytes)
            try insert.run()
        }
    }

    private static func places(_ bytes: [UInt8]) -> [ScoreIDPlace] {
        bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count / 16 * 16, by: 16).map { start in
                ScoreIDPlace(
                    digest: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self)),
                    sequence: JournalSequence(
                        Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 8, as: Int64.self))))
            }
        }
    }

    /// SQLite's integers are signed; this keeps the order of unsigned ones.
    private static func ordered(_ digest: UInt64) -> Int64 { Int64(bitPattern: digest ^ (1 << 63)) }
}
