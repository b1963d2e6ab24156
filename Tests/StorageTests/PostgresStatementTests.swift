import LaurelStorage
import Testing

@testable import LaurelStoragePostgres
@testable import LaurelStorageSQL

@Suite("Statements in PostgreSQL", .timeLimit(.minutes(15))) struct PostgresStatementTests {
    private func value<Value: SQLColumnValue>(
        _ sql: SQL, _ type: Value.Type, _ store: PostgresStore
    ) throws(StoreError) -> Value? {
        try store.readAny { connection throws(StoreError) in try connection.value(sql, of: type) }
    }

    @Test("values come back as they were sent, the empty ones too")
    func values() throws {
        let store = try PostgresStore(server: PostgresCluster.newDatabase())
        for number in [Int64.min, -1, 0, .max] {
            #expect(try value("SELECT \(number) AS it", Int64.self, store) == number)
        }
        for text in ["", "it's \"q\" \\ $1", "最高分 🏆", String(repeating: "x", count: 100_000)] {
            #expect(try value("SELECT \(text) AS it", String.self, store) == text)
        }
        for bytes in [[], [0, 1, 255], [UInt8](repeating: 0, count: 100_000)] as [[UInt8]] {
            #expect(try value("SELECT \(bytes) AS it", [UInt8].self, store) == bytes)
        }
        #expect(try value("SELECT 1 = 1 AS it", Bool.self, store) == true)
        #expect(try value("SELECT CAST(7 AS SMALLINT) AS it", Int.self, store) == 7)
        let nothing: String? = nil
        let row = try store.readAny { connection throws(StoreError) in
            try connection.first("SELECT \(nothing) AS a, \(1) AS b") { row throws(StoreError) in
                (try row["a"] as String?, try row["b"] as Int)
            }
        }
        #expect(row?.0 == nil && row?.1 == 1)
    }

    @Test("columns of a batch come back as they were sent, NULL and the empty ones too")
    func columns() throws {
        let connection = try PostgresConnection.opened(to: PostgresCluster.newDatabase())
        for values in [[], [.text("")], [.text("a"), .null, .text(""), .text("{\"b\",c}")]] as [[SQLValue]] {
            var parameters = PostgresParameters()
            parameters.append(column: values, of: .text)
            parameters.append(column: values.map { $0 == .null ? .null : .blob([0, 1]) }, of: .bytes)
            parameters.append(column: values.indices.map { .integer(Int64($0)) }, of: .integer64)
            let command = PostgresCommand("SELECT * FROM unnest($1::text[], $2::bytea[], $3::bigint[])", parameters)
            let answer = try #require(try connection.pipeline([command]).first)
            for (index, value) in values.enumerated() {
                #expect(answer.step())
                #expect(answer.isNull(0) == (value == .null) && answer.isNull(1) == (value == .null))
                if case .text(let text) = value { #expect(answer.text(0) == text && answer.blob(1) == [0, 1]) }
                #expect(answer.integer(2) == Int64(index))
            }
            #expect(!answer.step())
        }
    }

    @Test("a column of a type that nothing writes is refused")
    func types() throws {
        let store = try PostgresStore(server: PostgresCluster.newDatabase())
        let error = #expect(throws: StoreError.self) {
            try value("SELECT CAST(1 AS NUMERIC) AS it", Int.self, store)
        }
        if case .broken? = error { return }
        Issue.record("\(String(describing: error))")
    }

    @Test("statements run again while their rows are being read")
    func nesting() throws {
        let store = try PostgresStore(server: PostgresCluster.newDatabase())
        let pairs = try store.readAny { connection throws(StoreError) in
            let numbers: SQL = "SELECT 1 AS n UNION ALL SELECT 2 ORDER BY n"
            return try connection.rows(numbers) { outer throws(StoreError) in
                let first: Int = try outer["n"]
                return try connection.rows(numbers) { inner throws(StoreError) in first * 10 + (try inner["n"]) }
            }
        }
        #expect(pairs == [[11, 12], [21, 22]])
    }

    @Test("behind a statement that fails, a pipeline does nothing, and the connection is good for the next")
    func pipeline() throws {
        let connection = try PostgresConnection.opened(to: PostgresCluster.newDatabase())
        func insert(_ word: String) -> PostgresCommand {
            PostgresCommand("INSERT INTO words (word, verdict) VALUES (\(word), 0)")
        }
        let begin = PostgresCommand(PostgresConnection.Isolation.readCommitted.statement)
        #expect(throws: StoreError.conflict) { try connection.finish([begin, insert("a"), insert("a"), insert("b")]) }
        connection.rollBack()
        try connection.finish([begin, insert("c")])
        var words: [String] = []
        try connection.each("SELECT word FROM words") { row throws(StoreError) in
            words.append(try row["word"])
            return true
        }
        #expect(words == ["c"])
    }

    @Test(
        "the server's codes mean what ours mean",
        arguments: [
            ("23505", StoreError.conflict), ("23503", .conflict), ("40001", .unavailable), ("40P01", .unavailable),
            ("57P01", .unavailable), ("53300", .unavailable), ("53100", .full), ("25006", .unavailable),
            ("58030", .failing(reason: "PostgreSQL 58030: x")), ("XX001", .damaged(reason: "PostgreSQL XX001: x")),
            ("42601", .broken(reason: "PostgreSQL 42601: x")), ("22021", .broken(reason: "PostgreSQL 22021: x")),
        ])
    func codes(state: String, expected: StoreError) {
        #expect(StoreError(sqlState: state, message: "x") == expected)
    }
}
