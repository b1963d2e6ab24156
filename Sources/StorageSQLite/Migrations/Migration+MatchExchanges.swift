extension Migration {
    /// What players of matches say to one another: the message of a match, exchanges and their replies.
    static let matchExchanges = """
        ALTER TABLE matches ADD COLUMN message_seat INTEGER;
        ALTER TABLE matches ADD COLUMN message BLOB;
        ALTER TABLE matches ADD COLUMN last_exchange INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE match_exchanges (app INTEGER NOT NULL, environment INTEGER NOT NULL, number INTEGER NOT NULL,
            exchange INTEGER NOT NULL, seat INTEGER NOT NULL, recipients TEXT NOT NULL, sent INTEGER NOT NULL,
            due INTEGER, replies TEXT NOT NULL, completed INTEGER, message BLOB NOT NULL, data BLOB NOT NULL,
            PRIMARY KEY (app, environment, number, exchange)) WITHOUT ROWID;
        CREATE TABLE match_replies (app INTEGER NOT NULL, environment INTEGER NOT NULL, number INTEGER NOT NULL,
            exchange INTEGER NOT NULL, seat INTEGER NOT NULL, sent INTEGER NOT NULL, message BLOB NOT NULL,
            data BLOB NOT NULL, PRIMARY KEY (app, environment, number, exchange, seat)) WITHOUT ROWID;
        """
}
