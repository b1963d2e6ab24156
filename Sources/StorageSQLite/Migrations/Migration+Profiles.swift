extension Migration {
    /// Profiles, what aliases look like, and erasures.
    ///
    /// Of two aliases that look alike and are older than this, the first one keeps the look to itself; both stay.
    static let profiles = """
        CREATE TABLE alias_skeletons (skeleton TEXT PRIMARY KEY, player INTEGER NOT NULL) WITHOUT ROWID;
        INSERT OR IGNORE INTO alias_skeletons SELECT alias_skeleton(alias), number FROM players ORDER BY number;
        CREATE INDEX alias_skeletons_by_player ON alias_skeletons (player);
        CREATE TABLE profiles (
            player INTEGER PRIMARY KEY REFERENCES players, real_name TEXT, status TEXT, audience INTEGER NOT NULL,
            is_findable INTEGER NOT NULL, takes_requests INTEGER NOT NULL, birth_year INTEGER,
            forbids_strangers INTEGER NOT NULL, forbids_messages INTEGER NOT NULL, guardian_hash TEXT,
            photo_small BLOB, photo_normal BLOB, alias_changes_paid INTEGER NOT NULL
        );
        CREATE INDEX photos_small ON profiles (photo_small) WHERE photo_small IS NOT NULL;
        CREATE INDEX photos_normal ON profiles (photo_normal) WHERE photo_normal IS NOT NULL;
        CREATE TABLE erasures (
            receipt TEXT PRIMARY KEY, player INTEGER NOT NULL UNIQUE, requested INTEGER NOT NULL, finished INTEGER
        );
        CREATE INDEX erasures_unfinished ON erasures (player) WHERE finished IS NULL;
        """
}
