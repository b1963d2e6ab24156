extension Migration {
    /// Achievements and how far players are with them. Percentages are the bits of a 64-bit floating point
    /// number; the bits of `game_players` stand for 4,096 players each, in little-endian words.
    static let achievements = """
        CREATE TABLE achievements (
            number INTEGER PRIMARY KEY, app INTEGER NOT NULL, id TEXT NOT NULL, reference_name TEXT NOT NULL,
            points INTEGER NOT NULL, is_hidden INTEGER NOT NULL, is_repeatable INTEGER NOT NULL,
            is_released INTEGER NOT NULL, is_archived INTEGER NOT NULL, is_removed INTEGER NOT NULL
        );
        CREATE UNIQUE INDEX achievement_ids ON achievements (app, id) WHERE is_removed = 0;
        CREATE TABLE achievement_localizations (
            achievement INTEGER NOT NULL REFERENCES achievements, place INTEGER NOT NULL, language TEXT NOT NULL,
            title TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL, PRIMARY KEY (achievement, place)
        ) WITHOUT ROWID;
        CREATE TABLE achievement_players (
            environment INTEGER NOT NULL, app INTEGER NOT NULL, player INTEGER NOT NULL, reset INTEGER,
            PRIMARY KEY (environment, app, player)
        ) WITHOUT ROWID;
        CREATE TABLE achievement_progress (
            player INTEGER NOT NULL, environment INTEGER NOT NULL, app INTEGER NOT NULL, achievement INTEGER NOT NULL,
            percent INTEGER NOT NULL, times_earned INTEGER NOT NULL, first_earned INTEGER,
            last_reported INTEGER NOT NULL, PRIMARY KEY (player, environment, app, achievement)
        ) WITHOUT ROWID;
        CREATE TABLE game_players (
            app INTEGER NOT NULL, environment INTEGER NOT NULL, page INTEGER NOT NULL, bits BLOB NOT NULL,
            PRIMARY KEY (app, environment, page)
        ) WITHOUT ROWID;
        CREATE TABLE achievement_counts (
            achievement INTEGER NOT NULL, environment INTEGER NOT NULL, players INTEGER NOT NULL,
            PRIMARY KEY (achievement, environment)
        ) WITHOUT ROWID;
        """
}
