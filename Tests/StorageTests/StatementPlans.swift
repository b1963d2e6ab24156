import LaurelStorage
import LaurelTestStores
import Synchronization

@testable import LaurelStorageSQLite

/// No statement may read all of a table that grows. Each one that the contracts prepare is explained by SQLite when it
/// is prepared, and throws when its plan has such a walk: so the test that runs it fails.
enum StatementPlans {
    /// Tables that stay small, or that a start reads whole into memory, and why.
    private static let walked: [String: String] = [
        // What developers and operators set up: a start reads it into memory.
        "achievement_localizations": "read by a start", "achievements": "read by a start",
        "activities": "read by a start",
        "challenge_definitions": "read by a start",
        "app_localizations": "read by a start", "apps": "read by a start", "bans": "read by a start",
        "developer_keys": "a few of a team, read by a start", "display_orders": "read by a start",
        "identity_keys": "a few, read by a start", "images": "read by a start",
        "invitations": "a few, of an administrator", "leaderboard_localizations": "read by a start",
        "leaderboard_moves": "read by a start", "leaderboard_parts": "read by a start",
        "leaderboard_recurrences": "read by a start", "leaderboard_sets": "read by a start",
        "leaderboard_shares": "read by a start", "leaderboards": "read by a start",
        "match_numbers": "one row of a game and environment", "match_exchanges": "read by a start",
        "match_seats": "read by a start",
        "matches": "read by a start",
        "moderation_policies": "read by a start", "settings": "three rows", "simulators": "read by a start",
        "team_invitations": "a few of a team", "team_members": "read by a start", "teams": "read by a start",
        "web_origins": "read by a start", "webhooks": "one of an app and environment", "words": "read by a start",
        // What a store counts.
        "achievement_counts": "one row of an achievement and environment", "challenge_numbers": "one row",
        "group_challenge_numbers": "one row",
        "changes": "one row", "game_players": "one row of 4,096 players", "planned_notice": "one row",
        "score_id_runs": "a few of a stream, as they are merged", "sqlite_sequence": "one row of a table",
        "streams": "one row of a team and environment", "unsealed_streams": "none once a store is upgraded",
        // Parts of a statement that have a LIMIT, or walk by seeks.
        "counted": "of found", "found": "friends of friends, up to a limit", "oldest": "up to a limit",
        "gone": "what is let go of, found by seeks", "released": "the same", "old": "the same",
        "chain": "rows of players, up to a limit", "waiting": "one row of a push service",
    ]

    /// Indexes of few rows.
    private static let indexes: Set<String> = [
        "administrators", "challenges_pending", "erasures_unfinished", "guest_merges_unfinished",
        "guests_unreleased", "pushes_due",
    ]

    /// Statements that walk, and why they may. With `…` at the end, all that begin so.
    private static let walks: [(statement: String, reason: String)] = [
        ("DELETE FROM players WHERE number = $1", "an erasure: SQLite looks for children of the row"),
        ("DELETE FROM devices WHERE player = $1", "an erasure"),
        ("DELETE FROM notices WHERE player = $1 OR about = $2", "an erasure"),
        ("UPDATE notices SET about = $1 WHERE about = $2", "a guest's merge, which is an erasure, too"),
        ("DELETE FROM webhook_deliveries WHERE player = $1 OR about = $2", "an erasure"),
        ("DELETE FROM achievement_players WHERE player = $1", "an erasure"),
        ("UPDATE reviews SET author = NULL WHERE author = $1", "an erasure"),
        (
            "SELECT DISTINCT position >> 48, …",
            "an erasure: the journal has no index by player, since every score would pay"
        ),
        ("SELECT player FROM erasures ORDER BY player", "a start"),
        ("SELECT player, app, leaderboard FROM default_leaderboards …", "a start"),
        ("SELECT secret AS stored, …", "a start, to seal"),
        ("DELETE FROM pushes WHERE is_taken = 1", "a start"),
        ("DELETE FROM push_subscriptions", "an operator has lost a key"),
        ("SELECT position FROM (SELECT position FROM journal ORDER BY position …", "one row, at either end"),
        ("DELETE FROM notices WHERE id IN (…", "the first rows, up to a limit"),
        (
            "SELECT number, sender, receiver, app, environment, kind, subject, value, "
                + "context, issued, state, settled, message, replay FROM challenges ORDER BY "
                + "number DESC",
            "from the newest, until one is old enough"
        ),
        ("SELECT issued / $1 AS day, …", "a developer's report"),
        ("SELECT settled / $1 AS day, …", "a developer's report"),
        ("DELETE FROM achievement_progress WHERE achievement = $1", "a developer removes an achievement"),
        (
            "UPDATE challenges SET subject = $1 WHERE kind = 0 AND subject = $2",
            "a developer moves a leaderboard into a group"
        ),
        ("UPDATE group_challenges SET leaderboard = $1 WHERE leaderboard = $2", "as above"),
        ("INSERT INTO challenge_mutes (player, sender, leaderboard) SELECT …", "as above"),
        ("DELETE FROM challenge_mutes WHERE leaderboard = $1", "as above"),
        ("UPDATE score_replays SET leaderboard = $1 WHERE leaderboard = $2", "as above"),
        ("UPDATE shares SET leaderboard = $1 WHERE leaderboard = $2", "as above"),
        ("DELETE FROM score_replays WHERE leaderboard = $1 …", "a developer wipes test data"),
        (
            "UPDATE blobs SET uses = uses - gone.times FROM (SELECT digest, count(*) AS times FROM (SELECT digest FROM "
                + "score_replays WHERE digest IS NOT NULL AND leaderboard = $1 …", "as above"
        ),
        (
            "DELETE FROM blobs WHERE uses <= 0 AND digest IN (SELECT digest FROM score_replays WHERE digest IS NOT "
                + "NULL AND leaderboard = $1 …", "as above"
        ),
        ("SELECT name FROM sqlite_schema WHERE type = 'table'", "a test: as many rows as there are tables and indexes"),
    ]

    /// From now on, in this process.
    static let areInspected: Void = SQLiteConnection.inspection.withLock { $0.inspect = inspect }

    private static let seen = Mutex<Set<String>>([])

    private static func inspect(_ sql: String, _ connection: SQLiteConnection) throws(StoreError) {
        guard ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(where: sql.hasPrefix),
            seen.withLock({ $0.insert(sql).inserted })
        else { return }
        let plan = try connection.prepare("EXPLAIN QUERY PLAN " + sql)
        defer { plan.reset() }
        while try plan.step() {
            let step = plan.text(3)
            guard let table = walkedTable(in: step), !mayWalk(table, sql) else { continue }
            // Rows that wait for the new one as their parent: SQLite looks for them only after a deferred foreign key
            // was violated (OP_FkIfZero), and no key of ours is deferred.
            if sql.hasPrefix("INSERT"), !sql.contains(table) { continue }
            // Another test runs it, too, and is to fail as well.
            seen.withLock { _ = $0.remove(sql) }
            throw .broken(reason: "\(step): \(sql)")
        }
    }

    /// `SCAN journal USING INDEX …`: nil when the step seeks, or walks along an index of few rows.
    private static func walkedTable(in step: String) -> String? {
        let words = step.split(separator: " ").map(String.init)
        guard words.count > 1, words[0] == "SCAN", words[1] != "CONSTANT", !words[1].hasPrefix("(") else {
            return nil
        }
        return words.contains(where: indexes.contains) ? nil : words[1]
    }

    private static func mayWalk(_ table: String, _ sql: String) -> Bool {
        let text = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return walked[table] != nil
            || walks.contains { walk in
                walk.statement.hasSuffix("…")
                    ? text.hasPrefix(walk.statement.dropLast()) : text == walk.statement
            }
    }
}

extension SQLiteStore {
    /// A new store, whose statements are inspected.
    static func inspected(salts: JournalSalts = .random) throws -> SQLiteStore {
        StatementPlans.areInspected
        return try TestStores.make(salts: salts)
    }
}
