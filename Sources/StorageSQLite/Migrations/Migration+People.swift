extension Migration {
    /// Photos that were reported, each counted as one more use of its blob; and the order in which settled challenges
    /// are swept.
    static let people = """
        CREATE TABLE report_photos (
            review INTEGER NOT NULL REFERENCES reviews, digest BLOB NOT NULL, PRIMARY KEY (review, digest)
        ) WITHOUT ROWID;
        CREATE INDEX challenges_settled ON challenges (settled) WHERE settled IS NOT NULL;
        """
}
