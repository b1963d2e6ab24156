extension SQLSchema {
    /// Apps and what belongs to them.
    static let apps = """
        CREATE TABLE apps (number INTEGER PRIMARY KEY AUTOINCREMENT, team INTEGER NOT NULL REFERENCES teams,
            bundle_id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, sku TEXT NOT NULL, default_language TEXT NOT NULL,
            link TEXT, is_game_center_enabled INTEGER NOT NULL, is_released INTEGER NOT NULL,
            is_archived INTEGER NOT NULL DEFAULT 0, allows_guests INTEGER NOT NULL DEFAULT 1,
            has_desktop_game INTEGER NOT NULL DEFAULT 0);
        CREATE TABLE app_localizations (app INTEGER NOT NULL REFERENCES apps, language TEXT NOT NULL,
            name TEXT NOT NULL, subtitle TEXT NOT NULL, description TEXT NOT NULL, PRIMARY KEY (app,
            language)) WITHOUT ROWID;
        CREATE TABLE web_origins (app INTEGER NOT NULL, place INTEGER NOT NULL, origin TEXT NOT NULL,
            takes_any_page INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (app, place)) WITHOUT ROWID;
        CREATE TABLE simulators (app INTEGER NOT NULL, name TEXT NOT NULL, digest BLOB NOT NULL, size INTEGER NOT NULL,
            uploaded INTEGER NOT NULL, PRIMARY KEY (app, name)) WITHOUT ROWID;
        CREATE TABLE images (app INTEGER NOT NULL, kind INTEGER NOT NULL, subject TEXT NOT NULL, language TEXT NOT NULL,
            place INTEGER NOT NULL, source BLOB NOT NULL, normal BLOB NOT NULL, small BLOB, PRIMARY KEY (app, kind,
            subject, language, place)) WITHOUT ROWID;
        CREATE TABLE display_orders (app INTEGER NOT NULL, kind INTEGER NOT NULL, place INTEGER NOT NULL,
            number INTEGER NOT NULL, PRIMARY KEY (app, kind, place)) WITHOUT ROWID;
        CREATE TABLE saved_games (number INTEGER PRIMARY KEY, player INTEGER NOT NULL, app INTEGER NOT NULL,
            environment INTEGER NOT NULL, id TEXT NOT NULL, name TEXT NOT NULL, device INTEGER NOT NULL,
            device_name TEXT NOT NULL, modified INTEGER NOT NULL, byte_count INTEGER NOT NULL, digest BLOB NOT NULL,
            UNIQUE (player, app, environment, id));
        """
}
