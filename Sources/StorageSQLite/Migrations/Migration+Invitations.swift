extension Migration {
    /// What is said with the invitations to a match, until all have answered.
    static let invitations = """
        ALTER TABLE matches ADD COLUMN invitation TEXT;
        """
}
