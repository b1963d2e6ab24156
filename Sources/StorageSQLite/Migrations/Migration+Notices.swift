extension Migration {
    /// What players were told, and bytes that are kept once.
    static let notices = """
        CREATE TABLE notices (
            id INTEGER PRIMARY KEY AUTOINCREMENT, player INTEGER NOT NULL, kind INTEGER NOT NULL, app INTEGER,
            environment INTEGER, about INTEGER, subject TEXT NOT NULL, details TEXT NOT NULL,
            created INTEGER NOT NULL, is_read INTEGER NOT NULL
        );
        CREATE INDEX notices_by_player ON notices (player, id);
        CREATE TABLE blobs (
            number INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, uses INTEGER NOT NULL, bytes BLOB NOT NULL
        );
        """
}
