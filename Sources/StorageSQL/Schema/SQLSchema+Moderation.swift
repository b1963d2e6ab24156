extension SQLSchema {
    /// Bans, and what waits for a moderator.
    static let moderation = """
        CREATE TABLE bans (player INTEGER NOT NULL, team INTEGER NOT NULL, reason TEXT NOT NULL, author INTEGER,
            created INTEGER NOT NULL, PRIMARY KEY (player, team)) WITHOUT ROWID;
        CREATE TABLE reviews (id INTEGER PRIMARY KEY AUTOINCREMENT, app INTEGER NOT NULL, player INTEGER NOT NULL,
            reasons TEXT NOT NULL, created INTEGER NOT NULL, team INTEGER, environment INTEGER, leaderboard INTEGER,
            sequence INTEGER, value INTEGER, date INTEGER, is_held INTEGER, thing INTEGER, subject TEXT,
            report_count INTEGER NOT NULL DEFAULT 0, state INTEGER NOT NULL DEFAULT 0, author INTEGER, decided INTEGER,
            note TEXT);
        CREATE INDEX reviews_by_app ON reviews (app, state, id);
        CREATE INDEX reviews_by_content ON reviews (player, app, thing, subject) WHERE state = 0 AND thing NOT NULL;
        CREATE INDEX reviews_by_player ON reviews (player, leaderboard, id);
        CREATE INDEX reviews_by_score ON reviews (team, environment, sequence) WHERE state = 0 AND sequence NOT NULL;
        CREATE INDEX reviews_by_state ON reviews (state, id);
        CREATE TABLE reports (review INTEGER NOT NULL REFERENCES reviews, reporter INTEGER NOT NULL,
            thing INTEGER NOT NULL, subject TEXT NOT NULL, player INTEGER NOT NULL, app INTEGER NOT NULL,
            reason INTEGER NOT NULL, text TEXT NOT NULL, evidence TEXT NOT NULL, created INTEGER NOT NULL,
            UNIQUE (review, reporter));
        CREATE INDEX reports_by_reporter ON reports (reporter, created);
        CREATE TABLE report_photos (review INTEGER NOT NULL REFERENCES reviews, digest BLOB NOT NULL,
            PRIMARY KEY (review, digest)) WITHOUT ROWID;
        CREATE TABLE words (word TEXT PRIMARY KEY, verdict INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE moderation_policies (app INTEGER NOT NULL, leaderboard INTEGER NOT NULL,
            holds_scores INTEGER NOT NULL, lowest INTEGER, highest INTEGER, shortest_interval INTEGER,
            leap_over_best INTEGER, leap_over_board INTEGER, PRIMARY KEY (app, leaderboard)) WITHOUT ROWID;
        """
}
