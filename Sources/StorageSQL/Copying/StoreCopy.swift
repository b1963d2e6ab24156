import LaurelDomain
public import LaurelStorage

/// Copies a whole store into another one, of whichever engine, and verifies it. A copy that was ended in the middle,
/// however, is gone on with: what is in the target says how far it came.
///
/// Nobody may use either. That the source isn't changed is held by what it's known again by: its settings, the ends of
/// its streams and what it counts of other changes.
public struct StoreCopy {
    public enum Stage: Hashable, Sendable {
        case copying, verifying
    }

    /// - Parameters:
    ///   - done: rows, of `total`.
    /// - Returns: false ends the copy; it can be gone on with.
    public typealias Progress = (_ stage: Stage, _ done: Int, _ total: Int) -> Bool

    /// What was compared.
    public struct Report: Hashable, Sendable {
        public struct Table: Hashable, Sendable {
            public let name: String
            public let rows: Int
            /// Of all values in the order of the table's key; the same of both stores.
            public let digest: RowsDigest
        }

        public let tables: [Table]
        public let streams: Int
        /// Of the journal, each held against its digest and that of the row before.
        public let journalRows: Int

        public var rows: Int { tables.reduce(0) { $0 + $1.rows } }

        /// Of all tables.
        public var digest: RowsDigest {
            tables.reduce(into: RowsDigest()) { $0.add(Array($1.name.utf8) + $1.digest.bytes) }
        }
    }

    /// Rows of the journal in memory at a time, while it is verified.
    private static let sliceRows = 4_096

    private let source: any CopySource
    private let target: any CopyTarget
    private let tables: [CopiedTable]
    private let progress: Progress

    /// - Parameter batchRows: how many rows are read and written at a time.
    public init(
        from source: any CopySource, to target: any CopyTarget, batchRows: Int = 2_000,
        progress: @escaping Progress = { _, _, _ in true }
    ) {
        self.source = source
        self.target = target
        self.progress = progress
        tables = SQLSchema.tables.map { CopiedTable(rowsLimit: max(1, batchRows), table: $0) }
    }

    /// Copies what is missing, and compares all. The target is still refused to servers: ``finish()`` ends that.
    public func run() throws(CopyError) -> Report {
        let origin = try origin()
        if let begun = target.origin {
            guard begun == origin else { throw .otherOrigin }
        } else {
            try writing(nil) { () throws(StoreError) in try target.begin(origin) }
        }
        var total = 0
        for table in tables { total += try count(table) }
        try copy(total)
        do throws(CopyError) {
            let compared = try compare(total)
            let (streams, journalRows) = try checkJournal(compared)
            guard try self.origin() == origin else { throw .sourceChanged }
            return Report(tables: compared, streams: streams, journalRows: journalRows)
        } catch {
            switch error {
            case .differs, .numbers, .damagedJournal: throw try self.origin() == origin ? error : .sourceChanged
            case .stopped, .otherOrigin, .sourceChanged, .source, .target, .unsure: throw error
            }
        }
    }

    /// How many of the source's secrets each key seals, by its ID; nil: none does. They are copied as they are, so
    /// their keys are needed there, too.
    public func sealingKeys(_ sealing: SecretSealing) throws(CopyError) -> [String?: Int] {
        try reading(nil) { () throws(StoreError) in try SealedColumn.keys(sealing, on: source.connection) }
    }

    /// Lets servers use the target.
    public func finish() throws(CopyError) {
        do throws(StoreError) { try target.finish() } catch .inDoubt { throw .unsure } catch {
            throw .target(error, table: nil)
        }
    }

    // MARK: Both ends

    private func reading<Value>(
        _ table: CopiedTable?, _ body: () throws(StoreError) -> Value
    ) throws(CopyError) -> Value {
        do throws(StoreError) { return try body() } catch { throw .source(error, table: table?.table.name) }
    }

    private func writing<Value>(
        _ table: CopiedTable?, _ body: () throws(StoreError) -> Value
    ) throws(CopyError) -> Value {
        do throws(StoreError) { return try body() } catch { throw .target(error, table: table?.table.name) }
    }

    private func count(_ table: CopiedTable) throws(CopyError) -> Int {
        try reading(table) { () throws(StoreError) in try table.count(on: source.connection) }
    }

    /// What the source is known again by.
    private func origin() throws(CopyError) -> [UInt8] {
        try reading(nil) { () throws(StoreError) in
            var digest = RowsDigest()
            digest.add(try source.changes().map { .integer($0) })
            for table in tables where ["settings", "streams"].contains(table.table.name) {
                var key: [SQLValue]?
                while true {
                    let rows = try table.rows(after: key, on: source.connection)
                    guard let last = rows.last else { break }
                    for row in rows { digest.add(row) }
                    key = table.key(of: last)
                }
            }
            for number in 1..<Int64(try StreamTable.all(on: source.connection).count + 1) {
                guard let last = try JournalTable.last(ofStream: number, on: source.connection) else { continue }
                let position = JournalTable.position(last.sequence, ofStream: number)
                let seal = try source.connection.value(
                    "SELECT seal FROM journal WHERE position = \(position)", of: [UInt8].self)
                digest.add([.integer(position), .blob(seal ?? [])])
            }
            return digest.bytes
        }
    }

    // MARK: Copying

    private func copy(_ total: Int) throws(CopyError) {
        var done = 0
        for table in tables {
            var key = try writing(table) { () throws(StoreError) in try table.lastKey(on: target.connection) }
            if key != nil {
                done += try writing(table) { () throws(StoreError) in try table.count(on: target.connection) }
            }
            while true {
                let rows = try reading(table) { () throws(StoreError) in
                    try table.rows(after: key, on: source.connection)
                }
                guard let last = rows.last else { break }
                try writing(table) { () throws(StoreError) in try target.insert(rows, into: table.table) }
                key = table.key(of: last)
                done += rows.count
                guard progress(.copying, done, total) else { throw .stopped }
            }
        }
        for table in tables {
            let last = try lastNumber(table)
            if last > 0 {
                try writing(table) { () throws(StoreError) in try target.setLastNumber(last, of: table.table) }
            }
        }
    }

    /// The greatest number that a row of the source has, or ever had as far as its engine knows.
    private func lastNumber(_ table: CopiedTable) throws(CopyError) -> Int64 {
        try reading(table) { () throws(StoreError) in try Self.lastNumber(table, in: source) }
    }

    private static func lastNumber(_ table: CopiedTable, in end: any CopyEnd) throws(StoreError) -> Int64 {
        guard table.table.numberColumn != nil else { return 0 }
        var greatest: Int64 = 0
        if case .integer(let number)? = try table.lastKey(on: end.connection)?.first { greatest = number }
        return max(greatest, try end.lastNumber(of: table.table))
    }

    // MARK: Verifying

    private func compare(_ total: Int) throws(CopyError) -> [Report.Table] {
        var compared: [Report.Table] = []
        var done = 0
        for table in tables {
            var key: [SQLValue]?
            var (count, digest) = (0, RowsDigest())
            while true {
                let wanted = try reading(table) { () throws(StoreError) in
                    try table.rows(after: key, on: source.connection)
                }
                let found = try writing(table) { () throws(StoreError) in
                    try table.rows(after: key, on: target.connection)
                }
                var other = digest
                for row in wanted { digest.add(row) }
                for row in found { other.add(row) }
                guard wanted.count == found.count, digest == other else {
                    let same = zip(wanted, found).prefix { $0 == $1 }.count
                    throw .differs(table: table.table.name, row: count + same + 1)
                }
                guard let last = wanted.last else { break }
                key = table.key(of: last)
                count += wanted.count
                done += wanted.count
                guard progress(.verifying, done, total) else { throw .stopped }
            }
            try compareNumbers(table)
            compared.append(Report.Table(name: table.table.name, rows: count, digest: digest))
        }
        return compared
    }

    private func compareNumbers(_ table: CopiedTable) throws(CopyError) {
        guard table.table.givesNumbersOnce else { return }
        let wanted = try lastNumber(table)
        let found = try writing(table) { () throws(StoreError) in try Self.lastNumber(table, in: target) }
        guard wanted == found else { throw .numbers(table: table.table.name) }
    }

    /// Each row of the target's journal is as it was sealed, and none is missing or of no stream.
    private func checkJournal(_ compared: [Report.Table]) throws(CopyError) -> (streams: Int, rows: Int) {
        let connection = target.connection
        do throws(StoreError) {
            var rows = 0
            let streams = try StreamTable.all(on: connection)
            for (index, stream) in streams.enumerated() {
                let number = Int64(index) + 1
                let reader = JournalReader(stream, number: number, on: connection)
                let known = try JournalTable.last(ofStream: number, on: connection)?.sequence ?? .start
                var checked: JournalSequence? = known == .start ? nil : .start
                while let from = checked {
                    let slice = try reader.rows(after: from, limit: Self.sliceRows, known: known)
                    rows += slice.count
                    checked = slice.last?.sequence
                }
            }
            guard rows == compared.first(where: { $0.name == "journal" })?.rows else {
                throw .damaged(reason: "rows of the journal belong to no stream")
            }
            return (streams.count, rows)
        } catch {
            if case .damaged(let reason) = error { throw .damagedJournal(reason: reason) }
            throw .target(error, table: "journal")
        }
    }
}
