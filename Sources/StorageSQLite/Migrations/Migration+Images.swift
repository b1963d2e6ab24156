extension Migration {
    /// The pictures of apps, leaderboards, achievements and sets. What belongs to the app itself has no subject and no
    /// language; a screenshot has its number as `place`.
    static let images = """
        CREATE TABLE images (
            app INTEGER NOT NULL, kind INTEGER NOT NULL, subject TEXT NOT NULL, language TEXT NOT NULL,
            place INTEGER NOT NULL, source BLOB NOT NULL, normal BLOB NOT NULL, small BLOB,
            PRIMARY KEY (app, kind, subject, language, place)
        ) WITHOUT ROWID;
        """
}
