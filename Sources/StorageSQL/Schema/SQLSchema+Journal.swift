extension SQLSchema {
    /// The journal, and the runs of old score IDs.
    static let journal = """
        CREATE TABLE streams (number INTEGER PRIMARY KEY, team INTEGER NOT NULL, environment INTEGER NOT NULL,
            UNIQUE (team, environment));
        CREATE TABLE journal (position INTEGER PRIMARY KEY, time INTEGER NOT NULL, kind INTEGER NOT NULL,
            format INTEGER NOT NULL, leaderboard INTEGER NOT NULL, player INTEGER, value INTEGER NOT NULL,
            date INTEGER NOT NULL, context INTEGER NOT NULL, score_id TEXT, previous INTEGER NOT NULL,
            flags INTEGER NOT NULL, extra BLOB, seal BLOB);
        CREATE INDEX journal_awaiting ON journal (player, position) WHERE flags & 512 <> 0;
        CREATE TABLE score_id_runs (number INTEGER PRIMARY KEY AUTOINCREMENT, stream INTEGER NOT NULL,
            first INTEGER NOT NULL, last INTEGER NOT NULL, count INTEGER NOT NULL, filter BLOB NOT NULL);
        CREATE TABLE score_id_places (run INTEGER NOT NULL REFERENCES score_id_runs, first INTEGER NOT NULL,
            places BLOB NOT NULL);
        CREATE INDEX score_id_places_by_run ON score_id_places (run, first);
        CREATE TABLE wipes (team INTEGER NOT NULL, environment INTEGER NOT NULL, leaderboard INTEGER NOT NULL,
            player INTEGER NOT NULL, through INTEGER NOT NULL, PRIMARY KEY (team, environment, leaderboard,
            player)) WITHOUT ROWID;
        """
}
