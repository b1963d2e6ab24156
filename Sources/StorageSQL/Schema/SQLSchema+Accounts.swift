extension SQLSchema {
    /// Players, how they sign in, and what belongs to their accounts.
    static let accounts = """
        CREATE TABLE players (number INTEGER PRIMARY KEY AUTOINCREMENT, alias TEXT NOT NULL,
            alias_key TEXT NOT NULL UNIQUE, display_name TEXT NOT NULL, created INTEGER NOT NULL,
            is_administrator INTEGER NOT NULL);
        CREATE INDEX administrators ON players (number) WHERE is_administrator = 1;
        CREATE TABLE credentials (player INTEGER PRIMARY KEY REFERENCES players, password_hash TEXT NOT NULL);
        CREATE TABLE guests (player INTEGER PRIMARY KEY REFERENCES players, digest BLOB NOT NULL UNIQUE, app INTEGER,
            last_seen INTEGER NOT NULL, upgraded INTEGER, released INTEGER);
        CREATE INDEX guests_by_last_seen ON guests (last_seen, player) WHERE upgraded IS NULL;
        CREATE INDEX guests_unreleased ON guests (player) WHERE upgraded IS NOT NULL AND released IS NULL;
        CREATE TABLE guest_merges (guest INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE,
            player INTEGER NOT NULL REFERENCES players, receipt TEXT NOT NULL, requested INTEGER NOT NULL,
            empty_queue INTEGER, takes_friends INTEGER NOT NULL, finished INTEGER);
        CREATE INDEX guest_merges_by_player ON guest_merges (player);
        CREATE INDEX guest_merges_finished ON guest_merges (finished) WHERE finished IS NOT NULL;
        CREATE INDEX guest_merges_unfinished ON guest_merges (guest) WHERE finished IS NULL;
        CREATE TABLE foreign_players (app INTEGER NOT NULL, digest BLOB NOT NULL, foreign_id TEXT,
            player INTEGER REFERENCES players, generation INTEGER NOT NULL, PRIMARY KEY (app, digest)) WITHOUT ROWID;
        CREATE INDEX foreign_players_by_player ON foreign_players (player);
        CREATE TABLE provider_links (id INTEGER PRIMARY KEY AUTOINCREMENT,
            player INTEGER NOT NULL REFERENCES players, issuer TEXT NOT NULL, subject TEXT NOT NULL,
            provider TEXT NOT NULL, created INTEGER NOT NULL, last_used INTEGER NOT NULL, UNIQUE (issuer, subject));
        CREATE INDEX provider_links_by_player ON provider_links (player);
        CREATE TABLE provider_steps (digest BLOB PRIMARY KEY, kind INTEGER NOT NULL, provider TEXT NOT NULL,
            browser BLOB, issuer TEXT, subject TEXT, expires INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX provider_steps_by_expiry ON provider_steps (expires);
        CREATE INDEX provider_steps_by_identity ON provider_steps (issuer, subject) WHERE issuer IS NOT NULL;
        CREATE TABLE recovery_codes (player INTEGER NOT NULL REFERENCES players, digest BLOB NOT NULL, expires INTEGER,
            PRIMARY KEY (player, digest)) WITHOUT ROWID;
        CREATE TABLE invitations (digest BLOB PRIMARY KEY, player INTEGER, created INTEGER NOT NULL,
            expires INTEGER NOT NULL) WITHOUT ROWID;
        CREATE TABLE devices (number INTEGER PRIMARY KEY AUTOINCREMENT, player INTEGER NOT NULL REFERENCES players,
            name TEXT, empty_queue INTEGER);
        CREATE UNIQUE INDEX device_names ON devices (player, name) WHERE name IS NOT NULL;
        CREATE TABLE device_queues (device INTEGER NOT NULL REFERENCES devices ON DELETE CASCADE, app INTEGER NOT NULL,
            environment INTEGER NOT NULL, emptied INTEGER NOT NULL,
            PRIMARY KEY (device, app, environment)) WITHOUT ROWID;
        CREATE TABLE sessions (id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE,
            player INTEGER NOT NULL REFERENCES players, device INTEGER NOT NULL REFERENCES devices, app INTEGER,
            environment INTEGER, created INTEGER NOT NULL, last_used INTEGER NOT NULL);
        CREATE INDEX sessions_by_age ON sessions (created);
        CREATE INDEX sessions_by_device ON sessions (device);
        CREATE INDEX sessions_by_last_use ON sessions (last_used);
        CREATE INDEX sessions_by_player ON sessions (player);
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
        CREATE TABLE guesses (digest BLOB PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX guesses_by_expiry ON guesses (expires);
        CREATE TABLE settings (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
        CREATE TABLE identity_keys (number INTEGER PRIMARY KEY AUTOINCREMENT, certificate BLOB NOT NULL,
            private_key BLOB, created INTEGER NOT NULL);
        CREATE TABLE two_factor (player INTEGER PRIMARY KEY, secret BLOB NOT NULL, is_confirmed INTEGER NOT NULL,
            last_step INTEGER NOT NULL);
        CREATE TABLE two_factor_codes (player INTEGER NOT NULL REFERENCES two_factor ON DELETE CASCADE,
            digest BLOB NOT NULL, PRIMARY KEY (player, digest)) WITHOUT ROWID;
        CREATE TABLE blobs (number INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, uses INTEGER NOT NULL,
            bytes BLOB NOT NULL);
        CREATE TABLE profiles (player INTEGER PRIMARY KEY REFERENCES players, real_name TEXT, status TEXT,
            audience INTEGER NOT NULL, is_findable INTEGER NOT NULL, takes_requests INTEGER NOT NULL,
            birth_year INTEGER, forbids_strangers INTEGER NOT NULL, forbids_messages INTEGER NOT NULL,
            guardian_hash TEXT, photo_small BLOB, photo_normal BLOB, alias_changes_paid INTEGER NOT NULL);
        CREATE INDEX photos_normal ON profiles (photo_normal) WHERE photo_normal IS NOT NULL;
        CREATE INDEX photos_small ON profiles (photo_small) WHERE photo_small IS NOT NULL;
        CREATE TABLE alias_skeletons (player INTEGER PRIMARY KEY, skeleton TEXT NOT NULL);
        CREATE INDEX alias_skeletons_by_look ON alias_skeletons (skeleton, player);
        CREATE TABLE erasures (receipt TEXT PRIMARY KEY, player INTEGER NOT NULL UNIQUE, requested INTEGER NOT NULL,
            finished INTEGER);
        CREATE INDEX erasures_unfinished ON erasures (player) WHERE finished IS NULL;
        """
}
