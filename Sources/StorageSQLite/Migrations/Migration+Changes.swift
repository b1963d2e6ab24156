extension Migration {
    /// One row: how many transactions wrote no row of the journal.
    static let changes = """
        CREATE TABLE changes (number INTEGER NOT NULL);
        INSERT INTO changes (number) VALUES (0);
        """
}
