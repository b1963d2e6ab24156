extension Migration {
    /// What players see of apps in their languages, apps that were put away, and test data that was
    /// wiped.
    static let appDetails = """
        ALTER TABLE apps ADD COLUMN is_archived INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE app_localizations (
            app INTEGER NOT NULL REFERENCES apps, language TEXT NOT NULL, name TEXT NOT NULL, subtitle TEXT NOT NULL,
            description TEXT NOT NULL, PRIMARY KEY (app, language)
        ) WITHOUT ROWID;
        CREATE TABLE wipes (
            team INTEGER NOT NULL, environment INTEGER NOT NULL, leaderboard INTEGER NOT NULL, player INTEGER NOT NULL,
            through INTEGER NOT NULL, PRIMARY KEY (team, environment, leaderboard, player)
        ) WITHOUT ROWID;
        """

    /// What players read below the name of a leaderboard.
    static let leaderboardDescriptions = """
        ALTER TABLE leaderboard_localizations ADD COLUMN description TEXT;
        """
}
