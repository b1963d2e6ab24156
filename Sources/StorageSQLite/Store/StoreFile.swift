import LaurelStorage

/// What a database file says about itself.
enum StoreFile {
    /// - Returns: the schema's version, 0 for a new, empty file.
    /// - Throws: when it is not a store of ours, or its first pages are damaged or can't be read.
    static func check(_ connection: SQLiteConnection, path: String) throws(OpenError) -> Int64 {
        let application: Int64
        do throws(StoreError) {
            let version = try connection.integer("PRAGMA user_version") ?? 0
            application = try connection.integer("PRAGMA application_id") ?? 0
            let tables = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
            if version == 0, tables == 0 { return 0 }
            if application == Migration.applicationID, version > 0 { return version }
        } catch {
            let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
            throw OpenError(error, path: path, dataFolder: folder)
        }
        if application == Migration.unfinishedID { throw .unfinishedCopy(path: path) }
        throw .foreign(path: path)
    }

    /// Reads the whole file, and holds each row of the journal against its digest: minutes for a very large one.
    /// - Parameter version: of the file.
    /// - Throws: when a page can't be read, here and below: nobody knows what it holds.
    static func wholeProblem(_ connection: SQLiteConnection, version: Int64) throws(StoreError) -> String? {
        if let problem = try integrityProblem(connection) { return problem }
        guard Migration.firstWithSeals...Migration.latest ~= version else { return nil }
        return try JournalCheck(connection: connection).problem()
    }

    /// Reads the whole file: minutes for a very large one.
    /// - Returns: nil when it is sound, or what is wrong.
    static func integrityProblem(_ connection: SQLiteConnection) throws(StoreError) -> String? {
        try problem("PRAGMA integrity_check(1)", connection)
    }

    /// Reads the whole file, but compares no table with its indexes: some seconds for a gigabyte.
    static func quickProblem(_ connection: SQLiteConnection) throws(StoreError) -> String? {
        try problem("PRAGMA quick_check(1)", connection)
    }

    /// Reads one table and its indexes.
    static func integrityProblem(ofTable name: String, _ connection: SQLiteConnection) throws(StoreError) -> String? {
        try problem("PRAGMA integrity_check(\"\(name)\")", connection)
    }

    private static func problem(_ sql: String, _ connection: SQLiteConnection) throws(StoreError) -> String? {
        let statement = try connection.prepare(sql)
        defer { statement.reset() }
        guard try statement.step() else { return "no answer" }
        let answer = statement.text(0)
        guard answer != "ok" else { return nil }
        if let unread = connection.unread(answer) { throw unread }
        // A heading and a finding, on two lines.
        return answer.split(separator: "\n").joined(separator: " ")
    }
}
