extension Migration {
    /// Who did what on the developers' side. The triggers keep every later statement, ours too, from changing it.
    static let audit = """
        CREATE TABLE audit (
            id INTEGER PRIMARY KEY AUTOINCREMENT, action TEXT NOT NULL, player INTEGER, key INTEGER,
            is_operator INTEGER NOT NULL, team INTEGER, app INTEGER, environment INTEGER, about INTEGER,
            subject TEXT NOT NULL, changes TEXT NOT NULL, time INTEGER NOT NULL, request_id TEXT NOT NULL
        );
        CREATE INDEX audit_by_team ON audit (team, id);
        CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
        CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
        BEGIN SELECT RAISE(ABORT, 'the audit log is only added to'); END;
        """
}
