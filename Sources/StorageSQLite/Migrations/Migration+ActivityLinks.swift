extension Migration {
    /// What leaderboards and achievements that link to an activity say of its properties (rule 14.3).
    static let activityLinks = """
        ALTER TABLE activity_leaderboards ADD COLUMN properties BLOB DEFAULT NULL;
        ALTER TABLE activity_achievements ADD COLUMN properties BLOB DEFAULT NULL;
        """
}
