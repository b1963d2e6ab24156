extension SQLSchema {
    /// Teams, their members and keys, and the log of what was done.
    static let teams = """
        CREATE TABLE teams (number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, id TEXT,
            requires_two_factor INTEGER NOT NULL DEFAULT 0);
        CREATE UNIQUE INDEX team_ids ON teams (id);
        CREATE TABLE team_members (team INTEGER NOT NULL REFERENCES teams, player INTEGER NOT NULL,
            role INTEGER NOT NULL, joined INTEGER NOT NULL, PRIMARY KEY (team, player)) WITHOUT ROWID;
        CREATE INDEX team_members_by_player ON team_members (player);
        CREATE TABLE team_invitations (id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE,
            team INTEGER REFERENCES teams, role INTEGER, player INTEGER, maker INTEGER, created INTEGER NOT NULL,
            expires INTEGER NOT NULL);
        CREATE INDEX team_invitations_by_player ON team_invitations (player) WHERE player IS NOT NULL;
        CREATE TABLE developer_keys (id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE,
            team INTEGER NOT NULL REFERENCES teams, name TEXT NOT NULL, role INTEGER NOT NULL, maker INTEGER,
            created INTEGER NOT NULL, expires INTEGER NOT NULL);
        CREATE TABLE audit (id INTEGER PRIMARY KEY AUTOINCREMENT, action TEXT NOT NULL, player INTEGER, key INTEGER,
            is_operator INTEGER NOT NULL, team INTEGER, app INTEGER, environment INTEGER, about INTEGER,
            subject TEXT NOT NULL, changes TEXT NOT NULL, time INTEGER NOT NULL, request_id TEXT NOT NULL);
        CREATE INDEX audit_by_team ON audit (team, id);
        """
}
