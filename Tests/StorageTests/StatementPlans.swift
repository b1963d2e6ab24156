import LaurelStorage
import LaurelTestSupport
import Synchronization

@testable import LaurelStorageSQLite

/// No statement may read all of a table that grows. Each one that the contracts prepare is explained by SQLite when it
/// is prepared, and throws when its plan has such a walk: so the test that runs it fails.
enum StatementPlans {
    /// Tables that stay small, or that a start reads whole into memory, and why.
    private static let walked: [String: String] = [
        "apps": "as many as developers made, read whole by a start"
    ]

    /// Statements that walk, and why they may: by how they begin.
    private static let walks: [(statement: String, reason: String)] = [
        ("DELETE FROM invitations WHERE expires <= $1", "a few, of an administrator")
    ]

    /// From now on, in this process.
    static let areInspected: Void = SQLiteConnection.inspection.withLock { $0 = inspect }

    private static let seen = Mutex<Set<String>>([])

    private static func inspect(_ sql: String, _ connection: SQLiteConnection) throws(StoreError) {
        guard ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(where: sql.hasPrefix),
            seen.withLock({ $0.insert(sql).inserted })
        else { return }
        let plan = try connection.prepare("EXPLAIN QUERY PLAN " + sql)
        defer { plan.reset() }
        while try plan.step() {
            guard let table = walkedTable(in: plan.text(3)), !mayWalk(table, sql) else { continue }
            // Another test runs it, too, and is to fail as well.
            seen.withLock { _ = $0.remove(sql) }
            throw .broken(reason: "reads all of \(table): \(sql)")
        }
    }

    /// `SCAN journal USING INDEX …`: nil when the step seeks, or walks through what a part of the statement gave.
    private static func walkedTable(in step: String) -> String? {
        let words = step.split(separator: " ")
        guard words.first == "SCAN", words.count > 1, words[1] != "CONSTANT", !words[1].hasPrefix("(") else {
            return nil
        }
        return String(words[1])
    }

    private static func mayWalk(_ table: String, _ sql: String) -> Bool {
        let text = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return walked[table] != nil || walks.contains { text.hasPrefix($0.statement) }
    }
}

extension SQLiteStore {
    /// A new store in a folder of its own, whose statements are inspected.
    static func inspected() throws -> SQLiteStore {
        StatementPlans.areInspected
        return try SQLiteStore(directory: TemporaryFolder().path)
    }
}
