import Foundation
import LaurelStorage
import LaurelStorageSQLite
import Testing

/// `docs/internals/schema.sql` is the schema that all migrations together give: what a new column changes is seen in
/// one place, and the tables of another engine are written by it.
@Suite("The schema", .timeLimit(.minutes(15))) struct GoldenSchemaTests {
    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "docs/internals/schema.sql")

    /// Each table, what hangs on it behind it.
    private func schema() throws -> String {
        let store = try SQLiteStore.inspected()
        let statements = try store.read { connection throws(StoreError) in
            let select = try connection.prepare(
                """
                SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
                ORDER BY tbl_name, type = 'table' DESC, name
                """)
            defer { select.reset() }
            var statements: [String] = []
            while try select.step() { statements.append(select.text(0)) }
            return statements
        }
        let lines = statements.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") + ";\n" }
        return "-- Made by GoldenSchemaTests from all migrations. Not to be edited.\n" + lines.joined()
    }

    @Test("all migrations together give the schema that is written down")
    func golden() throws {
        let now = try schema()
        let known = try? String(contentsOf: Self.file, encoding: .utf8)
        guard now != known else { return }
        let lines = Set(now.split(separator: "\n")).symmetricDifference((known ?? "").split(separator: "\n"))
        if ProcessInfo.processInfo.environment["LAUREL_RENEW_SCHEMA"] == "1" {
            try Data(now.utf8).write(to: Self.file)
        }
        Issue.record(
            """
            docs/internals/schema.sql isn't the schema. Renew it and look at what changed:
            LAUREL_RENEW_SCHEMA=1 make test TESTS=StorageTests.GoldenSchemaTests
            \(lines.sorted().joined(separator: "\n"))
            """)
    }
}
