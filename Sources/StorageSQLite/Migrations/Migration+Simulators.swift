extension Migration {
    /// The simulators that developers have uploaded: their bytes are blobs.
    static let simulators = """
        CREATE TABLE simulators (
            app INTEGER NOT NULL, name TEXT NOT NULL, digest BLOB NOT NULL, size INTEGER NOT NULL,
            uploaded INTEGER NOT NULL, PRIMARY KEY (app, name)
        ) WITHOUT ROWID;
        """
}
