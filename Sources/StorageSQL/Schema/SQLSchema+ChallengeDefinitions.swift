extension SQLSchema {
    /// What players challenge groups of friends to.
    static let challengeDefinitions = """
        CREATE TABLE challenge_definitions (number INTEGER PRIMARY KEY AUTOINCREMENT,
            app INTEGER NOT NULL REFERENCES apps, id TEXT NOT NULL, reference_name TEXT NOT NULL, group_id TEXT,
            leaderboard TEXT NOT NULL, durations INTEGER NOT NULL, is_repeatable INTEGER NOT NULL,
            oldest_app_version TEXT, is_released INTEGER NOT NULL, is_archived INTEGER NOT NULL, UNIQUE (app, id));
        CREATE TABLE challenge_definition_localizations (
            definition INTEGER NOT NULL REFERENCES challenge_definitions, position INTEGER NOT NULL,
            language TEXT NOT NULL, title TEXT NOT NULL, details TEXT NOT NULL,
            PRIMARY KEY (definition, position)) WITHOUT ROWID;
        """
}
