extension Migration {
    /// A player has up to 10,000 notices. Those of one game are found among them in the index that all have: one for it
    /// was a page that each notice wrote by itself, four tenths of what an end of a turn writes.
    static let noticeIndexes = """
        DROP INDEX IF EXISTS notices_by_game;
        DROP INDEX IF EXISTS notices_by_player;
        CREATE INDEX notices_by_player ON notices (player, id, app, environment);
        """
}
