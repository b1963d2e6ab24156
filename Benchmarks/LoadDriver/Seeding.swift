import CLaurelSQLite
import LaurelCryptography
import Glibc

/// Fills a store that has one leaderboard with players who each have one score on it, as the server would have
/// written them one by one. The first 20,000 are signed in, and their tokens are written to a file.
struct Seeding {
    static let sessionsLimit = 20_000
    /// Scores lie so far apart in time that entries leave the windows all the while.
    static let span: Int64 = 8 * 86_400_000

    let folder: String
    let players: Int
    let tokensFile: String

    func run() throws {
        let database = try Database(folder + "/laurel.db")
        defer { database.close() }
        try database.run("PRAGMA synchronous = OFF")
        let board = try database.integer("SELECT number FROM leaderboards ORDER BY number LIMIT 1")
        let app = try database.integer("SELECT app FROM leaderboards ORDER BY number LIMIT 1")
        let stream = try database.integer("SELECT number FROM streams WHERE environment = 0 ORDER BY number LIMIT 1")
        let first = try database.integer("SELECT coalesce(max(number), 0) + 1 FROM players")
        let position = try database.integer("SELECT max(position) FROM journal WHERE position >> 48 = \(stream)")
        let now = Int64(time(nil)) * 1_000
        // As from before rows had digests: the next start seals all of them.
        try database.run(
            "UPDATE journal SET time = \(now - Self.span), date = \(now - Self.span), format = 1, seal = NULL")
        try database.run("INSERT OR REPLACE INTO unsealed_streams (stream, through) SELECT number, 0 FROM streams")
        try database.run("BEGIN")
        try addPlayers(database, from: first, now: now)
        let tokens = try addSessions(database, from: first, app: app, now: now)
        try addScores(database, from: first, board: board, after: position, now: now)
        try addFriends(database, from: first, now: now)
        try database.run("COMMIT")
        try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
        try write(tokens, to: tokensFile)
        try write(Array(tokens.prefix(Self.sociable)), to: tokensFile + ".friends")
        print("seeded \(players) players, \(tokens.count) of them signed in")
    }

    private func write(_ tokens: [String], to path: String) throws {
        guard let file = fopen(path, "w") else { throw Failure("\(path) cannot be written") }
        for token in tokens { fputs(token + "\n", file) }
        fclose(file)
    }

    /// So many of those who are signed in have as many friends as anybody may have, from all over the board.
    static let sociable = 200
    static let friends = 1_000

    private func addFriends(_ database: Database, from first: Int64, now: Int64) throws {
        let insert = try database.prepare(
            "INSERT OR IGNORE INTO friendships (player, friend, since) VALUES (?1, ?2, ?3)")
        var random = SplitMix64(seed: 9)
        let step = max(1, players / Self.sessionsLimit)
        for index in stride(from: 0, to: players, by: step).prefix(Self.sociable) {
            for _ in 0..<min(Self.friends, players - 1) {
                let friend = Int64.random(in: 0..<Int64(players), using: &random)
                guard friend != Int64(index) else { continue }
                try insert.run(.integer(first + Int64(index)), .integer(first + friend), .integer(now))
                try insert.run(.integer(first + friend), .integer(first + Int64(index)), .integer(now))
            }
        }
    }

    private func addPlayers(_ database: Database, from first: Int64, now: Int64) throws {
        let insert = try database.prepare(
            "INSERT INTO players (number, alias, alias_key, display_name, created, is_administrator)"
                + " VALUES (?1, ?2, ?2, ?2, ?3, 0)")
        for index in 0..<Int64(players) {
            try insert.run(.integer(first + index), .text("player\(first + index)"), .integer(now - Self.span))
        }
    }

    private func addSessions(_ database: Database, from first: Int64, app: Int64, now: Int64) throws -> [String] {
        let device = try database.prepare("INSERT INTO devices (player) VALUES (?1)")
        let session = try database.prepare(
            "INSERT INTO sessions (digest, player, device, app, environment, created, last_used)"
                + " VALUES (?1, ?2, last_insert_rowid(), ?3, 0, ?4, ?4)")
        var random = SplitMix64(seed: 7)
        let step = max(1, players / Self.sessionsLimit)
        return try stride(from: 0, to: players, by: step).prefix(Self.sessionsLimit).map { index in
            let token = Self.token(&random)
            try device.run(.integer(first + Int64(index)))
            try session.run(
                .blob(Digest.blake2b(Array(token.utf8))), .integer(first + Int64(index)), .integer(app), .integer(now))
            return token
        }
    }

    private func addScores(
        _ database: Database, from first: Int64, board: Int64, after position: Int64, now: Int64
    ) throws {
        let insert = try database.prepare(
            "INSERT INTO journal"
                + " (position, time, kind, format, leaderboard, player, value, date, context, previous, flags)"
                + " VALUES (?1, ?2, 1, 1, ?3, ?4, ?5, ?2, 0, 0, 6)")
        var random = SplitMix64(seed: 42)
        var order = Array(0..<Int64(players))
        order.shuffle(using: &random)
        for (index, player) in order.enumerated() {
            let date = now - Self.span + Int64(Double(index) / Double(players) * Double(Self.span))
            try insert.run(
                .integer(position + 1 + Int64(index)), .integer(date), .integer(board), .integer(first + player),
                .integer(Int64.random(in: 0..<1_000_000, using: &random)))
        }
    }

    /// 43 characters, as sign-in makes them.
    private static func token(_ random: inout SplitMix64) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        return String((0..<43).map { _ in alphabet[Int(random.next() % 64)] })
    }
}

/// As much of SQLite as seeding needs.
final class Database {
    private var handle: OpaquePointer?

    init(_ path: String) throws {
        guard sqlite3_open_v2(path, &handle, SQLITE_OPEN_READWRITE, nil) == SQLITE_OK else {
            throw Failure("\(path) cannot be opened: make the leaderboard first")
        }
    }

    func close() { sqlite3_close_v2(handle) }

    func run(_ sql: String) throws {
        guard sqlite3_exec(handle, sql, nil, nil, nil) == SQLITE_OK else { throw failure(sql) }
    }

    func integer(_ sql: String) throws -> Int64 {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, sqlite3_step(statement) == SQLITE_ROW
        else { throw failure(sql) }
        return sqlite3_column_int64(statement, 0)
    }

    func prepare(_ sql: String) throws -> Statement {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(handle, sql, -1, &statement, nil) == SQLITE_OK, let statement else {
            throw failure(sql)
        }
        return Statement(statement)
    }

    private func failure(_ sql: String) -> Failure { Failure("\(String(cString: sqlite3_errmsg(handle))) in \(sql)") }

    enum Value {
        case integer(Int64)
        case text(String)
        case blob([UInt8])
    }

    final class Statement {
        private let pointer: OpaquePointer
        init(_ pointer: OpaquePointer) { self.pointer = pointer }
        deinit { sqlite3_finalize(pointer) }

        func run(_ values: Value...) throws {
            let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            for (index, value) in values.enumerated() {
                switch value {
                case .integer(let number): sqlite3_bind_int64(pointer, Int32(index + 1), number)
                case .text(let text): sqlite3_bind_text(pointer, Int32(index + 1), text, -1, copied)
                case .blob(let bytes): sqlite3_bind_blob(pointer, Int32(index + 1), bytes, Int32(bytes.count), copied)
                }
            }
            guard sqlite3_step(pointer) == SQLITE_DONE else {
                throw Failure(String(cString: sqlite3_errmsg(sqlite3_db_handle(pointer))))
            }
            sqlite3_reset(pointer)
        }
    }
}
