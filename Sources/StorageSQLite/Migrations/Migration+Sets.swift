extension Migration {
    /// Sets of leaderboards, and the leaderboards that players chose as their default.
    static let sets = """
        CREATE TABLE leaderboard_sets (
            number INTEGER PRIMARY KEY AUTOINCREMENT, app INTEGER NOT NULL REFERENCES apps, id TEXT NOT NULL,
            reference_name TEXT NOT NULL, UNIQUE (app, id)
        );
        CREATE TABLE leaderboard_set_localizations (
            leaderboard_set INTEGER NOT NULL REFERENCES leaderboard_sets, place INTEGER NOT NULL,
            language TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (leaderboard_set, place)
        ) WITHOUT ROWID;
        CREATE TABLE leaderboard_set_members (
            leaderboard_set INTEGER NOT NULL REFERENCES leaderboard_sets, place INTEGER NOT NULL,
            leaderboard TEXT NOT NULL, PRIMARY KEY (leaderboard_set, place)
        ) WITHOUT ROWID;
        CREATE TABLE default_leaderboards (
            player INTEGER NOT NULL REFERENCES players, app INTEGER NOT NULL REFERENCES apps,
            leaderboard INTEGER NOT NULL, PRIMARY KEY (player, app)
        ) WITHOUT ROWID;
        """

    /// What a leaderboard is called within a set.
    static let setLeaderboardNames = """
        CREATE TABLE leaderboard_set_names (
            leaderboard_set INTEGER NOT NULL REFERENCES leaderboard_sets, place INTEGER NOT NULL,
            leaderboard TEXT NOT NULL, language TEXT NOT NULL, name TEXT NOT NULL,
            PRIMARY KEY (leaderboard_set, place)
        ) WITHOUT ROWID;
        """
}
