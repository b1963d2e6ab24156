extension Migration {
    /// How leaderboards check replays, one replay for each score, and which tickets are used up.
    ///
    /// A replay that was kept before has no row of the journal: its number is that of the leaderboard, negative.
    static let replays = """
        ALTER TABLE leaderboards ADD COLUMN simulator TEXT;
        ALTER TABLE leaderboards ADD COLUMN requires INTEGER;
        ALTER TABLE score_replays RENAME TO last_score_replays;
        CREATE TABLE score_replays (
            player INTEGER NOT NULL, environment INTEGER NOT NULL, leaderboard INTEGER NOT NULL,
            sequence INTEGER NOT NULL, value INTEGER NOT NULL, is_best INTEGER NOT NULL, verification INTEGER,
            trace INTEGER, digest BLOB, PRIMARY KEY (player, environment, leaderboard, sequence)
        ) WITHOUT ROWID;
        INSERT INTO score_replays
            SELECT player, environment, leaderboard, -leaderboard, value, 0, NULL, NULL, digest
            FROM last_score_replays;
        DROP TABLE last_score_replays;
        CREATE INDEX score_replays_by_trace ON score_replays (trace) WHERE trace IS NOT NULL;
        CREATE TABLE used_tickets (number INTEGER PRIMARY KEY, expires INTEGER NOT NULL);
        CREATE INDEX used_tickets_by_expiry ON used_tickets (expires);
        """
}
