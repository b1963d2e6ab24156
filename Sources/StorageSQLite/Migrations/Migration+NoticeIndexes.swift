extension Migration {
    /// A player has some hundreds of notices at most, so those of one game are soon found among them. The index for it
    /// was a page that each notice wrote by itself: four tenths of what an end of a turn writes.
    static let noticeIndexes = """
        DROP INDEX IF EXISTS notices_by_game;
        """
}
