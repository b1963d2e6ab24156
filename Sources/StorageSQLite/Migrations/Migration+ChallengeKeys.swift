extension Migration {
    /// Of a challenge that was sent with a key: the key, and what came of the request, for when it comes again.
    static let challengeKeys = """
        ALTER TABLE challenges ADD COLUMN sending_key BLOB;
        ALTER TABLE challenges ADD COLUMN sending BLOB;
        CREATE INDEX challenges_by_key ON challenges (sender, sending_key) WHERE sending_key IS NOT NULL;
        """
}
