extension Migration {
    /// Matches that ended long ago, and who sat there.
    static let matchArchive = """
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
