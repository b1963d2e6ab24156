extension SQLSchema {
    /// Mail addresses, links and mails.
    static let mail = """
        CREATE TABLE mail_addresses (player INTEGER PRIMARY KEY REFERENCES players, address TEXT, address_key TEXT,
            pending TEXT, pending_since INTEGER, language INTEGER NOT NULL);
        CREATE INDEX mail_addresses_by_key ON mail_addresses (address_key, player) WHERE address_key IS NOT NULL;
        CREATE INDEX mail_addresses_pending ON mail_addresses (pending_since) WHERE pending_since IS NOT NULL;
        CREATE TABLE mail_links (digest BLOB PRIMARY KEY, player INTEGER NOT NULL REFERENCES players,
            kind INTEGER NOT NULL, address TEXT NOT NULL, expires INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX mail_links_by_expiry ON mail_links (expires);
        CREATE INDEX mail_links_by_player ON mail_links (player);
        CREATE TABLE mails (id INTEGER PRIMARY KEY AUTOINCREMENT, player INTEGER NOT NULL REFERENCES players,
            address TEXT NOT NULL, address_key TEXT NOT NULL, language INTEGER NOT NULL, kind INTEGER NOT NULL,
            subject TEXT NOT NULL, created INTEGER NOT NULL, expires INTEGER NOT NULL, due INTEGER NOT NULL,
            attempts INTEGER NOT NULL, state INTEGER NOT NULL);
        CREATE INDEX mails_by_address ON mails (address_key, created);
        CREATE INDEX mails_by_player ON mails (player, created);
        CREATE INDEX mails_by_state ON mails (state, due, id);
        """
}
