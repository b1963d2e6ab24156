extension Migration {
    /// Recurring and combined leaderboards, and groups that several apps share.
    static let leaderboardKinds = """
        CREATE TABLE leaderboard_recurrences (
            leaderboard INTEGER PRIMARY KEY REFERENCES leaderboards, start INTEGER NOT NULL,
            duration INTEGER NOT NULL, interval INTEGER NOT NULL
        );
        CREATE TABLE leaderboard_parts (
            leaderboard INTEGER NOT NULL REFERENCES leaderboards, place INTEGER NOT NULL,
            part INTEGER NOT NULL REFERENCES leaderboards, PRIMARY KEY (leaderboard, place)
        ) WITHOUT ROWID;
        CREATE TABLE leaderboard_shares (
            leaderboard INTEGER NOT NULL REFERENCES leaderboards, place INTEGER NOT NULL, app INTEGER NOT NULL,
            PRIMARY KEY (leaderboard, place)
        ) WITHOUT ROWID;
        CREATE TABLE leaderboard_moves (
            leaderboard INTEGER PRIMARY KEY REFERENCES leaderboards, target INTEGER NOT NULL REFERENCES leaderboards
        );
        """
}
