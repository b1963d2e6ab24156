extension Migration {
    /// Players without a password, by a secret of their device (rule 1.11), and which apps take them.
    static let guests = """
        CREATE TABLE guests (
            player INTEGER PRIMARY KEY REFERENCES players, digest BLOB NOT NULL UNIQUE, app INTEGER,
            last_seen INTEGER NOT NULL, upgraded INTEGER
        );
        CREATE INDEX guests_by_last_seen ON guests (last_seen, player) WHERE upgraded IS NULL;
        ALTER TABLE apps ADD COLUMN allows_guests INTEGER NOT NULL DEFAULT 1;
        """
}
