extension SQLSchema {
    /// Leaderboards and sets of them.
    static let leaderboards = """
        CREATE TABLE leaderboards (number INTEGER PRIMARY KEY, app INTEGER NOT NULL, id TEXT NOT NULL,
            reference_name TEXT NOT NULL, format INTEGER NOT NULL, submission_type INTEGER NOT NULL,
            sort_order INTEGER NOT NULL, lowest INTEGER, highest INTEGER, is_default INTEGER NOT NULL,
            is_hidden INTEGER NOT NULL, is_released INTEGER NOT NULL, is_archived INTEGER NOT NULL,
            is_removed INTEGER NOT NULL, simulator TEXT, requires INTEGER, guests INTEGER NOT NULL DEFAULT 0);
        CREATE UNIQUE INDEX leaderboard_ids ON leaderboards (app, id) WHERE is_removed = 0;
        CREATE TABLE leaderboard_localizations (leaderboard INTEGER NOT NULL REFERENCES leaderboards,
            place INTEGER NOT NULL, language TEXT NOT NULL, name TEXT NOT NULL, format INTEGER, suffix_singular TEXT,
            suffix_plural TEXT, description TEXT, PRIMARY KEY (leaderboard, place)) WITHOUT ROWID;
        CREATE TABLE leaderboard_recurrences (leaderboard INTEGER PRIMARY KEY REFERENCES leaderboards,
            start INTEGER NOT NULL, duration INTEGER NOT NULL, interval INTEGER NOT NULL);
        CREATE TABLE leaderboard_parts (leaderboard INTEGER NOT NULL REFERENCES leaderboards, place INTEGER NOT NULL,
            part INTEGER NOT NULL REFERENCES leaderboards, PRIMARY KEY (leaderboard, place)) WITHOUT ROWID;
        CREATE TABLE leaderboard_shares (leaderboard INTEGER NOT NULL REFERENCES leaderboards, place INTEGER NOT NULL,
            app INTEGER NOT NULL, PRIMARY KEY (leaderboard, place)) WITHOUT ROWID;
        CREATE TABLE leaderboard_moves (leaderboard INTEGER PRIMARY KEY REFERENCES leaderboards,
            target INTEGER NOT NULL REFERENCES leaderboards);
        CREATE TABLE leaderboard_sets (number INTEGER PRIMARY KEY AUTOINCREMENT, app INTEGER NOT NULL REFERENCES apps,
            id TEXT NOT NULL, reference_name TEXT NOT NULL, UNIQUE (app, id));
        CREATE TABLE leaderboard_set_localizations (leaderboard_set INTEGER NOT NULL REFERENCES leaderboard_sets,
            place INTEGER NOT NULL, language TEXT NOT NULL, name TEXT NOT NULL, PRIMARY KEY (leaderboard_set,
            place)) WITHOUT ROWID;
        CREATE TABLE leaderboard_set_members (leaderboard_set INTEGER NOT NULL REFERENCES leaderboard_sets,
            place INTEGER NOT NULL, leaderboard TEXT NOT NULL, PRIMARY KEY (leaderboard_set, place)) WITHOUT ROWID;
        CREATE TABLE leaderboard_set_names (leaderboard_set INTEGER NOT NULL REFERENCES leaderboard_sets,
            place INTEGER NOT NULL, leaderboard TEXT NOT NULL, language TEXT NOT NULL, name TEXT NOT NULL,
            PRIMARY KEY (leaderboard_set, place)) WITHOUT ROWID;
        CREATE TABLE default_leaderboards (player INTEGER NOT NULL REFERENCES players,
            app INTEGER NOT NULL REFERENCES apps, leaderboard INTEGER NOT NULL, PRIMARY KEY (player,
            app)) WITHOUT ROWID;
        """
}
