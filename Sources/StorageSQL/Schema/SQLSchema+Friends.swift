extension SQLSchema {
    /// Friends, requests, blocks, who was overtaken, and who likes what.
    static let friends = """
        CREATE TABLE friendships (player INTEGER NOT NULL REFERENCES players,
            friend INTEGER NOT NULL REFERENCES players, since INTEGER NOT NULL, PRIMARY KEY (player,
            friend)) WITHOUT ROWID;
        CREATE TABLE friend_requests (sender INTEGER NOT NULL REFERENCES players,
            receiver INTEGER NOT NULL REFERENCES players, message TEXT NOT NULL, created INTEGER NOT NULL,
            is_hidden INTEGER NOT NULL, PRIMARY KEY (sender, receiver)) WITHOUT ROWID;
        CREATE INDEX friend_requests_by_receiver ON friend_requests (receiver, is_hidden, created);
        CREATE TABLE friend_request_times (sender INTEGER NOT NULL REFERENCES players, created INTEGER NOT NULL,
            receiver INTEGER NOT NULL REFERENCES players);
        CREATE INDEX friend_request_times_by_receiver ON friend_request_times (receiver);
        CREATE INDEX friend_request_times_by_sender ON friend_request_times (sender, created);
        CREATE TABLE friend_invitations (id INTEGER PRIMARY KEY AUTOINCREMENT, digest BLOB NOT NULL UNIQUE,
            player INTEGER NOT NULL REFERENCES players, created INTEGER NOT NULL, expires INTEGER NOT NULL,
            uses_left INTEGER NOT NULL);
        CREATE INDEX friend_invitations_by_player ON friend_invitations (player);
        CREATE TABLE friend_list_consents (player INTEGER NOT NULL REFERENCES players, app INTEGER NOT NULL,
            consent INTEGER NOT NULL, PRIMARY KEY (player, app)) WITHOUT ROWID;
        CREATE TABLE player_blocks (player INTEGER NOT NULL REFERENCES players,
            blocked INTEGER NOT NULL REFERENCES players, PRIMARY KEY (player, blocked)) WITHOUT ROWID;
        CREATE INDEX player_blocks_by_blocked ON player_blocks (blocked);
        CREATE TABLE overtakings (day INTEGER NOT NULL, leaderboard INTEGER NOT NULL, environment INTEGER NOT NULL,
            player INTEGER NOT NULL REFERENCES players, PRIMARY KEY (day, leaderboard, environment,
            player)) WITHOUT ROWID;
        CREATE INDEX overtakings_by_player ON overtakings (player);
        CREATE TABLE likes (player INTEGER NOT NULL REFERENCES players, app INTEGER NOT NULL,
            since INTEGER NOT NULL, PRIMARY KEY (player, app)) WITHOUT ROWID;
        """
}
