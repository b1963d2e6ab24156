extension Migration {
    /// Accounts at providers, and what is good once on the way there and back (rule 1.14).
    static let providers = """
        CREATE TABLE provider_links (id INTEGER PRIMARY KEY AUTOINCREMENT,
            player INTEGER NOT NULL REFERENCES players, issuer TEXT NOT NULL, subject TEXT NOT NULL,
            provider TEXT NOT NULL, created INTEGER NOT NULL, last_used INTEGER NOT NULL, UNIQUE (issuer, subject));
        CREATE INDEX provider_links_by_player ON provider_links (player);
        CREATE TABLE provider_steps (digest BLOB PRIMARY KEY, kind INTEGER NOT NULL, provider TEXT NOT NULL,
            browser BLOB, issuer TEXT, subject TEXT, expires INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX provider_steps_by_expiry ON provider_steps (expires);
        CREATE INDEX provider_steps_by_identity ON provider_steps (issuer, subject) WHERE issuer IS NOT NULL;
        """
}
