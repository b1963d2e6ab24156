extension Migration {
    /// Who likes which games.
    static let likes = """
        CREATE TABLE likes (
            player INTEGER NOT NULL REFERENCES players, app INTEGER NOT NULL, since INTEGER NOT NULL,
            PRIMARY KEY (player, app)
        ) WITHOUT ROWID;
        """
}
