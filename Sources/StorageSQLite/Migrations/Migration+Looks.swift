extension Migration {
    /// What aliases look like, by Unicode's data.
    ///
    /// Aliases that are older than this may look alike. Each keeps a row: when one of them goes, what the others look
    /// like is still taken. That no more of them come is held where aliases are written, in the same transaction.
    static let looks = """
        DROP TABLE alias_skeletons;
        CREATE TABLE alias_skeletons (player INTEGER PRIMARY KEY, skeleton TEXT NOT NULL);
        INSERT INTO alias_skeletons SELECT number, alias_skeleton(alias) FROM players;
        CREATE INDEX alias_skeletons_by_look ON alias_skeletons (skeleton, player);
        """
}
