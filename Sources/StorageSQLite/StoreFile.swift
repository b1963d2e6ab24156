import LaurelStorage

/// What a database file says about itself.
enum StoreFile {
    /// - Returns: the schema's version, 0 for a new, empty file.
    /// - Throws: when it is not a store of ours, or its first pages are damaged.
    static func check(_ connection: SQLiteConnection, path: String) throws(OpenError) -> Int64 {
        do throws(StoreError) {
            let version = try connection.integer("PRAGMA user_version") ?? 0
            let application = try connection.integer("PRAGMA application_id") ?? 0
            let tables = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
            if version == 0, tables == 0 { return 0 }
            if application == Migration.applicationID, version > 0 { return version }
        } catch {
            throw .damaged(path: path, reason: String(describing: error))
        }
        throw .foreign(path: path)
    }

    /// Reads the whole file: minutes for a very large one.
    /// - Returns: nil when it is sound, or what is wrong.
    static func integrityProblem(_ connection: SQLiteConnection) throws(StoreError) -> String? {
        let statement = try connection.prepare("PRAGMA integrity_check(1)")
        defer { statement.reset() }
        guard try statement.step() else { return "no answer" }
        let answer = statement.text(0)
        return answer == "ok" ? nil : answer
    }
}
