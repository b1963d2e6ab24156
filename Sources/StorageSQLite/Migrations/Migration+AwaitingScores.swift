extension Migration {
    /// The few rows that wait for a guest's upgrade, so that an upgrade doesn't read the whole journal.
    static let awaitingScores = """
        CREATE INDEX journal_awaiting ON journal (player, position) WHERE flags & 512 <> 0;
        """
}
