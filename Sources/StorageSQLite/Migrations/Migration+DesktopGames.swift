extension Migration {
    /// Which games are on the desktop, too (rule 14.10).
    static let desktopGames = """
        ALTER TABLE apps ADD COLUMN has_desktop_game INTEGER NOT NULL DEFAULT 0;
        """
}
