extension Migration {
    /// What players have allowed devices and pages of games, until its session is fetched; and codes that were used.
    static let grants = """
        CREATE TABLE device_requests (digest BLOB PRIMARY KEY, user_code BLOB UNIQUE, app INTEGER, environment INTEGER,
            name TEXT, title TEXT, expires INTEGER NOT NULL, is_allowed INTEGER, player INTEGER,
            session INTEGER REFERENCES sessions ON DELETE CASCADE, password BLOB) WITHOUT ROWID;
        CREATE INDEX device_requests_by_expiry ON device_requests (expires);
        CREATE INDEX device_requests_by_player ON device_requests (player);
        CREATE INDEX device_requests_by_session ON device_requests (session);
        CREATE TABLE web_game_grants (digest BLOB PRIMARY KEY, player INTEGER NOT NULL,
            session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE, password BLOB, app INTEGER,
            environment INTEGER, origin TEXT NOT NULL, redirect TEXT, challenge BLOB NOT NULL,
            expires INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX web_game_grants_by_expiry ON web_game_grants (expires);
        CREATE INDEX web_game_grants_by_player ON web_game_grants (player);
        CREATE INDEX web_game_grants_by_session ON web_game_grants (session);
        CREATE TABLE spent_codes (digest BLOB PRIMARY KEY,
            session INTEGER NOT NULL REFERENCES sessions ON DELETE CASCADE, expires INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX spent_codes_by_expiry ON spent_codes (expires);
        CREATE INDEX spent_codes_by_session ON spent_codes (session);
        """
}
