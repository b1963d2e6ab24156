extension Migration {
    /// Leaderboards that wait for the upgrade of a guest, and whose scores appeared when (rules 1.11, 1.12). Those who
    /// were upgraded before have none that wait.
    static let guestEntries = """
        ALTER TABLE leaderboards ADD COLUMN guests INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE guests ADD COLUMN released INTEGER;
        UPDATE guests SET released = upgraded WHERE upgraded IS NOT NULL;
        CREATE INDEX guests_unreleased ON guests (player) WHERE upgraded IS NOT NULL AND released IS NULL;
        """
}
