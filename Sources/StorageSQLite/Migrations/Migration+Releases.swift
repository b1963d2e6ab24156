extension Migration {
    /// What took scores and reports in Production is released: it did before its release, too, until now.
    static let releases = """
        UPDATE leaderboards SET is_released = 1 WHERE app IN (SELECT number FROM apps WHERE is_released = 1);
        UPDATE achievements SET is_released = 1 WHERE app IN (SELECT number FROM apps WHERE is_released = 1);
        """
}
