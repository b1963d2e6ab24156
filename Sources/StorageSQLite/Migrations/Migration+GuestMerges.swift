extension Migration {
    /// Guests who become part of accounts (rule 1.13), for as long as their secret leads there.
    static let guestMerges = """
        CREATE TABLE guest_merges (
            guest INTEGER PRIMARY KEY, digest BLOB NOT NULL UNIQUE, player INTEGER NOT NULL REFERENCES players,
            receipt TEXT NOT NULL, requested INTEGER NOT NULL, empty_queue INTEGER,
            takes_friends INTEGER NOT NULL, finished INTEGER
        );
        CREATE INDEX guest_merges_by_player ON guest_merges (player);
        CREATE INDEX guest_merges_finished ON guest_merges (finished) WHERE finished IS NOT NULL;
        CREATE INDEX guest_merges_unfinished ON guest_merges (guest) WHERE finished IS NULL;
        """
}
