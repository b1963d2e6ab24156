extension Migration {
    /// The keys by which the server vouches for players. An old certificate stays, its private key does not.
    static let identity = """
        CREATE TABLE identity_keys (
            number INTEGER PRIMARY KEY AUTOINCREMENT, certificate BLOB NOT NULL, private_key BLOB,
            created INTEGER NOT NULL
        );
        """
}
