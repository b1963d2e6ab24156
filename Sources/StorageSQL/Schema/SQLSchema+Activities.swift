extension SQLSchema {
    /// Activities of games, and players who meet by codes.
    static let activities = """
        CREATE TABLE activities (number INTEGER PRIMARY KEY AUTOINCREMENT, app INTEGER NOT NULL REFERENCES apps,
            id TEXT NOT NULL, reference_name TEXT NOT NULL, group_id TEXT, play_style INTEGER NOT NULL,
            min_players INTEGER NOT NULL, max_players INTEGER, fallback_url TEXT,
            supports_party_codes INTEGER NOT NULL, is_released INTEGER NOT NULL, is_archived INTEGER NOT NULL,
            UNIQUE (app, id));
        CREATE TABLE activity_localizations (activity INTEGER NOT NULL REFERENCES activities, position INTEGER NOT NULL,
            language TEXT NOT NULL, title TEXT NOT NULL, details TEXT NOT NULL,
            PRIMARY KEY (activity, position)) WITHOUT ROWID;
        CREATE TABLE activity_properties (activity INTEGER NOT NULL REFERENCES activities, position INTEGER NOT NULL,
            name TEXT NOT NULL, value TEXT NOT NULL, PRIMARY KEY (activity, position)) WITHOUT ROWID;
        CREATE TABLE activity_leaderboards (activity INTEGER NOT NULL REFERENCES activities, position INTEGER NOT NULL,
            leaderboard TEXT NOT NULL, properties BLOB DEFAULT NULL,
            PRIMARY KEY (activity, position)) WITHOUT ROWID;
        CREATE TABLE activity_achievements (activity INTEGER NOT NULL REFERENCES activities, position INTEGER NOT NULL,
            achievement TEXT NOT NULL, properties BLOB DEFAULT NULL,
            PRIMARY KEY (activity, position)) WITHOUT ROWID;
        CREATE TABLE parties (code TEXT NOT NULL, app INTEGER NOT NULL, environment INTEGER NOT NULL,
            activity TEXT NOT NULL, created INTEGER NOT NULL, emptied INTEGER NOT NULL, ends INTEGER NOT NULL,
            PRIMARY KEY (code, app, environment)) WITHOUT ROWID;
        CREATE INDEX parties_by_app ON parties (app, environment);
        CREATE INDEX parties_by_end ON parties (ends);
        CREATE TABLE party_players (code TEXT NOT NULL, app INTEGER NOT NULL, environment INTEGER NOT NULL,
            player INTEGER NOT NULL, entered INTEGER NOT NULL,
            PRIMARY KEY (code, app, environment, player)) WITHOUT ROWID;
        CREATE INDEX party_players_by_player ON party_players (player);
        """
}
