extension Migration {
    /// In which order apps show what they have; `kind` 0: leaderboards, 1: achievements.
    static let displayOrders = """
        CREATE TABLE display_orders (
            app INTEGER NOT NULL, kind INTEGER NOT NULL, place INTEGER NOT NULL, number INTEGER NOT NULL,
            PRIMARY KEY (app, kind, place)
        ) WITHOUT ROWID;
        """
}
