extension Migration {
    /// What players see of apps in their languages, and apps that were put away.
    static let appDetails = """
        ALTER TABLE apps ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE app_localizations (
            app INTEGER NOT NULL REFERENCES apps, language TEXT NOT NULL, name TEXT NOT NULL, subtitle TEXT NOT NULL,
            description TEXT NOT NULL, PRIMARY KEY (app, language)
        ) WITHOUT ROWID;
        """
}
