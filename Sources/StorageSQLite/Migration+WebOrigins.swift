extension Migration {
    /// The origins from which pages may call a game's routes.
    static let webOrigins = """
        CREATE TABLE web_origins (
            app INTEGER NOT NULL, place INTEGER NOT NULL, origin TEXT NOT NULL, PRIMARY KEY (app, place)
        ) WITHOUT ROWID;
        """
}
