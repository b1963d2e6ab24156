extension SQLSchema {
    /// Turn-based matches.
    static let matches = """
        CREATE TABLE matches (app INTEGER NOT NULL, environment INTEGER NOT NULL, number INTEGER NOT NULL,
            player_group INTEGER NOT NULL, created INTEGER NOT NULL, rematch_of INTEGER, version INTEGER NOT NULL,
            turn_version INTEGER NOT NULL, turn_seat INTEGER, turn_fallback TEXT, turn_began INTEGER,
            turn_timeout INTEGER, is_warned INTEGER NOT NULL, is_overdue INTEGER NOT NULL,
            turns_ended INTEGER NOT NULL, byte_count INTEGER NOT NULL, ended INTEGER, rematch INTEGER,
            rematch_asked INTEGER, message_seat INTEGER, message BLOB, last_exchange INTEGER NOT NULL DEFAULT 0,
            invitation TEXT,
            PRIMARY KEY (app, environment, number)) WITHOUT ROWID;
        CREATE TABLE match_seats (app INTEGER NOT NULL, environment INTEGER NOT NULL, number INTEGER NOT NULL,
            seat INTEGER NOT NULL, status INTEGER NOT NULL, player INTEGER, outcome INTEGER NOT NULL,
            last_turn INTEGER, called INTEGER, attributes INTEGER NOT NULL, reminded INTEGER,
            asked_to_quit INTEGER, is_removed INTEGER NOT NULL, writes BLOB NOT NULL, turn_write BLOB,
            PRIMARY KEY (app, environment, number, seat)) WITHOUT ROWID;
        CREATE INDEX match_seats_by_player ON match_seats (player) WHERE player IS NOT NULL;
        CREATE TABLE match_data (app INTEGER NOT NULL, environment INTEGER NOT NULL, number INTEGER NOT NULL,
            data BLOB NOT NULL, PRIMARY KEY (app, environment, number));
        CREATE TABLE match_numbers (app INTEGER NOT NULL, environment INTEGER NOT NULL, last INTEGER NOT NULL,
            PRIMARY KEY (app, environment)) WITHOUT ROWID;
        CREATE TABLE match_exchanges (app INTEGER NOT NULL, environment INTEGER NOT NULL, number INTEGER NOT NULL,
            exchange INTEGER NOT NULL, seat INTEGER NOT NULL, recipients TEXT NOT NULL, sent INTEGER NOT NULL,
            due INTEGER, replies TEXT NOT NULL, completed INTEGER, message BLOB NOT NULL, data BLOB NOT NULL,
            PRIMARY KEY (app, environment, number, exchange)) WITHOUT ROWID;
        CREATE TABLE match_replies (app INTEGER NOT NULL, environment INTEGER NOT NULL, number INTEGER NOT NULL,
            exchange INTEGER NOT NULL, seat INTEGER NOT NULL, sent INTEGER NOT NULL, message BLOB NOT NULL,
            data BLOB NOT NULL, PRIMARY KEY (app, environment, number, exchange, seat)) WITHOUT ROWID;
        CREATE TABLE archived_matches (app INTEGER NOT NULL, environment INTEGER NOT NULL, number INTEGER NOT NULL,
            player_group INTEGER NOT NULL, created INTEGER NOT NULL, rematch_of INTEGER, version INTEGER NOT NULL,
            turn_version INTEGER NOT NULL, turns_ended INTEGER NOT NULL, ended INTEGER, rematch INTEGER,
            rematch_asked INTEGER, message_seat INTEGER, message BLOB, last_exchange INTEGER NOT NULL, data BLOB,
            PRIMARY KEY (app, environment, number));
        CREATE TABLE archived_seats (app INTEGER NOT NULL, environment INTEGER NOT NULL, number INTEGER NOT NULL,
            seat INTEGER NOT NULL, status INTEGER NOT NULL, player INTEGER, outcome INTEGER NOT NULL,
            last_turn INTEGER, called INTEGER, attributes INTEGER NOT NULL, is_removed INTEGER NOT NULL,
            position INTEGER, PRIMARY KEY (app, environment, number, seat)) WITHOUT ROWID;
        CREATE INDEX archived_seats_by_player ON archived_seats (player, app, environment, number)
            WHERE player IS NOT NULL;
        CREATE INDEX archived_seats_by_position ON archived_seats (player, app, environment, position)
            WHERE position IS NOT NULL;
        """
}
