extension Migration {
    /// Versions of saved games; their data are blobs.
    static let savedGames = """
        CREATE TABLE saved_games (
            number INTEGER PRIMARY KEY, player INTEGER NOT NULL, app INTEGER NOT NULL, environment INTEGER NOT NULL,
            id TEXT NOT NULL, name TEXT NOT NULL, device INTEGER NOT NULL, device_name TEXT NOT NULL,
            modified INTEGER NOT NULL, byte_count INTEGER NOT NULL, digest BLOB NOT NULL,
            UNIQUE (player, app, environment, id)
        );
        """
}
