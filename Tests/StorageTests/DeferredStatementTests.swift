import LaurelStorage
import LaurelStorageSQL
import Testing

@testable import LaurelStoragePostgres

@Suite("Statements that wait for others", .timeLimit(.minutes(15))) struct DeferredStatementTests {
    private func count(_ connection: some SQLConnection) throws -> Int64 {
        var count: Int64 = -1
        try connection.each("SELECT count(*) AS count FROM words") { row throws(StoreError) in
            count = try row["count"]
            return false
        }
        return count
    }

    @Test("they are sent with the next one that reads, which sees what they did")
    func order() throws {
        let store = try PostgresStore(server: PostgresCluster.newDatabase())
        let connection = try store.pool.connect()
        let statements = DeferredStatements(on: connection, behind: [PostgresCommand("BEGIN")])
        for word in ["a", "b", "c"] {
            try statements.run("INSERT INTO words (word, verdict) VALUES (\(word), 0)")
        }
        #expect(statements.waiting.count == 4)
        #expect(try count(statements) == 3 && statements.waiting.isEmpty)
        try statements.run("DELETE FROM words WHERE word = \("b")")
        try connection.finish(statements.waiting)
        #expect(try count(store.pool.connect()) == 2)
    }

    @Test("a statement that fails fails those behind it, and the transaction")
    func failure() throws {
        let store = try PostgresStore(server: PostgresCluster.newDatabase())
        let connection = try store.pool.connect()
        let statements = DeferredStatements(on: connection, behind: [PostgresCommand("BEGIN")])
        for word in ["a", "a", "b"] {
            try statements.run("INSERT INTO words (word, verdict) VALUES (\(word), 0)")
        }
        #expect(throws: StoreError.conflict) { try connection.finish(statements.waiting) }
        connection.rollBack()
        #expect(connection.isIdle)
        #expect(try count(connection) == 0)
    }

    @Test("more than the buffers hold are sent in parts")
    func many() throws {
        let store = try PostgresStore(server: PostgresCluster.newDatabase())
        let connection = try store.pool.connect()
        try connection.begin(.readCommitted)
        let statements = DeferredStatements(on: connection)
        for number in 0..<1_000 {
            try statements.run("INSERT INTO words (word, verdict) VALUES (\("\(number)"), 0)")
        }
        try statements.send()
        #expect(try count(connection) == 1_000)
        try connection.commit()
    }
}
