import Foundation
import LaurelStorage
import LaurelTestSupport
import Testing

@testable import LaurelStoragePostgres
@testable import LaurelStorageSQL

@Suite("Older tables in PostgreSQL", .timeLimit(.minutes(15))) struct PostgresUpgradeTests {
    /// Everything that tells the tables of two databases apart, but for the order of columns.
    private func description(_ address: String) throws -> Set<String> {
        let connection = try PostgresConnection.opened(to: address)
        var lines: Set<String> = []
        for question: SQL in [
            """
            SELECT concat_ws(' ', table_name, column_name, data_type, collation_name, is_nullable, column_default,
                is_identity) AS line
            FROM information_schema.columns WHERE table_schema = current_schema()
            """,
            "SELECT CAST(indexdef AS text) AS line FROM pg_indexes WHERE schemaname = current_schema()",
            """
            SELECT concat(CAST(CAST(conrelid AS regclass) AS text), ' ', pg_get_constraintdef(oid)) AS line
            FROM pg_constraint WHERE connamespace = CAST(current_schema() AS regnamespace)
            """,
            """
            SELECT concat('unfinished ', CAST(CAST(indexrelid AS regclass) AS text)) AS line
            FROM pg_index WHERE NOT indisvalid
            """,
            "SELECT concat('sequence ', sequencename) AS line FROM pg_sequences WHERE schemaname = current_schema()",
            "SELECT concat('version ', version) AS line FROM schema_version",
        ] {
            try connection.each(question) { row throws(StoreError) in
                lines.insert(try row["line"])
                return true
            }
        }
        return lines
    }

    /// What differs, for a reader.
    private func difference(_ address: String) throws -> [String] {
        try description(address).symmetricDifference(description(try PostgresCluster.newDatabase())).sorted()
    }

    private func rows(of address: String) throws -> [String] {
        var rows: [String] = []
        let connection = try PostgresConnection.opened(to: address)
        try connection.each("SELECT alias FROM players ORDER BY number") { row throws(StoreError) in
            rows.append(try row["alias"])
            return true
        }
        return rows
    }

    private static let player = """
        INSERT INTO players (alias, alias_key, display_name, created, is_administrator)
        VALUES ('heron', 'heron', 'Heron', 0, 0)
        """

    @Test("tables of an older release get what they lack, and keep their rows")
    func released() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Schemas/2026-11-25.sql")
        let statements = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("--") && !$0.hasPrefix("CREATE TRIGGER") }
        let ofFiles = ["CREATE TABLE changes ", "CREATE TABLE unsealed_streams "]
        var waiting = statements.filter { statement in !ofFiles.contains { statement.hasPrefix($0) } }
            .map { PostgresSchema.translated(String($0.dropLast())) }
        let address = try PostgresCluster.emptyDatabase()
        let connection = try PostgresConnection.opened(to: address)
        // Each after what it refers to, which the file doesn't know.
        while !waiting.isEmpty {
            var left: [String] = []
            for statement in waiting {
                do throws(StoreError) { try connection.execute(statement) } catch { left.append(statement) }
            }
            try #require(left.count < waiting.count, "\(left)")
            waiting = left
        }
        // What PostgreSQL alone had then.
        for statement in PostgresSchema.statements.dropFirst(SQLSchema.statements.count) {
            try connection.execute(statement)
        }
        let tables = try connection.found().columns
        for statement in SQLSchema.statements where statement.hasPrefix("INSERT") {
            let table = statement.split(separator: " ").dropFirst(2).first.map(String.init)
            if let table, tables[table] != nil { try connection.execute(statement) }
        }
        try connection.execute(Self.player)
        let needed = PostgresUpgrade(from: try connection.found())
        #expect(needed.additions.contains { $0.hasPrefix("CREATE TABLE match_seats ") })
        #expect(needed.indexes.map(\.name) == ["challenges_by_key", "journal_awaiting"])
        try PostgresStore(server: address).close()
        // An upgrade removes and changes nothing: these are left for older nodes, and cost what they did.
        try connection.execute("DROP INDEX notices_by_game")
        try connection.execute("DROP INDEX notices_by_player")
        try connection.execute("CREATE INDEX notices_by_player ON notices (player, id, app, environment)")
        #expect(try difference(address) == [])
        #expect(try rows(of: address) == ["heron"])
        #expect(!PostgresUpgrade(from: try connection.found()).isNeeded)
    }

    @Test("whatever is missing of tables, columns and indexes is added", arguments: Depth.seeds(3))
    func anything(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let address = try PostgresCluster.newDatabase()
        let connection = try PostgresConnection.opened(to: address)
        try connection.execute(Self.player)
        let found = try connection.found()
        let kept: Set = ["players", "schema_version"]
        // A table whose rows others need goes with them; what a statement fills is not filled again alone.
        for table in found.columns.keys.sorted() {
            guard !kept.contains(table), Int.random(in: 0..<6, using: &random) == 0 else { continue }
            try connection.execute("DROP TABLE \(table) CASCADE")
        }
        for index in found.indexes.sorted() where Int.random(in: 0..<4, using: &random) == 0 {
            // Those of keys go with their tables alone.
            do throws(StoreError) { try connection.execute("DROP INDEX IF EXISTS \(index)") } catch { continue }
        }
        var dropped = 0
        for statement in PostgresSchema.statements where statement.hasPrefix("CREATE TABLE") {
            let table = String(statement.split(separator: " ")[2].prefix { $0 != "(" })
            for (name, definition) in PostgresUpgrade.columns(of: statement) {
                let mayGo = definition.contains(" DEFAULT ") && !definition.contains("IDENTITY")
                guard mayGo, Bool.random(using: &random) else { continue }
                guard try connection.found().columns[table]?.contains(name) == true else { continue }
                try connection.execute("ALTER TABLE \(table) DROP COLUMN \(name)")
                dropped += 1
            }
        }
        #expect(dropped > 0, "seed \(seed)")
        try PostgresStore(server: address).close()
        // Constraints that went with a table that others refer to are not made again.
        let lost = try difference(address).filter { !$0.contains("FOREIGN KEY") }
        #expect(lost == [], "seed \(seed)")
        #expect(try rows(of: address) == ["heron"])
    }

    @Test("several that open older tables at once all can")
    func atOnce() async throws {
        let address = try PostgresCluster.newDatabase()
        let connection = try PostgresConnection.opened(to: address)
        try connection.execute("DROP TABLE match_seats; DROP INDEX journal_awaiting")
        try connection.execute("ALTER TABLE apps DROP COLUMN allows_guests")
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 { group.addTask { try PostgresStore(server: address).close() } }
            try await group.waitForAll()
        }
        #expect(try difference(address) == [])
    }

    @Test("an index that nobody finished is made anew")
    func unfinished() throws {
        let address = try PostgresCluster.newDatabase()
        let index = "CAST('journal_awaiting' AS regclass)"
        try PostgresCluster.run("UPDATE pg_index SET indisvalid = false WHERE indexrelid = \(index)", on: address)
        #expect(try difference(address) == ["unfinished journal_awaiting"])
        try PostgresStore(server: address).close()
        #expect(try difference(address) == [])
    }

    @Test("a copy of, or into, older tables is refused, and they stay as they are")
    func copies() throws {
        let address = try PostgresCluster.newDatabase()
        try PostgresCluster.run("ALTER TABLE apps DROP COLUMN allows_guests", on: address)
        let before = try description(address)
        #expect(throws: PostgresOpenError.older) { try PostgresCopySource(server: address) }
        #expect(throws: PostgresOpenError.older) { try PostgresCopyTarget(server: address) }
        #expect(try description(address) == before)
    }
}
