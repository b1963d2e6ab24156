extension Migration {
    /// Teams with members, invitations and keys, and the second factor of players.
    ///
    /// Numbers that the audit log names are never used again: AUTOINCREMENT.
    static let teams = """
        ALTER TABLE teams ADD COLUMN id TEXT;
        ALTER TABLE teams ADD COLUMN requires_two_factor INTEGER NOT NULL DEFAULT 0;
        UPDATE teams SET id = upper(hex(randomblob(5)));
        CREATE UNIQUE INDEX team_ids ON teams (id);
        CREATE TABLE team_members (
            team INTEGER NOT NULL REFERENCES teams, player INTEGER NOT NULL, role INTEGER NOT NULL,
            joined INTEGER NOT NULL, PRIMARY KEY (team, player)
        ) WITHOUT ROWID;
        CREATE INDEX team_members_by_player ON team_members (player);
        CREATE TABLE team_invitations (
            id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE, team INTEGER REFERENCES teams,
            role INTEGER, player INTEGER, maker INTEGER, created INTEGER NOT NULL, expires INTEGER NOT NULL
        );
        CREATE INDEX team_invitations_by_player ON team_invitations (player) WHERE player IS NOT NULL;
        CREATE TABLE developer_keys (
            id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE, team INTEGER NOT NULL REFERENCES teams,
            name TEXT NOT NULL, role INTEGER NOT NULL, maker INTEGER, created INTEGER NOT NULL,
            expires INTEGER NOT NULL
        );
        CREATE TABLE two_factor (
            player INTEGER PRIMARY KEY, secret BLOB NOT NULL, is_confirmed INTEGER NOT NULL, last_step INTEGER NOT NULL
        );
        CREATE TABLE two_factor_codes (
            player INTEGER NOT NULL REFERENCES two_factor ON DELETE CASCADE, digest BLOB NOT NULL,
            PRIMARY KEY (player, digest)
        ) WITHOUT ROWID;
        """
}
