extension Migration {
    /// Sessions end at an age, too, and a recovery code that an operator made expires.
    static let sessionAges = """
        CREATE INDEX sessions_by_age ON sessions (created);
        ALTER TABLE recovery_codes ADD COLUMN expires INTEGER;
        """
}
