extension Migration {
    /// The origins from which pages may call a game's routes.
    static let webOrigins = """
        CREATE TABLE web_origins (
            app INTEGER NOT NULL, place INTEGER NOT NULL, origin TEXT NOT NULL, PRIMARY KEY (app, place)
        ) WITHOUT ROWID;
        """
}

extension Migration {
    /// Redirects are compared exactly. Origins that were registered before go on taking them for any page.
    static let webPages = """
        ALTER TABLE web_origins ADD COLUMN takes_any_page INTEGER NOT NULL DEFAULT 0;
        UPDATE web_origins SET takes_any_page = 1;
        """
}
