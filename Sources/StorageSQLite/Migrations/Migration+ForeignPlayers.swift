extension Migration {
    /// Who players were elsewhere, of whom scores were imported.
    static let foreignPlayers = """
        CREATE TABLE foreign_players (
            app INTEGER NOT NULL, digest BLOB NOT NULL, foreign_id TEXT, player INTEGER REFERENCES players,
            generation INTEGER NOT NULL, PRIMARY KEY (app, digest)
        ) WITHOUT ROWID;
        CREATE INDEX foreign_players_by_player ON foreign_players (player);
        """
}
