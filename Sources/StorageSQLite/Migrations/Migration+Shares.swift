extension Migration {
    /// What players show to everybody: a score or an achievement. A row with a code is a challenge link, and the
    /// friend invitation with that digest says how long it is good.
    static let shares = """
        CREATE TABLE shares (
            number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
            player INTEGER NOT NULL REFERENCES players, app INTEGER NOT NULL, environment INTEGER NOT NULL,
            leaderboard INTEGER, value INTEGER, rank INTEGER, achievement INTEGER, created INTEGER NOT NULL,
            code BLOB UNIQUE, message TEXT NOT NULL
        );
        CREATE INDEX shares_by_player ON shares (player);
        CREATE INDEX shares_by_app ON shares (app, environment);
        """
}
