extension Migration {
    /// Challenges, who does not want to hear of which, and the last replay of a player on each leaderboard.
    ///
    /// `kind` is 0 for a score and 1 for an achievement, and says what `subject` is the number of. `settled_by` is
    /// the row of the journal that completed it, `answer` the challenge that went back. In mutes, 0 stands for all.
    static let challenges = """
        CREATE TABLE challenges (
            number INTEGER PRIMARY KEY, sender INTEGER NOT NULL, receiver INTEGER NOT NULL, app INTEGER NOT NULL,
            environment INTEGER NOT NULL, kind INTEGER NOT NULL, subject INTEGER NOT NULL, value INTEGER NOT NULL,
            context INTEGER NOT NULL, message TEXT NOT NULL, replay BLOB, issued INTEGER NOT NULL,
            state INTEGER NOT NULL, settled INTEGER, settled_by INTEGER, answer INTEGER
        );
        CREATE INDEX challenges_received ON challenges (receiver, number);
        CREATE INDEX challenges_sent ON challenges (sender, number);
        CREATE INDEX challenges_pending ON challenges (number) WHERE state = 1;
        CREATE INDEX challenges_completed ON challenges (receiver, settled_by) WHERE settled_by IS NOT NULL;
        CREATE TABLE challenge_numbers (last INTEGER NOT NULL);
        INSERT INTO challenge_numbers VALUES (0);
        CREATE TABLE challenge_mutes (
            player INTEGER NOT NULL, sender INTEGER NOT NULL, leaderboard INTEGER NOT NULL,
            PRIMARY KEY (player, sender, leaderboard)
        ) WITHOUT ROWID;
        CREATE INDEX challenge_mutes_by_sender ON challenge_mutes (sender);
        CREATE TABLE score_replays (
            player INTEGER NOT NULL, environment INTEGER NOT NULL, leaderboard INTEGER NOT NULL,
            value INTEGER NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (player, environment, leaderboard)
        ) WITHOUT ROWID;
        """
}
