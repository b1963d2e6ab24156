extension Migration {
    /// Players and what proves who they are, sessions, devices, apps, and the store's own facts.
    ///
    /// Numbers that leave a trace in the journal or in public ids are never used again: AUTOINCREMENT.
    static let directory = """
        CREATE TABLE players (
            number INTEGER PRIMARY KEY AUTOINCREMENT, alias TEXT NOT NULL, alias_key TEXT NOT NULL UNIQUE,
            display_name TEXT NOT NULL, created INTEGER NOT NULL, is_administrator INTEGER NOT NULL
        );
        CREATE INDEX administrators ON players (number) WHERE is_administrator = 1;
        CREATE TABLE credentials (
            player INTEGER PRIMARY KEY REFERENCES players, password_hash TEXT NOT NULL
        );
        CREATE TABLE recovery_codes (
            player INTEGER NOT NULL REFERENCES players, digest BLOB NOT NULL, PRIMARY KEY (player, digest)
        ) WITHOUT ROWID;
        CREATE TABLE invitations (
            digest BLOB PRIMARY KEY, player INTEGER, created INTEGER NOT NULL, expires INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE devices (
            number INTEGER PRIMARY KEY AUTOINCREMENT, player INTEGER NOT NULL REFERENCES players, name TEXT,
            empty_queue INTEGER
        );
        CREATE UNIQUE INDEX device_names ON devices (player, name) WHERE name IS NOT NULL;
        CREATE TABLE sessions (
            id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE,
            player INTEGER NOT NULL REFERENCES players, device INTEGER NOT NULL REFERENCES devices, app INTEGER,
            environment INTEGER, created INTEGER NOT NULL, last_used INTEGER NOT NULL
        );
        CREATE INDEX sessions_by_player ON sessions (player);
        CREATE INDEX sessions_by_device ON sessions (device);
        CREATE INDEX sessions_by_last_use ON sessions (last_used);
        CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
        CREATE TABLE teams (number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL);
        CREATE TABLE apps (
            number INTEGER PRIMARY KEY AUTOINCREMENT, team INTEGER NOT NULL REFERENCES teams,
            bundle_id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, sku TEXT NOT NULL, default_language TEXT NOT NULL,
            link TEXT, is_game_center_enabled INTEGER NOT NULL, is_released INTEGER NOT NULL
        );
        """
}
