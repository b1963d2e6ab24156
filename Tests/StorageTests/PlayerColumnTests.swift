import LaurelDomain
import LaurelStorage
import LaurelStorageSQLite
import LaurelTestSupport
import Testing

/// The columns of the store that hold a player's number: what an erasure has to empty. API's `PlayerExportTests` holds
/// the export to the same columns.
@Suite("Columns that name a player", .timeLimit(.minutes(15))) struct PlayerColumnTests {
    /// Such a column is called so, or refers to `players`.
    private static let names: Set<String> = [
        "player", "friend", "blocked", "sender", "receiver", "reporter", "author", "maker", "about",
    ]

    /// Where the number may stay, and why.
    private static let exceptions: [String: String] = [
        "audit.player": "the audit log is only added to; the number has no owner any more",
        "audit.about": "as above; it is the number of whatever was acted on",
        "erasures.player": "that he was erased, for the next start",
        "wipes.player": "which rows of the journal count no more",
        "journal.player": "the row is emptied, so that the order of rows stays whole; see ErasureTests",
    ]

    /// No other number in the store is this one.
    private let player = PlayerNumber(4_000_000_009)

    private struct Column: Hashable {
        let table: String
        let name: String
        var text: String { "\(table).\(name)" }
    }

    private struct Table {
        let name: String
        /// Name, type and whether it is a player's number.
        var columns: [(name: String, type: String, isPlayer: Bool)] = []
        var players: [Column] { columns.filter(\.isPlayer).map { Column(table: name, name: $0.name) } }
    }

    private func tables(_ connection: SQLiteConnection) throws(StoreError) -> [Table] {
        let names = try connection.prepare(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
        var tables: [Table] = []
        while try names.step() { tables.append(Table(name: names.text(0))) }
        for index in tables.indices {
            let table = tables[index].name
            let keys = try connection.prepare("PRAGMA foreign_key_list(\(table))")
            var references: Set<String> = []
            while try keys.step() { if keys.text(2) == "players" { references.insert(keys.text(3)) } }
            let columns = try connection.prepare("PRAGMA table_info(\(table))")
            while try columns.step() {
                let name = columns.text(1)
                let isNumber = table == "players" && name == "number"
                tables[index].columns.append(
                    (name, columns.text(2), isNumber || Self.names.contains(name) || references.contains(name)))
            }
        }
        return tables
    }

    /// A row in which one column, or all, hold the player's number, and the others whatever may stand there.
    private func fill(_ table: Table, _ column: Column, _ number: Int, _ connection: SQLiteConnection)
        throws(StoreError)
    {
        let marks = table.columns.map { _ in "?" }.joined(separator: ", ")
        let insert = try connection.prepare("INSERT INTO \(table.name) VALUES (\(marks))")
        for (index, other) in table.columns.enumerated() {
            let position = Int32(index) + 1
            if other.name == column.name {
                insert.bind(position, Int64(player.rawValue))
            } else {
                switch other.type {
                // An erasure reads profiles and seats of archived matches, so these must be words that it knows.
                case "INTEGER" where other.name == "audience" || table.name == "archived_seats":
                    insert.bind(position, Int64(1))
                case "INTEGER": insert.bind(position, Int64(1_000 + number * 100 + index))
                case "TEXT": insert.bind(position, "text \(number) \(index)")
                default: insert.bind(position, blob: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 32))
                }
            }
        }
        try insert.run()
    }

    /// What the store writes together is there together: a friendship in both directions, and a report of a player in
    /// the review about him.
    private func pair(_ connection: SQLiteConnection) throws(StoreError) {
        try connection.execute("INSERT OR IGNORE INTO friendships SELECT friend, player, since FROM friendships")
        try connection.execute(
            """
            UPDATE reports SET review = (SELECT id FROM reviews WHERE player = \(player.rawValue))
            WHERE player = \(player.rawValue)
            """)
    }

    private func holders(_ tables: [Table], _ connection: SQLiteConnection) throws(StoreError) -> Set<String> {
        var found: Set<String> = []
        for column in tables.flatMap(\.players) {
            let sql = "SELECT count(*) FROM \(column.table) WHERE \(column.name) = \(player.rawValue)"
            if try connection.integer(sql) ?? 0 > 0 { found.insert(column.text) }
        }
        return found
    }

    @Test("an erasure leaves the player's number in no column but those that are listed with a reason")
    func erased() async throws {
        let store = try SQLiteStore(dataFolder: TemporaryFolder(on: .memory).path)
        let all = try store.read { connection throws(StoreError) in
            Set(try tables(connection).flatMap(\.players).map(\.text))
        }
        #expect(Set(Self.exceptions.keys).isSubset(of: all), "an exception is no column any more")
        #expect(all.count > 40)
        let filled = try store.write { connection throws(StoreError) in
            // Rows that refer to others, which are not there.
            try connection.execute("PRAGMA foreign_keys = OFF")
            let tables = try tables(connection)
            var number = 0
            for table in tables {
                for column in table.players {
                    number += 1
                    try fill(table, column, number, connection)
                }
            }
            try pair(connection)
            try connection.execute("PRAGMA foreign_keys = ON")
            // What the filling made up is no erasure that was begun.
            try connection.execute("DELETE FROM erasures")
            return try holders(tables, connection)
        }
        #expect(filled == all.subtracting(["erasures.player"]), "a table was not filled")
        let directory = SQLiteDirectory(store)
        _ = try #require(try await directory.beginErasure(of: player, receipt: "R", at: .first))
        // As EndChallenges.playerErased and EraseStep do; rows of the journal are emptied by Journal.overwrite.
        try store.commit(
            Change(facts: [.challenge(.erased(player)), .achievement(.erased(player)), .match(.erased(player))]))
        // As FinishErasures does.
        while try await directory.eraseArchivedSeats(of: player, limit: 1) > 0 {}
        let left = try store.read { connection throws(StoreError) in try holders(tables(connection), connection) }
        #expect(left == Set(Self.exceptions.keys))
    }
}
