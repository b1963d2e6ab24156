extension Migration {
    /// A seat's last write that ended a turn, where it isn't one of its last two.
    static let turnWrites = """
        ALTER TABLE match_seats ADD COLUMN turn_write BLOB;
        """
}
