extension Migration {
    /// What stands beside each row of the journal, and up to where it doesn't yet: ``JournalSealing`` goes on from
    /// there, after a kill too.
    static let seals = """
        ALTER TABLE journal ADD COLUMN seal BLOB;
        CREATE TABLE unsealed_streams (stream INTEGER PRIMARY KEY, through INTEGER NOT NULL);
        INSERT INTO unsealed_streams (stream, through) SELECT number, 0 FROM streams;
        """

    /// From this version of a store on, rows have seals.
    static let firstWithSeals = Int64(all.firstIndex { $0.sql == seals } ?? all.count - 1) + 1
}
