extension Migration {
    /// What wrong guesses have used up of the limits on guessing, for the next start.
    static let guesses = """
        CREATE TABLE guesses (digest BLOB PRIMARY KEY, expires INTEGER NOT NULL) WITHOUT ROWID;
        CREATE INDEX guesses_by_expiry ON guesses (expires);
        """
}
