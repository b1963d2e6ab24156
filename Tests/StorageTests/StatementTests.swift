import LaurelDomain
import LaurelMatches
import LaurelStorage
import Testing

@testable import LaurelStorageSQL
@testable import LaurelStorageSQLite

@Suite("Statements", .timeLimit(.minutes(15))) struct StatementTests {
    @Test("bind what is interpolated, and never splice it")
    func binding() {
        let alias = "x'; DROP TABLE players; --"
        let sql: SQL = "SELECT 1 FROM players WHERE alias = \(alias) AND number = \(PlayerNumber(7))"
        #expect(sql.text == "SELECT 1 FROM players WHERE alias = $1 AND number = $2")
        #expect(sql.values == [.text(alias), .integer(7)])
        let nobody: PlayerNumber? = nil
        #expect(("author = \(nobody)" as SQL).values == [.null])
    }

    @Test("number the parameters of their parts where these stand")
    func parts() {
        let isTheirs: SQL = "player = \(1) AND app = \(2)"
        let sql: SQL =
            "UPDATE t SET a = \(0) WHERE \(isTheirs) AND (b = \(3) OR \(isTheirs)) AND c IN (\(list: [4, 5]))"
        #expect(
            sql.text == "UPDATE t SET a = $1 WHERE player = $2 AND app = $3 AND (b = $4 OR player = $5 AND app = $6)"
                + " AND c IN ($7, $8)")
        #expect(sql.values == [0, 1, 2, 3, 1, 2, 4, 5].map { .integer($0) })
        #expect(sql.isKept)
        #expect(!("c IN (\(numbers: [4, 5]))" as SQL).isKept)
    }

    @Test("give what says whether a notice is silent the values of its text")
    func silence() {
        for kind in NoticeKind.allCases {
            for app in [nil, AppNumber(5)] {
                let sql = NotificationSettingsTable.isSilent(kind, in: app, for: PlayerNumber(7))
                let values = NotificationSettingsTable.silenceValues(of: kind, in: app, for: PlayerNumber(7))
                #expect(sql.values == values, "\(kind) \(app == nil)")
            }
        }
    }

    @Test("insert a row with each column beside its value")
    func inserting() {
        let row: SQL = .insert(
            into: "t", ["a": 1, "b": "x", "c": true], ifThere: .takesOver(key: ["a"], keeping: ["c"]))
        #expect(row.text == "INSERT INTO t (a, b, c) VALUES ($1, $2, $3) ON CONFLICT (a) DO UPDATE SET b = excluded.b")
        #expect(row.values == [.integer(1), .text("x"), .integer(1)])
    }

    @Test("update a row by its key, each column beside its value")
    func updating() {
        func update(_ a: Int, _ b: String, where c: Int) -> SQL {
            .update("t", [("a", a.sql), ("b", b.sql)], where: [("c", c.sql), ("d", SQLValue.null)])
        }
        #expect(update(1, "x", where: 7).text == "UPDATE t SET a = $1, b = $2 WHERE c = $3 AND d = $4")
        #expect(update(1, "x", where: 7).values == [.integer(1), .text("x"), .integer(7), .null])
        // The text is kept; the values aren't.
        #expect(update(2, "y", where: 8).text == update(1, "x", where: 7).text)
        #expect(update(2, "y", where: 8).values == [.integer(2), .text("y"), .integer(8), .null])
        // As many columns of the same table, another statement.
        #expect(
            (.update("t", [("a", 1.sql)], where: [("b", 2.sql), ("c", 3.sql), ("d", 4.sql)]) as SQL).text
                == "UPDATE t SET a = $1 WHERE b = $2 AND c = $3 AND d = $4")
        let row: SQL = .insert(into: "t", ["a": 1, "b": "x", "c": 7, "d": true])
        #expect(row.text == "INSERT INTO t (a, b, c, d) VALUES ($1, $2, $3, $4)")
    }

    @Test("read NULL as an optional or not at all, and what was never written as damage or as too new")
    func reading() throws {
        let store = try SQLiteStore.inspected()
        func read<Value: SQLColumnValue & Sendable>(_ sql: SQL, as type: Value.Type) throws(StoreError) -> Value? {
            try store.read { connection throws(StoreError) in
                try connection.first(sql) { row throws(StoreError) in try row["it"] as Value }
            }
        }
        #expect(try read("SELECT 7 AS it", as: PlayerNumber.self) == PlayerNumber(7))
        #expect(try read("SELECT NULL AS it", as: PlayerNumber?.self) == .some(nil))
        #expect(try read("SELECT 1 AS it WHERE 1 = 0", as: Int.self) == nil)
        let broken: [() throws -> Void] = [
            { _ = try read("SELECT NULL AS it", as: String.self) },
            { _ = try read("SELECT 99 AS it", as: Environment.self) },
            { _ = try read("SELECT 'no tag' AS it", as: LanguageTag.self) },
            { _ = try read("SELECT 1 AS other", as: Int.self) },
        ]
        for read in broken {
            let error = #expect(throws: StoreError.self) { try read() }
            guard case .broken? = error else {
                Issue.record("\(String(describing: error))")
                continue
            }
        }
        let error = #expect(throws: StoreError.self) { _ = try read("SELECT -1 AS it", as: PlayerNumber.self) }
        if case .damaged? = error { return }
        Issue.record("\(String(describing: error))")
    }

    @Test("rule 12.22: read a seat's last writes as this program keeps them, and as older ones did")
    func doneWrites() throws {
        let store = try SQLiteStore.inspected()
        func read(_ bytes: [UInt8]) throws(StoreError) -> [DoneWrite]? {
            let sql: SQL = "SELECT \(bytes) AS it"
            let found = try store.read { connection throws(StoreError) in
                try connection.first(sql) { row throws(StoreError) in try row["it"] as DoneWrites }
            }
            return found?.writes
        }
        func bytes(_ writes: [DoneWrite]) -> [UInt8] {
            if case .blob(let bytes) = DoneWrites(writes: writes).sql { bytes } else { [] }
        }
        let writes = (1...2).map { (number: UInt64) in
            DoneWrite(
                key: MatchKey(high: .max - number, low: number, body: .max), version: MatchVersion(number),
                exchange: number == 2 ? ExchangeNumber(.max) : nil, endsTurn: number == 1)
        }
        for count in 0...2 {
            let part = Array(writes.prefix(count))
            #expect(bytes(part).count == 40 * count)
            #expect(try read(bytes(part)) == part)
        }
        // Before there were exchanges, a write had no last number.
        let older = writes.map { DoneWrite(key: $0.key, version: $0.version) }
        for count in 1...2 {
            let part = Array(older.prefix(count))
            #expect(try read(part.flatMap { bytes([$0]).prefix(32) }) == part)
        }
        for count in [8, 96, 120, 160] {
            #expect(throws: StoreError.self) { try read(Array(repeating: 0, count: count)) }
        }
    }

    @Test("run again while their rows are being read")
    func nesting() throws {
        let store = try SQLiteStore.inspected()
        let pairs = try store.read { connection throws(StoreError) in
            let numbers: SQL = "SELECT 1 AS n UNION ALL SELECT 2 ORDER BY n"
            var pairs: [Int] = []
            try connection.each(numbers) { outer throws(StoreError) in
                let first: Int = try outer["n"]
                try connection.each(numbers) { inner throws(StoreError) in
                    pairs.append(first * 10 + (try inner["n"]))
                    return true
                }
                return true
            }
            return pairs
        }
        #expect(pairs == [11, 12, 21, 22])
    }

    @Test("that walk through a table that grows are refused")
    func walks() throws {
        let store = try SQLiteStore.inspected()
        let error = #expect(throws: StoreError.self) {
            try store.read { connection throws(StoreError) in
                try connection.has("SELECT 1 FROM players WHERE display_name = \("x")")
            }
        }
        #expect(error?.description.hasPrefix("SCAN players") == true)
    }
}
