extension Migration {
    /// Challenges of groups, and who takes part.
    static let groupChallenges = """
        CREATE TABLE group_challenges (number INTEGER PRIMARY KEY, app INTEGER NOT NULL, environment INTEGER NOT NULL,
            definition TEXT NOT NULL, leaderboard INTEGER NOT NULL, started INTEGER NOT NULL, ends INTEGER NOT NULL,
            tries_limit INTEGER, rematch_of INTEGER, rematch INTEGER, stage INTEGER NOT NULL, closed INTEGER,
            replay BLOB, ghost BLOB);
        CREATE INDEX group_challenges_by_closed ON group_challenges (closed);
        CREATE TABLE group_challenge_players (challenge INTEGER NOT NULL, seat INTEGER NOT NULL,
            player INTEGER NOT NULL, state INTEGER NOT NULL, joined INTEGER, try_count INTEGER NOT NULL,
            tries BLOB NOT NULL, PRIMARY KEY (challenge, seat)) WITHOUT ROWID;
        CREATE INDEX group_challenge_players_by_player ON group_challenge_players (player, challenge);
        CREATE TABLE group_challenge_numbers (last INTEGER NOT NULL);
        INSERT INTO group_challenge_numbers (last) VALUES (0);
        """
}
