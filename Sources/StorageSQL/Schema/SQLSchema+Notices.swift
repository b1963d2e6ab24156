extension SQLSchema {
    /// Notices and how they are delivered.
    static let notices = """
        CREATE TABLE notices (id INTEGER PRIMARY KEY AUTOINCREMENT, player INTEGER NOT NULL, kind INTEGER NOT NULL,
            app INTEGER, environment INTEGER, about INTEGER, subject TEXT NOT NULL, details TEXT NOT NULL,
            created INTEGER NOT NULL, is_read INTEGER NOT NULL, is_silent INTEGER NOT NULL DEFAULT 0);
        CREATE INDEX notices_by_player ON notices (player, id, app, environment);
        CREATE INDEX notices_unread ON notices (player, app, environment, id) WHERE is_read = 0;
        CREATE TABLE planned_notice (one INTEGER PRIMARY KEY CHECK (one = 1), id INTEGER NOT NULL);
        INSERT INTO planned_notice (one, id) VALUES (1, 0);
        CREATE TABLE notification_choices (player INTEGER NOT NULL REFERENCES players ON DELETE CASCADE,
            kind INTEGER NOT NULL, app INTEGER NOT NULL, is_on INTEGER NOT NULL, is_pushed INTEGER NOT NULL,
            PRIMARY KEY (player, kind, app)) WITHOUT ROWID;
        CREATE TABLE quiet_hours (player INTEGER PRIMARY KEY REFERENCES players ON DELETE CASCADE,
            first INTEGER NOT NULL, last INTEGER NOT NULL, zone TEXT NOT NULL);
        CREATE TABLE push_subscriptions (id INTEGER PRIMARY KEY AUTOINCREMENT,
            session INTEGER NOT NULL UNIQUE REFERENCES sessions ON DELETE CASCADE, player INTEGER NOT NULL,
            endpoint TEXT NOT NULL UNIQUE, key BLOB NOT NULL, secret BLOB NOT NULL, created INTEGER NOT NULL);
        CREATE INDEX push_subscriptions_by_player ON push_subscriptions (player, id);
        CREATE TABLE pushes (id INTEGER PRIMARY KEY AUTOINCREMENT,
            notice INTEGER NOT NULL REFERENCES notices ON DELETE CASCADE,
            subscription INTEGER NOT NULL REFERENCES push_subscriptions ON DELETE CASCADE, due INTEGER NOT NULL,
            attempts INTEGER NOT NULL, is_taken INTEGER NOT NULL, origin TEXT NOT NULL DEFAULT '', UNIQUE (notice,
            subscription));
        CREATE INDEX pushes_by_subscription ON pushes (subscription);
        CREATE INDEX pushes_due ON pushes (due, id) WHERE is_taken = 0;
        CREATE INDEX pushes_due_by_origin ON pushes (origin, due, id) WHERE is_taken = 0;
        CREATE TABLE webhooks (app INTEGER NOT NULL, environment INTEGER NOT NULL, url TEXT NOT NULL,
            secret BLOB NOT NULL, kinds INTEGER NOT NULL, is_enabled INTEGER NOT NULL, PRIMARY KEY (app,
            environment)) WITHOUT ROWID;
        CREATE TABLE webhook_old_secrets (app INTEGER NOT NULL, environment INTEGER NOT NULL, place INTEGER NOT NULL,
            secret BLOB NOT NULL, until INTEGER NOT NULL, PRIMARY KEY (app, environment, place), FOREIGN KEY (app,
            environment) REFERENCES webhooks ON DELETE CASCADE) WITHOUT ROWID;
        CREATE TABLE webhook_deliveries (id INTEGER PRIMARY KEY AUTOINCREMENT, app INTEGER NOT NULL,
            environment INTEGER NOT NULL, created INTEGER NOT NULL, state INTEGER NOT NULL, attempts INTEGER NOT NULL,
            due INTEGER NOT NULL, since INTEGER NOT NULL, last_time INTEGER, last_status INTEGER,
            last_failure TEXT NOT NULL, notice INTEGER, player INTEGER, kind INTEGER, about INTEGER, subject TEXT,
            details TEXT, happened INTEGER, FOREIGN KEY (app, environment) REFERENCES webhooks ON DELETE CASCADE);
        CREATE INDEX webhook_deliveries_by_app ON webhook_deliveries (app, environment, id);
        CREATE INDEX webhook_deliveries_done ON webhook_deliveries (created) WHERE state <> 0;
        CREATE INDEX webhook_deliveries_due ON webhook_deliveries (due, id) WHERE state = 0;
        CREATE INDEX webhook_deliveries_due_by_app ON webhook_deliveries (app, environment, due, id) WHERE state = 0;
        """
}
